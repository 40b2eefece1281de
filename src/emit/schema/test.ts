/** Boolean expressions as data, so that they can be turned round, joined and broken into lines without reading their text. */
import { code, indent, join, type Code } from "../code.js";

export type Test =
  | { readonly kind: "known"; readonly value: boolean }
  | { readonly kind: "atom"; readonly text: Code; readonly inverse: Code }
  | { readonly kind: "and" | "or"; readonly operands: readonly Test[] };

export const always: Test = { kind: "known", value: true };
export const never: Test = { kind: "known", value: false };

/** An expression that holds no `&&` or `||` outside parentheses, and its opposite. */
export function atom(text: Code, inverse: Code = code`!${text}`): Test {
  return { kind: "atom", text, inverse };
}

export const same = (left: Code, right: Code): Test => atom(code`${left} === ${right}`, code`${left} !== ${right}`);
export const different = (left: Code, right: Code): Test => not(same(left, right));

export function not(test: Test): Test {
  switch (test.kind) {
    case "known":
      return { kind: "known", value: !test.value };
    case "atom":
      return { kind: "atom", text: test.inverse, inverse: test.text };
    case "and":
      return { kind: "or", operands: test.operands.map(not) };
    case "or":
      return { kind: "and", operands: test.operands.map(not) };
  }
}

export const and = (...tests: readonly Test[]): Test => combine("and", tests);
export const or = (...tests: readonly Test[]): Test => combine("or", tests);

function combine(kind: "and" | "or", tests: readonly Test[]): Test {
  const decisive = kind === "or";
  if (tests.some((test) => test.kind === "known" && test.value === decisive)) return { kind: "known", value: decisive };
  const operands = tests.flatMap((test) => (test.kind === "known" ? [] : test.kind === kind ? test.operands : [test]));
  const [only] = operands;
  if (only === undefined) return { kind: "known", value: !decisive };
  return operands.length === 1 ? only : { kind, operands };
}

export function isKnown(test: Test, value: boolean): boolean {
  return test.kind === "known" && test.value === value;
}

/** On one line; an `and` inside an `or`, and the other way round, in parentheses. */
export function printTest(test: Test): Code {
  if (test.kind === "known") return test.value ? code`true` : code`false`;
  if (test.kind === "atom") return test.text;
  return join(operandsOf(test), test.kind === "and" ? " && " : " || ");
}

/** One operand per line, indented, where one line would be longer than `width`. */
export function printLongTest(test: Test, width: number): Code {
  const whole = printTest(test);
  if (whole.length <= width || test.kind === "known" || test.kind === "atom") return whole;
  const operator = test.kind === "and" ? code`&&` : code`||`;
  const operands = operandsOf(test);
  const lines = operands.map((operand, index) => (index === operands.length - 1 ? operand : code`${operand} ${operator}`));
  return code`\n${indent(join(lines, "\n"))}\n`;
}

function operandsOf(test: Test & { readonly kind: "and" | "or" }): readonly Code[] {
  return test.operands.map((operand) =>
    operand.kind === "atom" || operand.kind === "known" ? printTest(operand) : code`(${printTest(operand)})`,
  );
}

/** For use as an operand of arithmetic or a comparison: in parentheses unless it is one expression. */
export function printOperand(test: Test): Code {
  return test.kind === "and" || test.kind === "or" ? code`(${printTest(test)})` : printTest(test);
}
