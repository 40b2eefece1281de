/**
 * What tests have shown of the values that a check looks at: all that TypeScript concludes from them, for it finds fault with a comparison
 * that is decided already, and with a property of a value that there cannot be.
 */
import { and, not, or, type Test } from "./test.js";

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

/** What a value may be: of `types` each value, and of other types these constants, by their text. */
interface Fact {
  readonly types: number;
  readonly constants: ReadonlySet<string> | undefined;
}

const everything: Fact = { types: 2 ** 11 - 1, constants: undefined };

/**
 * One of some values: those of types, or a constant. `own`: the types that a value is of if nothing was known of it, and that it is not of if
 * it is none of them.
 */
interface Values {
  readonly types: number;
  readonly own: number;
  readonly constant?: string;
}

/** That an expression has one of some values, or has not. */
interface Claim {
  readonly of: string;
  readonly values: Values;
  readonly holds: boolean;
}

export class Knowledge {
  private readonly facts = new Map<string, Fact>();
  private readonly outer: Knowledge | undefined;

  constructor(outer?: Knowledge) {
    this.outer = outer;
  }

  /** The same, to which more is added for a while. */
  fork(): Knowledge {
    return new Knowledge(this);
  }

  /** From now on a test holds, or does not. */
  learn(test: Test, holds: boolean): this {
    if (test.kind === "and" || test.kind === "or") this.learnJoined(holds ? test : not(test));
    else {
      const claim = claimOf(test);
      if (claim !== undefined) this.facts.set(claim.of, narrowed(this.factOf(claim.of), claim.values, claim.holds === holds));
    }
    return this;
  }

  /** A name has the value of an expression. */
  copy(of: string, name: string): void {
    const fact = this.factOf(of);
    if (fact !== everything) this.facts.set(name, fact);
  }

  private learnJoined(test: Test): void {
    if (test.kind === "and") for (const operand of test.operands) this.learn(operand, true);
    if (test.kind !== "or") return;
    const others = this.fork();
    const ways = test.operands.map((operand) => {
      const way = others.fork().learn(operand, true);
      others.learn(operand, false);
      return way;
    });
    this.learnEither(ways);
  }

  /** From now on what is known is what each of these knows, which were forked from here. */
  learnEither(ways: readonly Knowledge[]): void {
    const [first, ...others] = ways;
    // Of a value that one of them says nothing about, all of them say nothing.
    for (const [of, fact] of first?.facts ?? [])
      this.facts.set(
        of,
        others.reduce((sum, way) => joined(sum, way.factOf(of)), fact),
      );
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
    const inside = this.fork();
    const operands = test.operands.map((operand) => {
      const settled = inside.settle(operand);
      inside.learn(operand, test.kind === "and");
      return settled;
    });
    if (operands.every((operand, index) => operand === test.operands[index])) return test;
    return test.kind === "and" ? and(...operands) : or(...operands);
  }

  private decide(test: Test): boolean | undefined {
    const claim = claimOf(test);
    if (claim === undefined) return undefined;
    const fact = this.factOf(claim.of);
    if (fact === everything) return undefined;
    if (isImpossible(narrowed(fact, claim.values, true))) return !claim.holds;
    return isImpossible(narrowed(fact, claim.values, false)) ? claim.holds : undefined;
  }

  private factOf(of: string): Fact {
    return this.facts.get(of) ?? this.outer?.factOf(of) ?? everything;
  }
}

const isImpossible = ({ types, constants }: Fact): boolean => types === 0 && (constants === undefined || constants.size === 0);

/** What is left of a fact where a value is one of some, or is not. */
function narrowed({ types, constants }: Fact, values: Values, isOne: boolean): Fact {
  const { constant } = values;
  if (!isOne) {
    // Of `unknown` TypeScript takes nothing away but null and undefined.
    const taken = isOpen(types) ? values.own & absent : values.own;
    return { types: types & ~taken, constants: constants && some(constants, (text) => text !== constant && (typeOf(text) & taken) === 0) };
  }
  if (constant === undefined)
    return {
      types: types & (isOpen(types) ? values.own : values.types),
      constants: constants && some(constants, (text) => (typeOf(text) & values.types) !== 0),
    };
  const isPossible = (types & typeOf(constant)) !== 0 || constants?.has(constant) === true;
  return { types: 0, constants: isPossible ? new Set([constant]) : undefined };
}

/** Whether a value may be anything but null or undefined. */
const isOpen = (types: number): boolean => (types & bits.other) !== 0;

function some(constants: ReadonlySet<string>, isLeft: (text: string) => boolean): ReadonlySet<string> {
  return new Set([...constants].filter(isLeft));
}

/** What is known where one of two facts holds. */
function joined(one: Fact, other: Fact): Fact {
  const types = one.types | other.types;
  if (one.constants === undefined && other.constants === undefined) return { types, constants: undefined };
  const constants = [...(one.constants ?? []), ...(other.constants ?? [])];
  return { types, constants: new Set(constants.filter((text) => (typeOf(text) & types) === 0)) };
}

/** The type of a number, a bigint or a string, by its text. */
function typeOf(text: string): number {
  if (text.startsWith('"')) return bits.string;
  return text.endsWith("n") ? bits.bigint : bits.number;
}

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
} as const;

function valuesOf(text: string): Values | undefined {
  if (text === "null" || text === "undefined" || text === "true" || text === "false") return allOf(bits[text]);
  return /^(?:".*"|-?\d+n|-?[\d.]+(?:e[+-]?\d+)?)$/.test(text) ? { types: 0, own: 0, constant: text } : undefined;
}
