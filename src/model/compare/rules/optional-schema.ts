import type { Schema } from "../../ir/schema.js";
import type { Course } from "../compare-schema.js";

/** The rule, what a schema is about, and the step to it. */
export type Words = readonly [rule: string, subject: string, step: string];

/** A schema that need not be there: without it, anything goes. */
export function compareOptional([rule, subject, step]: Words, before: Schema | undefined, now: Schema | undefined, course: Course): void {
  const [old, fresh] = [before, now].map((each) => (each === undefined || isAnything(each) ? undefined : each));
  if (old !== undefined && fresh !== undefined) {
    // What takes nothing is told from what takes something, and not by what each says.
    if (isNothing(old) && isNothing(fresh)) return;
    if (!isNothing(old) && !isNothing(fresh)) {
      course.compare(old, fresh, step);
      return;
    }
    course.say(rule, isNothing(fresh) ? "narrower" : "none", isNothing(fresh) ? `no longer allows ${subject}` : `allows ${subject} now`);
  } else if (fresh !== undefined)
    course.say(rule, "narrower", isNothing(fresh) ? `no longer allows ${subject}` : `says now what ${subject} must be`);
  // Who reads values has no use for what was not known before.
  else if (old !== undefined)
    course.say(
      rule,
      isNothing(old) ? "none" : "wider",
      isNothing(old) ? `allows ${subject} now` : `no longer says what ${subject} must be`,
    );
}

export function isNothing({ assertions }: Schema): boolean {
  return assertions.some(({ kind }) => kind === "never");
}

export function isAnything({ assertions, doc, default: value }: Schema): boolean {
  return assertions.length === 0 && doc.lifecycle === undefined && value === undefined;
}
