/** Which headers of a response tell of one limit, by their names. */

/** What a limit is told by: names of headers, and what these names say of it. */
export interface DetectedSet {
  /** What stands in the names besides what each header is; empty where nothing does. */
  readonly key: string;
  /** What it counts, where that is not requests. */
  readonly unit: string | undefined;
  /** Milliseconds. */
  readonly window: number | undefined;
  /** Names of headers, by what they tell. `after` is a wait in seconds by its name, and `afterMillis` one in milliseconds. */
  readonly names: { [Role in HeaderRole]?: string };
}

type HeaderRole = "limit" | "remaining" | "reset" | "after" | "afterMillis" | "interval";

/** The first that fits counts. BigCommerce's quota is one of requests, and the names of its times do not say so. */
const roles: readonly (readonly [pattern: RegExp, role: HeaderRole, key?: string])[] = [
  [/^time-reset-ms$/, "afterMillis", "requests"],
  [/^time-window-ms$/, "interval", "requests"],
  [/(?:^|-)interval-(?:ms|milliseconds)$/, "interval"],
  [/(?:^|-)reset-after(?=-|$)/, "after"],
  [/(?:^|-)reset(?=-|$)/, "reset"],
  [/(?:^|-)(?:remaining|left)(?=-|$)/, "remaining"],
  [/(?:^|-)(?:limit|quota|max)(?=-|$)/, "limit"],
];

/** Whose limit it is: that makes no other unit of it. */
const scopeWord = /^(?:account|api|app|endpoint|global|ip|key|member|org|organization|project|subscription|team|tenant|token|user)$/;

const requestWord = /^(?:requests?|req|calls)$/;

const unitWord =
  /^(?:audio|bytes|cached|characters|complexity|credits|deletes|images|input|messages|output|points|queries|reads|searches|seconds|tokens|units|writes)$/;

/** Seconds; those of a month are not the same each time. */
const periods: readonly (readonly [pattern: RegExp, seconds: number | undefined])[] = [
  [/^second(?:ly)?$/, 1],
  [/^minute(?:ly)?$/, 60],
  [/^hour(?:ly)?$/, 3600],
  [/^(?:day|daily)$/, 86_400],
  [/^month(?:ly)?$/, undefined],
];

/** The prefixes of names that nobody has for himself alone, in the order in which they are believed. */
const commonPrefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"];

/**
 * The limits that headers of these names, in lower case, are of; the one whose names say nothing else first. Where several prefixes tell of
 * the same, one of them counts. Headers whose names have words that are not known are left alone.
 */
export function detectSets(names: Iterable<string>): readonly DetectedSet[] {
  const byPrefix = new Map<string, Map<string, DetectedSet>>();
  for (const name of names) {
    const parts = name.slice(0, longestName).split(/(rate-?limit)-/);
    const [start = "", word = "", rest = ""] = parts;
    const prefix = start + word;
    const isPlain = parts.length === 3 && rest !== "" && name.length < longestName && /^(?:[a-z]+-)*$/.test(start);
    const found = isPlain && start.split("-").length <= mostWords ? roleOf(rest) : undefined;
    if (found === undefined) continue;
    const sets = byPrefix.get(prefix) ?? new Map<string, DetectedSet>();
    byPrefix.set(prefix, sets);
    const set = sets.get(found.set.key) ?? found.set;
    sets.set(set.key, set);
    set.names[found.role] = name;
  }
  const ranked = [...byPrefix].sort(([one], [other]) => rank(one) - rank(other)).flatMap(([, sets]) => [...sets.values()]);
  const telling = ranked.filter(({ names: { remaining, reset, after, afterMillis } }) => remaining ?? reset ?? after ?? afterMillis);
  const first = new Map<string, DetectedSet>();
  for (const set of telling) if (!first.has(set.key)) first.set(set.key, set);
  return [...first.values()].sort((one, other) => Number(one.key !== "") - Number(other.key !== "")).slice(0, 12);
}

/** No name of a limit is longer, */
const longestName = 100;
/** or has more words before the one that says what it is, and the hyphen after them. */
const mostWords = 4;

const rank = (prefix: string): number => (commonPrefixes.indexOf(prefix) + commonPrefixes.length + 1) % (commonPrefixes.length + 1);

/** What a header tells, and of which limit, by what stands behind the prefix of its name. */
function roleOf(rest: string): { readonly role: HeaderRole; readonly set: DetectedSet } | undefined {
  const [pattern, role, known] = roles.find(([each]) => each.test(rest)) ?? [];
  if (pattern === undefined || role === undefined) return undefined;
  const key = known ?? rest.replace(pattern, "").replace(/^-/, "");
  const units: string[] = [];
  let window: number | undefined;
  for (const word of key === "" ? [] : key.split("-")) {
    const period = periods.find(([each]) => each.test(word));
    if (period !== undefined) window = period[1] && period[1] * 1000;
    else if (unitWord.test(word)) units.push(word);
    else if (!scopeWord.test(word) && !requestWord.test(word)) return undefined;
  }
  return { role, set: { key, unit: units.join("-") || undefined, window, names: {} } };
}
