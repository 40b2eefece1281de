import type { Assertion, Schema } from "../../ir/schema.js";
import type { Rule } from "../compare-schema.js";
import { matched } from "./matched.js";

/** Whatever else must hold: `not`, `if`, `unevaluatedProperties`, and members of `allOf` that each say something of the same. */
export const partRule: Rule = (before, now, course) => {
  const { pairs, gone, added } = matched(before.parts, now.parts, course);
  for (const [old, fresh] of pairs) {
    if (isTakenApart(old) && isTakenApart(fresh)) course.compare(old, fresh, "");
    else {
      course.follow(old, fresh);
      if (course.textOf(old, "before") !== course.textOf(fresh, "now"))
        course.say("condition", "other", `has another ${kindOf(fresh)} now`);
    }
  }
  for (const each of gone) course.say("condition", "wider", `no longer has ${counted(each, before.parts, now.parts)}`);
  for (const each of added) course.say("condition", "narrower", `has ${counted(each, now.parts, before.parts)} now`);
};

/** Of others it cannot be said what makes them narrower. */
function isTakenApart({ assertions: [only] }: Schema): boolean {
  return only !== undefined && !["never", "not", "if", "unevaluatedProperties", "unevaluatedItems", "anyOf", "oneOf"].includes(only.kind);
}

/** "the condition `if`"; where there are others of the kind, "one of its conditions `if`" or "one more". */
function counted(part: Schema, own: readonly Schema[], others: readonly Schema[]): string {
  const isOne = [own, others].every((list) => list.filter((each) => each !== part && kindOf(each) === kindOf(part)).length === 0);
  return `${isOne ? "the condition" : "one more condition,"} ${kindOf(part)}`;
}

/** What a part is, in words: the keyword, or what it is about where there are several keywords. */
const words = {
  never: "`false`",
  type: "`type`",
  enum: "`enum`",
  number: "for numbers",
  string: "for strings",
  array: "for arrays",
  object: "for objects",
  ref: "`$ref`",
  allOf: "`allOf`",
  anyOf: "`anyOf`",
  oneOf: "`oneOf`",
  not: "`not`",
  if: "`if`",
  unevaluatedProperties: "`unevaluatedProperties`",
  unevaluatedItems: "`unevaluatedItems`",
} as const satisfies Record<Assertion["kind"], string>;

function kindOf({ assertions: [only] }: Schema): string {
  return only === undefined ? "" : words[only.kind];
}
