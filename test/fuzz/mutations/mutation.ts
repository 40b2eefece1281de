/** What a change of a tree is given. */
import type { Dice } from "../../support/dice.js";
import { entriesOf, isHolder, membersOf, setMember, valueAt, type Member, type Tree } from "./tree.js";

export interface Site {
  readonly root: Tree;
  readonly dice: Dice;
  /** Of the tree as it was when the change began. */
  readonly members: readonly Member[];
  /** How many more characters the text may have. */
  readonly room: number;
}

/** Changes a tree in place, and says whether there was anything to change. */
export type Mutation = (site: Site) => boolean;

/** A member that fits, drawn out of some that are looked at. */
export function someMember({ members, dice }: Site, fits: (member: Member, value: Tree) => boolean): Member | undefined {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const member = members[dice.below(members.length)];
    const value = member && valueAt(member);
    if (member !== undefined && value !== undefined && fits(member, value)) return member;
  }
  return undefined;
}

export function pickOf<T>(dice: Dice, values: readonly T[]): T | undefined {
  return values[dice.below(values.length)];
}

/** A copy that shares nothing with what it is of. Without recursion, as trees may be deep. */
export function copyOf(tree: Tree): Tree {
  const shell = (value: Tree): Tree => (Array.isArray(value) ? [] : isHolder(value) ? {} : value);
  const copy = shell(tree);
  const waiting: (readonly [Tree, Tree])[] = [[tree, copy]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    if (!isHolder(from) || !isHolder(to)) continue;
    for (const [key, value] of entriesOf(from)) {
      const made = shell(value);
      setMember(to, key, made);
      if (isHolder(made)) waiting.push([value, made]);
    }
  }
  return copy;
}

/** The site after a change: another tree, or the same with other members. */
export const siteOf = (root: Tree, dice: Dice, room: number): Site => ({ root, dice, members: membersOf(root), room });
