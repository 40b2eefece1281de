import type { LargeIntegers } from "../../source/large-integers.js";
import { at, parse } from "../../source/json-pointer.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import { isLarge } from "../../source/json-text.js";
import type { PatchedValue } from "./patched-value.js";

/** What the numbers of a patched value stand for: those of the files that it was made of, also where they stand in a copy. Undefined where no file has any. */
export function largeIntegersOf(sources: readonly SourceFile[], patch: PatchedValue): LargeIntegers | undefined {
  const files = new Map(sources.flatMap((source) => (source.large === undefined ? [] : [[source.uri, source] as const])));
  if (files.size === 0) return undefined;
  const all = new Map<object, ReadonlyMap<string, bigint>>();
  for (const { large } of files.values()) for (const [holder, members] of large ?? []) all.set(holder, members);
  addCopies(patch.root(), [], files, patch, all);
  return all;
}

/** Copies are found from the root on: what is no copy has none in it. */
function addCopies(
  value: Json,
  keys: readonly string[],
  files: ReadonlyMap<string, SourceFile>,
  patch: PatchedValue,
  all: Map<object, ReadonlyMap<string, bigint>>,
): void {
  if (typeof value !== "object" || value === null || !patch.isDraft(value) || all.has(value)) return;
  const own = new Map<string, bigint>();
  for (const [key, member] of Object.entries<Json>(value)) {
    if (isLarge(member)) {
      const integer = integerAt(patch.originOf([...keys, key]), files);
      if (integer !== undefined) own.set(key, integer);
    } else addCopies(member, [...keys, key], files, patch, all);
  }
  all.set(value, own);
}

function integerAt(
  { file, pointer }: { readonly file: string; readonly pointer: string },
  files: ReadonlyMap<string, SourceFile>,
): bigint | undefined {
  const source = files.get(file);
  const tokens = parse(pointer) ?? [];
  const holder = source && at(source.value, tokens.slice(0, -1));
  return typeof holder === "object" && holder !== null ? source?.large?.get(holder)?.get(tokens.at(-1) ?? "") : undefined;
}
