import { isJsonArray, type Json } from "../../source/source-file.js";
import { isTrue, type Evaluation } from "./evaluate-filter.js";
import { spend, type JsonPath, type PathNode, type Segment, type Selector, type Work } from "./json-path.js";

/** Is told of a value; false where no more are wanted. */
type Visit = (node: PathNode) => boolean;

/** The nodes that a query selects, each once, in the order of RFC 9535; undefined where that is too much work. */
export function selectNodes(path: Pick<JsonPath, "segments">, root: Json, work: Work): readonly PathNode[] | undefined {
  const found: PathNode[] = [];
  const evaluation = evaluationOf(root, work);
  follow(path.segments, 0, evaluation.root, evaluation, (node) => {
    found.push(node);
    return true;
  });
  if (work.left < 0) return undefined;
  return maySelectTwice(path.segments) ? eachOnce(found) : found;
}

/** With one selector each, and two dots once, no two ways of a query lead to the same value. */
function maySelectTwice(segments: readonly Segment[]): boolean {
  return segments.some(({ selectors }) => selectors.length > 1) || segments.filter(({ isDescendant }) => isDescendant).length > 1;
}

/** What filters are evaluated with. */
function evaluationOf(root: Json, work: Work): Evaluation {
  const evaluation: Evaluation = {
    root: { value: root, parent: undefined, key: "" },
    work,
    visit: (segments, from, visit) => follow(segments, 0, from, evaluation, visit),
    expressions: new Map(),
    absolute: new Map(),
  };
  return evaluation;
}

/** `$..a..b` selects some values several times; what is done to them is done once. */
function eachOnce(nodes: readonly PathNode[]): readonly PathNode[] {
  if (nodes.length < 2) return nodes;
  const ids = new Map<number, Map<string | number, number>>();
  let count = 1;
  // A number for each way: that of its parent, and the key.
  const numbers = new Map<PathNode, number>();
  const numberOf = (node: PathNode): number => {
    const known = numbers.get(node);
    if (known !== undefined) return known;
    const parent = node.parent === undefined ? 0 : numberOf(node.parent);
    const members = ids.get(parent) ?? new Map<string | number, number>();
    ids.set(parent, members);
    const number = members.get(node.key) ?? count++;
    members.set(node.key, number);
    numbers.set(node, number);
    return number;
  };
  const seen = new Set<number>();
  return nodes.filter((node) => seen.size !== seen.add(numberOf(node)).size);
}

function follow(segments: readonly Segment[], index: number, node: PathNode, evaluation: Evaluation, visit: Visit): boolean {
  const segment = segments[index];
  if (segment === undefined) return visit(node);
  const next: Visit = (found) => follow(segments, index + 1, found, evaluation, visit);
  return segment.isDescendant ? descend(segment, node, evaluation, next) : child(segment, node, evaluation, next);
}

function child(segment: Segment, node: PathNode, evaluation: Evaluation, next: Visit): boolean {
  return segment.selectors.every((selector) => select(selector, node, evaluation, next));
}

function descend(segment: Segment, node: PathNode, evaluation: Evaluation, next: Visit): boolean {
  return child(segment, node, evaluation, next) && members(node, evaluation.work, (each) => descend(segment, each, evaluation, next));
}

/** All members of an object, or items of a list. */
function members(node: PathNode, work: Work, visit: Visit): boolean {
  const { value } = node;
  if (typeof value !== "object" || value === null) return true;
  if (isJsonArray(value)) return value.every((item, index) => spend(work) && visit({ value: item, parent: node, key: index }));
  for (const key of Object.keys(value)) if (!spend(work) || !visit({ value: value[key] ?? null, parent: node, key })) return false;
  return true;
}

function select(selector: Selector, node: PathNode, evaluation: Evaluation, next: Visit): boolean {
  const { value } = node;
  const { work } = evaluation;
  if (!spend(work)) return false;
  if (typeof value !== "object" || value === null) return true;
  switch (selector.kind) {
    case "name":
      if (isJsonArray(value) || !Object.hasOwn(value, selector.name)) return true;
      return next({ value: value[selector.name] ?? null, parent: node, key: selector.name });
    case "index":
      return isJsonArray(value) ? item(value, selector.index < 0 ? value.length + selector.index : selector.index, node, next) : true;
    case "slice":
      return isJsonArray(value) ? indexesOf(selector, value.length).every((index) => spend(work) && item(value, index, node, next)) : true;
    case "wildcard":
      return members(node, work, next);
    case "filter":
      return members(node, work, (each) => !isTrue(selector.expression, each, evaluation) || next(each));
  }
}

function item(value: readonly Json[], index: number, parent: PathNode, next: Visit): boolean {
  const found = value[index];
  return found === undefined || next({ value: found, parent, key: index });
}

/** The indexes of a slice, RFC 9535 section 2.3.4.2.2. */
function indexesOf({ start, stop, step }: Selector & { readonly kind: "slice" }, length: number): readonly number[] {
  if (step === 0) return [];
  const normal = (index: number): number => (index >= 0 ? index : length + index);
  const within = (index: number, least: number, most: number): number => Math.min(Math.max(index, least), most);
  const found: number[] = [];
  if (step > 0) {
    const end = within(normal(stop ?? length), 0, length);
    for (let at = within(normal(start ?? 0), 0, length); at < end; at += step) found.push(at);
  } else {
    const end = within(normal(stop ?? -length - 1), -1, length - 1);
    for (let at = within(normal(start ?? length - 1), -1, length - 1); at > end; at += step) found.push(at);
  }
  return found;
}
