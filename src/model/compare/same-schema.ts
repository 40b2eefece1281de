import type { Doc } from "../ir/doc.js";
import type { Schema, SchemaId } from "../ir/schema.js";
import { docText, unsent } from "./canonical.js";
import type { Choice } from "./normal-schema.js";

/** Of two schemas that are the same word for word: what each reference leads to is still to be compared, and so is whether alternatives that are referred to overlap. */
interface Same {
  readonly references: (readonly [SchemaId, SchemaId])[];
  readonly choices: (readonly [Choice, Choice])[];
}

/** Whether two schemas say the same in the same order, which nearly all of a large description do, and their references and choices; undefined where they may not. Makes nothing but these lists. */
export function sameReferences(before: Schema, now: Schema, isSameName: (before: SchemaId, now: SchemaId) => boolean): Same | undefined {
  const same: Same = { references: [], choices: [] };
  return isSame(before, now, false, same, isSameName) ? same : undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** `isValue`: in a default or an enum, keys are anything. */
function isSame(a: unknown, b: unknown, isValue: boolean, same: Same, isSameName: (a: SchemaId, b: SchemaId) => boolean): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index], isValue, same, isSameName));
  const [old, fresh] = [a as Members, b as Members]; // neither null nor lists, as was just asked
  if (!isValue && old["kind"] === "ref" && fresh["kind"] === "ref") {
    const [was, is] = [String(old["target"]), String(fresh["target"])];
    same.references.push([was, is]);
    return isSameName(was, is);
  }
  if (!isValue && old["kind"] === "oneOf") same.choices.push([a as Choice, b as Choice]); // nothing else of the model is of that kind
  for (const key in old) {
    if (!isValue && unsent.has(key)) continue;
    if (!isValue && key === "doc") {
      if (!isSameDoc(old[key] as Doc, fresh[key] as Doc)) return false; // nothing else of the model is called so
    } else if (!isSame(old[key], fresh[key], isValue || key === "default" || key === "values", same, isSameName)) return false;
  }
  for (const key in fresh) if (!(key in old) && (isValue || !unsent.has(key)) && fresh[key] !== undefined) return false;
  return true;
}

function isSameDoc(before: Doc, now: Doc): boolean {
  const isPlain = [before, now].every(({ lifecycle, datedValues }) => lifecycle === undefined && datedValues === undefined);
  return isPlain || docText(before) === docText(now);
}
