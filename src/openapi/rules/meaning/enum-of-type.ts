import { diagnostic } from "../../../diagnostic/catalogue.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { isObject, wrongType, type Walk } from "../rule.js";
import type { JsonType } from "../types.js";

/** What an enumeration means of which no value is of the type beside it, or null is not: its values, as they say what is sent. */

type Draft = Record<string, unknown>;

/** The one type that values have; of several there is none. */
export function typeOfValues(values: readonly unknown[]): JsonType | undefined {
  const of = (type: string): boolean => values.every((value) => typeof value === type);
  if (values.length === 0) return undefined;
  if (of("string")) return "string";
  if (of("boolean")) return "boolean";
  if (!of("number")) return undefined;
  return values.every((value) => Number.isInteger(value)) ? "integer" : "number";
}

/** The types of a schema but null. */
function typesOf(type: unknown): readonly unknown[] {
  return (Array.isArray(type) ? (type as readonly unknown[]) : type === undefined ? [] : [type]).filter((each) => each !== "null");
}

const composing = ["allOf", "anyOf", "oneOf", "$ref"];
const ofObjects = ["properties", "additionalProperties", "patternProperties", "required", ...composing];

/** `{ type: object, enum: [a, b] }`: generators write that of an enumeration in a language where it is a class. */
export function readTypeOfEnum(draft: Draft, at: DocumentLocation, walk: Walk): void {
  const { type, enum: values } = draft;
  const [only, ...others] = typesOf(type);
  if (only !== "object" || others.length > 0 || !Array.isArray(values) || ofObjects.some((key) => draft[key] !== undefined)) return;
  const meant = typeOfValues(values.filter((value) => value !== null));
  if (meant === undefined) return;
  walk.report(
    diagnostic("enum-type-mismatch", 'No value of "enum" is an object, as the type beside it asks for.', {
      at: originAt(childLocation(at, "type")),
      hint: `Write "${meant}".`,
      assumed: `the type is read as "${meant}"`,
    }),
  );
  draft["type"] = Array.isArray(type) ? [meant, "null"] : meant;
}

/** Members that an object in an enumeration may have beside its value: they tell about it. */
const notes = new Set("description title label text summary name displayName deprecated meaning".split(" "));

/** `enum: [{ value: a, description: A }]`: the values stand in the objects. Where these do not tell which member it is, nothing is known of the values. */
export function readEnumOfObjects(draft: Draft, at: DocumentLocation, walk: Walk): void {
  const { enum: values } = draft;
  const types = typesOf(draft["type"]);
  if (!Array.isArray(values) || values.length === 0 || !values.every(isObject) || types.includes("object")) return;
  const key = ["value", "const"].find((each) => values.every((value) => isValueOf(value, each)));
  if (types.length === 0 && (key === undefined || ofObjects.some((each) => draft[each] !== undefined))) return;
  const place = childLocation(at, "enum");
  if (key === undefined) {
    const assumed = "any value of the type is accepted";
    const message = `The values of "enum" are objects, and the type beside it is ${types.map((type) => JSON.stringify(type)).join(" or ")}.`;
    walk.report(diagnostic("enum-type-mismatch", message, { at: originAt(place), hint: "List the values themselves.", assumed }));
    delete draft["enum"];
    return;
  }
  wrongType(values[0] ?? null, "a value", childLocation(place, 0), walk, `the "${key}" of each is read`);
  draft["enum"] = values.map((value) => value[key]);
}

function isValueOf(value: Readonly<Record<string, unknown>>, key: string): boolean {
  const others = Object.keys(value).filter((each) => each !== key && !notes.has(each) && !each.startsWith("x-"));
  return ["string", "number", "boolean"].includes(typeof value[key]) && others.length === 0;
}

/** `{ type: string, enum: [a, null] }`: whoever lists null as a value takes it, and the type does not say so. Beside other schemas these say what is meant. */
export function readNullOfEnum(draft: Draft, at: DocumentLocation, walk: Walk): void {
  const { type, enum: values, nullable } = draft;
  const types = (Array.isArray(type) ? type : [type]) as readonly unknown[];
  if (type === undefined || types.includes("null") || nullable !== undefined || draft["x-nullable"] !== undefined) return;
  if (composing.some((key) => draft[key] !== undefined)) return;
  const index = Array.isArray(values) ? values.indexOf(null) : -1;
  if (index < 0) return;
  const { version } = at.file;
  const key = version === "2.0" ? '"x-nullable: true"' : version === "3.0" ? '"nullable: true"' : undefined;
  walk.report(
    diagnostic("enum-type-mismatch", `The value null of an enumeration is not of type ${types.map(String).join(" or ")}.`, {
      at: originAt(childLocation(childLocation(at, "enum"), index)),
      hint: `${key === undefined ? 'Write "null" in the list of types' : `Write ${key} beside it`}; put quotes around a text that is meant.`,
      assumed: "null is accepted, too",
    }),
  );
  draft["type"] = [...types, "null"];
}
