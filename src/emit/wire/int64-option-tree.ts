/**
 * Many alternatives, of which each is compared with all the others. A tree of them has all the others in a few parts, which are looked at once,
 * and not once for each alternative.
 */
import type { Schema } from "../../model/ir/schema.js";
import type { Int64Option } from "./int64-locations.js";

export interface OptionTree {
  readonly options: readonly Int64Option[];
  /** What the options say, all together. */
  readonly schemas: readonly Schema[];
  readonly halves: readonly [OptionTree, OptionTree] | undefined;
}

export function optionTree(options: readonly Int64Option[]): OptionTree {
  const schemas = options.flatMap((option) => option.schemas);
  if (options.length < 2) return { options, schemas, halves: undefined };
  const middle = options.length >> 1;
  return { options, schemas, halves: [optionTree(options.slice(0, middle)), optionTree(options.slice(middle))] };
}

/** The largest parts of a tree that make all but one of its options, in their order. */
export function partsBeside(index: number, tree: OptionTree): readonly OptionTree[] {
  const [before, behind]: [OptionTree[], OptionTree[]] = [[], []];
  let [own, at] = [tree, index];
  while (own.halves !== undefined) {
    const [left, right]: readonly [OptionTree, OptionTree] = own.halves;
    if (at < left.options.length) {
      behind.push(right);
      own = left;
    } else {
      before.push(left);
      at -= left.options.length;
      own = right;
    }
  }
  return [...before, ...behind.reverse()];
}

/** Whether some of the options of a part change something; where they do, one of its options does. */
type Changes = (part: OptionTree) => boolean;

/** The options that are changed by others, and those that change others. `changes` is asked of the option at an index. */
export function mixedIn(tree: OptionTree, changes: (option: Int64Option, part: OptionTree) => boolean): ReadonlySet<Int64Option> {
  const mixed = new Set<Int64Option>();
  const done = new Set<OptionTree>();
  for (const [index, option] of tree.options.entries()) {
    const changesIt: Changes = (part) => changes(option, part);
    const changing = partsBeside(index, tree).filter(changesIt);
    if (changing.length > 0) mixed.add(option);
    for (const part of changing) addThose(part, changesIt, mixed, done);
  }
  return mixed;
}

/** Adds the options of a part that change something. `done`: parts of which all are added already. */
function addThose(part: OptionTree, changesIt: Changes, mixed: Set<Int64Option>, done: Set<OptionTree>): void {
  if (done.has(part)) return;
  if (part.halves === undefined) {
    for (const option of part.options) mixed.add(option);
    done.add(part);
    return;
  }
  for (const half of part.halves) if (!done.has(half) && changesIt(half)) addThose(half, changesIt, mixed, done);
  if (part.halves.every((half) => done.has(half))) done.add(part);
}
