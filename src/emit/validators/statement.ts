/**
 * The statements that a check is made of, as data: what they say is decided once, and printed twice, as a collector of issues
 * and as a guard that answers yes or no.
 */
import { code, type Code } from "../print/code.js";
import type { Call, Form } from "./callee.js";
import { and, isKnown, not, type Test } from "./test.js";

export type Statement =
  /** Goes into either form as it is. */
  | { readonly kind: "line"; readonly text: Code }
  /** A line that matters only where a check goes on after an issue. It is made where it is printed: it may import what nothing else needs. */
  | { readonly kind: "onward"; readonly make: () => Code }
  /**
   * Members of an object, each under a name of its own. `next`: only the statement after it uses the names. `guarded`: what a guard reads
   * instead, as it makes no calls that say what is asked of a property. Where there is nothing else to read, a collector reads nothing.
   */
  | {
      readonly kind: "read";
      readonly from: Code;
      readonly members: readonly ReadMember[];
      readonly next: boolean;
      readonly guarded?: readonly ReadMember[];
    }
  /** What another check says, kept under a name; `after`: asked only where this holds, a name too. */
  | { readonly kind: "ask"; readonly name: Code; readonly call: Call; readonly form: Form; readonly after: Code | undefined }
  | Fail
  /** The issues that another check finds in a part of the value, or in the value itself. */
  | { readonly kind: "nested"; readonly call: Call; readonly path: readonly Code[] }
  /** None of several alternatives fits: what is wrong with each of them, asked for now or before. */
  | {
      readonly kind: "none";
      readonly keyword: "anyOf" | "oneOf";
      readonly alternatives: readonly (Call | Code)[];
      readonly path: readonly Code[];
    }
  /** What is asked of a property of an object, `from`: `block`, or for a collector one call that says the same. */
  | { readonly kind: "member"; readonly from: Code; readonly print: () => Code; readonly block: Block }
  /** What a collector does, and what a guard does in its place. */
  | { readonly kind: "forms"; readonly block: Block; readonly guard: Block }
  /** The number of the tests that hold, under a name. */
  | { readonly kind: "count"; readonly name: Code; readonly tests: readonly Test[] }
  /** One of several alternatives has to fit, and no more: their number is counted under a name. */
  | { readonly kind: "one"; readonly count: Code; readonly tests: readonly Test[]; readonly none: Statement; readonly several: Statement }
  | If
  /** `each`: the one check that each item of a list is held against. `idle`: a test that is quicker than the loop, and says that it would find nothing. A guard asks it. */
  | {
      readonly kind: "for";
      readonly head: Code;
      readonly body: Block;
      readonly idle?: { readonly before: Block; readonly test: Test };
      readonly each?: Call;
    }
  | { readonly kind: "switch"; readonly on: Code; readonly cases: readonly Case[]; readonly default: Block }
  /** Ends the function: with an expression, as a test decides, or with one issue more than those so far. */
  | { readonly kind: "return"; readonly value: Code | Test | Added };

/** The issues with those that a statement adds. `first`: with the first of them. */
export interface Added {
  readonly kind: "added";
  readonly by: Statement & { readonly kind: "fail" | "none" | "nested" };
  readonly first: boolean;
}

export interface ReadMember {
  readonly name: string;
  readonly as: Code;
}

/** `tested`: all that the test asks for where `then` is one issue: types, values, the function of a format. */
export interface If {
  readonly kind: "if";
  readonly test: Test;
  readonly then: Block;
  readonly else: Block;
  readonly refusesAbsent?: true | undefined;
  readonly tested?: Code | undefined;
}

/** One issue more, at `path` from the value of the function. */
export interface Fail {
  readonly kind: "fail";
  /** The function of `runtime/issues.ts` that makes it. */
  readonly by: FailName;
  readonly expected: Code | undefined;
  /** What the function takes besides. */
  readonly more?: readonly Code[] | undefined;
  readonly path: readonly Code[];
}

export type FailName = `fail${string}`;

export interface Case {
  readonly labels: readonly Code[];
  readonly body: Block;
}

export type Block = readonly Statement[];

/** What a guard does at the first issue. */
export const no: Statement = { kind: "return", value: code`false` };
export const isExit = (block: Block): boolean => block.length === 1 && block[0] === no;

export const line = (text: Code): Statement => ({ kind: "line", text });

export function failure(by: FailName, path: readonly Code[], expected?: Code, more?: readonly Code[]): Fail {
  return { kind: "fail", by, expected, more, path };
}

/** All of them with the same fields in the same order, and none made as a copy with `...`: there are many, and they are looked at often. */
export function conditional(test: Test, then: Block, otherwise: Block, refusesAbsent?: true, tested?: Code): If {
  return { kind: "if", test, then, else: otherwise, refusesAbsent, tested };
}

/** Whether a block does no more than say what is wrong with a value, and needs no name for it: most issues do not name the value. */
export function failsUnread(block: Block, value: Code): boolean {
  return block.every((statement) => statement.kind === "fail" && ![statement.expected, ...(statement.more ?? [])].includes(value));
}

/** `then` where `test` holds, else `otherwise`: as little code as says it. */
export function when(test: Test, then: Block, otherwise: Block = []): Block {
  if (isKnown(test, true)) return then;
  if (isKnown(test, false)) return otherwise;
  if (then.length === 0) return otherwise.length === 0 ? [] : when(not(test), otherwise);
  const only = then[0];
  if (otherwise.length === 0 && then.length === 1 && only?.kind === "if" && only.else.length === 0) {
    return [conditional(and(test, only.test), only.then, [], only.refusesAbsent)];
  }
  return [conditional(test, then, otherwise)];
}

/** A block that is one `if`, with what its test asks for. */
export function withTested(block: Block, tested: Code | undefined): Block {
  const only = block[0];
  return block.length === 1 && only?.kind === "if" && only.then[0]?.kind === "fail"
    ? [conditional(only.test, only.then, only.else, only.refusesAbsent, tested)]
    : block;
}

/** Whether a block finds an issue whatever the value is. */
export function alwaysFails(block: Block): boolean {
  const last = block.at(-1);
  return last !== undefined && failsAlways(last);
}

function failsAlways(statement: Statement): boolean {
  if (statement.kind === "if") return alwaysFails(statement.then) && alwaysFails(statement.else);
  return statement.kind === "fail" || statement.kind === "none";
}

/** Whether nothing that comes after a block is reached. */
export function ends(block: Block): boolean {
  const last = block.at(-1);
  return last !== undefined && isEnd(last);
}

export function isEnd(statement: Statement): boolean {
  if (statement.kind === "switch") return ends(statement.default) && statement.cases.every(({ body }) => ends(body));
  return statement.kind === "return" || (statement.kind === "if" && ends(statement.then) && ends(statement.else));
}
