import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Report } from "../../../diagnostic/diagnostic.js";
import { isAlternatives } from "../../ir/kinds.js";
import { leadsTo } from "../../ir/survey.js";
import { eachSchema } from "../../ir/visit.js";
import { int64FormsOf } from "./int64.js";
import { wordOf } from "./int64-places.js";
import { opened } from "./opened-values.js";
import { namesIn, partFinder, type Said } from "./parts-of-values.js";
import { shapeOfAll } from "./value-shape.js";
import type { Api } from "../../ir/api.js";
import type { Int64, Schema } from "../../ir/schema.js";

/** Values are compared this far inside. */
const deepest = 4;

/** Schemas that are looked at for one description, members counted; when they are used up, nothing more is found out. Real descriptions have some thousands. */
const mostLooks = 1_000_000;

interface Comparison {
  readonly api: Api;
  readonly formOf: (schema: Schema) => Int64 | undefined;
  /** Whether something of 64 bits is in a schema. */
  readonly leads: (schema: Schema) => boolean;
  looks: number;
}

/**
 * Reports where a value may be a 64-bit integer in one alternative and a number in another, and only what readers do not look at tells which
 * is meant: patterns, divisors, formats.
 */
export function reportMixedInt64(api: Api, form: Int64["as"], report: Report): void {
  const leads = leadsTo(api.schemas, ({ int64 }) => int64);
  const comparison: Comparison = { api, formOf: int64FormsOf(api, form), leads, looks: mostLooks };
  eachSchema(api, (schema) => {
    if (!leads(schema)) return;
    for (const assertion of schema.assertions) {
      if (!isAlternatives(assertion) || assertion.discriminator !== undefined) continue;
      if (areMixed(assertion.members, comparison)) reportMixed(schema, report);
    }
  });
}

function reportMixed({ origin }: Schema, report: Report): void {
  const message = "Here an integer may be one of 64 bits in one alternative and a number in another, and they look alike.";
  const hint = "Give the alternatives a property that is a constant in each, or the integer the same format in all of them.";
  report(diagnostic("int64-or-number", message, { at: origin, hint }));
}

function areMixed(members: readonly Schema[], comparison: Comparison): boolean {
  // At most one that is not told at a glance is what is left.
  const doubtful = members.filter((member) => !shapeOfAll([member], undefined, comparison.api).exact);
  return doubtful.some((one, index) =>
    doubtful.slice(index + 1).some((other) => differ([said(one)], [said(other)], comparison, 0) && !areApart(one, other, comparison)),
  );
}

const said = (schema: Schema): Said => ({ schema, certain: true, own: true });

/** All that is said of both values; `undefined` where no more may be looked at. */
function both(
  ones: readonly Said[],
  others: readonly Said[],
  comparison: Comparison,
): readonly [readonly Said[], readonly Said[]] | undefined {
  if (comparison.looks <= 0) return undefined;
  const [left, right] = [opened(ones, comparison.api), opened(others, comparison.api)];
  // Each is asked again for each name.
  comparison.looks -= (left.length + right.length) * (1 + namesIn(left).size);
  return [left, right];
}

/** Whether something in a value is of 64 bits by one schema, and a number by the other. */
function differ(ones: readonly Said[], others: readonly Said[], comparison: Comparison, level: number): boolean {
  if (ones.length === 0 || others.length === 0 || level > deepest) return false;
  if (![...ones, ...others].some(({ schema }) => comparison.leads(schema))) return false;
  const [left, right] = both(ones, others, comparison) ?? [[], []];
  const isHeld = (all: readonly Said[]): boolean => all.some(({ schema }) => comparison.formOf(schema) !== undefined);
  const isNumber = (all: readonly Said[]): boolean => !isHeld(all) && all.some(({ schema }) => wordOf(schema) !== undefined);
  if ((isHeld(left) && isNumber(right)) || (isHeld(right) && isNumber(left))) return true;
  const known = namesIn(right);
  const names = [...namesIn(left)].filter((name) => known.has(name));
  const [leftAt, rightAt] = [partFinder(left), partFinder(right)];
  return [...names, undefined, Infinity].some((key) => differ(leftAt(key), rightAt(key), comparison, level + 1));
}

/** Whether two schemas require a property that has other constants in each. */
function areApart(one: Schema, other: Schema, comparison: Comparison): boolean {
  const looked = both([said(one)], [said(other)], comparison);
  if (looked === undefined) return true; // nothing is said of what was not looked at
  const [left, right] = looked;
  const [leftAt, rightAt] = [partFinder(left), partFinder(right)];
  return [...namesIn(left)].some((name) => {
    const [values, others] = [valuesOf(leftAt(name)), valuesOf(rightAt(name))];
    return values !== undefined && others !== undefined && values.every((value) => !others.includes(value));
  });
}

function valuesOf(all: readonly Said[]): readonly unknown[] | undefined {
  return all.flatMap(({ schema }) => schema.assertions).find((assertion) => assertion.kind === "enum")?.values;
}
