import { parse } from "./json-pointer.js";
import { linesOf, type Lines } from "../diagnostic/lines.js";
import { locateInJson } from "./locate-json.js";
import type { SourceFile } from "./source-file.js";

/** Offsets of a value and of its key; of an item, and of the whole, both are the value's. */
export interface SourceSpot {
  readonly key: number;
  readonly value: number;
  readonly isContainer: boolean;
}

/** The spot that tokens lead to, or that of the nearest parent that exists. */
export type Locate = (tokens: readonly string[]) => SourceSpot;

/** What finds places in a text and its lines; `locator` makes what finds spots. Nothing is computed before the first call; later calls share what was found. */
export function locatorOf(
  text: string,
  uri: string,
  locator: () => Locate = () => locateInJson(text),
): Pick<SourceFile, "locate" | "line"> {
  let spotOf: Locate | undefined;
  let lines: Lines | undefined;
  return {
    locate(pointer, on) {
      spotOf ??= locator();
      lines ??= linesOf(text);
      const spot = spotOf(parse(pointer) ?? []);
      return { file: uri, ...lines.at(spot[on ?? (spot.isContainer ? "key" : "value")]) };
    },
    line(number) {
      lines ??= linesOf(text);
      return lines.text(number);
    },
  };
}
