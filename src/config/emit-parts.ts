import { allParts, type Part } from "../emit/emitters.js";

export function isPart(text: string): text is Part {
  return (allParts as readonly string[]).includes(text); // widened: asking is the point
}

/** Parts named in a list such as "types,client"; the others are returned as they are. */
export function splitParts(text: string): { readonly parts: readonly Part[]; readonly unknown: readonly string[] } {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return { parts: words.filter(isPart), unknown: words.filter((word) => !isPart(word)) };
}
