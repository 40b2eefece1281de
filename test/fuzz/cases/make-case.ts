/** From a seed and a number to a case: the same on every machine that has the same sources. */
import { parse, stringify } from "yaml";
import { dice as diceOf, type Dice } from "../../support/dice.js";
import { siteOf, type Mutation } from "../mutations/mutation.js";
import { meaningMutations } from "../mutations/meaning-mutations.js";
import { sizeMutations } from "../mutations/size-mutations.js";
import { byteMutations, textMutations } from "../mutations/text-mutations.js";
import type { Tree } from "../mutations/tree.js";
import { treeMutations } from "../mutations/tree-mutations.js";
import type { FuzzCase, InputFile } from "./fuzz-case.js";
import { randomDescription } from "./random-description.js";
import { randomSettings } from "./random-settings.js";
import type { Source } from "./sources.js";

/** Characters that a case may have: larger ones take long, and find no more. */
const roomOfSmall = 30_000;
const roomOfLarge = 250_000;

/** Random descriptions are one case in this many. */
const randomShare = 0.35;

export function makeCase(seed: number, index: number, sources: readonly Source[]): FuzzCase {
  const dice = diceOf(seed * 1_000_003 + index * 7919);
  const source = drawSource(dice, sources);
  const files = [...source.files].map(([path, text]): InputFile => ({ path, bytes: Buffer.from(text) }));
  // The root more often than all others together, which are looked at only where something refers to them.
  const target = dice.chance(0.7) ? 0 : dice.below(files.length);
  const { path, bytes } = files[target] ?? { path: "api.json", bytes: new Uint8Array() };
  const mutated = mutatedText(Buffer.from(bytes).toString("utf8"), path, dice);
  return {
    seed,
    index,
    source: source.name,
    mutations: mutated.mutations,
    files: files.with(target, { path, bytes: mutated.bytes }),
    settings: randomSettings(dice),
  };
}

function drawSource(dice: Dice, sources: readonly Source[]): Source {
  const drawn = sources[dice.below(sources.length)];
  if (drawn === undefined || dice.chance(randomShare))
    return { name: "random", files: new Map([["api.json", JSON.stringify(randomDescription(dice))]]) };
  return drawn;
}

interface Mutated {
  readonly bytes: Uint8Array;
  readonly mutations: readonly string[];
}

/** As a tree, as a text, or first the one and then the other; a few times not at all. */
function mutatedText(text: string, path: string, dice: Dice): Mutated {
  const roll = dice.random();
  const room = Math.max(0, (dice.chance(0.05) ? roomOfLarge : roomOfSmall) - text.length);
  const tree = roll < 0.8 ? treeOf(text) : undefined;
  if (tree === undefined) return mutatedAsText(text, 1 + dice.below(1 + dice.below(4)), dice);
  const changed = mutatedTree(tree, dice.chance(0.03) ? 0 : 1 + dice.below(1 + dice.below(8)), room, dice);
  const written = writtenAs(changed.tree, path, dice);
  if (roll < 0.65) return { bytes: Buffer.from(written), mutations: changed.mutations };
  const last = mutatedAsText(written, 1 + dice.below(2), dice);
  return { bytes: last.bytes, mutations: [...changed.mutations, ...last.mutations] };
}

function treeOf(text: string): Tree | undefined {
  try {
    // What comes of JSON and of YAML without tags is such a tree; aliases become copies, as JSON has them.
    return (text.trimStart().startsWith("{") ? JSON.parse(text) : JSON.parse(JSON.stringify(parse(text, { logLevel: "silent" })))) as Tree;
  } catch {
    return undefined; // golden cases have some that are none
  }
}

const tableOf = (roll: number): Readonly<Record<string, Mutation>> =>
  roll < 0.12 ? sizeMutations : roll < 0.45 ? meaningMutations : treeMutations;

function mutatedTree(first: Tree, count: number, room: number, dice: Dice): { readonly tree: Tree; readonly mutations: readonly string[] } {
  const mutations: string[] = [];
  let tree = first;
  let text = JSON.stringify(tree);
  let left = room;
  for (let change = 0; change < count; change += 1) {
    const site = siteOf(tree, dice, left);
    const table: readonly (readonly [string, Mutation])[] = Object.entries(tableOf(dice.random()));
    const [name, mutate] = table[dice.below(table.length)] ?? [];
    if (name === undefined || mutate?.(site) !== true) continue;
    const changed = textOf(tree);
    // Deeper than can be written: what stood before is the case.
    if (changed === undefined) {
      tree = JSON.parse(text) as Tree;
      break;
    }
    mutations.push(name);
    text = changed;
    left = Math.max(0, room - text.length);
  }
  return { tree, mutations };
}

function textOf(tree: Tree): string | undefined {
  try {
    return JSON.stringify(tree);
  } catch {
    return undefined;
  }
}

/** JSON, or YAML, whatever the file is called: a reader looks at what is in it. */
function writtenAs(tree: Tree, path: string, dice: Dice): string {
  const json = path.endsWith(".json") ? !dice.chance(0.15) : dice.chance(0.5);
  if (json) return JSON.stringify(tree, null, dice.of(0, 2));
  try {
    return stringify(tree, {
      aliasDuplicateObjects: true,
      version: dice.of("1.2", "1.1"),
      lineWidth: dice.of(80, 0),
      ...(dice.chance(0.2) ? { collectionStyle: "flow" as const } : {}),
    });
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(tree); // too deep for what writes YAML
    throw error;
  }
}

function mutatedAsText(text: string, count: number, dice: Dice): Mutated {
  const mutations: string[] = [];
  let changed = text;
  for (let change = 0; change < count; change += 1) {
    const [name, mutate] = Object.entries(textMutations)[dice.below(Object.keys(textMutations).length)] ?? [];
    if (name === undefined || mutate === undefined) continue;
    changed = mutate(changed, dice);
    mutations.push(name);
  }
  const bytes = Buffer.from(changed);
  if (!dice.chance(0.2)) return { bytes, mutations };
  const [name, mutate] = Object.entries(byteMutations)[dice.below(Object.keys(byteMutations).length)] ?? [];
  return name === undefined || mutate === undefined
    ? { bytes, mutations }
    : { bytes: mutate(bytes, dice), mutations: [...mutations, name] };
}
