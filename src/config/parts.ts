import type { Part } from "../emit/options.js";

/** Every part of an output, in the order in which they are named. */
export const allParts = ["types", "validators", "client", "server"] as const satisfies readonly Part[];

const needs: Readonly<Record<Part, readonly Part[]>> = {
  types: [],
  validators: ["types"],
  client: ["types"],
  server: ["types", "validators"],
};

export function isPart(text: string): text is Part {
  return (allParts as readonly string[]).includes(text); // widened: asking is the point
}

/** Parts with those they cannot do without, each once, in the order of `allParts`. */
export function completeParts(parts: readonly Part[]): readonly Part[] {
  const wanted = new Set(parts.flatMap((part) => [part, ...needs[part]]));
  return allParts.filter((part) => wanted.has(part));
}

/** Parts named in a list such as "types,client"; the others are returned as they are. */
export function splitParts(text: string): { readonly parts: readonly Part[]; readonly unknown: readonly string[] } {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return { parts: words.filter(isPart), unknown: words.filter((word) => !isPart(word)) };
}
