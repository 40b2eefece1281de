/** Tells keys about dates, stages and limits that stand where nothing reads them: whatever is not carried is told. */
import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import { inside } from "../build/origin.js";
import { saysSomething } from "./read-facts.js";
import { targetOf } from "./read-raw.js";
import { isObject, partsOf, type JsonObject, type RawPart } from "./raw-parts.js";

/** Parts of a description that are left out with what nobody has selected. */
const selected: ReadonlySet<string> = new Set(["paths", "webhooks", "components", "definitions", "parameters", "responses", "tags"]);

/** Walks the root, and in other files what it refers to. Comes last: it has to know what has been read. */
export function reportUnread(build: BuildContext): void {
  const { root, whole } = build.resolved;
  const waiting: RawPart[] = [{ value: root.value, at: { file: root.uri, pointer: "" }, key: "", isMap: false, isSchema: false }];
  const seen = new Set<string>();
  // From the end, so that few parts wait at a time.
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { value, at, key } = part;
    if (isObject(value)) {
      if (!part.isMap || isExtensible(part)) reportObject(value, part, build);
      else reportMap(value, part, build);
      const target = leadsElsewhere(value["$ref"], at.file, root.uri) ? targetOf(value["$ref"], at.file, build) : undefined;
      const place = target && `${target.at.file}#${target.at.pointer}`;
      if (target !== undefined && place !== undefined && target.at.file !== root.uri && !seen.has(place)) {
        seen.add(place);
        waiting.push({ ...part, isMap: false, value: target.value, at: target.at });
      }
    }
    if (whole === undefined || at.pointer === "" || !selected.has(key)) for (const item of partsOf(part)) waiting.push(item);
  }
}

/** Whether a reference may lead to another file than the document, which is looked through as a whole. */
function leadsElsewhere(reference: Json | undefined, file: string, root: string): boolean {
  return typeof reference === "string" && !(file === root && reference.startsWith("#"));
}

/** A map that may have extensions: the Paths Object, and the Responses Object of an operation. Of others, all members are names. */
function isExtensible({ key, at: { pointer } }: RawPart): boolean {
  return key === "paths" || (key === "responses" && pointer !== "/responses" && pointer !== "/components/responses");
}

function reportObject(value: JsonObject, part: RawPart, build: BuildContext): void {
  for (const key of Object.keys(value)) {
    if (!/^x-/i.test(key)) continue;
    const limits = limitPlaces[key];
    const isUnread =
      limits === undefined
        ? saysSomething(key, value[key] ?? null) && !build.elements.isRead(part.at)
        : !limits.some((place) => isPlace[place](value, part));
    if (isUnread) reportPlace(key, part, limitHints[key], build);
    if (limits !== undefined) reportInLimits({ ...part, value: value[key] ?? null, at: inside(part.at, key), key }, build);
  }
}

/** Maps in which a name may stand for `true` or `false`, which are schemas. */
const schemaMaps: ReadonlySet<string> = new Set("properties patternProperties dependentSchemas $defs definitions schemas".split(" "));

/** In a map, what looks like a key is a name, unless it has a value that nothing with a name has: no object, and no schema. */
function reportMap(value: JsonObject, part: RawPart, build: BuildContext): void {
  for (const [key, member] of Object.entries(value)) {
    const isKey = typeof member === "string" || (typeof member === "boolean" && !schemaMaps.has(part.key));
    if (isKey && key.startsWith("x-") && saysSomething(key, member)) reportPlace(key, part, undefined, build);
  }
}

/** Keys inside an extension about limits: plans, policies and headers have no life, whatever is said of it. */
function reportInLimits(start: RawPart, build: BuildContext): void {
  const waiting = [start];
  // It grows while it is walked.
  for (const part of waiting) {
    if (!isObject(part.value)) continue;
    for (const [key, value] of Object.entries(part.value)) {
      if (key.startsWith("x-") && saysSomething(key, value)) reportPlace(key, part, undefined, build);
      else waiting.push({ ...part, value, at: inside(part.at, key), key });
    }
  }
}

function reportPlace(key: string, part: RawPart, limits: string | undefined, build: BuildContext): void {
  const hint = limits ?? "docs/lifecycle.md lists the places where it is read.";
  build.report(diagnostic("lifecycle-place-unread", `"${key}" is not read on ${nameOf(part)}.`, { at: inside(part.at, key), hint }));
}

type Place = "root" | "info" | "path item" | "operation";

const limitPlaces: Readonly<Record<string, readonly Place[]>> = {
  "x-rate-limits": ["root", "info", "path item", "operation"], // Where it is misplaced there, the limits tell it themselves.
  "x-rate-limit": ["root", "info", "path item", "operation"],
  "x-retry": ["operation"],
};
const limitHints: Readonly<Record<string, string>> = {
  "x-rate-limits": "Limits of the whole API are read at its root.",
  "x-rate-limit": "It is read on operations.",
  "x-retry": "It is read on operations.",
};

const isPlace: Readonly<Record<Place, (value: JsonObject, part: RawPart) => boolean>> = {
  root: (_, { at }) => at.pointer === "",
  info: (_, { at }) => at.pointer === "/info",
  "path item": (_, { key, isMap }) => !isMap && (key === "paths" || key === "webhooks" || key === "pathItems" || key === "callbacks"),
  operation: (value, { isMap, isSchema }) => !isMap && !isSchema && Object.hasOwn(value, "responses"),
};

/** As a person would name an object: by the member that it is. */
function nameOf({ key, at: { pointer } }: RawPart): string {
  if (pointer === "") return "the document";
  return pointer.endsWith(`/${key}`) ? `\`${key}\`` : `what is in \`${key}\``;
}
