/** Smaller trees that still fail. */
import { copyOf } from "../mutations/mutation.js";
import { entriesOf, isHolder, setMember, valueAt, type Holder, type Member, type Tree } from "../mutations/tree.js";
import { minimise, type Fails } from "./minimise.js";

type Path = Member["path"];

export async function shrinkTree(tree: Tree, fails: Fails<Tree>): Promise<Tree> {
  let smallest = tree;
  for (;;) {
    const before = JSON.stringify(smallest).length;
    smallest = await withFewerMembers(smallest, fails);
    smallest = await withSimplerValues(smallest, fails);
    if (JSON.stringify(smallest).length >= before) return smallest;
  }
}

function at(root: Tree, path: Path): Tree | undefined {
  let value: Tree | undefined = root;
  for (const key of path) value = isHolder(value) ? valueAt({ holder: value, key }) : undefined;
  return value;
}

/** A copy with another value at a path. */
function replaced(root: Tree, path: Path, value: Tree): Tree {
  const key = path.at(-1);
  if (key === undefined) return value;
  const copy = copyOf(root);
  const holder = at(copy, path.slice(0, -1));
  if (isHolder(holder)) setMember(holder, key, value);
  return copy;
}

function holderOf(entries: readonly (readonly [string | number, Tree])[], like: Holder): Holder {
  if (Array.isArray(like)) return entries.map(([, value]) => value);
  const made: Holder = {};
  for (const [key, value] of entries) setMember(made, key, value);
  return made;
}

/** From the root downwards, so that what goes takes all below it along. */
async function withFewerMembers(tree: Tree, fails: Fails<Tree>): Promise<Tree> {
  let current = tree;
  const waiting: Path[] = [[]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const place = path;
    const holder = at(current, place);
    if (!isHolder(holder)) continue;
    const kept = await minimise(entriesOf(holder), (entries) => fails(replaced(current, place, holderOf(entries, holder))));
    const smaller = holderOf(kept, holder);
    current = replaced(current, place, smaller);
    waiting.push(...entriesOf(smaller).map(([key]) => [...place, key]));
  }
  return current;
}

/** A value in the place of what holds it, and shorter texts. */
async function withSimplerValues(tree: Tree, fails: Fails<Tree>): Promise<Tree> {
  let current = tree;
  const waiting: Path[] = [[]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    for (let simpler = true; simpler;) {
      simpler = false;
      for (const candidate of simplerThan(at(current, path))) {
        const whole = replaced(current, path, candidate);
        if (!(await fails(whole))) continue;
        current = whole;
        simpler = true;
        break;
      }
    }
    const value = at(current, path);
    const place = path;
    if (isHolder(value)) waiting.push(...entriesOf(value).map(([key]) => [...place, key]));
  }
  return current;
}

function simplerThan(value: Tree | undefined): readonly Tree[] {
  if (typeof value === "string") {
    const half = Math.floor(value.length / 2);
    return value.length < 2
      ? []
      : ["a", value.slice(0, half), value.slice(half), ...(value.length < 40 ? [value.slice(1), value.slice(0, -1)] : [])];
  }
  if (!isHolder(value)) return [];
  const inner = entriesOf(value).map(([, child]) => child);
  // Far down a deepened place: a few levels at a time would never end.
  const deep = isHolder(inner[0]) ? levelsBelow(inner[0], 50) : [];
  return [...deep, ...inner.filter(isHolder)].slice(0, 6);
}

function levelsBelow(value: Tree, levels: number): readonly Tree[] {
  let current: Tree | undefined = value;
  for (let level = 0; level < levels; level += 1) current = isHolder(current) ? entriesOf(current)[0]?.[1] : undefined;
  return isHolder(current) ? [current] : [];
}
