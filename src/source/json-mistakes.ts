import { membersOf, skipBlank } from "./json-text.js";
import type { Mistake } from "./parse-json.js";

/** Members that repeat the name of an earlier member of the same object, in well-formed JSON text. */
export function duplicateKeys(text: string): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const open = [skipBlank(text, 0)];
  for (let start = open.pop(); start !== undefined; start = open.pop()) {
    const code = text.charAt(start);
    if (code !== "{" && code !== "[") continue;
    const seen = new Set<string>();
    for (const member of membersOf(text, start)) {
      if (code === "{" && seen.has(member.name))
        mistakes.push({ message: `The key ${JSON.stringify(member.name)} stands in this object twice.`, offset: member.key });
      seen.add(member.name);
      open.push(member.value);
    }
  }
  return mistakes.sort((a, b) => a.offset - b.offset);
}

/** The mistakes of a text that is no JSON, in order. */
export function jsonMistakes(text: string): readonly Mistake[] {
  return [{ message: "This is not JSON.", offset: skipBlank(text, 0) }];
}
