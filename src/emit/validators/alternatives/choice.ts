/** How a guard finds out which of several alternatives a value can be of, where it need not ask each: by a literal, or by the names that are there. */
import type { Json } from "../../../source/source-file.js";
import type { Schema } from "../../../model/ir/schema.js";
import { isNever } from "../walk.js";
import type { Exclusion } from "./exclusion.js";

export type Choice =
  /** What a property says. A value without it can be of those of `absent`, one that says something else of those of `otherwise`. */
  | {
      readonly kind: "literal";
      /** The name of the property, or of one and of another in it. */
      readonly path: readonly [string] | readonly [string, string];
      readonly cases: readonly { readonly literals: readonly Json[]; readonly members: Members }[];
      readonly absent: Members;
      readonly otherwise: Members;
    }
  /** Whether a property is there: it is in all values of some alternatives, and in none of the others. */
  | { readonly kind: "name"; readonly name: string; readonly present: Members; readonly absent: Members };

/** Positions of alternatives. */
export type Members = readonly number[];

/** Alternatives from which on it takes less time, and not much more code, to look first. `optional`: a literal that may be left out. */
const fewest = { literal: 4, optional: 8, name: 3 } as const;

/** Alternatives up to which names are looked for that tell them apart. */
const mostNamed = 100;

/** What is known of a value already: properties that were asked for, and whether a literal was, which it does not have. */
export interface Known {
  readonly names: ReadonlySet<string>;
  readonly literal: boolean;
}

export function choiceOf(members: Members, schemas: readonly Schema[], known: Known, exclusion: Exclusion): Choice | undefined {
  const all = members.map((member) => aboutOf(member, schemas[member], exclusion));
  // Without the literal, to ask for another one would repeat all alternatives again.
  const choice = known.literal ? undefined : (byLiteral(all, known.names) ?? byInnerLiteral(all, exclusion));
  return choice ?? byName(all, known.names);
}

/** What is asked of one alternative here. */
interface About {
  readonly member: number;
  readonly required: ReadonlySet<string>;
  /** The names that it says something of. */
  readonly names: ReadonlySet<string>;
  /** The literals that a property may be; `undefined` where it may be anything else, too. */
  readonly literals: (name: string) => readonly Json[] | undefined;
  readonly forbids: (name: string) => boolean;
  /** The schemas of a property. */
  readonly inside: (name: string) => readonly Schema[];
}

function aboutOf(member: number, schema: Schema | undefined, exclusion: Exclusion): About {
  const facts = schema && exclusion.factsOf(schema);
  const inside = (name: string): readonly Schema[] => (schema === undefined ? [] : exclusion.membersOf(schema, name));
  return {
    member,
    required: facts?.required ?? new Set(),
    names: new Set(facts?.objects.flatMap(({ properties }) => [...properties.keys()])),
    literals: (name) => literalsOf(inside(name), exclusion),
    forbids: (name) => inside(name).some(isNever),
    inside,
  };
}

function literalsOf(schemas: readonly Schema[], exclusion: Exclusion): readonly Json[] | undefined {
  for (const schema of schemas) {
    const { values, bytes } = exclusion.factsOf(schema);
    if (values !== undefined && !bytes) return values;
  }
  return undefined;
}

const membersOf = (all: readonly About[]): Members => all.map(({ member }) => member);

function byLiteral(all: readonly About[], asked: ReadonlySet<string>): Choice | undefined {
  const [first, second] = all;
  if (first === undefined || second === undefined || all.length < fewest.literal) return undefined;
  let best: (Choice & { readonly kind: "literal" }) | undefined;
  // All but one have it.
  for (const name of new Set([...first.names, ...second.names])) {
    const choice = asked.has(name) ? undefined : literalChoice(name, all);
    if (choice !== undefined && (best === undefined || choice.absent.length < best.absent.length)) best = choice;
  }
  return best;
}

/** `undefined` where a literal leaves too many alternatives to ask. */
function literalChoice(name: string, all: readonly About[]): (Choice & { readonly kind: "literal" }) | undefined {
  const open = all.filter((about) => about.literals(name) === undefined);
  if (open.length > 1) return undefined;
  const byValue = new Map<Json, number[]>();
  for (const about of all) {
    for (const value of new Set(about.literals(name))) {
      const members = byValue.get(value);
      if (members === undefined) byValue.set(value, [about.member]);
      else members.push(about.member);
    }
  }
  const cases = new Map<string, { readonly literals: Json[]; readonly members: Members }>();
  for (const [value, own] of byValue) {
    const members = [...own, ...membersOf(open)].sort((one, other) => one - other);
    const known = cases.get(members.join());
    if (known === undefined) cases.set(members.join(), { literals: [value], members });
    else known.literals.push(value);
  }
  const sum = [...cases.values()].reduce((count, { members }) => count + members.length, 0);
  const isClear = [...cases.values()].every(({ members }) => 2 * members.length <= all.length);
  if (!isClear || sum > 2 * all.length || cases.size < fewest.literal - 1) return undefined;
  const absent = membersOf(all.filter(({ required }) => !required.has(name)));
  if (absent.length > 0 && all.length < fewest.optional) return undefined;
  return { kind: "literal", path: [name], cases: [...cases.values()], absent, otherwise: membersOf(open) };
}

/** A literal one step further in: each alternative requires it, and has literals of its own. */
function byInnerLiteral(all: readonly About[], exclusion: Exclusion): Choice | undefined {
  const [first] = all;
  if (first === undefined || all.length < fewest.literal) return undefined;
  for (const outer of first.required) {
    if (!all.every(({ required, inside }) => required.has(outer) && inside(outer).some((schema) => isObject(schema, exclusion)))) continue;
    const within = all.map(({ member, inside }) => ({ member, parts: inside(outer) }));
    for (const name of new Set(within[0]?.parts.flatMap((part) => [...exclusion.factsOf(part).required]))) {
      const cases = within.map(({ member, parts }) => {
        const isThere = parts.some((part) => exclusion.factsOf(part).required.has(name));
        const literals = parts.map((part) => literalsOf(exclusion.membersOf(part, name), exclusion)).find((values) => values !== undefined);
        return { literals: isThere ? [...new Set(literals)] : [], members: [member] };
      });
      const literals = cases.flatMap((each) => each.literals);
      const isClear = cases.every((each) => each.literals.length > 0) && new Set(literals).size === literals.length;
      if (isClear) return { kind: "literal", path: [outer, name], cases, absent: [], otherwise: [] };
    }
  }
  return undefined;
}

function isObject(schema: Schema, exclusion: Exclusion): boolean {
  const { types, bytes } = exclusion.factsOf(schema);
  return !bytes && types.size === 1 && types.has("object");
}

/** The name that comes closest to halving the alternatives. */
function byName(all: readonly About[], asked: ReadonlySet<string>): Choice | undefined {
  if (all.length < fewest.name || all.length > mostNamed) return undefined;
  let best: (Choice & { readonly kind: "name" }) | undefined;
  const smaller = ({ present, absent }: Choice & { readonly kind: "name" }): number => Math.min(present.length, absent.length);
  for (const name of new Set(all.flatMap(({ required }) => [...required]))) {
    if (asked.has(name)) continue;
    const [present, others] = [all.filter(({ required }) => required.has(name)), all.filter(({ required }) => !required.has(name))];
    if (others.length === 0 || !others.every((about) => about.forbids(name))) continue;
    const choice = { kind: "name", name, present: membersOf(present), absent: membersOf(others) } as const;
    if (best === undefined || smaller(choice) > smaller(best)) best = choice;
  }
  return best;
}
