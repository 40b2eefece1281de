import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { isAlternatives } from "../ir/kinds.js";
import { leadsTo } from "../ir/survey.js";
import { eachSchema } from "../ir/visit.js";
import { int64FormsOf } from "./int64.js";
import { opened, wordOf } from "./int64-places.js";
import { partOf, type Said } from "./parts-of-values.js";
import { shapeOfAll } from "./value-shape.js";
import type { Api } from "../ir/api.js";
import type { Int64, Schema } from "../ir/schema.js";

/** Of more alternatives than these, nothing is found out. */
const mostCompared = 50;

/** Values are compared this far inside. */
const deepest = 4;

/**
 * Reports where a value may be a 64-bit integer in one alternative and a number in another, and only what readers do not look at tells which
 * is meant: lengths, limits, patterns.
 */
export function reportMixedInt64(api: Api, report: Report): void {
  const formOf = int64FormsOf(api, "bigint");
  const leads = leadsTo(api.schemas, ({ int64 }) => int64);
  eachSchema(api, (schema) => {
    if (!leads(schema)) return;
    for (const assertion of schema.assertions) {
      if (!isAlternatives(assertion) || assertion.discriminator !== undefined || assertion.members.length > mostCompared) continue;
      if (areMixed(assertion.members, formOf, api)) reportMixed(schema, report);
    }
  });
}

function reportMixed({ origin }: Schema, report: Report): void {
  const message = "Here an integer may be one of 64 bits in one alternative and a number in another, and they look alike.";
  const hint = "Give the alternatives a property that is a constant in each, or the integer the same format in all of them.";
  report(diagnostic("int64-or-number", message, { at: origin, hint }));
}

type FormOf = (schema: Schema) => Int64 | undefined;

function areMixed(members: readonly Schema[], formOf: FormOf, api: Api): boolean {
  // At most one that is not told at a glance is what is left.
  const doubtful = members.filter((member) => !shapeOfAll([member], undefined, api).exact);
  return doubtful.some((one, index) =>
    doubtful.slice(index + 1).some((other) => !areApart(one, other, api) && differ([said(one)], [said(other)], formOf, api, 0)),
  );
}

const said = (schema: Schema): Said => ({ schema, certain: true, own: true });

/** Whether something in a value is of 64 bits by one schema, and a number by the other. */
function differ(ones: readonly Said[], others: readonly Said[], formOf: FormOf, api: Api, level: number): boolean {
  if (ones.length === 0 || others.length === 0 || level > deepest) return false;
  const [left, right] = [opened(ones, api), opened(others, api)];
  const isHeld = (all: readonly Said[]): boolean => all.some(({ schema }) => formOf(schema) !== undefined);
  const isNumber = (all: readonly Said[]): boolean => !isHeld(all) && all.some(({ schema }) => wordOf(schema) !== undefined);
  if ((isHeld(left) && isNumber(right)) || (isHeld(right) && isNumber(left))) return true;
  const names = namesIn(left).filter((name) => namesIn(right).includes(name));
  return [...names, undefined, Infinity].some((key) => differ(partOf(left, key), partOf(right, key), formOf, api, level + 1));
}

const namesIn = (all: readonly Said[]): readonly string[] =>
  all.flatMap(({ schema }) => schema.assertions.flatMap((one) => (one.kind === "object" ? one.properties.map(({ name }) => name) : [])));

/** Whether two schemas require a property that has other constants in each. */
function areApart(one: Schema, other: Schema, api: Api): boolean {
  const [left, right] = [opened([said(one)], api), opened([said(other)], api)];
  return namesIn(left).some((name) => {
    const [values, others] = [valuesAt(left, name), valuesAt(right, name)];
    return values !== undefined && others !== undefined && values.every((value) => !others.includes(value));
  });
}

function valuesAt(all: readonly Said[], name: string): readonly unknown[] | undefined {
  return partOf(all, name)
    .flatMap(({ schema }) => schema.assertions)
    .find((assertion) => assertion.kind === "enum")?.values;
}
