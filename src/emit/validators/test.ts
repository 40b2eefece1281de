/** Boolean expressions as data, so that they can be turned round, joined and broken into lines without reading their text. */
import { code, empty, indentation, join, trusted, usesOf, type Code } from "../print/code.js";
import type { Call, Form } from "./callee.js";

export type Test =
  | { readonly kind: "known"; readonly value: boolean }
  /** `type`: what it says of the type of an expression, where it says that. */
  | { readonly kind: "atom"; readonly text: Code; readonly inverse: Code; readonly type?: TypeClaim | undefined }
  | { readonly kind: "same"; readonly left: Code; readonly right: Code; readonly negated: boolean }
  /** Whether another check finds nothing wrong. `issues`: those to which it adds its own, where it is not to have issues apart. */
  | { readonly kind: "fits"; readonly call: Call; readonly form: Form; readonly negated: boolean; readonly issues?: Code | undefined }
  | { readonly kind: "and" | "or"; readonly operands: readonly Test[] };

interface TypeClaim {
  readonly of: Code;
  readonly is: "array" | "object" | "Blob" | "digits";
  readonly holds: boolean;
}

export const always: Test = { kind: "known", value: true };
export const never: Test = { kind: "known", value: false };

/** An expression that holds no `&&` or `||` outside parentheses, and its opposite. */
export function atom(text: Code, inverse: Code = code`!${text}`): Test {
  return { kind: "atom", text, inverse };
}

/** A test of the type of an expression by a call. */
export const typed = (text: Code, of: Code, is: TypeClaim["is"], inverse: Code = code`!${text}`): Test => {
  return { kind: "atom", text, inverse, type: { of, is, holds: true } };
};

export const same = (left: Code, right: Code): Test => ({ kind: "same", left, right, negated: false });
export const different = (left: Code, right: Code): Test => ({ kind: "same", left, right, negated: true });

export const fits = (call: Call, form: Form, issues?: Code): Test => ({ kind: "fits", call, form, negated: false, issues });

/** Whether a check that was asked before has found nothing wrong. */
export const isEmpty = (issues: Code): Test => atom(code`${issues}.all.length === 0`, code`${issues}.all.length > 0`);

export function not(test: Test): Test {
  switch (test.kind) {
    case "known":
      return { kind: "known", value: !test.value };
    case "atom":
      return { kind: "atom", text: test.inverse, inverse: test.text, type: test.type && { ...test.type, holds: !test.type.holds } };
    case "same":
      return { kind: "same", left: test.left, right: test.right, negated: !test.negated };
    case "fits":
      return { kind: "fits", call: test.call, form: test.form, negated: !test.negated, issues: test.issues };
    case "and":
      return { kind: "or", operands: test.operands.map(not) };
    case "or":
      return { kind: "and", operands: test.operands.map(not) };
  }
}

export const and = (...tests: readonly Test[]): Test => combine("and", tests);
export const or = (...tests: readonly Test[]): Test => combine("or", tests);
/** `or` of any number of tests: there is one for each of a hundred thousand required properties. */
export const anyOf = (tests: readonly Test[]): Test => combine("or", tests);

function combine(kind: "and" | "or", tests: readonly Test[]): Test {
  const decisive = kind === "or";
  const operands: Test[] = [];
  for (const test of tests) {
    if (test.kind === "known") {
      if (test.value === decisive) return test;
    } else if (test.kind === kind) for (const item of test.operands) operands.push(item);
    else operands.push(test);
  }
  const only = operands[0];
  if (only === undefined) return decisive ? never : always;
  return operands.length === 1 ? only : { kind, operands };
}

export function isKnown(test: Test, value: boolean): boolean {
  return test.kind === "known" && test.value === value;
}

/** On one line; an `and` inside an `or`, and the other way round, in parentheses. */
export function printTest(test: Test): Code {
  switch (test.kind) {
    case "known":
      return test.value ? code`true` : code`false`;
    case "atom":
      return test.text;
    case "same":
      return test.negated ? code`${test.left} !== ${test.right}` : code`${test.left} === ${test.right}`;
    case "fits":
      return printFits(test);
    case "and":
      return join(operandsOf(test), " && ");
    case "or":
      return join(operandsOf(test), " || ");
  }
}

/** @param issues To which a check adds its own; without, it has issues of its own. */
export function printCall({ callee, value, more, apart }: Call, form: Form, issues?: Code): Code {
  return code`${callee.name(form)}(${join(form === "guard" ? [value, ...more] : [value, issues ?? apart(), ...more], ", ")})`;
}

function printFits({ call, form, negated, issues }: Test & { readonly kind: "fits" }): Code {
  const text = printCall(call, form, issues);
  if (form === "guard") return negated ? code`!${text}` : text;
  return negated ? code`${text}.all.length > 0` : code`${text}.all.length === 0`;
}

/** The same test of another expression in place of a name; `undefined` where it uses the name more than once. */
export function instead(test: Test, name: Code, expression: Code): Test | undefined {
  const replace = (text: Code): Code =>
    usesOf(name, text).reduceRight((done, at) => trusted(done.slice(0, at) + expression + done.slice(at + name.length)), text);
  const walk = (part: Test): Test => {
    switch (part.kind) {
      case "known":
        return part;
      case "atom":
        return {
          ...part,
          text: replace(part.text),
          inverse: replace(part.inverse),
          type: part.type && { ...part.type, of: replace(part.type.of) },
        };
      case "same":
        return { ...part, left: replace(part.left), right: replace(part.right) };
      case "fits":
        return { ...part, call: { ...part.call, value: replace(part.call.value), more: part.call.more.map(replace) } };
      case "and":
      case "or":
        return { ...part, operands: part.operands.map(walk) };
    }
  };
  const uses = textsOf(test).reduce((sum, text) => sum + usesOf(name, text).length, 0);
  return uses === 1 ? walk(test) : undefined;
}

/** How long a test is on one line; of a check that it calls the name does not count. */
export function lengthOf(test: Test): number {
  switch (test.kind) {
    case "known":
      return String(test.value).length;
    case "atom":
      return test.text.length;
    case "same":
      return test.left.length + " === ".length + test.right.length;
    case "fits":
      return join(textsOf(test), ", ").length;
    case "and":
    case "or":
      return test.operands.reduce(
        (sum, operand) => sum + " && ".length + lengthOf(operand) + (isJoined(operand) ? "()".length : 0),
        -" && ".length,
      );
  }
}

/** The expressions that a test is made of. Printed, it would ask for the checks that it calls, as if they were needed. */
export function textsOf(test: Test): readonly Code[] {
  switch (test.kind) {
    case "known":
      return [];
    case "atom":
      return [test.text];
    case "same":
      return [test.left, test.right];
    case "fits":
      return [test.call.value, ...test.call.more, test.issues ?? empty];
    case "and":
    case "or":
      return test.operands.flatMap(textsOf);
  }
}

/** One operand per line, one step further in than `depth`, where one line would be longer than `columns`. */
export function printLongTest(test: Test, columns: number, depth: number): Code {
  const whole = printTest(test);
  if (whole.length <= columns || !isJoined(test)) return whole;
  const operator = test.kind === "and" ? code` &&\n` : code` ||\n`;
  const lines = operandsOf(test).map((operand, index) => code`${index === 0 ? empty : operator}${indentation(depth + 1)}${operand}`);
  return code`\n${join(lines, "")}\n${indentation(depth)}`;
}

type Joined = Test & { readonly kind: "and" | "or" };

const isJoined = (test: Test): test is Joined => test.kind === "and" || test.kind === "or";

function operandsOf(test: Joined): readonly Code[] {
  return test.operands.map((operand) => (isJoined(operand) ? code`(${printTest(operand)})` : printTest(operand)));
}
