/** The message for a text that fits none of its allowed types, so that its sender can correct it. */
import { parseJson } from "./parse-json.js";
import type { Reader, ScalarWireType } from "./wire-type.js";

const words: { readonly [scalar in ScalarWireType]: string } = {
  null: "null",
  boolean: "true or false",
  bigint: "an integer",
  digits: "an integer",
  integer: "an integer",
  number: "a number",
  string: "text",
  binary: "a file",
  any: "text",
};

/** "must be an integer or null". */
export function typeMessage(reader: Reader): string {
  const parts = reader.scalars.filter((scalar) => scalar !== "null").map((scalar) => words[scalar]);
  if (reader.items !== undefined) parts.push("a list");
  if (reader.members !== undefined) parts.push("an object");
  if (reader.scalars.includes("null")) parts.push(words.null);
  return parts.length === 0 ? "cannot be given" : `must be ${[...new Set(parts)].join(" or ")}`;
}

const isNumeric = (scalar: ScalarWireType): boolean =>
  scalar === "bigint" || scalar === "digits" || scalar === "integer" || scalar === "number";

/** The same about a text at hand: whether it is empty, too large, or only written in another way, and in which. Never repeats it. */
export function valueMessage(reader: Reader, text: string): string {
  const expected = typeMessage(reader);
  if (text === "") return `is empty, and ${expected}`;
  if ((reader.items ?? reader.members) !== undefined && /^\s*[[{]/.test(text)) return parseJson(text, reader.exact).problem ?? expected;
  const wanted = reader.scalars.find(isNumeric);
  if (wanted === undefined) return expected;
  if (/^-?(?:0|[1-9][0-9]*)$/.test(text)) return tooLargeMessage(wanted);
  if (wanted === "number" && /^-?[0-9].*[eE]/.test(text) && Math.abs(Number(text)) === Infinity) return tooLargeMessage(wanted);
  if (text.trim() === "" || !Number.isFinite(Number(text))) return expected;
  return `${expected}, ${remedy(text, wanted)}`;
}

/** What a text that JavaScript takes for a number would have to be rid of: the first of it that a sender would see. */
function remedy(text: string, wanted: ScalarWireType): string {
  // In a query a plus sign is a blank: whoever sent one is to recognise it.
  if (/^[\s+]/.test(text)) return "written without a plus sign or a blank before it";
  if (/\s$/.test(text)) return "written without a blank after it";
  if (/^0[xob]/i.test(text)) return "written in decimal digits";
  if (/^-?0[0-9]/.test(text)) return "written without leading zeros";
  if (wanted === "number") return "written with digits on both sides of the point";
  return /e/i.test(text) ? "written without an exponent" : "without a fraction";
}

function tooLargeMessage(wanted: ScalarWireType): string {
  if (wanted === "number") return "is too large";
  if (wanted !== "integer") return "must be an integer of 64 bits";
  return `must be an integer between ${String(Number.MIN_SAFE_INTEGER)} and ${String(Number.MAX_SAFE_INTEGER)}`;
}
