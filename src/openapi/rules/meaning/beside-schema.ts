import { diagnostic } from "../../../diagnostic/catalogue.js";
import { sameJson } from "../../../source/same-json.js";
import { isJsonArray, type Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { isAnnotation } from "../annotations.js";
import { isObject, type JsonObject, type Walk } from "../rule.js";

/** Keywords of schemas that are met around these, as 2.0 has them. */
export const keywordsAround: readonly string[] =
  "type format items enum default const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems properties additionalProperties nullable oneOf anyOf allOf".split(
    " ",
  );

/** How 3.x says what `collectionFormat` said. */
const styles: Readonly<Record<string, JsonObject>> = {
  csv: { explode: false },
  multi: { explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};

/** A parameter or a header of 3.x with the keywords in its schema that stand beside that, as 2.0 has them; what the schema says itself counts. */
export function withKeywordsInSchema(raw: Json, at: DocumentLocation, walk: Walk): Json {
  if (!isObject(raw) || !isObject(raw["schema"])) return raw;
  const { schema } = raw;
  const found = keywordsAround.filter((key) => Object.hasOwn(raw, key));
  const { collectionFormat } = raw;
  const style = typeof collectionFormat === "string" && Object.hasOwn(styles, collectionFormat) ? styles[collectionFormat] : undefined;
  if (found.length === 0 && style === undefined) return raw;
  const own = found.filter((key) => !Object.hasOwn(schema, key));
  const isOverruled = (key: string): boolean => Object.hasOwn(schema, key) && !sameJson(schema[key] ?? null, raw[key] ?? null);
  const overruled = found.filter(isOverruled);
  report(found.filter((key) => !isOverruled(key)), "they are read as its own", at, walk); // prettier-ignore
  report(overruled, "what the schema says counts", at, walk);
  if (style !== undefined) report(["collectionFormat"], `it is read as ${JSON.stringify(style)}`, at, walk);
  const moved = new Set([...found, ...(style === undefined ? [] : ["collectionFormat"])]);
  const rest = Object.fromEntries(Object.entries(raw).filter(([key]) => !moved.has(key)));
  const added = Object.fromEntries(own.map((key) => [key, raw[key] ?? null]));
  return { ...style, ...rest, schema: together(schema, added) };
}

/** A schema and more of its keywords. Up to 3.0 those beside a reference would not count. */
function together(schema: JsonObject, added: JsonObject): JsonObject {
  if (typeof schema["$ref"] !== "string" || Object.keys(added).every(isAnnotation)) return { ...schema, ...added };
  const parts = isJsonArray(added["allOf"]) ? added["allOf"] : [];
  return { ...added, allOf: [...parts, schema] };
}

function report(keys: readonly string[], assumed: string, at: DocumentLocation, walk: Walk): void {
  const [first, ...others] = keys;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` and ${others.map((key) => JSON.stringify(key)).join(", ")}`;
  const message = `${JSON.stringify(first)}${more} ${others.length === 0 ? "stands" : "stand"} beside "schema", and not in it.`;
  walk.report(
    diagnostic("unknown-key", message, {
      at: { ...originAt(childLocation(at, first)), on: "key" },
      hint: first === "collectionFormat" ? 'Write "style" and "explode".' : `Move ${others.length === 0 ? "it" : "them"} into "schema".`,
      assumed: others.length === 0 ? assumed.replace("they are", "it is") : assumed,
    }),
  );
}
