import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import { STDIN } from "../../source/uri.js";
import type { Dialect } from "./dialect.js";
import { childLocation, originAt, rootLocation, type DocumentLocation, type DescriptionFile } from "./document-location.js";
import { isObject, type JsonObject } from "../rules/rule.js";

/** The URIs and anchors of schemas. Known before they are read: a reference may come first. */
export interface SchemaIdentifiers {
  /** Places with a URI of their own: `$id` and `$self` by the URI, `$anchor` and `$dynamicAnchor` with `#name` after that of their resource. */
  readonly anchors: Map<string, DocumentLocation>;
  /** Schemas that begin a resource of their own, by the object as written. */
  readonly resources: Map<object, Pick<DocumentLocation, "file" | "base">>;
  /** The `$dynamicAnchor`s of each resource. */
  readonly dynamic: Map<string, Map<string, DocumentLocation>>;
  /** What was looked through already, as a schema and as something that holds schemas. */
  readonly seen: { readonly schemas: Set<object>; readonly holders: Set<object> };
  /** The dialects of `$schema`s met so far. */
  readonly dialects: Map<string, Dialect>;
  /** URIs for which local files were read instead, and were reported. */
  readonly beside: Set<string>;
  /** The files that were read for them. */
  readonly metaschemas: SourceFile[];
}

export function createIdentifiers(): SchemaIdentifiers {
  return {
    anchors: new Map(),
    resources: new Map(),
    dynamic: new Map(),
    seen: { schemas: new Set(), holders: new Set() },
    dialects: new Map(),
    beside: new Set(),
    metaschemas: [],
  };
}

/** Whether a text may name schemas or dialects: most descriptions do neither, and are not looked through. */
export function mayIdentify(text: string): boolean {
  return /\$(?:id|anchor|dynamicAnchor|schema)\b|\\u0024|\\x24/i.test(text);
}

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const schemas = wordSet(
  "items additionalItems contains additionalProperties propertyNames not if then else unevaluatedItems unevaluatedProperties contentSchema",
);
const lists = wordSet("items allOf anyOf oneOf prefixItems");
const maps = wordSet("properties patternProperties dependentSchemas $defs definitions dependencies");
const values = wordSet("example examples default enum const value");

/** Notes the `$self` of a file, by which it can be referred to. */
export function identifyFile(file: DescriptionFile, { anchors }: SchemaIdentifiers, report: Report): void {
  const { value, base: uri = file.source.uri } = file.source;
  const location = rootLocation(file);
  const self = file.version === "3.2" && isObject(value) ? value["$self"] : undefined;
  const written = childLocation(location, "$self");
  if (typeof self === "string" && !URL.canParse(self, uri)) report(badId("$self", self, uri, written));
  if (file.base === uri) return;
  const before = anchors.get(file.base);
  if (before === undefined) anchors.set(file.base, location);
  else if (before.file.source !== file.source)
    twice("$self", `The "$self" ${JSON.stringify(self)} is given twice; references lead to the first.`, written, before, report);
}

/** Notes what the schema `raw` and those inside it call themselves. */
export function identifySchema(raw: Json, at: DocumentLocation, names: SchemaIdentifiers, report: Report): void {
  if (!isObject(raw) || names.seen.schemas.has(raw)) return;
  names.seen.schemas.add(raw);
  const location = named(raw, at, names, report);
  for (const key of Object.keys(raw)) {
    const member = raw[key] ?? null;
    const there = childLocation(location, key);
    if (Array.isArray(member)) {
      if (lists.has(key)) each(member as readonly Json[], there, names, report);
    } else if (maps.has(key) && isObject(member)) {
      for (const name of Object.keys(member)) identifySchema(member[name] ?? null, childLocation(there, name), names, report);
    } else if (schemas.has(key)) identifySchema(member, there, names, report);
  }
}

function each(members: readonly Json[], at: DocumentLocation, names: SchemaIdentifiers, report: Report): void {
  members.forEach((member, index) => {
    identifySchema(member, childLocation(at, index), names, report);
  });
}

/** The same for whatever holds schemas somewhere inside: a description, or a part of one in a file of its own. */
export function identifyWithin(raw: Json, at: DocumentLocation, names: SchemaIdentifiers, report: Report): void {
  if (typeof raw !== "object" || raw === null || names.seen.holders.has(raw)) return;
  names.seen.holders.add(raw);
  if (!isObject(raw)) {
    raw.forEach((item, index) => {
      identifyWithin(item, childLocation(at, index), names, report);
    });
  } else if (callsItself(raw)) identifySchema(raw, at, names, report);
  else {
    for (const key of Object.keys(raw)) {
      const member = raw[key] ?? null;
      if (values.has(key) || key.startsWith("x-")) continue;
      const there = childLocation(at, key);
      if (key === "schema" || key === "itemSchema") identifySchema(member, there, names, report);
      else if ((key === "schemas" || key === "definitions") && isObject(member)) {
        for (const name of Object.keys(member)) identifySchema(member[name] ?? null, childLocation(there, name), names, report);
      } else identifyWithin(member, there, names, report);
    }
  }
}

/** Whether a file's root is a schema, as far as its content shows before it is referred to. */
export function looksLikeSchema(raw: Json): boolean {
  if (!isObject(raw) || Object.hasOwn(raw, "openapi") || Object.hasOwn(raw, "swagger")) return false;
  return callsItself(raw) || Object.keys(raw).some((key) => key === "type" || schemas.has(key) || lists.has(key) || maps.has(key));
}

function callsItself(raw: JsonObject): boolean {
  if (Object.hasOwn(raw, "openapi") || Object.hasOwn(raw, "swagger")) return false; // An editor's hint.
  return ["$id", "$anchor", "$dynamicAnchor", "$schema"].some((key) => typeof raw[key] === "string");
}

/** The location of a schema, with what references in it are relative to. */
function named(raw: JsonObject, at: DocumentLocation, names: SchemaIdentifiers, report: Report): DocumentLocation {
  const { dialect } = at.file;
  // Up to draft 7 a reference is nothing else: it has no name, and changes no base.
  if (!dialect.siblings && typeof raw["$ref"] === "string") return at;
  const written = raw["$id"] ?? (dialect.id ? raw["id"] : undefined);
  const key = raw["$id"] === undefined ? "id" : "$id";
  const [uri = "", fragment = ""] = typeof written === "string" ? written.split(/#(.*)/s) : [];
  const location = uri === "" ? atRoot(raw, at, names) : resource(raw, uri, childLocation(at, key), at, names, report);
  if (fragment !== "") anchor(fragment, location, key, names, report);
  for (const keyword of ["$anchor", "$dynamicAnchor"] as const) {
    const name = raw[keyword];
    if (typeof name !== "string" || dialect.off.has(keyword)) continue;
    anchor(name, location, keyword, names, report);
    if (keyword === "$dynamicAnchor") dynamicAnchor(name, location, names);
  }
  if (location.file.dialect.recursive === true && raw["$recursiveAnchor"] === true) dynamicAnchor("", location, names);
  return location;
}

function dynamicAnchor(name: string, location: DocumentLocation, { dynamic }: SchemaIdentifiers): void {
  const own = dynamic.get(location.base) ?? new Map<string, DocumentLocation>();
  dynamic.set(location.base, own);
  if (!own.has(name)) own.set(name, location);
}

/** A file's root is a resource without saying so. */
function atRoot(raw: JsonObject, at: DocumentLocation, names: SchemaIdentifiers): DocumentLocation {
  if (at.parent === undefined) names.resources.set(raw, { file: at.file, base: at.base });
  return at;
}

function resource(
  raw: JsonObject,
  id: string,
  written: DocumentLocation,
  at: DocumentLocation,
  names: SchemaIdentifiers,
  report: Report,
): DocumentLocation {
  if (!URL.canParse(id, at.base)) {
    report(badId("$id", id, at.base, written));
    return at;
  }
  const base = new URL(id, at.base).href;
  const dialect = typeof raw["$schema"] === "string" ? names.dialects.get(raw["$schema"]) : undefined;
  const file = dialect === undefined || dialect === at.file.dialect ? at.file : { ...at.file, dialect };
  const location: DocumentLocation = { ...at, file, base };
  names.resources.set(raw, { file, base });
  const before = names.anchors.get(base);
  if (before === undefined) names.anchors.set(base, location);
  else twice("$id", `The "$id" ${JSON.stringify(id)} is given twice; references lead to the first.`, written, before, report);
  return location;
}

function badId(key: "$id" | "$self", id: string, base: string, at: DocumentLocation): Diagnostic {
  return diagnostic("bad-id", `${JSON.stringify(id)} is not a URI, so nothing can refer to it.`, {
    at: originAt(at),
    hint:
      base === STDIN
        ? "Standard input has no folder that it could be relative to: name the file instead."
        : key === "$id"
          ? 'An "$id" is a URI, or a path relative to that of the schema around it.'
          : '"$self" is a URI, or a path relative to where the file is read.',
  });
}

function anchor(name: string, location: DocumentLocation, keyword: string, names: SchemaIdentifiers, report: Report): void {
  const uri = `${location.base}#${name}`;
  const before = names.anchors.get(uri);
  if (before === undefined) names.anchors.set(uri, location);
  else if (originAt(before).pointer !== originAt(location).pointer) {
    const message = `The anchor ${JSON.stringify(name)} is given twice in one schema resource; references lead to the first.`;
    twice("anchor", message, childLocation(location, keyword), before, report);
  }
}

const hints = {
  $id: 'Give each schema an "$id" of its own.',
  $self: 'Give each document a "$self" of its own.',
  anchor: 'Give one of the two another name, or its schema an "$id".',
};

function twice(what: keyof typeof hints, message: string, at: DocumentLocation, before: DocumentLocation, report: Report): void {
  const related = [{ message: "It was given here before.", at: originAt(before) }];
  const code = what === "anchor" ? "duplicate-anchor" : "duplicate-id";
  report(diagnostic(code, message, { at: originAt(at), hint: hints[what], related }));
}
