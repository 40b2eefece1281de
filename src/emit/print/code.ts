/**
 * The only place where words of a description become TypeScript. `Code` is text that is known to be safe where code
 * stands; it is made by the functions below and by the `code` tag, whose holes take nothing else. A plain string in a hole
 * does not compile.
 */
import { InternalError } from "../../diagnostic/diagnostic.js";
import { identifierPattern } from "../../model/names/letters.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { formats } from "./doc-text.js";

declare const safe: unique symbol;
/** Text of TypeScript that may be printed as it is. */
export type Code = string & { readonly [safe]: true };

declare const named: unique symbol;
/** An identifier: the only code that is safe in a string, too. */
export type Name = Code & { readonly [named]: true };

declare const commented: unique symbol;
/** Text on one line that is safe in a comment, whatever stands around it; made by `emit/print/doc.ts`. */
export type CommentText = Code & { readonly [commented]: true };

const asCode = (text: string): Code => text as Code; // the brand exists in types only; this is where it is given

/** Joins text written in our own source with holes that are safe already. */
export function code(strings: TemplateStringsArray, ...holes: readonly (Code | number)[]): Code {
  let text = strings[0] ?? "";
  for (let index = 0; index < holes.length; index += 1) text += String(holes[index]) + (strings[index + 1] ?? "");
  return asCode(text);
}

export const empty: Code = asCode("");

/** Joins pieces with a separator of our own. */
export function join(
  pieces: readonly Code[],
  separator: "" | "\n" | "\n\n" | ", " | " | " | " & " | " && " | " || " | ",\n" | " " | " + ",
): Code {
  return asCode(pieces.join(separator));
}

const step = "  ";
const steps = Array.from({ length: 16 }, (_, levels) => asCode(step.repeat(levels)));

/** The blanks at the start of a line, `levels` steps in. */
export function indentation(levels: number): Code {
  return steps[levels] ?? asCode(step.repeat(levels));
}

/** Every line but the first, moved right by `levels` steps: what stands in a template at its own place. */
export function hanging(text: Code, levels = 1): Code {
  return text.includes("\n") ? asCode(text.replace(/\n(?=.)/g, `\n${step.repeat(levels)}`)) : text;
}

/** Every line that is not empty, moved right by `levels` steps. Never use it on a template literal; we emit none. */
export function indent(text: Code, levels = 1): Code {
  const prefix = step.repeat(levels);
  return asCode(text.replace(/^(?=.)/gm, prefix));
}

/** A name chosen by `model/names.ts`, as an identifier. Throws when it is not one: names are checked where they are made. */
export function ident(name: string): Name {
  if (!identifierPattern.test(name)) throw new InternalError(`Not an identifier: ${JSON.stringify(name)}`);
  return asCode(name) as Name; // it was looked at
}

// Printable text stays readable; whatever can end a line, reorder it, hide in it or end a script is escaped.
// Ranges, as in comments: what is an emoji for one version of Unicode is no character yet for another, and both must print the same.
const unsafeInLiteral = new RegExp(
  `[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${formats}\\ud800-\\udfff\\ue000-\\uf8ff\\ufdd0-\\ufdef\\ufffe\\uffff\\u{1fffe}\\u{1ffff}\\u{2fffe}\\u{2ffff}\\u{3fffe}\\u{3ffff}\\u{40000}-\\u{10ffff}]|[^\\S ]|<(?=[/!])|\\*(?=\\/)`,
  "gu",
);
const needsLook = /[^ -;=-~]|<[/!]|\*\/|[^\x20-\x7e]/;

function escapeUnit(text: string): string {
  let escaped = "";
  for (let index = 0; index < text.length; index += 1) escaped += `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`;
  return escaped;
}

// Neither escapes nor anything to look at: true of nearly every text, and faster to test than to quote.
const plain = /^[ !#-)+-;=-[\]-~]*$/;

function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  return needsLook.test(quoted) ? quoted.replace(unsafeInLiteral, escapeUnit) : quoted;
}

/** A JSON value as an expression. Refuses what JSON cannot say (NaN, Infinity). `__proto__` becomes an own property. */
export function literal(value: Json): Code {
  return literalOf(value, (key, member) => code`${propertyKey(key)}: ${member}`);
}

/** The same where an index signature types its objects: see `indexedMember`. */
export function indexedLiteral(value: Json): Code {
  return literalOf(value, indexedMember);
}

function literalOf(value: Json, member: (key: string, value: Code) => Code): Code {
  if (typeof value === "string") return asCode(quote(value));
  if (value === null || typeof value === "boolean") return asCode(String(value));
  // Where numbers are held, the nearest one; `bigint` is for where it is not.
  if (typeof value === "bigint") return asCode(String(Number(value)));
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new InternalError(`Not a JSON number: ${String(value)}`);
    return asCode(Object.is(value, -0) ? "0" : String(value));
  }
  if (isJsonArray(value)) return asCode(`[${value.map((item) => literalOf(item, member)).join(", ")}]`);
  const entries = Object.entries(value).map(([key, one]) => member(key, literalOf(one, member)));
  return asCode(entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`);
}

/** An integer as an expression of type bigint. A literal, `5n`, would need a `target` of ES2020: that of Next.js is ES2017. */
export function bigint(value: number | bigint): Code {
  const exact = BigInt(value);
  const number = Number(exact);
  return asCode(Number.isSafeInteger(number) ? `BigInt(${String(number)})` : `BigInt("${exact.toString()}")`);
}

/** An integer as the type of that one bigint. */
export function bigintType(value: bigint): Code {
  return asCode(`${value.toString()}n`);
}

const bareKey = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A key of an object literal: bare where it is an identifier, quoted otherwise, computed for `__proto__`. */
export function propertyKey(name: string): Code {
  if (name === "__proto__") return asCode(`["__proto__"]`);
  return bareKey.test(name) ? asCode(name) : asCode(quote(name));
}

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * `name: value`, a member of a literal that an index signature types. TypeScript looks for the type of a member such as `constructor` in
 * `Object`, and would widen the texts and booleans in it.
 */
export function indexedMember(name: string, value: Code): Code {
  const member = code`${propertyKey(name)}: ${value}`;
  return inherited.has(name) && /^["[{]/.test(value) ? code`${member} as const` : member;
}

/** A key of a type literal or interface. */
export function typeKey(name: string): Code {
  return bareKey.test(name) ? asCode(name) : asCode(quote(name));
}

/** `object["name"]`; our output compiles under `noPropertyAccessFromIndexSignature`, so dots are for names of our own. */
export function access(object: Code, name: string): Code {
  return asCode(`${object}[${quote(name)}]`);
}

/** A regular expression as an expression, never as a literal: the pattern stays data. */
export function regExp(pattern: string, flags: "u" | ""): Code {
  return flags === "" ? asCode(`new RegExp(${quote(pattern)})`) : asCode(`new RegExp(${quote(pattern)}, "${flags}")`);
}

/** Text that does not come from a description: a runtime file, a template's result made of `Code`. */
export function trusted(text: string): Code {
  return asCode(text);
}

/** Where a name stands in code without comments: not in a text, and not as the name of a member. */
export function usesOf(name: Code, text: Code): readonly number[] {
  const uses: number[] = [];
  for (let at = nextUse(name, text, 0); at >= 0; at = nextUse(name, text, at + 1)) if (isVariable(text, at)) uses.push(at);
  return uses;
}

/** Whether a name stands in code without comments. */
export function isUsed(name: Code, text: Code): boolean {
  let at = nextUse(name, text, 0);
  while (at >= 0 && !isVariable(text, at)) at = nextUse(name, text, at + 1);
  return at >= 0;
}

/** All names of which `isUsed` is true, found in one go: for whoever asks for many. */
export function variablesIn(text: Code): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [found] of text.matchAll(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|\.{0,3}[A-Za-z0-9_$\u0080-\uffff]+/g))
    if (/^(?:\.\.+)?[^".]/.test(found)) names.add(found.replace(/^\.+/, ""));
  return names;
}

function isVariable(text: Code, at: number): boolean {
  const isMember = text.charAt(at - 1) === "." && text.charAt(at - 2) !== ".";
  return !isMember && !isInText(text, at);
}

/** Whether a place in code is between quotation marks: the number of those before it on its line is odd. */
function isInText(text: Code, at: number): boolean {
  let inside = false;
  for (let index = text.lastIndexOf("\n", at) + 1; index < at; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x22) inside = !inside;
    else if (character === 0x5c && inside) index += 1;
  }
  return inside;
}

/** Where a name stands next in code, or in its texts; below zero where it does not. */
export function nextUse(name: Code, text: Code, from: number): number {
  let at = text.indexOf(name, from);
  while (at >= 0 && (isOfName(text.charCodeAt(at - 1)) || isOfName(text.charCodeAt(at + name.length)))) at = text.indexOf(name, at + 1);
  return at;
}

/** Whether a character, by its code, may be part of a name: a letter, a digit, `_` or `$`. NaN, beyond the text, is none. */
function isOfName(character: number): boolean {
  if (character >= 0x61) return character <= 0x7a;
  return (character >= 0x41 && character <= 0x5a) || (character >= 0x30 && character <= 0x39) || character === 0x5f || character === 0x24;
}
