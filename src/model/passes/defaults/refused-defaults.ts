import { matchesPattern } from "../../patterns/text-pattern.js";
import type { Verdict } from "../../refusal/look.js";
import { verdictOf, type Held } from "../../refusal/refusal.js";
import { printJson } from "../../ir/print-json.js";
import { meantBy } from "../../ir/lone-reference.js";
import { emptySchema } from "../../ir/empty-schema.js";
import type { Json } from "../../../source/source-file.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Property, Schema } from "../../ir/schema.js";
import { countedNames } from "./counted-names.js";
import type { DefaultOf } from "./default-of.js";
import { holdingsOf, type Holding } from "./holdings.js";

/** A default of a property that something else said of the same property refuses. */
export interface RefusedDefault {
  /** The names of the members that lead from a value to the property. */
  readonly path: readonly string[];
  readonly property: Property;
  readonly value: Json;
  /** What refuses it; `undefined` where the property is not there at all in this direction, and where only a value tells. */
  readonly by: Schema | undefined;
  /** Whether the schema says so in place, of every value: the default is never filled in. */
  readonly always: boolean;
  /** Whether the value decides: one of the two is said of some values only. */
  readonly perhaps: boolean;
}

/** Gives the defaults that may not be filled in where a schema holds, though their own schemas take them. Each schema is looked at once. */
export type RefusedDefaults = (schema: Schema) => readonly RefusedDefault[];

/** Members in members that are looked at: what is said twice of a member may say as much of its own members, without an end. */
const maxNesting = 4;

/** Defaults of one property that are tried: nobody writes as many that differ. */
const mostDefaults = 8;

/** How defaults are held against schemas. */
export type HeldDefaults = Pick<Held, "schemas" | "patterns" | "checks" | "takesDefault"> & {
  /** Whether what is not certain, as a pattern or a format that is not looked at, may refuse a default: then the value tells. */
  readonly doubts: "refuse" | "accept";
};

export function refusedDefaults(held: HeldDefaults, defaultOf: DefaultOf): RefusedDefaults {
  const { schemas } = held;
  const known = new Map<Schema, readonly RefusedDefault[]>();
  const asking: Asking = { defaultOf, refuses: askedOnce(held) };
  const holds = holdingOnce(schemas);
  const refusedIn = (schema: Schema, depth: number): readonly RefusedDefault[] => {
    const holdings = holdingsOf(schema, schemas);
    const isCounted = countedNames(schema, schemas);
    if (holdings.length < 2 && !holdings.some((each) => isOpen(each) || isDoubtful(each, held, defaultOf)))
      return countedFor(holdings, isCounted, defaultOf);
    const open = holdings.filter(isOpen);
    const countedOf = byFirstName(countedFor(holdings, isCounted, defaultOf));
    return [...byNames(holdings)].flatMap(([name, naming]) => {
      // What says something of members without their names says it of this one, too.
      const saying = [...naming, ...open.filter((each) => !each.byName.has(name))].map((each) => ({ ...each, said: saidOf(name, each) }));
      const refused = refusedFor(name, saying, asking);
      const counted = refused.length > 0 ? [] : (countedOf.get(name) ?? []);
      return [...refused, ...counted, ...(depth < maxNesting ? insideOf(name, saying, depth) : [])];
    });
  };
  const insideOf = (name: string, saying: readonly Saying[], depth: number): readonly RefusedDefault[] => {
    if (!saying.some(({ said }) => said.some(({ schema }) => holds(schema)))) return [];
    const members = schemasOf(saying.filter(({ isChosen }) => !isChosen));
    const chosen = byChoice(saying.filter(({ isChosen }) => isChosen)).map(schemasOf);
    if ((members.length === 0 && chosen.length < 2) || members.length + chosen.flat().length < 2) return [];
    const isOwn = saying.every((each) => each.isOwn);
    const inner = refusedIn({ ...emptySchema, assertions: [{ kind: "allOf", members }, ...chosen.flatMap(anyOf)] }, depth + 1);
    return inner.map((each) => ({ ...each, path: [name, ...each.path], always: isOwn && each.always }));
  };
  return (schema) => {
    const found = known.get(schema) ?? refusedIn(schema, 0);
    known.set(schema, found);
    return found;
  };
}

/** What is said of one member. */
type Saying = Holding & { readonly said: readonly Said[] };

interface Said {
  readonly schema: Schema;
  readonly isHidden: boolean;
}

const schemasOf = (all: readonly Saying[]): readonly Schema[] => [...new Set(all.flatMap(({ said }) => said.map(({ schema }) => schema)))];

/** Whether a schema says something of members: patterns have theirs hold of many of them, and each is looked at once. */
function holdingOnce(schemas: Api["schemas"]): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  return (schema) => {
    const found = known.get(schema) ?? holdingsOf(schema, schemas).length > 0;
    known.set(schema, found);
    return found;
  };
}

const anyOf = (members: readonly Schema[]): readonly Assertion[] =>
  members.length === 0 ? [] : [{ kind: "anyOf", members, discriminator: undefined }];

/** What may be chosen, apart for each choice. */
function byChoice(chosen: readonly Saying[]): readonly (readonly Saying[])[] {
  const found = new Map<object | undefined, Saying[]>();
  for (const holding of chosen) {
    const before = found.get(holding.choice);
    if (before === undefined) found.set(holding.choice, [holding]);
    else before.push(holding);
  }
  return [...found.values()];
}

/** Whether it says something of members that it does not name. */
const isOpen = ({ assertion }: Holding): boolean => assertion.patternProperties.length > 0 || assertion.additionalProperties !== undefined;

/** Whether a default comes from inside the schema of its property, where the rest of that schema may refuse it; or nobody knows what that says. */
function isDoubtful({ assertion }: Holding, { schemas, takesDefault }: HeldDefaults, defaultOf: DefaultOf): boolean {
  return assertion.properties.some(({ schema }) => {
    const meant = meantBy(schema, schemas);
    return (meant.default === undefined || takesDefault?.(meant) !== true) && defaultOf(schema) !== undefined;
  });
}

/** The first of each member. */
function byFirstName(all: readonly RefusedDefault[]): ReadonlyMap<string, readonly [RefusedDefault]> {
  return new Map(all.toReversed().map((each): [string, [RefusedDefault]] => [each.property.name, [each]]));
}

/** What names each member. */
function byNames(holdings: readonly Holding[]): ReadonlyMap<string, readonly Holding[]> {
  const found = new Map<string, Holding[]>();
  for (const holding of holdings)
    for (const name of holding.byName.keys()) {
      const naming = found.get(name);
      if (naming === undefined) found.set(name, [holding]);
      else naming.push(holding);
    }
  return found;
}

/** The names of the properties that a schema has by itself, behind a reference or in an alternative. Each schema is looked at once. */
export function mentionedNames(schemas: Api["schemas"]): (schema: Schema) => ReadonlySet<string> {
  const known = new Map<Schema, ReadonlySet<string>>();
  return (schema) => {
    const found = known.get(schema) ?? new Set(holdingsOf(schema, schemas).flatMap(({ byName }) => [...byName.keys()]));
    known.set(schema, found);
    return found;
  };
}

/** The defaults of members whose presence by itself may make a value invalid: only the value tells. */
function countedFor(holdings: readonly Holding[], isCounted: (name: string) => boolean, defaultOf: DefaultOf): readonly RefusedDefault[] {
  return holdings.flatMap(({ assertion, required }) =>
    assertion.properties.flatMap((property): readonly RefusedDefault[] => {
      if (required.has(property.name) || property.schema.hidden !== undefined) return [];
      const value = defaultOf(property.schema);
      if (value === undefined || !isCounted(property.name)) return [];
      return [{ path: [property.name], property, value, by: undefined, always: false, perhaps: true }];
    }),
  );
}

interface Asking {
  readonly defaultOf: DefaultOf;
  /** Whether a schema refuses a default, or may: `undefined` where it does not. */
  readonly refuses: (schema: Schema, given: Given) => "certain" | "perhaps" | undefined;
}

interface Given {
  readonly property: Property;
  readonly value: Json;
  /** The value, written. */
  readonly text: string;
  readonly by: Holding;
}

/** Whether a schema refuses a value: both are met in many places, and looked at once. */
function askedOnce(held: HeldDefaults): Asking["refuses"] {
  const known = new Map<Schema, Map<string, Verdict>>();
  return (schema, { value, text }) => {
    const answers = known.get(schema) ?? new Map<string, Verdict>();
    const verdict = answers.get(text) ?? verdictOf(schema, value, held);
    known.set(schema, answers.set(text, verdict));
    if (typeof verdict === "object") return "certain";
    return verdict === "uncertain" && held.doubts === "refuse" ? "perhaps" : undefined;
  };
}

function refusedFor(name: string, saying: readonly Saying[], { defaultOf, refuses }: Asking): readonly RefusedDefault[] {
  // What must be there is there.
  if (saying.some(({ isChosen, required }) => !isChosen && required.has(name))) return [];
  const isOneChoice = new Set(saying.flatMap(({ isChosen, choice }) => (isChosen ? [choice] : []))).size < 2;
  const refusals = new Map<string, Refusals>();
  return givenFor(name, saying, defaultOf).flatMap((given): readonly RefusedDefault[] => {
    const { property, value, text, by: giving } = given;
    const known = refusals.get(text) ?? refusalsOf(given, saying, refuses);
    refusals.set(text, known);
    // What is certain first: then no value has to be asked.
    const refusing = known.certain() ?? (giving.isChosen ? (isOneChoice ? undefined : known.besides(giving.choice)) : known.chosen());
    if (refusing === undefined) return [];
    const { by: other, schema, isCertain } = refusing;
    const always = [giving, other].every(({ isOwn, isChosen }) => isOwn && !isChosen);
    const perhaps = giving.isChosen || other.isChosen || !isCertain;
    // Of two choices, alternatives that agree may be meant: there is nothing to correct.
    const isAgreed = giving.isChosen && other.isChosen;
    return [{ path: [name], property, value, by: isAgreed ? undefined : schema, always, perhaps }];
  });
}

/** What refuses a value, of all that is said of a member: found once for all who give it, who may be as many as those who say something. */
interface Refusals {
  readonly certain: () => Refusal | undefined;
  readonly chosen: () => Refusal | undefined;
  /** Of what is not said in a choice. What two schemas of one choice say, the one says in the other, or they are not chosen together. */
  readonly besides: (choice: Holding["choice"]) => Refusal | undefined;
}

interface Refusal {
  readonly by: Holding;
  /** Undefined where the member is not there at all. */
  readonly schema: Schema | undefined;
  readonly isCertain: boolean;
}

function refusalsOf(given: Given, saying: readonly Saying[], refuses: Asking["refuses"]): Refusals {
  const refusalIn = (by: Saying): Refusal | undefined => {
    let perhaps: Refusal | undefined;
    for (const { schema, isHidden } of by.said) {
      const verdict = isHidden ? "certain" : refuses(schema, given);
      if (verdict === "certain") return { by, schema: isHidden ? undefined : schema, isCertain: true };
      if (verdict === "perhaps") perhaps ??= { by, schema, isCertain: false };
    }
    return perhaps;
  };
  const first = (all: readonly Saying[]): (() => Refusal | undefined) => once(() => firstOf(all, refusalIn));
  const chosen = saying.filter(({ isChosen }) => isChosen);
  const firstChosen = first(chosen);
  // Whatever is given in the choice that refuses first is refused by the first of another one; all else by the very first.
  const firstOther = once(() =>
    firstOf(
      chosen.filter(({ choice }) => choice !== firstChosen()?.by.choice),
      refusalIn,
    ),
  );
  return {
    certain: first(saying.filter(({ isChosen }) => !isChosen)),
    chosen: firstChosen,
    besides: (choice) => (firstChosen()?.by.choice === choice ? firstOther() : firstChosen()),
  };
}

/** The defaults of a property, each once as far as it holds of every value. */
function givenFor(name: string, saying: readonly Holding[], defaultOf: DefaultOf): readonly Given[] {
  const texts = new Set<string>();
  return saying.flatMap((by): readonly Given[] => {
    const property = by.byName.get(name);
    const value = property === undefined || property.schema.hidden !== undefined ? undefined : defaultOf(property.schema);
    if (property === undefined || value === undefined) return [];
    const text = printJson(value);
    if (!by.isChosen && (texts.has(text) || texts.size === mostDefaults)) return [];
    if (!by.isChosen) texts.add(text);
    return [{ property, value, text, by }];
  });
}

/** What is said of the members of a name. */
function saidOf(name: string, { assertion, byName }: Holding): readonly Said[] {
  const { patternProperties, additionalProperties } = assertion;
  const property = byName.get(name);
  const matching = patternProperties.filter((each) => matchesPattern(each, name) === true);
  const named = [...(property === undefined ? [] : [property]), ...matching].map(({ schema }) => schema);
  const all = named.length > 0 || additionalProperties === undefined ? named : [additionalProperties];
  return all.map((schema) => ({ schema, isHidden: schema.hidden !== undefined }));
}

function firstOf<T, R>(all: readonly T[], find: (each: T) => R | undefined): R | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is found once, when it is asked for. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}
