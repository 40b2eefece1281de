import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import type { Operation, Parameter } from "../ir/operation.js";
import { assertedTypes } from "../ir/asserted-types.js";
import type { Assertion, JsonType } from "../ir/schema.js";
import { allowedValues } from "./allowed-values.js";
import { certain } from "./described-property.js";

/** Two parameters of a segment that follow each other, and what is between them. */
interface Neighbours {
  readonly first: string;
  readonly second: string;
  readonly between: string;
}

/**
 * Reports the parameters of a segment of a path whose values are not always told apart: both may be written with what is between them, or
 * nothing is. Each path is told once.
 */
export function reportUnclearDivisions({ operations, schemas }: Api, report: Report): void {
  const toldOf = new Map<string, Set<string>>();
  for (const operation of operations) {
    const { path } = operation;
    const told = toldOf.get(path) ?? new Set<string>();
    toldOf.set(path, told);
    const before = told.size;
    const parameters = new Map(operation.parameters.flatMap((each) => (each.in === "path" ? [[each.name, each] as const] : [])));
    for (const neighbours of neighboursOf(operation)) {
      const key = JSON.stringify([neighbours.first, neighbours.second]);
      const [one, other] = [parameters.get(neighbours.first), parameters.get(neighbours.second)];
      if (one === undefined || other === undefined || told.has(key)) continue;
      if (isClear(neighbours.between, [one, other], schemas)) continue;
      told.add(key);
      if (told.size <= mostReported) report(unclear(neighbours, [one, other], path));
    }
    const others = told.size - Math.max(before, mostReported);
    if (others > 0) report(othersUnclear(others, operation));
  }
}

/** Parameters of one path that are told of one by one. Each message has the path with it, which may have thousands. */
const mostReported = 100;

function othersUnclear(count: number, { path, origin }: Operation): Diagnostic {
  const message = `Values of ${String(count)} more pairs of parameters cannot always be told apart in ${JSON.stringify(path)}.`;
  return diagnostic("path-division-unclear", message, { at: origin });
}

function unclear({ first, between, second }: Neighbours, [one, other]: readonly [Parameter, Parameter], path: string): Diagnostic {
  const [a, b] = [JSON.stringify(first), JSON.stringify(second)];
  const reading =
    between === "" ? "all but the last character is" : `what is before the last ${JSON.stringify(between)} that both allow is`;
  const message = `Values of ${a} and ${b} cannot always be told apart in ${JSON.stringify(path)}: ${reading} read as ${a}.`;
  const hint =
    "Give one of them a `pattern`, an `enum` or a type without what is between them, or put a `:` or `@` there, which is encoded in values.";
  return diagnostic("path-division-unclear", message, { at: other.origin, hint, related: [{ message: `${a} is here.`, at: one.origin }] });
}

function neighboursOf({ segments }: Operation): readonly Neighbours[] {
  return segments.flatMap((part, index) => {
    if (part.kind !== "parameter") return [];
    const next = segments[index + 1];
    const between = next?.kind === "text" ? next.text : "";
    const second = next?.kind === "text" ? segments[index + 2] : next;
    return second?.kind === "parameter" && !between.includes("/") ? [{ first: part.name, second: second.name, between }] : [];
  });
}

/**
 * What is percent-encoded in every value, but not in a path. A comma is not in lists.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-2.2
 */
const encodedInValues = /[:@$&+;=]/;

const isEncoded = (between: string, both: readonly Parameter[], schemas: Api["schemas"]): boolean =>
  both.every(isPlain) &&
  (encodedInValues.test(between) || (between.includes(",") && both.every(({ schema }) => !mayHaveParts(certain(schema, schemas)))));

/** Whether a parameter is written as its style has it by default: no other writes marks of its own, or leaves some as they are. */
const isPlain = ({ encoding }: Parameter): boolean => encoding.kind === "style" && encoding.style === "simple" && !encoding.allowReserved;

function mayHaveParts(assertions: readonly Assertion[]): boolean {
  const types = assertedTypes(assertions);
  return types === undefined
    ? !assertions.some(({ kind }) => kind === "enum")
    : types.some((type) => type === "array" || type === "object");
}

/** Whether there is one place only where both parameters allow what they get. */
function isClear(between: string, both: readonly Parameter[], schemas: Api["schemas"]): boolean {
  if (isEncoded(between, both, schemas)) return true;
  const told = both.map((parameter) => (isPlain(parameter) ? certain(parameter.schema, schemas) : []));
  if (told.some((assertions) => assertions.some(endsByItself))) return true;
  const [one, other] = both.map((parameter, index) => lettersOf(told[index] ?? [], parameter, schemas));
  if (between !== "")
    return [one, other].some((letters) => letters !== undefined && Array.from(between).every((each) => !letters.has(each)));
  return one !== undefined && other !== undefined && [...one].every((each) => !other.has(each));
}

/** A pattern is the author's own word, and what has one length ends where it ends. */
function endsByItself(assertion: Assertion): boolean {
  if (assertion.kind !== "string") return false;
  const { pattern, format } = assertion;
  return pattern !== undefined || format === "uuid" || format === "date";
}

/** The characters that values are written with; `undefined`: any. */
function lettersOf(assertions: readonly Assertion[], { schema }: Parameter, schemas: Api["schemas"]): ReadonlySet<string> | undefined {
  if (assertions.length === 0) return undefined;
  const values = allowedValues(schema, schemas);
  const scalars = values?.filter((value) => typeof value !== "object");
  if (scalars !== undefined && scalars.length === values?.length) return new Set(scalars.flatMap((value) => Array.from(String(value))));
  const types = assertedTypes(assertions);
  const letters = types?.map((type) => lettersOfType(type, assertions));
  if (letters === undefined || letters.includes(undefined)) return undefined;
  return new Set(letters.join(""));
}

function lettersOfType(type: JsonType, assertions: readonly Assertion[]): string | undefined {
  switch (type) {
    case "boolean":
      return "truefalse";
    case "integer":
      return assertions.some(isAtLeastZero) ? "0123456789e+" : "0123456789e+-";
    case "number":
      return "0123456789e+-.";
    case "null":
    case "string":
    case "array":
    case "object":
      return undefined;
  }
}

const isAtLeastZero = (assertion: Assertion): boolean =>
  assertion.kind === "number" && [assertion.minimum, assertion.exclusiveMinimum].some((least) => least !== undefined && least >= 0);
