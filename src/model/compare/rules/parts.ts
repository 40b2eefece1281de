import type { Schema } from "../../ir/schema.js";
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
        course.say("condition", "other", `has another \`${kindOf(fresh)}\` now`);
    }
  }
  for (const each of gone) course.say("condition", "wider", `has a \`${kindOf(each)}\` less`);
  for (const each of added) course.say("condition", "narrower", `has a \`${kindOf(each)}\` more`);
};

/** Of others it cannot be said what makes them narrower. */
function isTakenApart({ assertions: [only] }: Schema): boolean {
  return only !== undefined && !["never", "not", "if", "unevaluatedProperties", "unevaluatedItems", "anyOf", "oneOf"].includes(only.kind);
}

function kindOf({ assertions: [only] }: Schema): string {
  return only?.kind ?? "schema";
}
