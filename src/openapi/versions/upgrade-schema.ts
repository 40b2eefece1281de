import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { isAnnotation } from "../rules/annotations.js";
import type { Walk } from "../rules/rule.js";
import { diagnostic } from "../../diagnostic/catalogue.js";

type Draft = Record<string, unknown>;

/**
 * Gives the keywords of earlier versions their 2020-12 form, whatever version the file declares: real 3.1 descriptions
 * carry 3.0's keywords too. Works on the fresh copy that the walk has just made; its members are upgraded already.
 */
export function upgradeSchema(draft: Draft, at: DocumentLocation, walk: Walk): unknown {
  const nullable = draft["nullable"] === true || draft["x-nullable"] === true;
  delete draft["nullable"];
  examples(draft);
  exclusive(draft, "minimum", "exclusiveMinimum", at, walk);
  exclusive(draft, "maximum", "exclusiveMaximum", at, walk);
  tuples(draft);
  dependencies(draft, at, walk);
  if (draft["type"] === "file") Object.assign(draft, { type: "string", format: "binary" });
  if (at.file.dialect.recursive === true) recursive(draft);
  if (typeof draft["$ref"] === "string") referenceSiblings(draft, at, walk);
  for (const key of ["$ref", "$dynamicRef"]) if (typeof draft[key] === "string") walk.reference("schema", draft, key, at);
  return nullable ? withNull(draft, at, walk) : draft;
}

/** 3.0 has one `example`; 3.1 a list of `examples`. The name with an object in it belongs to other objects, and is met in schemas by mistake. */
function examples(draft: Draft): void {
  const given = draft["examples"];
  if (given !== undefined && !Array.isArray(given)) {
    delete draft["examples"];
    if (typeof given === "object" && given !== null)
      draft["examples"] = Object.values(given).map((each: unknown) => (isExampleObject(each) ? each.value : each));
  }
  if (!Object.hasOwn(draft, "example")) return;
  const others: readonly unknown[] = Array.isArray(draft["examples"]) ? draft["examples"] : [];
  draft["examples"] = [draft["example"], ...others];
  delete draft["example"];
}

function isExampleObject(value: unknown): value is { readonly value: unknown } {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "value");
}

function exclusive(
  draft: Draft,
  inclusive: "minimum" | "maximum",
  keyword: "exclusiveMinimum" | "exclusiveMaximum",
  at: DocumentLocation,
  walk: Walk,
): void {
  if (typeof draft[keyword] !== "boolean") return;
  if (draft[keyword] && draft[inclusive] !== undefined) {
    draft[keyword] = draft[inclusive];
    Reflect.deleteProperty(draft, inclusive);
    return;
  }
  if (draft[keyword]) {
    const message = `"${keyword}" is true, and there is no "${inclusive}" that it could be said of.`;
    const place = originAt(childLocation(at, keyword));
    walk.report(diagnostic("wrong-type", message, { at: place, severity: "warning", hint: `Add "${inclusive}", or remove the key.` }));
  }
  Reflect.deleteProperty(draft, keyword);
}

function tuples(draft: Draft): void {
  if (Array.isArray(draft["items"])) {
    draft["prefixItems"] = draft["items"];
    if (draft["additionalItems"] === undefined) delete draft["items"];
    else draft["items"] = draft["additionalItems"];
  }
  delete draft["additionalItems"];
}

/** Drafts 4 to 7 had one keyword for both kinds. */
function dependencies(draft: Draft, at: DocumentLocation, walk: Walk): void {
  if (draft["definitions"] !== undefined && draft["$defs"] === undefined) draft["$defs"] = draft["definitions"];
  delete draft["definitions"];
  const given = draft["dependencies"];
  delete draft["dependencies"];
  if (typeof given !== "object" || given === null) return;
  const split = (lists: boolean): Draft => {
    const own = Object.entries(given).filter(([, value]) => Array.isArray(value) === lists);
    const map = Object.assign(Object.create(null) as Draft, Object.fromEntries(own));
    walk.location(map, childLocation(at, "dependencies"));
    return map;
  };
  draft["dependentRequired"] ??= split(true);
  draft["dependentSchemas"] ??= split(false);
}

/** 2019-09 had dynamic references without names; a name that nobody can give stands for none. */
function recursive(draft: Draft): void {
  if (draft["$recursiveAnchor"] === true) draft["$dynamicAnchor"] = "";
  if (typeof draft["$recursiveRef"] === "string") draft["$dynamicRef"] = draft["$recursiveRef"];
  delete draft["$recursiveAnchor"];
  delete draft["$recursiveRef"];
}

/** Up to 3.0 what stands beside `$ref` is ignored (OAS 3.0.4, 4.8.23.1). What only annotates is kept: it is meant, and it cannot change what is valid. */
function referenceSiblings(draft: Draft, at: DocumentLocation, walk: Walk): void {
  const { dialect } = at.file;
  if (dialect.siblings) return;
  const ignored = Object.keys(draft).filter((key) => key !== "$ref" && !isAnnotation(key));
  for (const key of ignored) Reflect.deleteProperty(draft, key);
  const lost = ignored.filter((key) => !key.startsWith("$"));
  if (lost.length === 0) return;
  walk.report(
    diagnostic("ref-siblings-ignored", `Beside "$ref", ${dialect.name} ignores ${lost.map((key) => `"${key}"`).join(", ")}.`, {
      // An overlay may have added it to a schema of the description.
      at: { ...originAt(childLocation(at, lost[0] ?? "$ref")), on: "key" },
      hint: `Put the reference and the rest into an "allOf"${dialect.name.startsWith("OpenAPI") ? ", or move the description to OpenAPI 3.1" : ""}.`,
    }),
  );
}

/**
 * `nullable: true`: null is accepted too. A schema with a type of its own gets one type more; one that refers to or combines
 * others becomes "that, or null", because each of the others may refuse null.
 */
function withNull(draft: Draft, at: DocumentLocation, walk: Walk): Draft {
  if (["$ref", "$dynamicRef", "allOf", "oneOf", "not"].some((key) => draft[key] !== undefined)) return orNull(draft, at, walk);
  if (Array.isArray(draft["anyOf"])) {
    if (draft["type"] !== undefined || draft["enum"] !== undefined || draft["properties"] !== undefined) return orNull(draft, at, walk);
    draft["anyOf"] = [...(draft["anyOf"] as unknown[]), nothing(at, walk)];
    return draft;
  }
  const type = draft["type"];
  if (type !== undefined) {
    const types: unknown[] = Array.isArray(type) ? type : [type];
    if (!types.includes("null")) draft["type"] = [...types, "null"];
  }
  if (Array.isArray(draft["enum"]) && !draft["enum"].includes(null)) draft["enum"] = [...(draft["enum"] as unknown[]), null];
  return Object.hasOwn(draft, "const") && draft["const"] !== null ? orNull(draft, at, walk) : draft;
}

function orNull(draft: Draft, at: DocumentLocation, walk: Walk): Draft {
  const outer: Draft = {};
  for (const key of Object.keys(draft)) {
    if (!isAnnotation(key)) continue;
    outer[key] = draft[key];
    Reflect.deleteProperty(draft, key);
  }
  outer["anyOf"] = [draft, nothing(at, walk)];
  walk.location(outer, at);
  return outer;
}

function nothing(at: DocumentLocation, walk: Walk): Draft {
  const schema = { type: "null" };
  walk.location(schema, at);
  return schema;
}
