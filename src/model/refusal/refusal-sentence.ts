import { at, child } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { printJson } from "../ir/print-json.js";
import type { Refusal } from "./look.js";

/** Longest value that is repeated in a message. */
const maxShownLength = 60;

/** A value as messages repeat it, after a space; empty where it is too long for that. */
export function shownValue(value: Json): string {
  const text = printJson(value);
  return text.length > maxShownLength ? "" : ` ${text}`;
}

/** What is wrong with a value of a description, and where in it: `is not valid against its schema: the value "now" is not a date …`. */
export function refusalSentence(value: Json, { path, reason }: Refusal): string {
  const wrong = path.reduce<Json | undefined>((inner, key) => at(inner ?? null, [String(key)]), value);
  const where = path.length === 0 ? "" : ` at ${path.reduce<string>(child, "")}`;
  return `is not valid against its schema: the value${wrong === undefined ? "" : shownValue(wrong)}${where} ${reason}.`;
}
