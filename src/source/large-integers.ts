import { endOfString, isLarge } from "./json-text.js";
import { isJsonArray, type Json } from "./source-file.js";

/**
 * The integers of a file that a number does not hold for certain, exactly as they are written: by the object or list that has them, and
 * their key in it. The value of the file has the numbers that are nearest to them.
 */
export type LargeIntegers = ReadonlyMap<object, ReadonlyMap<string, bigint>>;

/** The integer that a decimal number is, `1.5e17` too; `undefined` where it is none. The number that it is read as is large. */
export function integerOf(written: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const zeros = Number(exponent) - fraction.length;
  // Digits without end are read in time that grows with their square; none of this size is a number that is large.
  if (digits === "" || digits.length > maxDigits) return undefined;
  const cut = digits.length + zeros;
  if (zeros < 0 && !/^0*$/.test(digits.slice(cut))) return undefined;
  const integer = BigInt(zeros < 0 ? digits.slice(0, cut) : digits + "0".repeat(zeros));
  return sign === "-" ? -integer : integer;
}

/** Of an integer with a fraction that says nothing. */
const maxDigits = 1000;

/** Finds the large integers of well-formed JSON text, of which `root` was read. Names and values are looked up for them alone. */
export function largeInJson(text: string, root: Json): LargeIntegers {
  const found = new Map<object, Map<string, bigint>>();
  // Of each open bracket: where the name of the member that is read begins; of a list, -1 for its first item, -2 for the second.
  const open: number[] = [];
  let string = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.length - 1;
    if (code === 0x22) {
      string = at;
      at = endOfString(text, at);
    } else if (code === 0x3a) open[top] = string;
    else if (code === 0x7b) open.push(0);
    else if (code === 0x5b) open.push(-1);
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === 0x2c) {
      if (Number(open[top]) < 0) open[top] = Number(open[top]) - 1;
    } else if (isOfNumber(code)) {
      const start = at;
      while (isOfNumber(text.charCodeAt(at + 1))) at++;
      const written = text.slice(start, at + 1);
      if (isLarge(Number(written)) && top >= 0) {
        const names = open.map((place) => (place < 0 ? String(-1 - place) : nameAt(text, place)));
        const holder = names.slice(0, -1).reduce<unknown>(memberOf, root);
        note(found, holder as object, names[top] ?? "", integerOf(written)); // well-formed text has brackets where its value has an object or a list
      }
    }
  }
  return found;
}

/** The characters of a number; of the words `true`, `false` and `null`, which are no number, the letter e. */
function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || code === 0x65 || code === 0x45;
}

function nameAt(text: string, quote: number): string {
  return JSON.parse(text.slice(quote, endOfString(text, quote) + 1)) as string;
}

function memberOf(value: unknown, name: string): unknown {
  return Reflect.get(value as object, name);
}

/** Takes the bigints out of a value, which is freshly read: it gets the nearest numbers instead. */
export function withoutBigints(value: unknown): { readonly value: Json; readonly large: LargeIntegers } {
  const found = new Map<object, Map<string, bigint>>();
  const seen = new Set<object>();
  const look = (each: unknown): unknown => {
    if (typeof each === "bigint") return Number(each);
    if (typeof each !== "object" || each === null || seen.has(each)) return each;
    seen.add(each); // aliases share their parts
    for (const key of Object.keys(each)) {
      const member = memberOf(each, key);
      if (typeof member === "string") continue;
      if (typeof member === "bigint") note(found, each, key, member);
      const plain = look(member);
      if (plain !== member) Reflect.set(each, key, plain);
    }
    return each;
  };
  return { value: look(value) as Json, large: found }; // without bigints it is JSON
}

function note(found: Map<object, Map<string, bigint>>, holder: object, key: string, integer: bigint | undefined): void {
  if (integer === undefined) return;
  const members = found.get(holder) ?? new Map<string, bigint>();
  members.set(key, integer);
  found.set(holder, members);
}

/** A value of a file with its large integers as they are written; the very same where it has none. `holder`: what has it at `key`. */
export function asWritten(value: Json, holder: () => unknown, key: string | number, large: LargeIntegers): Json {
  if (typeof value !== "object" || value === null) {
    if (!isLarge(value)) return value;
    const by = holder();
    return (typeof by === "object" && by !== null ? large.get(by)?.get(String(key)) : undefined) ?? value;
  }
  return inside(value, large, new Map());
}

/** `made`: aliases share their parts, and so do copies. */
function inside(value: Json & object, large: LargeIntegers, made: Map<object, Json>): Json {
  const before = made.get(value);
  if (before !== undefined) return before;
  const own = large.get(value);
  const member = (each: Json, key: string): Json =>
    own?.get(key) ?? (typeof each === "object" && each !== null ? inside(each, large, made) : each);
  const result = isJsonArray(value) ? listWith(value, member) : objectWith(value, member);
  made.set(value, result);
  return result;
}

function listWith(value: readonly Json[], member: (each: Json, key: string) => Json): Json {
  const items = value.map((item, index) => member(item, String(index)));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

function objectWith(value: { readonly [key: string]: Json }, member: (each: Json, key: string) => Json): Json {
  const entries = Object.entries(value).map(([key, each]) => [key, member(each, key)] as const);
  return entries.some(([key, each]) => each !== value[key]) ? Object.fromEntries(entries) : value;
}
