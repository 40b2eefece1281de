/**
 * What the interpreter gets wrong, each with the section that says so and a recogniser that knows nothing else. Whatever is not
 * listed here is ours to put right.
 */
import type { Disagreement } from "./compare.js";
import { isSchemaObject, mapAt, type SchemaObject } from "./json-schema.js";

export interface Defect {
  readonly says: string;
  /** The section of the standard that the interpreter departs from. */
  readonly section: string;
  readonly isIt: (found: Disagreement) => boolean;
}

export const theirs: readonly Defect[] = [
  {
    says: "additionalProperties takes a lone pattern that is empty for no pattern at all",
    section: "JSON Schema Core 10.3.2.2: the empty pattern of patternProperties matches every name, so that no property is additional",
    isIt: ({ bundle, expected }) => !expected && someSchema(Object.values(bundle), hasOnlyEmptyPattern),
  },
];

function hasOnlyEmptyPattern(schema: SchemaObject): boolean {
  const described = [...Object.keys(mapAt(schema, "properties")), ...Object.keys(mapAt(schema, "patternProperties"))];
  return "additionalProperties" in schema && "patternProperties" in schema && described.length === 1 && described[0] === "";
}

/** Whether anything in some schemas, at whatever depth, is as `test` says. */
function someSchema(within: unknown, test: (schema: SchemaObject) => boolean): boolean {
  if (Array.isArray(within)) return within.some((member) => someSchema(member, test));
  if (!isSchemaObject(within)) return false;
  return test(within) || Object.values(within).some((member) => someSchema(member, test));
}

export function isTheirs(found: Disagreement): boolean {
  return theirs.some(({ isIt }) => isIt(found));
}
