import type { Origin } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { inside } from "../build/origin.js";
import { eachSchema } from "../ir/visit.js";
import { refusalOf, type Held } from "../refusal/refusal.js";
import type { Api } from "../ir/api.js";
import type { Content, Example, Header, Operation, Parameter } from "../ir/operation.js";
import type { Schema } from "../ir/schema.js";
import type { ReportRefusal } from "./invalid-values.js";

/** Reports examples that the schema beside them refuses. */
export function invalidExamples(api: Api, held: Held, report: ReportRefusal): void {
  const judge: Judge = (schema, value, places, more) => {
    const refusal = refusalOf(schema, value, { ...held, ...more });
    if (refusal !== undefined) report("example-invalid", value, refusal, [...places, schema.origin]);
  };
  judgeSchemas(api, judge);
  for (const carrier of carriersOf(api)) judgeCarrier(carrier, judge);
  for (const operation of [...api.operations, ...api.webhooks]) judgeOperation(operation, judge);
}

/** `places`: where the example may stand, depending on the version of the description. */
type Judge = (schema: Schema, value: Json, places: readonly Origin[], more: Partial<Held>) => void;

/** A schema says of no direction where it is used: its examples may be of either. */
function judgeSchemas(api: Api, judge: Judge): void {
  const sentAsText = new Set(carriersOf(api).map(({ schema }) => schema));
  eachSchema(api, (schema) => {
    for (const [index, value] of schema.examples.entries()) {
      if (sentAsText.has(schema) && typeof value === "string" && !isTextOnly(schema)) continue;
      const places = [inside(schema.origin, "examples", index), inside(schema.origin, "example")];
      judge(schema, value, places, { eitherWay: true });
    }
  });
}

/** Parameters and headers: an example of one that is text may be the form in which the value is sent, `US,CA` for a list. */
function carriersOf({ operations, webhooks }: Api): readonly (Parameter | Header)[] {
  return [...operations, ...webhooks].flatMap(({ parameters, responses }) => [
    ...parameters,
    ...responses.flatMap(({ headers }) => headers),
  ]);
}

/** Whether values of a schema are strings whatever else is said: those are sent as they are. */
function isTextOnly({ assertions }: Schema): boolean {
  return assertions.some((assertion) => assertion.kind === "type" && assertion.types.every((type) => type === "string" || type === "null"));
}

function judgeOperation({ body, responses }: Operation, judge: Judge): void {
  for (const content of body?.contents ?? []) judgeContent(content, judge);
  for (const { contents } of responses) for (const content of contents) judgeContent(content, judge);
}

function judgeCarrier({ origin, schema, examples }: Parameter | Header, judge: Judge): void {
  for (const example of examples) {
    if (example.kind !== "value" || (typeof example.value === "string" && !isTextOnly(schema))) continue;
    judge(schema, example.value, placesOf(example, origin), {});
  }
}

function judgeContent({ origin, mediaType, codec, schema, examples }: Content, judge: Judge): void {
  // Of text, events, lines and XML an example is what is sent.
  if (schema === undefined || (codec !== "json" && codec !== "form" && codec !== "multipart")) return;
  for (const example of examples) {
    if (example.kind !== "value") continue;
    const places = [...placesOf(example, origin), inside(origin, "examples", mediaType)];
    for (const value of meantBy(example.value, codec)) judge(schema, value, places, {});
  }
}

/** An example may be written as the text that is sent, as older tools have it: then its JSON is meant. What is in no form that is read here says nothing. */
function meantBy(value: Json, codec: Content["codec"]): readonly Json[] {
  if (typeof value !== "string") return [value];
  if (codec !== "json") return [];
  try {
    return [JSON.parse(value) as Json];
  } catch (error) {
    if (error instanceof SyntaxError) return [value];
    throw error;
  }
}

function placesOf({ name }: Example, { file, pointer }: Origin): readonly Origin[] {
  const at = (path: string): Origin => ({ file, pointer: path });
  if (name === undefined) return [at(child(pointer, "example"))];
  const named = child(child(pointer, "examples"), name);
  return [at(child(named, "value")), at(child(named, "dataValue")), at(named)];
}
