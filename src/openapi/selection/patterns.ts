/** Patterns of a selection as tests of a text. All of them tell capitals from small letters. */

/**
 * A part of a pattern: letters as they stand, any letters, any letters of one segment, or `/**`: nothing, or a slash and any letters after it. They are no
 * regular expression: one with many asterisks takes time without end over a long text that does not fit.
 */
type Part = { readonly kind: "letters"; readonly letters: string } | { readonly kind: "any" | "within-segment" | "segments" };

const lettersOf = (letters: string): Part => ({ kind: "letters", letters });
const isSome = (part: Part): boolean => part.kind !== "letters" || part.letters !== "";

/** Whether a text is a name, in which `*` stands for any letters, also for none. */
export function namePattern(pattern: string): (name: string) => boolean {
  if (!pattern.includes("*")) return (name) => name === pattern;
  const parts = pattern
    .split(/(\*+)/)
    .map((text, index): Part => (index % 2 === 1 ? { kind: "any" } : lettersOf(text)))
    .filter(isSome);
  // A name that has an asterisk of its own is meant by itself.
  return (name) => name === pattern || isMatch(parts, name);
}

/**
 * Whether a path is one that a pattern means. `*` stands for any letters of one segment, and `**` for any number of segments: `/pets/**` is
 * `/pets` and all below it. A template is text like others: `/pets/{id}` is matched by itself, and by `/pets/*`.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  if (!pattern.includes("*")) return (path) => path === pattern;
  const whole = pattern.replace(/\*{3,}/g, "**").replace(/(?:\/\*\*)+(?=\/|$)/g, "/**");
  const parts = whole
    .split(/(\/\*\*(?=\/|$)|\*\*|\*)/)
    .map((text, index) => (index % 2 === 1 ? wildcard(text) : lettersOf(text)))
    .filter(isSome);
  return (path) => path === pattern || isMatch(parts, path);
}

const wildcard = (text: string): Part => ({ kind: text === "/**" ? "segments" : text === "**" ? "any" : "within-segment" });

/** Goes all ways through the parts at once: work is that of the letters of the text times those of the pattern at most. */
function isMatch(parts: readonly Part[], text: string): boolean {
  let reached: readonly number[] = [0];
  for (const part of parts) {
    reached = after(part, reached, text);
    if (reached.length === 0) return false;
  }
  return reached.at(-1) === text.length;
}

/** Where in the text a part may end, in order, of where it may begin. */
function after(part: Part, reached: readonly number[], text: string): readonly number[] {
  const [first = 0] = reached;
  switch (part.kind) {
    case "letters":
      return reached.filter((at) => text.startsWith(part.letters, at)).map((at) => at + part.letters.length);
    case "any":
      return upTo(text.length, first);
    case "within-segment": {
      let end = -1;
      return reached.flatMap((at, index) => {
        if (end < at) end = slashFrom(text, at);
        return upTo(Math.min(end, (reached[index + 1] ?? Infinity) - 1), at);
      });
    }
    case "segments": {
      const slash = reached.find((at) => text[at] === "/");
      return slash === undefined ? reached : [...reached.filter((at) => at <= slash), ...upTo(text.length, slash + 1)];
    }
    default:
      return part satisfies never;
  }
}

/** Where the segment ends that a place of the text is in. */
function slashFrom(text: string, at: number): number {
  const slash = text.indexOf("/", at);
  return slash < 0 ? text.length : slash;
}

const upTo = (last: number, first: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
