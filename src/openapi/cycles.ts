import { diagnostic } from "../diagnostic/catalogue.js";
import { originOf } from "./place.js";
import type { Kind } from "./rule.js";
import type { Walked } from "./walk.js";

type Holder = Record<string, unknown>;

/** A reference that has to be followed to know what `from` is: nothing of a value is consumed on the way. */
interface Edge {
  readonly holder: Holder;
  readonly to: string;
}

/**
 * Reports references that lead only back to themselves, and takes them out, so that later stages come to an end. A schema may
 * well contain itself in a property or as an item: a value then ends it. But a schema that *is* itself, or is one of several things among them
 * itself, says nothing that could be checked.
 */
export function cutCycles(walked: Walked): void {
  for (const [kind, targets] of walked.targets) {
    const done = new Set<string>();
    for (const start of targets.keys()) cutFrom(start, kind, targets, done, walked);
  }
}

/** A depth-first search with its own stack, since a chain of references may be as long as the file. */
function cutFrom(start: string, kind: Kind, targets: ReadonlyMap<string, unknown>, done: Set<string>, walked: Walked): void {
  if (done.has(start)) return;
  const onPath = new Set([start]);
  const stack = [{ name: start, edges: edgesOf(kind, targets.get(start)) }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.edges.pop();
    if (edge === undefined) {
      done.add(top.name);
      onPath.delete(top.name);
      stack.pop();
    } else if (onPath.has(edge.to)) cut(edge, walked);
    else if (!done.has(edge.to)) {
      onPath.add(edge.to);
      stack.push({ name: edge.to, edges: edgesOf(kind, targets.get(edge.to)) });
    }
  }
}

function cut({ holder, to }: Edge, walked: Walked): void {
  const place = walked.places.get(holder);
  const name = to.slice(to.indexOf("#"));
  walked.diagnostics.push(
    diagnostic("ref-cycle", `The reference to "${name}" leads only back to itself.`, {
      at: place === undefined ? undefined : { ...originOf(place), pointer: `${originOf(place).pointer}/$ref` },
      hint: "A schema may contain itself in a property or as an item, but it cannot be itself.",
    }),
  );
  Reflect.deleteProperty(holder, "$ref");
}

function edgesOf(kind: Kind, value: unknown): Edge[] {
  const edges: Edge[] = [];
  collect(value, kind === "schema", edges);
  return edges;
}

const LISTS = ["allOf", "anyOf", "oneOf"];
const SINGLES = ["if", "then", "else", "not"];

/** Depth is that of the file, which has a limit. */
function collect(value: unknown, isSchema: boolean, edges: Edge[]): void {
  if (!isHolder(value)) return;
  if (typeof value["$ref"] === "string") edges.push({ holder: value, to: value["$ref"] });
  if (!isSchema) return;
  for (const key of LISTS) {
    const members: unknown = value[key];
    if (Array.isArray(members)) for (const member of members) collect(member, true, edges);
  }
  for (const key of SINGLES) if (value[key] !== undefined) collect(value[key], true, edges);
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
