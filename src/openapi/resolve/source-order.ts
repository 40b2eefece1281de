import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { SourceOrder } from "../../diagnostic/source-order.js";
import { parse, step } from "../../source/json-pointer.js";
import { isJsonArray, type Json, type SourceFile } from "../../source/source-file.js";

/** Ranks places by the order of the files, and in a file by the order in which its members are written. */
export function sourceOrderIn(files: readonly SourceFile[]): (at: NonNullable<Diagnostic["at"]>) => SourceOrder {
  const numbers = new Map(files.map((file, index) => [file.uri, { file, index }]));
  const members: Members = new WeakMap();
  return (at) => {
    const known = numbers.get(at.file);
    if (known === undefined) return [files.length];
    return "line" in at ? [known.index, at.line, at.column] : [known.index, ...steps(known.file.value, parse(at.pointer) ?? [], members)];
  };
}

/** The numbers of the members of objects: many places lead through the same large ones. */
type Members = WeakMap<object, ReadonlyMap<string, number>>;

function steps(root: Json, tokens: readonly string[], known: Members): readonly number[] {
  const numbers: number[] = [];
  let value: Json | undefined = root;
  for (const token of tokens) {
    numbers.push(isJsonArray(value) ? Number(token) : typeof value === "object" && value !== null ? memberNumber(value, token, known) : 0);
    value = step(value, token);
  }
  return numbers;
}

function memberNumber(value: object, name: string, known: Members): number {
  const numbers = known.get(value) ?? new Map(Object.keys(value).map((key, index) => [key, index]));
  known.set(value, numbers);
  return numbers.get(name) ?? -1;
}
