import type { Resolved } from "../../../openapi/resolve/resolved.js";

/**
 * Whether a description has defaults, and formats or divisors that they may be held against. Some examples look so, too, which does no
 * harm: what checks them is loaded then, and takes its time.
 */
export function hasCheckedDefault({ files }: Pick<Resolved, "files">): boolean {
  // Most files need no look, and looking for words is much faster than walking. JSON could write their letters as escapes.
  const texts = files.filter(({ text }) => /default|format|multipleOf|\\u/.test(text));
  return texts.some(({ value }) => has(value, isDefaulted)) && texts.some(({ value }) => has(value, isChecked));
}

/** Anything said of the same value elsewhere may have one: what counts is that it is a value, and no answer as the `default` of responses is. */
const isDefaulted = (members: object): boolean => "default" in members && !isAnswer(members.default);

const isAnswer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && ["description", "$ref"].some((name) => name in value);

const isChecked = (members: object): boolean => "format" in members || "multipleOf" in members;

/** Files are as deep, and unfold to as many values, as `source/` lets pass: what aliases share is walked more than once. */
function has(value: unknown, is: (members: object) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => has(item, is));
  return is(value) || Object.values(value).some((member) => has(member, is));
}
