import { endOfString, isLarge, skipBlank } from "./json-text.js";
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

/** What has an item or a member, while its text is read. */
interface Open {
  readonly value: object;
  key: string | number;
}

/** Finds the large integers of well-formed JSON text, of which `root` was read. */
export function largeInJson(text: string, root: Json): LargeIntegers {
  const found = new Map<object, Map<string, bigint>>();
  const open: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const top = open.at(-1);
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      // What a colon follows is a name; where it is not, the next name is set anyway before it is asked for.
      if (top !== undefined && text.charAt(skipBlank(text, end + 1)) === ":") top.key = JSON.parse(text.slice(at, end + 1)) as string;
      at = end;
    } else if (character === "{" || character === "[") {
      const value = top === undefined ? root : memberOf(top.value, top.key);
      // Well-formed text has brackets where its value has an object or a list.
      open.push({ value: value as object, key: 0 });
    } else if (character === "}" || character === "]") open.pop();
    else if (character === "," && typeof top?.key === "number") top.key += 1;
    else if (/[-\d]/.test(character)) {
      const end = endOfNumber(text, at);
      if (top !== undefined && isLarge(memberOf(top.value, top.key)))
        note(found, top.value, String(top.key), integerOf(text.slice(at, end)));
      at = end - 1;
    }
  }
  return found;
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (/[\d.eE+-]/.test(text.charAt(end))) end++;
  return end;
}

function memberOf(value: object, key: string | number): unknown {
  return Reflect.get(value, key);
}

/** Takes the bigints out of a value, which is freshly read: it gets the nearest numbers instead. */
export function withoutBigints(value: unknown): { readonly value: Json; readonly large: LargeIntegers } {
  const found = new Map<object, Map<string, bigint>>();
  const seen = new Set<object>();
  const look = (each: unknown): unknown => {
    if (typeof each === "bigint") return Number(each);
    if (typeof each !== "object" || each === null || seen.has(each)) return each;
    seen.add(each); // aliases share their parts
    for (const [key, member] of Object.entries(each) as readonly [string, unknown][]) {
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
