/** The numbers of a version: major, minor, patch. */
type Numbers = readonly [number, number, number];

/** Numbers from one up to another, which is not among them. */
interface Span {
  readonly from: Numbers;
  readonly to: Numbers;
}

const start: Numbers = [0, 0, 0];
const end: Numbers = [Infinity, 0, 0];

/**
 * Whether a range of a package.json takes a version in, both without labels such as "-beta.1"; undefined where it is no range as npm writes them, or
 * has labels: which of these a range takes in is a matter of its own.
 */
export function admits(range: string, version: string): boolean | undefined {
  const at = numbersOf(version);
  if (at === undefined || range.length > 200) return undefined;
  const alternatives = range.split("||").map((each) => spansOf(each.trim()));
  if (alternatives.includes(undefined)) return undefined;
  return alternatives.some((spans) => spans?.every(({ from, to }) => compare(from, at) <= 0 && compare(at, to) < 0) === true);
}

function spansOf(text: string): readonly Span[] | undefined {
  const [first = "", dash, last, ...more] = text.split(/\s+/);
  if (dash === "-" && last !== undefined && more.length === 0) {
    const [from, to] = [spanOf("", first), spanOf("", last)];
    return from === undefined || to === undefined ? undefined : [{ from: from.from, to: to.to }];
  }
  // A space between an operator and its version says nothing.
  const words = text.replace(/([<>=~^])\s+/g, "$1").split(/\s+/);
  const spans = words.map((word) => {
    const [, operator = "", version = ""] = /^([<>]=?|[=~^]?)(.*)$/.exec(word) ?? [];
    return spanOf(operator, version);
  });
  return spans.flatMap((span) => span ?? []).length === spans.length ? spans.flatMap((span) => span ?? []) : undefined;
}

function spanOf(operator: string, version: string): Span | undefined {
  const parts = partsOf(version);
  if (parts === undefined) return undefined;
  const [major = 0, minor = 0, patch = 0] = parts;
  const from: Numbers = [major, minor, patch];
  // What "1.2" leaves open, it takes in.
  const behind = parts.length === 0 ? end : raised(from, parts.length - 1);
  switch (operator) {
    case "<":
      return { from: start, to: from };
    case "<=":
      return { from: start, to: behind };
    case ">":
      return { from: behind, to: end };
    case ">=":
      return { from, to: end };
    case "~":
      return { from, to: parts.length === 0 ? end : raised(from, Math.min(parts.length - 1, 1)) };
    case "^": {
      // The first number that is not 0 stays, or the last that is written.
      const firstOne = parts.findIndex((part) => part > 0);
      return { from, to: parts.length === 0 ? end : raised(from, firstOne === -1 ? parts.length - 1 : firstOne) };
    }
    default:
      return { from, to: behind };
  }
}

/** The next version with another number at a place: 0 is the major one. */
function raised([major, minor, patch]: Numbers, place: number): Numbers {
  if (place === 0) return [major + 1, 0, 0];
  return place === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

/** The numbers that are written, up to one that is left open; undefined where it is no version, or has labels. */
function partsOf(version: string): readonly number[] | undefined {
  const words = version.replace(/^v/, "").split(".");
  if (version === "") return [];
  if (words.length > 3 || !words.every((word) => /^(?:\d{1,15}|[xX*])$/.test(word))) return undefined;
  const open = words.findIndex((word) => !/^\d/.test(word));
  return words.slice(0, open === -1 ? words.length : open).map(Number);
}

function numbersOf(version: string): Numbers | undefined {
  const [major, minor, patch] = partsOf(version) ?? [];
  return major === undefined || minor === undefined || patch === undefined ? undefined : [major, minor, patch];
}

function compare(one: Numbers, other: Numbers): number {
  for (const [place, number] of one.entries()) {
    const against = other[place] ?? 0;
    if (number !== against) return number < against ? -1 : 1;
  }
  return 0;
}
