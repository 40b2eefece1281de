/**
 * Numbers of a JSON text as they are written.
 */

/**
 * A JSON text in which every number is a string, its digits after an `n`, and every string value has an `s` before it. So no string can be
 * read as a number. Names of members stay. The text must be one that `JSON.parse` takes.
 */
export function markedText(text: string): string {
  const token = /["\d-]/g;
  let marked = "";
  let done = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const start = found.index;
    const isString = text[start] === '"';
    const end = isString ? endOfString(text, start) : endOfNumber(text, start);
    token.lastIndex = end;
    if (isString && isName(text, end)) continue;
    marked += text.slice(done, start) + (isString ? `"s${text.slice(start + 1, end)}` : `"n${text.slice(start, end)}"`);
    done = end;
  }
  return marked + text.slice(done);
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
}

function endOfNumber(text: string, start: number): number {
  const rest = /[^\d.eE+-]|$/g;
  rest.lastIndex = start;
  return rest.exec(text)?.index ?? text.length;
}

/** Whether what ends there is followed by a colon. */
function isName(text: string, end: number): boolean {
  const next = /[^ \t\n\r]/g;
  next.lastIndex = end;
  return next.exec(text)?.[0] === ":";
}

/** A value of a marked text as `JSON.parse` gives it for the text itself; what is not marked any more stays. Changes objects and lists in place. */
export function unmarked(root: unknown): unknown {
  const plain = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null) open.push(value);
    return typeof value === "string" && value.startsWith("n") ? Number(value.slice(1)) : unmarkedText(value);
  };
  // A list of what is to do: values may nest deeper than calls can.
  const open: object[] = [];
  const result = plain(root);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const members = value as Record<string, unknown>; // of a list, by index
    for (const name of Object.keys(members)) members[name] = plain(members[name]);
  }
  return result;
}

/** Whether a value of a marked text is text. */
export const isText = (value: unknown): value is string => typeof value === "string" && value.startsWith("s");

/** A text of a marked text as it was. */
export const unmarkedText = (value: unknown): unknown => (isText(value) ? value.slice(1) : value);

/** Digits longer than this are no integer that anybody holds exactly. */
const longestDigits = 40;

/** The digits of a marked number that is an integer, also one such as `1.5e3`; `undefined` for anything else. */
export function integerOf(marked: unknown): string | undefined {
  // What a number takes for an integer that it holds exactly is one, as `JSON.parse` has it.
  const rounded = typeof marked === "string" && marked.startsWith("n") ? Number(marked.slice(1)) : NaN;
  return Number.isSafeInteger(rounded) ? String(rounded) : exactDigits(marked);
}

function exactDigits(marked: unknown): string | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    typeof marked === "string" ? (/^n(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(marked) ?? []) : [];
  const written = (whole + fraction).replace(/^0+/, "");
  if (whole === "") return undefined;
  if (written === "") return "0";
  const zeros = Number(exponent) - fraction.length;
  if (written.length + zeros > longestDigits || written.length > 10_000) return undefined;
  if (zeros >= 0) return sign + written + "0".repeat(zeros);
  const cut = written.length + zeros;
  return cut > 0 && /^0*$/.test(written.slice(cut)) ? sign + written.slice(0, cut) : undefined;
}
