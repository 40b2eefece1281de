import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { isObject } from "../rules/rule.js";
import type { Growth } from "./growth.js";
import { spend, type Key, type Work } from "./json-path.js";
import { kindOf, shapeOf } from "./overlay.js";
import { appendItem, memberOf, setMember, type Draft, type ListDraft, type PatchedValue } from "./patched-value.js";

/** What is merged into a value, and where it was written. */
export interface Incoming {
  readonly value: Json;
  readonly at: Origin;
}

/** What a merge is made with. */
export interface Merge {
  readonly patch: PatchedValue;
  /** Values that may be set or appended yet. */
  readonly work: Work;
  /** What the description may grow by yet. */
  readonly growth: Pick<Growth, "add">;
  readonly report: (found: Diagnostic) => void;
  /** Told before a value takes the place of another, of which it says where it was written. */
  readonly replace: (key: Key, before: Origin, after: Origin, isSame: boolean) => void;
}

/** Merges the members of an object into those of another. `at`: where that one was written. */
export function mergeMembers(draft: Draft, at: () => Origin, incoming: Incoming, merge: Merge): void {
  const { patch, work } = merge;
  if (!isObject(incoming.value)) return;
  for (const key of Object.keys(incoming.value)) {
    if (!spend(work)) return;
    const value = incoming.value[key] ?? null;
    const origin = patch.memberOrigin(incoming.value, incoming.at, key);
    mergeAt(draft, key, () => patch.memberOrigin(draft.value, at(), key), { value, at: origin }, merge);
  }
}

function mergeAt(draft: Draft, key: string, at: () => Origin, incoming: Incoming, merge: Merge): void {
  const before = memberOf(draft.value, key);
  const { value } = incoming;
  if (before === undefined) addMember(draft, key, incoming, merge);
  else if (isObject(before) && isObject(value)) mergeMembers(merge.patch.openMember(draft, key), at, incoming, merge);
  else if (isJsonArray(before) && isJsonArray(value)) appendItems(merge.patch.openMember(draft, key), incoming, merge);
  else if (shapeOf(before) === "primitive" && shapeOf(value) === "primitive") replaceAt(draft, key, at, incoming, merge);
  else reportMismatch(JSON.stringify(key), before, at(), incoming, merge);
}

function addMember(draft: Draft, key: string, { value, at }: Incoming, { growth }: Merge): void {
  if (growth.add(value)) setMember(draft, key, value, at);
}

/** Puts a value in the place of another, which is neither an object nor a list. */
export function replaceAt(draft: Draft, key: Key, at: () => Origin, incoming: Incoming, merge: Merge): void {
  merge.replace(key, at(), incoming.at, memberOf(draft.value, key) === incoming.value);
  setMember(draft, key, incoming.value, incoming.at);
}

/** Appends the items of a list to another. */
export function appendItems(draft: Draft, { value, at }: Incoming, { patch, work, growth }: Merge): void {
  if (!isJsonArray(value) || draft.kind !== "list") return;
  if (!spend(work, value.length)) return;
  const items = [...value]; // it may be appended to itself
  for (const [index, item] of items.entries()) {
    if (!growth.add(item)) return;
    appendItem(draft, item, patch.memberOrigin(value, at, index));
  }
}

/** Appends one value to a list. */
export function appendValue(draft: ListDraft, { value, at }: Incoming, { work, growth }: Merge): void {
  if (spend(work) && growth.add(value)) appendItem(draft, value, at);
}

/** Values of kinds that cannot be merged. One of YAML's keys without a value stands for nothing, and changes nothing. */
export function reportMismatch(what: string, before: Json, at: Origin, incoming: Incoming, { report }: Pick<Merge, "report">): void {
  const related = [{ message: "This is what it would be merged with.", at }];
  if (incoming.value === null) {
    const message = `${what} has no value, and the description has ${kindOf(before)} there; it is left as it is.`;
    report(
      diagnostic("overlay-mismatch", message, {
        at: incoming.at,
        severity: "warning",
        hint: "Give it a value, or remove the key.",
        related,
      }),
    );
    return;
  }
  const message = `${what} is ${kindOf(incoming.value)}, and cannot be merged with ${kindOf(before)}.`;
  const hint = "To replace it, remove it in an action before this one.";
  report(diagnostic("overlay-mismatch", message, { at: incoming.at, hint, related }));
}
