/**
 * Values written in brackets (`filter[status]=sold`, `items[0][price]=5`, `expand[]=owner`): the style `deepObject`, to any depth.
 */
import type { Pairs } from "./query-pairs.js";
import { valueMessage, typeMessage } from "./decode-messages.js";
import { hideInherited, itemOf, memberOf, setOwn, readOnlyText, readText, textReader, type Issues, type Reader } from "./wire-type.js";
import { readFitting } from "./read-fitting.js";
import { addIssue, type DelimiterRules, type FieldLocation } from "./decode-delimited.js";

/** Deeper than this nobody writes a query. */
const deepest = 32;

interface Tree {
  readonly values: string[];
  readonly children: Map<string, Tree>;
}

/** The value of a name and of everything in brackets after it but others of `names`; `undefined` when there is none, or with an issue. */
export function readDeepObject(
  reader: Reader,
  pairs: Pairs,
  names: ReadonlySet<string>,
  decode: DelimiterRules["decode"],
  place: FieldLocation,
  issues: Issues,
): unknown {
  const tree = treeOf(place.name, pairs, names);
  if (tree === undefined) return addIssue(issues, place, "type", "is nested too deeply");
  if (tree.values.length === 0 && tree.children.size === 0) return undefined;
  return readTree(reader, tree, [], { decode, place, issues });
}

/** The value of a name alone; `undefined` when there is none, or with an issue. */
export function readRepeated(
  reader: Reader,
  pairs: Pairs,
  decode: DelimiterRules["decode"],
  place: FieldLocation,
  issues: Issues,
): unknown {
  return readTree(reader, { values: pairs.get(place.name) ?? [], children: new Map() }, [], { decode, place, issues });
}

function treeOf(name: string, pairs: Pairs, names: ReadonlySet<string>): Tree | undefined {
  const root: Tree = { values: [...(pairs.get(name) ?? [])], children: new Map() };
  for (const key of pairs.inBrackets(name, names)) {
    const steps = stepsOf(key.slice(name.length));
    if (steps.length > deepest) return undefined;
    let node = root;
    for (const step of steps) {
      const next = node.children.get(step) ?? { values: [], children: new Map<string, Tree>() };
      node.children.set(step, next);
      node = next;
    }
    for (const raw of pairs.get(key) ?? []) node.values.push(raw);
  }
  return root;
}

/** What stands in brackets: `[a][b]` are two steps, and `[a[b]]` is one that has brackets in its name. */
function stepsOf(written: string): readonly string[] {
  const steps: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < written.length; at += 1) {
    if (written[at] === "[") depth += 1;
    else if (written[at] === "]") depth -= 1;
    if (depth > 0) continue;
    // Those that do not close, or have text between them, are divided where one ends and another begins.
    if (depth < 0 || written[start] !== "[") return written.slice(1, -1).split("][");
    steps.push(written.slice(start + 1, at));
    start = at + 1;
  }
  return depth === 0 ? steps : written.slice(1, -1).split("][");
}

interface ReadContext {
  readonly decode: DelimiterRules["decode"];
  readonly place: FieldLocation;
  readonly issues: Issues;
}

function readTree(reader: Reader, tree: Tree, path: readonly (string | number)[], reading: ReadContext): unknown {
  const { place, issues } = reading;
  if (reader.alternatives !== undefined)
    return readFitting(reader, (each, own) => readTree(each, tree, path, { ...reading, issues: own }), issues);
  if (tree.children.size === 0) return readScalarNode(reader, tree.values, path, reading);
  if (tree.values.length > 0) return addIssue(issues, place, "type", "is given both as a value and in parts", path);
  const numbered = [...tree.children.keys()].every((key) => /^[0-9]{0,9}$/.test(key));
  if (numbered && (reader.items !== undefined || (reader.members === undefined && isOpen(reader))))
    return readList(reader, tree, path, reading);
  if (reader.members === undefined && !isOpen(reader)) return addIssue(issues, place, "type", typeMessage(reader), path);
  const result: Record<string, unknown> = {};
  for (const [name, child] of tree.children) {
    if (name === "__proto__" && reader.members?.has(name) !== true)
      return addIssue(issues, place, "propertyNames", "has a member that could change what all objects share", path);
    const value = readTree(memberReader(reader, name), child, [...path, name], reading);
    if (value !== undefined) setOwn(result, name, value);
  }
  return hideInherited(result, reader.inherited);
}

const isOpen = (reader: Reader): boolean => reader.scalars.includes("any");
const memberReader = (reader: Reader, name: string): Reader => memberOf(reader, name) ?? (isOpen(reader) ? reader : textReader);

/** `a[]=x&a[]=y`, or `a[0]=x&a[1]=y` in the order of the numbers; gaps close. */
function readList(reader: Reader, tree: Tree, path: readonly (string | number)[], reading: ReadContext): unknown {
  const children = [...tree.children].sort(([a], [b]) => Number(a) - Number(b));
  return children.flatMap(([key, child], index) =>
    key === "" && child.children.size === 0
      ? child.values.map((value, offset) =>
          readScalarNode(itemOf(reader, index + offset) ?? reader, [value], [...path, index + offset], reading),
        )
      : [readTree(itemOf(reader, index) ?? reader, child, [...path, index], reading)],
  );
}

function readScalarNode(reader: Reader, raws: readonly string[], path: readonly (string | number)[], reading: ReadContext): unknown {
  const { decode, place, issues } = reading;
  const texts = raws.map(decode);
  const [first] = texts;
  if (first === undefined || !texts.every((text) => text !== undefined))
    return addIssue(issues, place, "encoding", "is not percent-encoded correctly", path);
  if (texts.length === 1) {
    const value = readOnlyText(reader, first);
    if (value !== undefined) return value;
  }
  // What may be anything may be a list.
  if (reader.items === undefined && !(texts.length > 1 && isOpen(reader)))
    return addIssue(issues, place, "type", texts.length > 1 ? "must be given only once" : valueMessage(reader, first), path);
  return texts.map((text, index) => {
    const items = itemOf(reader, index) ?? (isOpen(reader) ? reader : textReader);
    const value = readText(items, text);
    return value === undefined ? addIssue(issues, place, "type", valueMessage(items, text), [...path, index]) : value;
  });
}
