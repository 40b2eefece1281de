import type { Origin } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { inside } from "../build/origin.js";
import { eachSchema } from "../ir/visit.js";
import { refusalOf, type Held } from "../refusal/refusal.js";
import type { Api } from "../ir/api.js";
import type { Content, Example, Header, Operation, Parameter } from "../ir/operation.js";
import type { Schema } from "../ir/schema.js";
import type { ReportRefusal, WrittenPlaces } from "./invalid-values.js";
import { possibleTypes, type PossibleTypes } from "./possible-types.js";

type Described = Pick<Api, "schemas" | "operations" | "webhooks">;

/** Reports examples that the schema beside them refuses. */
export function invalidExamples(api: Described, held: Held, placesOf: WrittenPlaces, report: ReportRefusal): void {
  const types = possibleTypes(api.schemas, { values: true });
  const judge: Judge = (schema, readings, places, more) => {
    const refused = readings.map((value) => ({ value, refusal: refusalOf(schema, value, { ...held, ...more }) }));
    const found = refused.at(isText(schema, types) ? 0 : -1);
    if (found?.refusal === undefined || refused.some(({ refusal }) => refusal === undefined)) return;
    report("example-invalid", found.value, found.refusal, [...places(), schema.origin]);
  };
  judgeSchemas(api, types, placesOf, judge);
  for (const carrier of carriersOf(api)) judgeCarrier(carrier, types, judge);
  for (const operation of [...api.operations, ...api.webhooks]) judgeOperation(operation, judge);
}

/**
 * `readings`: what the example may mean, the text that stands there first; one that is right is enough, and none are right whatever they are.
 * `places`: where it may stand, depending on the version of the description.
 */
type Judge = (schema: Schema, readings: readonly Json[], places: () => readonly Origin[], more: Partial<Held>) => void;

/** A schema says of no direction where it is used: its examples may be of either. */
function judgeSchemas(api: Described, types: PossibleTypes, placesOf: WrittenPlaces, judge: Judge): void {
  const sentAsText = new Set(carriersOf(api).map(({ schema }) => schema));
  eachSchema(api, (schema) => {
    for (const value of schema.examples) {
      const readings = sentAsText.has(schema) ? sentForms(value, schema, types) : [value];
      judge(schema, readings, () => placesOf(schema.origin, ["examples", "example"], value), { eitherWay: true });
    }
  });
}

function carriersOf({ operations, webhooks }: Described): readonly (Parameter | Header)[] {
  return [...operations, ...webhooks].flatMap(({ parameters, responses }) => [
    ...parameters,
    ...responses.flatMap(({ headers }) => headers),
  ]);
}

function judgeCarrier({ origin, schema, examples }: Parameter | Header, types: PossibleTypes, judge: Judge): void {
  // One that is described by its content has them there.
  const around = { file: schema.origin.file, pointer: schema.origin.pointer.replace(/\/[^/]*$/, "") };
  for (const example of examples) {
    if (example.kind !== "value") continue;
    const places = () => [...examplePlaces(example, origin), ...examplePlaces(example, around)];
    judge(schema, sentForms(example.value, schema, types), places, {});
  }
}

/**
 * What an example of a parameter or a header may mean: a value, or the text that is sent of one, `5` of a number. Of lists and objects, `US,CA`,
 * a text says nothing here.
 */
function sentForms(value: Json, schema: Schema, types: PossibleTypes): readonly Json[] {
  if (typeof value !== "string" || isText(schema, types)) return [value];
  const possible = types.of(schema);
  if (possible === undefined || possible.includes("array") || possible.includes("object")) return [];
  return [value, ...(/^(?:true|false|null|-?\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?)$/.test(value) ? jsonOf(value) : [])];
}

/** Whether all values of a schema are strings: those are sent as they are. */
function isText(schema: Schema, types: PossibleTypes): boolean {
  return types.of(schema)?.every((type) => type === "string" || type === "null") === true;
}

function judgeOperation({ body, responses }: Operation, judge: Judge): void {
  for (const content of body?.contents ?? []) judgeContent(content, judge);
  for (const { contents } of responses) for (const content of contents) judgeContent(content, judge);
}

function judgeContent({ origin, mediaType, codec, schema, examples }: Content, judge: Judge): void {
  // Of text, events, lines and XML an example is what is sent.
  if (schema === undefined || (codec !== "json" && codec !== "form" && codec !== "multipart")) return;
  for (const example of examples) {
    if (example.kind !== "value") continue;
    const places = () => [...examplePlaces(example, origin), inside(origin, "examples", mediaType)];
    judge(schema, meantBy(example.value, codec), places, {});
  }
}

/** An example may be written as the text that is sent, as older tools have it: then its JSON may be meant. What is in no form that is read here says nothing. */
function meantBy(value: Json, codec: Content["codec"]): readonly Json[] {
  if (typeof value !== "string") return [value];
  return codec === "json" ? [value, ...jsonOf(value)] : [];
}

/** The value that a text is as JSON, in a list; an empty one where it is none. */
function jsonOf(text: string): readonly Json[] {
  try {
    return [JSON.parse(text) as Json];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function examplePlaces({ name }: Example, { file, pointer }: Origin): readonly Origin[] {
  const at = (path: string): Origin => ({ file, pointer: path });
  if (name === undefined) return [at(child(pointer, "example"))];
  const named = child(child(pointer, "examples"), name);
  return [at(child(named, "value")), at(child(named, "dataValue")), at(named)];
}
