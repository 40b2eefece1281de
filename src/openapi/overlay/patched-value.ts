import { InternalError, type Origin } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { assign } from "../rules/fields.js";
import type { Key, Work } from "./json-path.js";

/** A copy that is written to: the value itself, and where its members were written when that is not where they stand. */
export type Draft = ObjectDraft | ListDraft;

export interface ObjectDraft {
  readonly kind: "object";
  readonly value: Record<string, Json>;
  readonly from: Map<string, Origin>;
}

export interface ListDraft {
  readonly kind: "list";
  readonly value: Json[];
  /** Of each item: its index in the list that this one is a copy of, or where it was written. */
  readonly from: (number | Origin)[];
}

/**
 * A value that is changed while what it was read as stays as it is. Only what leads to a change is copied, once; all else is shared with the
 * file, or with the overlay it came from, whose values may stand in several places.
 */
export interface PatchedValue {
  readonly root: () => Json;
  /** The object or list that keys lead to, to be written to. */
  readonly open: (keys: readonly Key[]) => Draft;
  /** The same for a member of one. */
  readonly openMember: (holder: Draft, key: Key) => Draft;
  /** What stands in several places from now on: a change in one of them must not show in the others. */
  readonly share: (value: Json) => void;
  /** Where what a value has at a key was written; `at`: where the value was. */
  readonly memberOrigin: (holder: Json | undefined, at: Origin, key: Key) => Origin;
  /** Where what keys lead to was written. */
  readonly originOf: (keys: readonly Key[]) => Origin;
  /** Whether a value is a copy: all others are as files have them. */
  readonly isDraft: (value: Json) => boolean;
  /** Every copy that was made: the values of all others are those of files. */
  readonly drafts: () => Iterable<Draft>;
}

/** `copying`: the members that may be copied; whoever applies actions sees to what is left. */
export function patchedValue(value: Json, file: string, copying: Work): PatchedValue {
  const drafts = new Map<object, Draft>();
  const writable = new Set<object>();
  let root = value;

  const draftOf = (each: Json | undefined): Draft => {
    if (typeof each !== "object" || each === null) throw new InternalError("What is written to is no object and no list");
    const known = drafts.get(each);
    if (known !== undefined && writable.has(each)) return known;
    const copy = known === undefined ? copyOf(each) : copyOfDraft(known);
    copying.left -= isJsonArray(each) ? each.length : Object.keys(each).length;
    drafts.set(copy.value, copy);
    writable.add(copy.value);
    return copy;
  };
  const openMember: PatchedValue["openMember"] = (holder, key) => {
    const draft = draftOf(memberOf(holder.value, key));
    put(holder, key, draft.value);
    return draft;
  };
  const open: PatchedValue["open"] = (keys) => {
    const draft = draftOf(root);
    root = draft.value;
    return keys.reduce(openMember, draft);
  };
  const share = (each: Json): void => {
    if (typeof each !== "object" || each === null || !writable.delete(each)) return; // below what is no copy, nothing is one
    for (const member of Object.values<Json>(each)) share(member);
  };
  const memberOrigin: PatchedValue["memberOrigin"] = (holder, at, key) => {
    const draft = typeof holder === "object" && holder !== null ? drafts.get(holder) : undefined;
    const from = draft?.kind === "list" ? draft.from[Number(key)] : draft?.from.get(String(key));
    return typeof from === "object" ? from : { file: at.file, pointer: child(at.pointer, from ?? key) };
  };
  const originOf: PatchedValue["originOf"] = (keys) => {
    let at: Origin = { file, pointer: "" };
    let each: Json | undefined = root;
    for (const key of keys) {
      at = memberOrigin(each, at, key);
      each = memberOf(each, key);
    }
    return at;
  };
  const isDraft = (each: Json): boolean => typeof each === "object" && each !== null && drafts.has(each);
  return { root: () => root, isDraft, open, openMember, share, memberOrigin, originOf, drafts: () => drafts.values() };
}

function copyOf(value: Json & object): Draft {
  if (isJsonArray(value)) return { kind: "list", value: [...value], from: Array.from(value.keys()) };
  return { kind: "object", value: Object.fromEntries(Object.entries(value)), from: new Map() };
}

function copyOfDraft(draft: Draft): Draft {
  if (draft.kind === "list") return { ...draft, value: [...draft.value], from: [...draft.from] };
  return { ...draft, value: Object.fromEntries(Object.entries(draft.value)), from: new Map(draft.from) };
}

/** What a value has at a key of its own. */
export function memberOf(value: Json | undefined, key: Key): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isJsonArray(value)) return value[Number(key)];
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets what a copy has at a key; a new name comes last. `origin`: where the value was written. */
export function setMember(draft: Draft, key: Key, value: Json, origin: Origin): void {
  put(draft, key, value);
  if (draft.kind === "list") draft.from[Number(key)] = origin;
  else draft.from.set(String(key), origin);
}

function put(draft: Draft, key: Key, value: Json): void {
  if (draft.kind === "list") draft.value[Number(key)] = value;
  else assign(draft.value, String(key), value);
}

export function appendItem(draft: ListDraft, value: Json, origin: Origin): void {
  draft.value.push(value);
  draft.from.push(origin);
}

/** Removes members or items, however many, in one go. */
export function removeMembers(draft: Draft, keys: ReadonlySet<Key>): void {
  if (draft.kind === "object") {
    for (const key of keys) {
      Reflect.deleteProperty(draft.value, String(key));
      draft.from.delete(String(key));
    }
    return;
  }
  const kept = Array.from(draft.value.keys()).filter((index) => !keys.has(index));
  const [values, from] = [kept.map((index) => draft.value[index] ?? null), kept.map((index) => draft.from[index] ?? index)];
  draft.value.length = 0;
  draft.from.length = 0;
  for (const [index, each] of values.entries()) {
    draft.value.push(each);
    draft.from.push(from[index] ?? index);
  }
}
