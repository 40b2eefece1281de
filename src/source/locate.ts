import type { Position } from "../diagnostic/diagnostic.js";
import { parse } from "./json-pointer.js";
import { locateInJson } from "./locate-json.js";
import { locateInYaml } from "./locate-yaml.js";
import { linesOf } from "./lines.js";
import type { SourceFile } from "./source-file.js";

/** Offsets of the key and of the value that tokens lead to, or of the nearest parent that exists. */
export type Locate = (tokens: readonly string[]) => { readonly key: number; readonly value: number };

/** `SourceFile.locate` of a text. Nothing is computed before the first call; later calls share what was found. */
export function locatorOf(text: string, uri: string, syntax: "json" | "yaml"): SourceFile["locate"] {
  let prepared: { readonly locate: Locate; readonly lines: ReturnType<typeof linesOf> } | undefined;
  return (pointer, on = "value"): Position => {
    prepared ??= { locate: syntax === "json" ? locateInJson(text) : locateInYaml(text), lines: linesOf(text) };
    const found = prepared.locate(parse(pointer) ?? []);
    return { file: uri, ...prepared.lines.at(found[on]) };
  };
}
