/**
 * Paths that are nearly templates. What stands in braces is a parameter; where a brace is missing, or another sign is in its place, the names
 * of the declared parameters say what is meant.
 */

/** Whether a path is written as a template. `false` also for one that may mean parameters with other signs: only their names can tell. */
export function isTemplate(path: string): boolean {
  return (
    path.startsWith("/") &&
    /^(?:[^{}]|\{[^{}]+\})*$/.test(path) &&
    !/^\s|\s$|\{\s|\s\}|\/[:<([$]|%7b|\{(?:[+?&]|\*\*)|[{][^{}]*[:?=]/i.test(path)
  );
}

/** The path with every parameter in single braces, as far as it is evident which are meant. `names`: of the declared path parameters. */
export function meantTemplate(path: string, names: ReadonlySet<string>): string {
  const decoded = withPairs(path.replace(/%7b/gi, "{").replace(/%7d/gi, "}"));
  const signed = decoded
    .replace(/(?<=\/)\$\{(?=[\w-]+\})/g, "{")
    .replace(/(?<=\/):([\w-]+)(?=[/.]|$)/g, (whole, name: string) => (names.has(name) ? `{${name}}` : whole))
    .replace(/(?<=\/)(?:<([\w-]+)>|\(([\w-]+)\)|\[([\w-]+)\]|\$([\w-]+))(?=\/|$)/g, (whole, ...found: (string | undefined)[]) => {
      const name = found.slice(0, 4).find((each) => each !== undefined) ?? "";
      return names.has(name) ? `{${name}}` : whole;
    });
  const parts = partsOf(signed, names);
  const used = new Set(parts.flatMap((part) => (typeof part === "string" ? [] : [part.name])));
  const nameless = namesOfNameless(
    [...names].filter((name) => !used.has(name)),
    used,
  );
  return parts.map((part) => (typeof part === "string" ? part : `{${part.name === "" ? nameless() : part.name}}`)).join("");
}

/** A path whose query is written as RFC 6570 does, `{?limit,offset}` and `{&limit}`, with pairs: `?limit={limit}&offset={offset}`. */
function withPairs(path: string): string {
  let hasQuery = false;
  return path
    .split(/\{[?&]([\w.,*-]+)\}/)
    .map((part, index) => {
      const sign = hasQuery ? "&" : "?";
      hasQuery ||= index % 2 === 1 || part.includes("?");
      if (index % 2 === 0) return part;
      const pairs = part.split(",").map((name) => name.replace(/\*$/, ""));
      return sign + pairs.map((name) => `${name}={${name}}`).join("&");
    })
    .join("");
}

/** The names of parameters that have none, one after the other: the declared one that stands nowhere else, where there is one such. */
function namesOfNameless(unused: readonly string[], used: ReadonlySet<string>): () => string {
  let only = unused.length === 1 ? unused[0] : undefined;
  let number = 0;
  return () => {
    let name = only;
    only = undefined;
    while (name === undefined || used.has(name)) {
      number += 1;
      name = number === 1 ? "parameter" : `parameter${String(number)}`;
    }
    return name;
  };
}

type Part = string | { readonly name: string };

/** A path, taken apart into text and parameters. */
function partsOf(path: string, names: ReadonlySet<string>): readonly Part[] {
  const parts: Part[] = [];
  let text = "";
  const add = (name: string): void => {
    parts.push(text, { name });
    text = "";
  };
  for (let at = 0; at < path.length;) {
    const sign = path.charAt(at);
    if (sign === "{") {
      const found = opened(path, at, names);
      if (found.name === undefined) text += found.kept;
      else add(found.name);
      at = found.end;
    } else if (sign === "}") {
      const name = nameBefore(text, names);
      if (name === "") text = text.endsWith("/") || text === "" ? text : `${text}}`;
      else {
        text = text.slice(0, -name.length);
        add(name);
      }
      at += 1;
    } else {
      text += sign;
      at += 1;
    }
  }
  parts.push(text);
  return parts;
}

interface Opened {
  /** `undefined`: there is no parameter. */
  readonly name: string | undefined;
  /** What stays of it as text. */
  readonly kept: string;
  readonly end: number;
}

/** The parameter that a brace opens, which may not be closed. */
function opened(path: string, start: number, names: ReadonlySet<string>): Opened {
  const end = closing(path, start);
  if (end !== undefined) return { name: plainName(path.slice(start + 1, end), names), kept: "", end: end + 1 };
  const [rest = ""] = /^[^/{}]*/.exec(path.slice(start + 1)) ?? [];
  // Of two braces one is too many.
  if (rest === "" && path.charAt(start + 1) === "{") return { name: undefined, kept: "", end: start + 1 };
  const name = longest(names, (each) => rest.startsWith(each)) ?? /^[\w-]*/.exec(rest)?.[0] ?? "";
  const behind = start + 1 + name.length;
  if (name === "") return { name: rest === "" ? "" : undefined, kept: "{", end: start + 1 };
  return { name, kept: "", end: behind + (/[>)\]]/.test(path.charAt(behind)) ? 1 : 0) };
}

/** Characters in braces that are looked at; a path of braces alone takes no longer for it. */
const longestParameter = 500;

/** Where the brace closes that opens at an offset, in the same segment. */
function closing(path: string, start: number): number | undefined {
  let depth = 0;
  let hasExpression = false;
  for (let at = start; at < path.length && at < start + longestParameter; at += 1) {
    const sign = path.charAt(at);
    if (sign === ":" || sign === "=") hasExpression = true;
    if (sign === "/" && depth <= 1 && !hasExpression) return undefined;
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The name in braces, without more braces, blanks, or the expression and the signs that other tools have beside it. */
function plainName(written: string, names: ReadonlySet<string>): string {
  const name = written.replace(/^[{\s]+|(?<![}\s])[}\s]+$/g, "");
  if (names.has(name)) return name;
  const alone = name
    .replace(/[:=].*/s, "")
    .trimEnd()
    .replace(/^(?:\+|\*\*)|\?$/g, "");
  return names.has(alone) || (/[{}]/.test(name) && /^[\w.-]+$/.test(alone)) ? alone : name;
}

/** The name at the end of a text that a closing brace ends. */
function nameBefore(text: string, names: ReadonlySet<string>): string {
  return longest(names, (each) => text.endsWith(each)) ?? /(?<![\w-])[\w-]*$/.exec(text.slice(-longestParameter))?.[0] ?? "";
}

function longest(names: ReadonlySet<string>, fits: (name: string) => boolean): string | undefined {
  return [...names].filter((name) => name !== "" && fits(name)).sort((a, b) => b.length - a.length)[0];
}
