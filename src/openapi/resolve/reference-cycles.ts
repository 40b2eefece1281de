import { diagnostic } from "../../diagnostic/catalogue.js";
import { isAnnotation } from "../rules/annotations.js";
import { originAt } from "./document-location.js";
import type { DynamicReferences } from "./resolved.js";
import type { Kind } from "../rules/rule.js";
import type { WalkState } from "./walk.js";

type Holder = Record<string, unknown>;

/** A reference that has to be followed to know what a schema is: nothing of a value is consumed on the way. */
export interface Edge {
  readonly holder: Holder;
  /** A `$dynamicRef` only where it means the same however it is reached. */
  readonly key: "$ref" | "$dynamicRef";
  readonly to: string;
  /** Whether it stands in a list of alternatives. */
  readonly choice: boolean;
  /** How deep it stands below the target, and how often what is there is only asked, or one of several: the reference at the top says what the target is. */
  readonly depth: Depth;
  /** The alternatives of which its holder is one. */
  readonly alternatives: unknown[] | undefined;
}

interface Depth {
  readonly asked: number;
  readonly all: number;
}

interface Step {
  readonly name: string;
  readonly edges: Edge[];
  /** The edge that is being followed. */
  edge: Edge | undefined;
}

/**
 * Reports references that lead only back to themselves, and takes them out, so that later stages come to an end. A schema may
 * well contain itself in a property or as an item: a value then ends it. But a schema that *is* itself, or is one of several
 * things among them itself, says nothing that could be checked.
 *
 * One such circle has a meaning: a base that is one of its own subtypes, each of which is the base and more. There the subtype
 * means the base without its alternatives, and gets that.
 */
export function cutCycles(state: WalkState, dynamic: DynamicReferences | undefined): void {
  for (const [kind, targets] of state.targets) {
    const done = new Set<string>();
    const edgesAt = (value: unknown): Edge[] => edgesOf(kind, value, dynamic);
    for (const start of targets.keys()) while (cutFrom(start, edgesAt, targets, done, state));
  }
}

/** Whether a subtype was given its base anew, so that what was searched must be searched again. A depth-first search with its own stack: a chain of references may be as long as the file. */
function cutFrom(
  start: string,
  edgesAt: (value: unknown) => Edge[],
  targets: ReadonlyMap<string, unknown>,
  done: Set<string>,
  state: WalkState,
): boolean {
  if (done.has(start)) return false;
  const onPath = new Set([start]);
  const stack: Step[] = [{ name: start, edges: edgesAt(targets.get(start)), edge: undefined }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.edges.pop();
    top.edge = edge;
    if (edge === undefined) {
      done.add(top.name);
      onPath.delete(top.name);
      stack.pop();
    } else if (onPath.has(edge.to)) {
      const circle = stack.slice(stack.findIndex(({ name }) => name === edge.to)).flatMap((step) => step.edge ?? []);
      if (giveBase(circle, targets, state)) return true;
      const deepest = circle.reduce((found, each) => (isDeeper(found, each) ? found : each));
      cut(deepest, state);
      // What was reached by a reference that is gone is not on the path any more.
      for (let last = stack.at(-1); last !== undefined && last.edge !== deepest; last = stack.at(-1)) {
        onPath.delete(last.name);
        stack.pop();
      }
    } else if (!done.has(edge.to)) {
      onPath.add(edge.to);
      stack.push({ name: edge.to, edges: edgesAt(targets.get(edge.to)), edge: undefined });
    }
  }
  return false;
}

/** Of two that are as deep, the later one closes the circle. */
const isDeeper = ({ depth: one }: Edge, { depth: other }: Edge): boolean =>
  one.asked === other.asked ? one.all > other.all : one.asked > other.asked;

/** In a circle of a base and its subtypes: puts the base, less its alternatives, in the place of a subtype's reference to it. */
function giveBase(circle: readonly Edge[], targets: ReadonlyMap<string, unknown>, state: WalkState): boolean {
  const index = circle.findIndex((edge, at) => !edge.choice && circle[(at + 1) % circle.length]?.choice === true);
  const edge = circle[index];
  const base = edge === undefined ? undefined : targets.get(edge.to);
  if (edge === undefined || !isHolder(base)) return false;
  const shared = Object.entries(base).filter(([key]) => !ALTERNATIVES.has(key));
  // What the base itself is made of would come along, and could bring the circle back.
  if (edgesOf("schema", Object.fromEntries(shared), undefined).length > 0) return false;
  report("base-cycle", edge, state);
  Reflect.deleteProperty(edge.holder, edge.key);
  for (const [key, value] of shared) {
    if (!Object.hasOwn(edge.holder, key))
      Object.defineProperty(edge.holder, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return true;
}

/** Takes a reference out; and with it the alternative that is nothing else, which without it would be any value. */
function cut(edge: Edge, state: WalkState): void {
  const { holder, key, alternatives } = edge;
  report("ref-cycle", edge, state);
  Reflect.deleteProperty(holder, key);
  const index = alternatives?.indexOf(holder) ?? -1;
  if (index >= 0 && (alternatives?.length ?? 0) > 1 && Object.keys(holder).every(isAnnotation)) alternatives?.splice(index, 1);
}

function report(code: "base-cycle" | "ref-cycle", { holder, key, to, depth }: Edge, state: WalkState): void {
  const location = state.locations.get(holder);
  const name = to.slice(to.indexOf("#"));
  const at = location === undefined ? undefined : { ...originAt(location), pointer: `${originAt(location).pointer}/${key}` };
  state.diagnostics.push(
    code === "ref-cycle"
      ? diagnostic(
          code,
          `The reference to "${name}" leads ${depth.all === 0 ? "only back to itself" : "back to the schema that it stands in"}.`,
          {
            at,
            hint: "A schema may contain itself in a property or as an item, but it cannot be itself.",
            assumed: "the reference is left out",
          },
        )
      : diagnostic(code, `This subtype of "${name}" is also one of its alternatives; the base is read here without them.`, {
          at,
          hint: "Put what the alternatives share into a schema of its own, and refer to that one from each.",
        }),
  );
}

/** The references in a target that have to be followed to know what it is. */
export function edgesOf(kind: Kind, value: unknown, dynamic: DynamicReferences | undefined): Edge[] {
  const edges: Edge[] = [];
  collect(value, { isSchema: kind === "schema", choice: false, alternatives: undefined, depth: { asked: 0, all: 0 }, dynamic }, edges);
  return edges;
}

const LISTS = ["allOf", "anyOf", "oneOf"];
const ALTERNATIVES = new Set(["anyOf", "oneOf", "discriminator"]);
const SINGLES = ["if", "then", "else", "not"];

interface Way {
  readonly isSchema: boolean;
  readonly choice: boolean;
  readonly alternatives: unknown[] | undefined;
  readonly depth: Depth;
  readonly dynamic: DynamicReferences | undefined;
}

/** Depth is that of the file, which has a limit. */
function collect(value: unknown, way: Way, edges: Edge[]): void {
  if (!isHolder(value)) return;
  const { choice, alternatives, depth, dynamic } = way;
  if (typeof value["$ref"] === "string") edges.push({ holder: value, key: "$ref", to: value["$ref"], choice, alternatives, depth });
  if (!way.isSchema) return;
  const same = dynamic?.names.has(value) === true ? undefined : value["$dynamicRef"];
  if (typeof same === "string") edges.push({ holder: value, key: "$dynamicRef", to: same, choice, alternatives, depth });
  for (const key of LISTS) {
    const members: unknown = value[key];
    if (!Array.isArray(members)) continue;
    const isChoice = ALTERNATIVES.has(key);
    const below = { asked: depth.asked + (isChoice ? 1 : 0), all: depth.all + 1 };
    const inside = { ...way, depth: below, choice: choice || isChoice, alternatives: isChoice ? (members as unknown[]) : undefined };
    for (const member of members) collect(member, inside, edges);
  }
  const single = { ...way, depth: { asked: depth.asked + 1, all: depth.all + 1 }, alternatives: undefined };
  for (const key of SINGLES) if (value[key] !== undefined) collect(value[key], single, edges);
  const dependent: unknown = value["dependentSchemas"];
  if (isHolder(dependent)) for (const key of Object.keys(dependent)) collect(dependent[key], single, edges);
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
