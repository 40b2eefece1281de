import { MAX_UNFOLDED_VALUES } from "../../source/size-limits.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { unfoldedSize } from "../../source/yaml-aliases.js";
import { depthOf } from "./depth.js";
import type { Work } from "./json-path.js";
import type { PatchedValue } from "./patched-value.js";

/**
 * What a description may grow by, counted before anything is added: a few actions of some hundred letters that each merge into what those before
 * have merged make more of it than any memory holds, and all that comes after overlays takes time and memory by the values it has.
 */
export interface Growth extends Work {
  /** Values that overlays may add. */
  readonly most: number;
  /** Members that may be copied yet, so that they can be written to: what is copied by an action is, whenever a later one changes it. */
  readonly copying: Work;
  /** Levels of a value that is merged. */
  readonly levelsOf: (value: Json) => number;
  /** Takes a value off that is added; false where it is too much. */
  readonly add: (value: Json) => boolean;
  /** Before a value is merged into nodes: where it could be too much, what was removed since is taken into account. */
  readonly prepare: (nodes: number, value: Json, patch: PatchedValue, looking: Work) => void;
}

/** Values that overlays may add to a small description; real ones add some thousand. */
const leastGrowth = 500_000;

/** Copies of all of a description that may be made beside those of values that overlays add. */
const maxCopies = 4;

/** `length`: of the texts of the description and its overlays. */
export function growthOf(root: Json, length: number): Growth {
  const before = unfoldedSize(root);
  const most = Math.max(leastGrowth, Math.min(MAX_UNFOLDED_VALUES, length), before);
  // What is merged is not written to any more: a change is made to a copy. So it is measured once, with all that is in it.
  const sizes = new WeakMap<object, number>();
  const sizeOf = (value: Json): number => {
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const member of isJsonArray(value) ? value : Object.values<Json>(value)) size += sizeOf(member);
    sizes.set(value, size);
    return size;
  };
  const depths = new WeakMap<object, number>();
  const growth: Growth = {
    left: most,
    most,
    copying: { left: MAX_UNFOLDED_VALUES + maxCopies * before },
    add: (value) => growth.left >= 0 && (growth.left -= sizeOf(value)) >= 0,
    levelsOf: (value) => depthOf(value, depths),
    prepare: (nodes, value, patch, looking) => {
      if (growth.left >= nodes * sizeOf(value)) return;
      const now = unfoldedSize(patch.root());
      looking.left -= Math.min(now, before + most);
      growth.left = before + most - now;
    },
  };
  return growth;
}
