import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import type { Kinds } from "../resolve/resolved.js";

export type Kind = keyof Kinds;
export type JsonObject = { readonly [key: string]: Json };

/** What rules share while a description is walked. */
export interface Walk {
  readonly report: Report;
  /** Remembers where an upgraded object was written. */
  location(value: object, location: DocumentLocation): void;
  /** The upgraded form of a value that must be of a kind; each value is upgraded once. `undefined`: reported, and of no use. */
  visit(kind: Kind, raw: Json, location: DocumentLocation): unknown;
  /** What a reference leads to, as written, when its file is loaded already. */
  peek(reference: string, at: DocumentLocation): { readonly raw: Json; readonly at: DocumentLocation } | undefined;
  /** Makes the reference in `holder[key]` absolute, and takes care that what it leads to is loaded and upgraded. */
  reference(kind: Kind, holder: Record<string, unknown>, key: string, location: DocumentLocation): void;
  /** Whether what stands at a method of a path item is left out by the selection of operations. */
  isLeftOut(raw: Json): boolean;
  /** Whether the root file has a schema of this name in its components. */
  isSchemaName(name: string): boolean;
  /** Notes a member that OpenAPI does not have. */
  unknown(key: string, value: Json, at: DocumentLocation): void;
  /** Notes a keyword of a schema, which may be one of another version. */
  other(key: string, value: Json, at: DocumentLocation): void;
  /** Notes what a schema and those inside it call themselves; its place, with what references in it are relative to. */
  enter(raw: JsonObject, at: DocumentLocation): DocumentLocation;
}

/**
 * How a value is read: it returns the upgraded value, or reports what is wrong and returns `undefined`, and the member is left out.
 * A rule gets its parent's location and its own key, so that scalars cost no location.
 */
export type Rule = (raw: Json, parent: DocumentLocation, key: string | number, walk: Walk) => unknown;

/** Reads a value of a kind at its place. */
export type KindRule = (raw: Json, at: DocumentLocation, walk: Walk) => unknown;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a parameter of 2.0 that is, or is part of, the body of a request. */
export function isInBody(raw: Json): boolean {
  return isObject(raw) && (raw["in"] === "body" || raw["in"] === "formData");
}

function nameOfType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "object" ? "an object" : "a string";
}

/** Reports a value of the wrong type. Returns nothing, as a rule does for what it cannot read. `assumed`: what is done about it. */
export function wrongType(
  raw: Json,
  expected: string,
  location: DocumentLocation,
  walk: Walk,
  assumed = "it is left out",
  given = nameOfType(raw),
): unknown {
  const message = `${subjectOf(location)} must be ${expected}, not ${given}.`;
  walk.report(diagnostic("wrong-type", message, { at: originAt(location), assumed }));
  return undefined;
}

/** Reports a value of the wrong type that can only mean one thing, and gives that; `read`: how messages call it. */
export function meantAs<T>(
  meant: T,
  read: string,
  raw: Json,
  expected: string,
  location: DocumentLocation,
  walk: Walk,
  given = nameOfType(raw),
): T {
  wrongType(raw, expected, location, walk, `it is read as ${read}`, given);
  return meant;
}

/** Reports a member that is empty where it must not be, and says nothing: a warning, however strict. */
export function saysNothing(expected: string, at: DocumentLocation, walk: Walk): unknown {
  return nothing(at, expected, undefined, walk);
}

/** A key without a value is YAML's null; where a list, a map or a text belongs it is meant as an empty one, or as left out. */
export function nothing(at: DocumentLocation, expected: string, empty: unknown, walk: Walk): unknown {
  const message = `${subjectOf(at)} must be ${expected}, and has no value.`;
  walk.report(diagnostic("wrong-type", message, { at: originAt(at), severity: "warning", hint: "Give it a value, or remove the key." }));
  if (typeof empty === "object" && empty !== null) walk.location(empty, at);
  return empty;
}

function subjectOf(location: DocumentLocation): string {
  if (location.parent === undefined) return "The document";
  return typeof location.key === "number" ? `Item ${location.key}` : `"${location.key}"`;
}

/** Reports a key that is read as another one. */
export function renamed(key: string, meant: string, at: DocumentLocation, walk: Walk): void {
  walk.report(
    diagnostic("unknown-key", `${JSON.stringify(key)} is not a key of OpenAPI here.`, {
      at: { ...originAt(childLocation(at, key)), on: "key" },
      hint: `Write "${meant}".`,
      assumed: `it is read as "${meant}"`,
    }),
  );
}
