import type { Api, Schema, SchemaId } from "../model/types.js";

/**
 * Which references may not be printed as references. `type A = B & …; type B = A | …` refers to itself without an object or
 * array in between, which TypeScript refuses: such a reference is replaced by what it leads to.
 */
export interface Cycles {
  /** Of a reference in any position: those that must hold together with others are replaced where this is true. */
  readonly any: (from: SchemaId, to: SchemaId) => boolean;
  /** Of a reference that is a member of a union, once those are gone. */
  readonly member: (from: SchemaId, to: SchemaId) => boolean;
}

type Graph = ReadonlyMap<SchemaId, readonly SchemaId[]>;

export function findCycles(api: Api): Cycles {
  const all = new Map<SchemaId, readonly SchemaId[]>();
  const members = new Map<SchemaId, readonly SchemaId[]>();
  for (const [id, { schema }] of api.schemas) {
    const edges: Edges = { conjuncts: [], members: [] };
    collect(schema, false, edges);
    all.set(id, [...edges.conjuncts, ...edges.members]);
    members.set(id, edges.members);
  }
  // Conjuncts on a cycle are replaced first; what is left of cycles then runs through unions only.
  const inAll = components(all);
  const inMembers = components(members);
  return {
    any: (from, to) => isOnCycle(from, to, inAll, all),
    member: (from, to) => isOnCycle(from, to, inMembers, members),
  };
}

function isOnCycle(from: SchemaId, to: SchemaId, component: ReadonlyMap<SchemaId, number>, graph: Graph): boolean {
  return from === to ? (graph.get(from)?.includes(to) ?? false) : component.has(from) && component.get(from) === component.get(to);
}

interface Edges {
  readonly conjuncts: SchemaId[];
  readonly members: SchemaId[];
}

/** The references of a schema that no object or array stands before. */
function collect(schema: Schema, inUnion: boolean, edges: Edges): void {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") (inUnion ? edges.members : edges.conjuncts).push(assertion.target);
    else if (assertion.kind === "allOf") for (const member of assertion.members) collect(member, inUnion, edges);
    else if (assertion.kind === "anyOf" || assertion.kind === "oneOf") for (const member of assertion.members) collect(member, true, edges);
  }
}

/** Strongly connected components of more than one node (Tarjan, with a stack of our own: descriptions choose the depth). */
function components(graph: Graph): ReadonlyMap<SchemaId, number> {
  const order = new Map<SchemaId, number>();
  const low = new Map<SchemaId, number>();
  const open: SchemaId[] = [];
  const isOpen = new Set<SchemaId>();
  const result = new Map<SchemaId, number>();
  const lower = (id: SchemaId, value: number | undefined): void => {
    if (value !== undefined && value < (low.get(id) ?? Infinity)) low.set(id, value);
  };
  const close = (id: SchemaId): void => {
    if (low.get(id) !== order.get(id)) return;
    const members = open.splice(open.lastIndexOf(id));
    for (const member of members) isOpen.delete(member);
    if (members.length > 1) for (const member of members) result.set(member, order.get(id) ?? 0);
  };
  const enter = (id: SchemaId): Frame => {
    order.set(id, order.size);
    low.set(id, order.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, next: 0 };
  };
  for (const root of graph.keys()) {
    if (order.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const target = graph.get(frame.id)?.[frame.next];
      frame.next += 1;
      if (target === undefined) {
        frames.pop();
        close(frame.id);
        const parent = frames.at(-1);
        if (parent !== undefined) lower(parent.id, low.get(frame.id));
      } else if (!order.has(target)) frames.push(enter(target));
      else if (isOpen.has(target)) lower(frame.id, order.get(target));
    }
  }
  return result;
}

interface Frame {
  readonly id: SchemaId;
  next: number;
}
