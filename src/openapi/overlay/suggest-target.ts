import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { parse } from "../../source/json-pointer.js";
import { isObject } from "../rules/rule.js";
import { selectNodes } from "./evaluate-json-path.js";
import type { JsonPath, PathNode, Segment, Work } from "./json-path.js";

/** Values that are looked at for each part of a hint, and names that it lists. */
const maxLooks = 1_000_000;
const maxNames = 8;

/** Names that all hints of an API's overlays may look at: of as many targets as names, each with all of them would take the square. */
export const maxNamesOfHints = 300_000;

/** What may be looked at yet: values, and names that may be meant. */
export interface HintWork {
  readonly looking: Work;
  readonly hinting: Work;
}

/** What a query that matches nothing may mean: the same with another name, where the first segment that fails is one; else how far it leads. */
export function suggestionFor(path: JsonPath, root: Json, { looking, hinting }: HintWork): string | undefined {
  let nodes: readonly PathNode[] = [{ value: root, parent: undefined, key: "" }];
  for (const [index, segment] of path.segments.entries()) {
    const work = { left: Math.min(maxLooks, looking.left) };
    looking.left -= work.left;
    const next = selectNodes({ segments: path.segments.slice(0, index + 1) }, root, work);
    looking.left += Math.max(work.left, 0);
    if (next === undefined) return undefined;
    if (next.length === 0) return hintAt(path, index, segment, nodes, hinting);
    nodes = next;
  }
  return undefined;
}

function hintAt({ segments }: JsonPath, index: number, segment: Segment, nodes: readonly PathNode[], hinting: Work): string | undefined {
  const way = `$${textOf(segments.slice(0, index))}`;
  const [selector] = segment.selectors;
  const name = selector?.kind === "name" && segment.selectors.length === 1 && !segment.isDescendant ? selector.name : undefined;
  if (name === undefined) return index === 0 ? undefined : `\`${way}\` is there, and nothing in it matches \`${segment.text}\`.`;
  const reference = nodes.map(({ value }) => (isObject(value) ? value["$ref"] : undefined)).find((each) => typeof each === "string");
  if (reference !== undefined) return behindReference(way, reference, segments.slice(index));
  const names = namesIn(nodes, hinting);
  if (names === undefined) return `\`${way}\` has no member of that name.`;
  const meant = nearPath(name, names) ?? spellingSuggestion(name, names);
  if (meant !== undefined) return `Did you mean ${way}${textOfName(meant)}${textOf(segments.slice(index + 1))}?`;
  if (names.size === 0) {
    const isList = nodes.some(({ value }) => isJsonArray(value));
    return isList ? `\`${way}\` is a list: its items are ${way}[0] and so on, and ${way}[*] is all of them.` : `\`${way}\` has no members.`;
  }
  const listed = [...names].slice(0, maxNames).join(", ");
  return `\`${way}\` has ${listed}${names.size > maxNames ? ` and ${names.size - maxNames} others` : ""}.`;
}

/** Names of members, each once; undefined where hints before it have looked at as many as they may. */
function namesIn(nodes: readonly PathNode[], hinting: Work): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { value } of nodes) {
    if (hinting.left <= 0) return undefined;
    if (!isObject(value)) continue;
    const own = Object.keys(value);
    hinting.left -= own.length;
    for (const each of own) names.add(each);
  }
  return names;
}

/** Queries do not follow references. What one leads to in the description itself can be named where it stands. */
function behindReference(way: string, reference: string, rest: readonly Segment[]): string {
  const what = `\`${way}\` is a reference to ${JSON.stringify(reference)}, and overlays do not follow references`;
  const tokens = reference.startsWith("#/") ? parse(reference.slice(1)) : undefined;
  if (tokens !== undefined) return `${what}: the target is $${tokens.map(textOfName).join("")}${textOf(rest)}.`;
  return reference.startsWith("#") ? `${what}.` : `${what}: only the input is changed, and no other file.`;
}

/** Of paths, the one that differs in slashes at its ends, in letters' case, or in the names of its parameters. */
function nearPath(name: string, names: Iterable<string>): string | undefined {
  const plain = (path: string): string =>
    path
      .replace(/^\/+|(?<!\/)\/+$/g, "")
      .replace(/\{[^{}]*\}/g, "{}")
      .toLowerCase();
  const wanted = plain(name);
  for (const each of names) if (plain(each) === wanted) return each;
  return undefined;
}

function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join("");
}

/** A name as a query has it. */
function textOfName(name: string): string {
  const escaped = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `['${escaped}']`;
}
