/**
 * What tests have shown of the values that a check looks at: all that TypeScript concludes from them, for it finds fault with a comparison
 * that is decided already, and with a property of a value that there cannot be.
 */
import { and, or, type Test } from "./test.js";

/** Types of values, and values that are a type by themselves, as bits. `other`: what `unknown` is besides. */
const bits = {
  null: 1,
  undefined: 2,
  true: 4,
  false: 8,
  number: 16,
  bigint: 32,
  string: 64,
  array: 128,
  object: 256,
  Blob: 512,
  other: 1024,
} as const;
const absent = bits.null | bits.undefined;
/**
 * Among the types of a fact: that the value is null or undefined on one of the ways to it. Without `strictNullChecks` TypeScript
 * concludes nothing from that, and takes the value for unknown: a test of its type is needed then, also where one type is left.
 */
const nullable = 2048;

/** What a value may be: of `types` each value, and of other types these constants, by their text. */
interface Fact {
  readonly types: number;
  readonly constants: ReadonlySet<string> | undefined;
}

/** A fact without constants for each set of types that came up: nearly all facts are such. */
const ofTypes: Fact[] = [];
const allOfTypes = (types: number): Fact => (ofTypes[types] ??= { types, constants: undefined });

const factOf = (types: number, constants: Fact["constants"]): Fact => (constants === undefined ? allOfTypes(types) : { types, constants });

const everything = allOfTypes(2 ** 11 - 1);

/**
 * One of some values: those of types, or a constant. `own`: the types that a value is of if nothing was known of it, and that it is not of if
 * it is none of them.
 */
interface Values {
  readonly types: number;
  readonly own: number;
  readonly constant?: string;
  /** Only some values of the types: what is of one of them may be such a value, or may not, and what is none may be of these types. */
  readonly some?: true;
}

/** That an expression has one of some values, or has not. */
interface Claim {
  readonly of: string;
  readonly values: Values;
  readonly holds: boolean;
}

/** One for a function: what is learned on a way through it is taken back where the way ends. */
export class Knowledge {
  private readonly facts = new Map<string, Fact>();
  /** What was known before each change, in order. */
  private readonly changes: { readonly of: string; readonly before: Fact }[] = [];

  /** What is learned meanwhile is forgotten. */
  aside<T>(run: () => T): T {
    const start = this.changes.length;
    const result = run();
    this.forget(start);
    return result;
  }

  /** From now on what is known is what each of some ways knows in the end; those that answer false do not get here. */
  learnEither(...ways: readonly (() => boolean)[]): void {
    let common: Common;
    for (const way of ways) {
      const start = this.changes.length;
      if (way()) common = this.inCommon(common, start);
      this.forget(start);
    }
    this.learnCommon(common);
  }

  /** From now on a test holds, or does not. */
  learn(test: Test, holds: boolean): this {
    if (test.kind === "and" || test.kind === "or") {
      if ((test.kind === "and") === holds) for (const operand of test.operands) this.learn(operand, holds);
      else this.learnFirst(test.operands, holds);
      return this;
    }
    const claim = claimOf(test);
    if (claim !== undefined) this.set(claim.of, narrowed(this.knownOf(claim.of), claim.values, claim.holds === holds));
    return this;
  }

  /** A name has the value of an expression. */
  copy(of: string, name: string): void {
    const fact = this.knownOf(of);
    if (fact !== everything) this.set(name, fact);
  }

  /** One of some tests is the first that holds, or does not; those before it are the other way round. */
  private learnFirst(tests: readonly Test[], holds: boolean): void {
    const common = this.aside(() => {
      let sum: Common;
      for (const test of tests) {
        const start = this.changes.length;
        sum = this.learn(test, holds).inCommon(sum, start);
        this.forget(start);
        this.learn(test, !holds);
      }
      return sum;
    });
    this.learnCommon(common);
  }

  /** What ways before and one that has learned something since `start` have in common. Of what one of them knows nothing, all know nothing. */
  private inCommon(common: Common, start: number): Common {
    if (common === undefined) return new Map(this.changes.slice(start).map(({ of }) => [of, new Sum(this.knownOf(of))]));
    for (const [of, sum] of common) sum.add(this.knownOf(of));
    return common;
  }

  private learnCommon(common: Common): void {
    if (common !== undefined) for (const [of, sum] of common) this.set(of, sum.fact());
  }

  private set(of: string, fact: Fact): void {
    const before = this.knownOf(of);
    if (before === fact) return;
    this.changes.push({ of, before });
    this.facts.set(of, fact);
  }

  /** Takes back all changes since there were `start` of them, the last one first. */
  private forget(start: number): void {
    while (this.changes.length > start) {
      const change = this.changes.pop();
      if (change !== undefined) this.facts.set(change.of, change.before);
    }
  }

  /** The same test without what is known already. */
  settle(test: Test): Test {
    switch (test.kind) {
      case "and":
      case "or":
        return this.settleJoined(test);
      case "same":
      case "atom": {
        const decided = this.decide(test);
        return decided === undefined ? test : { kind: "known", value: decided };
      }
      case "known":
      case "fits":
        return test;
    }
  }

  private settleJoined(test: Test & { readonly kind: "and" | "or" }): Test {
    const operands = this.aside(() =>
      test.operands.map((operand) => {
        const settled = this.settle(operand);
        this.learn(operand, test.kind === "and");
        return settled;
      }),
    );
    if (operands.every((operand, index) => operand === test.operands[index])) return test;
    return test.kind === "and" ? and(...operands) : or(...operands);
  }

  private decide(test: Test): boolean | undefined {
    const claim = claimOf(test);
    const fact = claim === undefined ? everything : this.knownOf(claim.of);
    if (claim === undefined || fact === everything) return undefined;
    if (isImpossible(narrowed(fact, claim.values, true))) return !claim.holds;
    return isOnly(fact, claim.values) ? claim.holds : undefined;
  }

  private knownOf(of: string): Fact {
    return this.facts.get(of) ?? everything;
  }
}

/** What is known on each of some ways that came so far; `undefined` where none has. */
type Common = ReadonlyMap<string, Sum> | undefined;

/** What is known where one of many facts holds: there may be a constant for each of them, which are added to one set. */
class Sum {
  private types: number;
  private constants: Set<string> | undefined;
  private last: Fact;

  constructor(first: Fact) {
    this.types = first.types;
    this.constants = first.constants && new Set(first.constants);
    this.last = first;
  }

  add(fact: Fact): void {
    if (fact === this.last) return;
    this.last = fact;
    const before = this.types;
    this.types |= fact.types;
    if (fact.constants !== undefined) this.constants ??= new Set();
    const { constants, types } = this;
    if (constants === undefined) return;
    if (types !== before) for (const text of constants) if ((typeOf(text) & types) !== 0) constants.delete(text);
    for (const text of fact.constants ?? []) if ((typeOf(text) & types) === 0) constants.add(text);
  }

  fact(): Fact {
    return factOf(this.types, this.constants);
  }
}

const isImpossible = ({ types, constants }: Fact): boolean =>
  (types & ~nullable) === 0 && (constants === undefined || constants.size === 0);

/** Whether a value that is known can be no other than one of some: the same as that nothing is left without them, but nothing is made. */
function isOnly(fact: Fact, values: Values): boolean {
  if (values.some === true || ((fact.types & nullable) !== 0 && !isAbsence(values))) return false;
  const taken = takenFrom(fact, values);
  if ((fact.types & ~(taken | nullable)) !== 0) return false;
  for (const text of fact.constants ?? []) if (text !== values.constant && (typeOf(text) & taken) === 0) return false;
  return true;
}

/** The types that a value is not of where it is none of some values. Of `unknown` TypeScript takes nothing away but null and undefined. */
function takenFrom({ types }: Fact, { own, some: onlySome }: Values): number {
  if (onlySome === true) return 0;
  return isOpen(types) ? own & absent : own;
}

/** What is left of a fact where a value is one of some, or is not. */
function narrowed(fact: Fact, values: Values, isOne: boolean): Fact {
  const { types, constants } = fact;
  const { constant } = values;
  if (!isOne) {
    const taken = takenFrom(fact, values);
    return factOf(types & ~taken, constants && some(constants, (text) => text !== constant && (typeOf(text) & taken) === 0));
  }
  if (constant === undefined) {
    const left = constants && some(constants, (text) => (typeOf(text) & values.types) !== 0);
    return factOf(kept(types, values), left);
  }
  const isPossible = (types & typeOf(constant)) !== 0 || constants?.has(constant) === true;
  return factOf(0, isPossible ? new Set([constant]) : undefined);
}

/** Which types are left where a value is of one of some. */
function kept(types: number, values: Values): number {
  const { types: possible, own } = values;
  if (isAbsence(values)) return (types & own) | (isOpen(types) ? nullable : types & nullable);
  if (isOpen(types)) return types & own;
  // None of the known types is a Blob's, and an object may be one: TypeScript takes each of them for both then, a boolean too.
  const isBoth = own === bits.Blob && (types & bits.Blob) === 0 && (types & bits.object) !== 0;
  return isBoth ? types : types & possible;
}

const isAbsence = ({ types, constant }: Values): boolean => constant === undefined && (types & ~absent) === 0;

/** Whether a value may be anything but null or undefined. */
const isOpen = (types: number): boolean => (types & bits.other) !== 0;

function some(constants: ReadonlySet<string>, isLeft: (text: string) => boolean): ReadonlySet<string> {
  return new Set([...constants].filter(isLeft));
}

/** The type of a number or a string, by its text. */
const typeOf = (text: string): number => (text.startsWith('"') ? bits.string : bits.number);

function claimOf(test: Test): Claim | undefined {
  if (test.kind === "atom") {
    const { type } = test;
    return type === undefined ? undefined : { of: type.of, values: byCall[type.is], holds: type.holds };
  }
  if (test.kind !== "same") return undefined;
  const { left, right, negated } = test;
  const isOfType = left.startsWith("typeof ");
  const values = isOfType ? byTypeof.get(right) : valuesOf(right);
  return values === undefined ? undefined : { of: isOfType ? left.slice("typeof ".length) : left, values, holds: !negated };
}

const allOf = (types: number): Values => ({ types, own: types });

/** A bigint that is made by a call: TypeScript knows its type and not its value. */
const oneBigint: Values = { ...allOf(bits.bigint), some: true };

const byTypeof: ReadonlyMap<string, Values> = new Map([
  ['"number"', allOf(bits.number)],
  ['"bigint"', allOf(bits.bigint)],
  ['"string"', allOf(bits.string)],
  ['"boolean"', allOf(bits.true | bits.false)],
]);

const byCall = {
  array: allOf(bits.array),
  // Either may be the other one, too.
  object: { types: bits.object | bits.Blob, own: bits.object },
  Blob: { types: bits.object | bits.Blob, own: bits.Blob },
  digits: { ...allOf(bits.string), some: true },
} as const satisfies Record<string, Values>;

const byWord: ReadonlyMap<string, Values> = new Map(
  (["null", "undefined", "true", "false"] as const).map((word) => [word, allOf(bits[word])]),
);

function valuesOf(text: string): Values | undefined {
  const word = byWord.get(text);
  if (word !== undefined) return word;
  if (text.startsWith("BigInt(")) return oneBigint;
  return /^(?:".*"|-?[\d.]+(?:e[+-]?\d+)?)$/.test(text) ? { types: 0, own: 0, constant: text } : undefined;
}
