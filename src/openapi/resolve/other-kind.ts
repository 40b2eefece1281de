import { diagnostic } from "../../diagnostic/catalogue.js";
import * as pointer from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { around, asKind, pathToSchema } from "../rules/meaning/mistaken-kind.js";
import { isObject, type Kind } from "../rules/rule.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { declaredVersion } from "../versions/version.js";
import { locationAt, originAt, type DocumentLocation } from "./document-location.js";
import { formatReference, parseReference, type Target } from "./parse-reference.js";
import { looksLikeSchema } from "./schema-identifiers.js";
import { absent, emptyAt, upgrade, type locate, type Pending, type WalkState } from "./walk.js";

/** References that lead to something of another kind than belongs in their place. */

type Found = NonNullable<ReturnType<typeof locate>>;

const SECTIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["schemas", "schema"],
  ["responses", "response"],
  ["parameters", "parameter"],
  ["requestBodies", "requestBody"],
  ["headers", "header"],
  ["securitySchemes", "securityScheme"],
  ["pathItems", "pathItem"],
  ["mediaTypes", "mediaType"],
]);

/**
 * Takes for a target what a reference leads to in a section of the components that holds other things than its place asks for: what the two
 * have in common, else nothing. That is reported. False where it leads into the right one, or into none.
 */
export function takeOtherKind(
  pending: Pending,
  { file, tokens }: Found,
  raw: Json,
  reference: string,
  references: Map<Target, string>,
  state: WalkState,
): boolean {
  const { kind, at, target } = pending;
  const [first, section = "", ...rest] = toUpgradedTokens(file, tokens);
  const given = first === "components" && rest.length === 1 ? SECTIONS.get(section) : undefined;
  if (given === undefined || given === kind) return false;
  const place = locationAt(file, tokens, state.identifiers.resources);
  let meant: unknown;
  if (kind === "schema") meant = takeSchemaIn(pending, { file, tokens }, raw, references, state);
  else if (given === "schema") meant = around(kind, referenceTo(pending, reference, place, state), place, state.walk);
  else meant = asKind(kind, given, raw, place, state.walk);
  if (kind !== "schema" || meant === undefined) state.targets.get(kind)?.set(reference, meant ?? emptyAt(kind, at, state));
  const assumed = meant === undefined ? absent[kind] : "its content is taken";
  const message = `"#${target.fragment}" is a ${words(given)}, and a ${words(kind)} belongs here.`;
  // Where a schema belongs, published descriptions have this, and nothing is lost but the types of what they never described.
  const severity = kind === "schema" ? ({ severity: "warning" } as const) : {};
  state.diagnostics.push(diagnostic("ref-kind", message, { at: originAt(at), assumed, ...severity }));
  return true;
}

/** A kind, as messages call it. */
export function words(kind: Kind): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Things of other kinds that refer to one another in place of their schemas; more are a circle, or none that anybody has written. */
const mostHops = 10;

/** Has a reference lead to the schema inside what it leads to; `undefined` where there is none. */
function takeSchemaIn(
  pending: Pending,
  { file, tokens }: Found,
  raw: Json,
  references: Map<Target, string>,
  state: WalkState,
): true | undefined {
  const inner = pathToSchema(raw);
  if (inner === undefined) return undefined;
  const path = [...tokens, ...inner];
  const reference = formatReference(file.source.uri, toUpgradedTokens(file, path));
  const schema = pointer.at(file.source.value, path) ?? null;
  const only = isObject(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
  const next = typeof only === "string" ? parseReference(only, file.base) : undefined;
  const { hops = 0 } = pending;
  if (next !== undefined && hops === mostHops) return undefined;
  if (next !== undefined) state.queue.push({ ...pending, target: next, hops: hops + 1 });
  else {
    pending.holder[pending.key] = reference;
    references.set(pending.target, reference);
    state.targets.get("schema")?.set(reference, upgrade("schema", schema, locationAt(file, path, state.identifiers.resources), state));
  }
  return true;
}

/** A schema that refers to what a reference in the place of something else leads to. */
function referenceTo({ target }: Pending, reference: string, at: DocumentLocation, state: WalkState): unknown {
  const schema = { $ref: reference };
  state.walk.location(schema, at);
  state.queue.push({ kind: "schema", holder: schema, key: "$ref", at, target });
  return schema;
}

/** Members of a description in which no schema stands, but below one of the names that follow. */
const withoutSchemas: ReadonlySet<string | undefined> = new Set([
  ...["info", "servers", "tags", "security", "externalDocs", "paths", "webhooks"],
  undefined, // the description itself
]);
const ledToSchema: ReadonlySet<string> = new Set(["schema", "itemSchema", "items"]);

/**
 * Whether a reference in place of a schema leads to a part of a description that is none, such as an operation: that is reported. Whatever is
 * an object reads as a schema, one that accepts every value. In place of another kind it is so told of a whole description. What stands in an extension may be one, and a parameter of 2.0 reads as one.
 */
export function isNoSchema({ kind, at, target }: Pending, { file, tokens }: Found, raw: Json, state: WalkState): boolean {
  if (kind !== "schema" && tokens.length === 0 && declaredVersion(file.source.value) !== undefined) {
    const message = `"#" is the whole description, and a ${words(kind)} belongs here.`;
    state.diagnostics.push(diagnostic("ref-kind", message, { at: originAt(at), assumed: absent[kind] }));
    return true;
  }
  if (kind !== "schema" || !withoutSchemas.has(tokens[0]) || declaredVersion(file.source.value) === undefined) return false;
  if (looksLikeSchema(raw) || tokens.some((token) => ledToSchema.has(token) || token.startsWith("x-"))) return false;
  const message = `"#${target.fragment}" is no schema, and a schema belongs here.`;
  state.diagnostics.push(diagnostic("ref-kind", message, { at: originAt(at), severity: "warning", assumed: absent.schema }));
  return true;
}
