import type { Position } from "../diagnostic/diagnostic.js";
import { parse } from "./json-pointer.js";
import { linesOf } from "./lines.js";
import { locateInJson } from "./locate-json.js";
import { locateInYaml } from "./locate-yaml.js";
import type { SourceFile } from "./source-file.js";

/** Offsets of a value and of its key; of an item, and of the whole, both are the value's. */
export interface SourceSpot {
  readonly key: number;
  readonly value: number;
  readonly isContainer: boolean;
}

/** The spot that tokens lead to, or that of the nearest parent that exists. */
export type Locate = (tokens: readonly string[]) => SourceSpot;

/** `SourceFile.locate` of a text. Nothing is computed before the first call; later calls share what was found. */
export function locatorOf(text: string, uri: string, syntax: "json" | "yaml"): SourceFile["locate"] {
  let prepared: { readonly locate: Locate; readonly lines: ReturnType<typeof linesOf> } | undefined;
  return (pointer, on): Position => {
    prepared ??= { locate: syntax === "json" ? locateInJson(text) : locateInYaml(text), lines: linesOf(text) };
    const spot = prepared.locate(parse(pointer) ?? []);
    return { file: uri, ...prepared.lines.at(spot[on ?? (spot.isContainer ? "key" : "value")]) };
  };
}
