import { createRequire } from "node:module";
import type { Pair, YAMLMap } from "yaml";
import type { TextEdit } from "./text-edits.js";

/** An API of a redocly.yaml that openapi-typescript writes types for. */
export interface RedoclyApi {
  readonly name: string;
  readonly input: string | undefined;
  /** Relative to the file, as `input` is. */
  readonly output: string | undefined;
  /** Other options beside the output: names and values as texts. */
  readonly options: ReadonlyMap<string, string>;
  /** Where `x-openapi-ts` begins. */
  readonly offset: number;
}

/** What a redocly.yaml says for openapi-typescript, and the edits that take it out; none where that cannot be done without harm. */
export interface RedoclySettings {
  readonly apis: readonly RedoclyApi[];
  readonly edits: readonly TextEdit[] | undefined;
}

const key = "x-openapi-ts";

/** Reads the text of a redocly.yaml. */
export function readRedocly(text: string): RedoclySettings {
  const none: RedoclySettings = { apis: [], edits: [] };
  if (!text.includes(key)) return none;
  const { isMap, isScalar, parseDocument } = createRequire(import.meta.url)("yaml") as typeof import("yaml"); // what the package declares
  const document = parseDocument(text);
  const listed = document.errors.length === 0 ? document.get("apis") : undefined;
  if (!isMap(listed)) return none;
  const textOf = (value: unknown): string | undefined => {
    const held: unknown = isScalar(value) ? value.value : undefined;
    return typeof held === "string" || typeof held === "number" || typeof held === "boolean" ? String(held) : undefined;
  };
  const memberOf = (map: YAMLMap, name: string): Pair | undefined => map.items.find((pair) => textOf(pair.key) === name);
  const apis: RedoclyApi[] = [];
  const edits: (TextEdit | undefined)[] = [];
  for (const { key: name, value } of listed.items) {
    const settings = isMap(value) ? memberOf(value, key) : undefined;
    if (!isMap(value) || settings === undefined || !isMap(settings.value)) continue;
    const options = new Map(settings.value.items.map((pair) => [textOf(pair.key) ?? "", textOf(pair.value) ?? ""]));
    const output = options.get("output");
    options.delete("output");
    const offset = (isScalar(settings.key) ? settings.key.range?.[0] : undefined) ?? 0;
    apis.push({ name: textOf(name) ?? "", input: textOf(memberOf(value, "root")?.value), output, options, offset });
    edits.push(value.flow === true || value.items.length < 2 ? undefined : removedLines(text, offset, settings.value.range?.[1] ?? offset));
  }
  const known = edits.filter((each) => each !== undefined);
  return { apis, edits: known.length === edits.length ? known : undefined };
}

/** Whole lines, where nothing else stands in them. */
function removedLines(text: string, from: number, to: number): TextEdit | undefined {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const last = text.slice(from, to).trimEnd().length + from;
  const newline = text.indexOf("\n", last);
  const end = newline === -1 ? text.length : newline + 1;
  const isAlone = text.slice(start, from).trim() === "" && text.slice(last, end).trim() === "";
  return isAlone ? { start, end, text: "" } : undefined;
}
