/** Patterns of a selection as tests of a text. All of them tell capitals from small letters. */

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Whether a text is a name, in which `*` stands for any letters, also for none. */
export function namePattern(pattern: string): (name: string) => boolean {
  if (!pattern.includes("*")) return (name) => name === pattern;
  const expression = new RegExp(`^${pattern.split(/\*+/).map(escaped).join(".*")}$`, "s");
  // A name that has an asterisk of its own is meant by itself.
  return (name) => name === pattern || expression.test(name);
}

/**
 * Whether a path is one that a pattern means. `*` stands for any letters of one segment, and `**` for any number of segments: `/pets/**` is
 * `/pets` and all below it. A template is text like others: `/pets/{id}` is matched by itself, and by `/pets/*`.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  if (!pattern.includes("*")) return (path) => path === pattern;
  const whole = pattern.replace(/\*{3,}/g, "**").replace(/(?:\/\*\*)+(?=\/|$)/g, "/**");
  const expression = whole
    .split(/(\/\*\*(?=\/|$)|\*\*|\*)/)
    .map((part) => (part === "/**" ? "(?:/.*)?" : part === "**" ? ".*" : part === "*" ? "[^/]*" : escaped(part)))
    .join("");
  const compiled = new RegExp(`^${expression}$`, "s");
  return (path) => path === pattern || compiled.test(path);
}
