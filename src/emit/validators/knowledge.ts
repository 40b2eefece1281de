/**
 * What tests have shown of the values that a check looks at: all that TypeScript concludes from them, for it finds fault with a comparison
 * that is decided already, and with a property of a value that there cannot be.
 */
import { and, not, or, type Test } from "./test.js";
import type { ValueType } from "./types-of.js";

type Kind = ValueType | "undefined" | "Blob" | "other";

/** Values of one type: all of them, or only these constants. */
type Values = ReadonlySet<string> | "all";

/** What a value may be, type by type. */
type Fact = ReadonlyMap<Kind, Values>;

/** That an expression has one of some values, or has not. `otherwise`: the values that it does not have then. */
interface Claim {
  readonly of: string;
  readonly fact: Fact;
  readonly otherwise: Fact;
  readonly holds: boolean;
}

const booleans: ReadonlySet<string> = new Set(["true", "false"]);
const kinds: readonly Kind[] = ["null", "undefined", "boolean", "number", "bigint", "string", "array", "object", "Blob", "other"];
const allOf = (kind: Kind): Fact => new Map([[kind, kind === "boolean" ? booleans : "all"]]);
const anyObject: Fact = new Map([...allOf("object"), ...allOf("Blob")]);
const byKind: ReadonlyMap<string, Fact> = new Map(kinds.map((kind) => [kind, allOf(kind)]));
const everything: Fact = new Map([...byKind.values()].flatMap((fact) => [...fact]));

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
      if (claim !== undefined) this.facts.set(claim.of, narrowed(this.factOf(claim.of), claim, claim.holds === holds));
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
    if (narrowed(fact, claim, true).size === 0) return !claim.holds;
    return narrowed(fact, claim, false).size === 0 ? claim.holds : undefined;
  }

  private factOf(of: string): Fact {
    return this.facts.get(of) ?? this.outer?.factOf(of) ?? everything;
  }
}

/** What is left of a fact where a claim is right, or is not. */
function narrowed(fact: Fact, claim: Claim, isRight: boolean): Fact {
  const other = isRight ? claim.fact : claim.otherwise;
  const left = new Map<Kind, Values>();
  // Of `unknown` TypeScript takes nothing away but null and undefined.
  const isOpen = !isRight && fact.has("other");
  for (const [kind, values] of fact) {
    const others = isOpen && kind !== "null" && kind !== "undefined" ? undefined : other.get(kind);
    const both = isRight ? common(values, others) : without(values, others);
    if (both !== undefined) left.set(kind, both);
  }
  return left;
}

function common(values: Values, others: Values | undefined): Values | undefined {
  if (others === undefined || others === "all") return others === undefined ? undefined : values;
  return values === "all" ? others : some([...values].filter((value) => others.has(value)));
}

function without(values: Values, others: Values | undefined): Values | undefined {
  if (others === undefined || others === "all") return others === undefined ? values : undefined;
  // All texts but one are no list.
  return values === "all" ? values : some([...values].filter((value) => !others.has(value)));
}

const some = (values: readonly string[]): Values | undefined => (values.length === 0 ? undefined : new Set(values));

/** What is known where one of two facts holds. */
function joined(one: Fact, other: Fact): Fact {
  const either = new Map(one);
  for (const [kind, values] of other) {
    const known = one.get(kind);
    either.set(kind, known === undefined ? values : known === "all" || values === "all" ? "all" : new Set([...known, ...values]));
  }
  return either;
}

function claimOf(test: Test): Claim | undefined {
  if (test.kind === "atom") {
    const { type } = test;
    if (type === undefined) return undefined;
    // A Blob is an object too; of what is none, TypeScript takes it for possible.
    const fact = type.is === "object" ? anyObject : allOf(type.is);
    return { of: bare(type.of), fact, otherwise: allOf(type.is), holds: type.holds };
  }
  if (test.kind !== "same") return undefined;
  const fact = test.left.startsWith("typeof ") ? byKind.get(test.right.slice(1, -1)) : constant(test.right);
  if (fact === undefined) return undefined;
  return { of: bare(test.left.replace(/^typeof /, "")), fact, otherwise: fact, holds: !test.negated };
}

/** An expression that TypeScript is told to forget the type of has the same value. */
const bare = (expression: string): string => expression.replace(/^\((.*) as unknown\)$/, "$1");

const constants: readonly (readonly [Kind, RegExp])[] = [
  ["boolean", /^(?:true|false)$/],
  ["string", /^".*"$/],
  ["bigint", /^-?\d+n$/],
  ["number", /^-?[\d.]+(?:e[+-]?\d+)?$/],
];

function constant(text: string): Fact | undefined {
  if (text === "null" || text === "undefined") return byKind.get(text);
  const kind = constants.find(([, pattern]) => pattern.test(text))?.[0];
  return kind === undefined ? undefined : new Map([[kind, new Set([text])]]);
}
