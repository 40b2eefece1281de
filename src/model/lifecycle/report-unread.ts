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
      const target = leadsElsewhere(value["$ref"], at.file, root.uri) ? targetOf(value["$ref"], at.file, build) : undefined;
      const place = target && `${target.at.file}#${target.at.pointer}`;
      if (target !== undefined && place !== undefined && target.at.file !== root.uri && !seen.has(place)) {
        seen.add(place);
        waiting.push({ ...part, isMap: false, value: target.value, at: target.at });
      }
    }
    if (whole === undefined || at.pointer === "" || !selected.has(key)) waiting.push(...partsOf(part));
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
    if (!key.startsWith("x-")) continue;
    const limits = limitPlaces[key];
    const isUnread =
      limits === undefined
        ? saysSomething(key, value[key] ?? null) && !build.elements.isRead(part.at)
        : !limits.some((place) => isPlace[place](value, part));
    if (!isUnread) continue;
    const hint = limits === undefined ? "docs/lifecycle.md lists the places where it is read." : limitHints[key];
    const message = `"${key}" is not read on ${nameOf(part)}.`;
    build.report(diagnostic("lifecycle-place-unread", message, { at: inside(part.at, key), ...(hint === undefined ? {} : { hint }) }));
  }
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
