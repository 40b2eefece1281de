import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { Policy } from "../ir/limits.js";
import {
  asFlag,
  asPositive,
  asSeconds,
  fact,
  isObject,
  longestSeconds,
  longestWindow,
  member,
  reportUnknownMembers,
  wordFact,
  reportUnread,
  type Written,
} from "./limit-values.js";
import { readFigure } from "./read-figure.js";

/** The members by which a policy says which of the ways to limit it is. */
const membersOf = {
  window: ["q", "w", "sliding"],
  bucket: ["rate", "burst"],
  concurrency: ["concurrency"],
  spacing: ["spacing"],
} as const satisfies Record<Policy["kind"], readonly string[]>;

const kinds = Object.keys(membersOf) as readonly Policy["kind"][]; // the keys of the table
const known = [...Object.values(membersOf).flat(), "qu", "per"];

/** The keys that are meant by words of other vocabularies, and of our own elsewhere. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    q: "quota limit max requests calls count amount",
    w: "window period interval seconds duration time",
    rate: "refill refillrate ratepersecond persecond",
    burst: "capacity size bucket",
    concurrency: "concurrent maxconcurrency maxconcurrent parallel inflight",
    spacing: "delay gap mininterval mintime",
    qu: "unit units quotaunit metric",
    per: "key scope by",
  }).flatMap(([key, words]) => words.split(" ").map((word) => [word, key])),
);

/** What a policy may be, for a hint. */
const ways = "A policy is { q, w }, { q, w, sliding: true }, { rate, burst }, { concurrency } or { spacing }.";

/** Calls per second: slower than one in a year, a bucket is never full again. */
const slowest = 1 / longestSeconds;
const fastest = 1_000_000_000;

/**
 * A policy of a plan. What is wrong in it is reported, and it is left out: a figure that is guessed holds calls back for nothing, or lets too many
 * pass. What it counts is kept whatever it is; whether a header tells what is left of that is not known here.
 */
export function readPolicy(name: string, written: Written, report: Report): Policy | undefined {
  if (isObject(written.value)) reportUnknownMembers(written, known, report, meanings);
  if (!isPolicyName(name)) {
    const hint = "It is sent in RateLimit-Policy, a structured field (RFC 9651, section 3.3.3).";
    reportUnread(`The name of the policy ${JSON.stringify(name)} must be printable ASCII.`, "it is left out", written.at, report, hint);
    return undefined;
  }
  const kind = kindOf(name, written, report);
  if (kind === undefined) return undefined;
  const counted = fact(member(written, "qu"), asUnit, "the name of a unit, such as requests or tokens", report)?.value;
  const unit = counted === "requests" ? undefined : counted;
  const per = wordFact(member(written, "per"), ["operation", "address"] as const, report)?.value;
  if (unit !== undefined && (kind === "concurrency" || kind === "spacing")) {
    const message = `The policy "${name}" counts ${JSON.stringify(unit)}, and a ${kind} policy counts calls.`;
    reportUnread(message, '"qu" is not read', member(written, "qu")?.at ?? written.at, report);
    return figuresOf[kind]({ name, unit: undefined, per }, written, report);
  }
  return figuresOf[kind]({ name, unit, per }, written, report);
}

const asUnit = (value: Json): string | undefined => (typeof value === "string" && /\S/.test(value) ? value : undefined);

function kindOf(name: string, written: Written, report: Report): Policy["kind"] | undefined {
  const [first, other] = kinds.flatMap((kind) => {
    const said = membersOf[kind].find((key) => member(written, key) !== undefined);
    return said === undefined ? [] : [{ kind, said }];
  });
  if (first === undefined) reportUnread(`The policy "${name}" has no figures.`, "it is left out", written.at, report, ways);
  if (first === undefined || other === undefined) return first?.kind;
  const message = `The policy "${name}" has "${first.said}" and "${other.said}", which are of two ways to limit.`;
  const hint = `Where both hold, make it two policies. ${ways}`;
  reportUnread(message, "it is left out", member(written, other.said)?.at ?? written.at, report, hint);
  return undefined;
}

type Scope = Pick<Policy, "name" | "unit" | "per">;

const figuresOf = {
  window: (scope, written, report) => {
    const [quota, window] = [asPositive(readFigure(written, "q", report)), asWindow(readFigure(written, "w", report))];
    const sliding = fact(member(written, "sliding"), asFlag, "true or false", report)?.value === true;
    if (quota !== undefined && window !== undefined) return { kind: "window", ...scope, quota, window, sliding };
    const example = "{ q: 60, w: 3600 }, which is 60 requests an hour";
    lacks(scope, written, "q (requests) and w (seconds), both whole numbers above 0", { q: quota, w: window }, example, report);
    return undefined;
  },
  bucket: (scope, written, report) => {
    const rate = asNumber(readFigure(written, "rate", report), slowest, fastest);
    const said = asPositive(readFigure(written, "burst", report));
    // Longer than the longest window, it is never full again.
    const burst = said !== undefined && rate !== undefined && said / rate > longestWindow ? undefined : said;
    if (rate !== undefined && burst !== undefined) return { kind: "bucket", ...scope, rate, burst };
    const what = "rate (per second, at least one in a year) and burst (at once, a whole number above 0)";
    lacks(scope, written, what, { rate, burst }, "{ rate: 2, burst: 40 }, which is 40 requests at once, and then 2 a second", report);
    return undefined;
  },
  concurrency: (scope, written, report) => {
    const concurrency = asPositive(readFigure(written, "concurrency", report));
    if (concurrency !== undefined) return { kind: "concurrency", ...scope, concurrency };
    lacks(scope, written, "concurrency (calls at once), a whole number above 0", { concurrency }, "{ concurrency: 5 }", report);
    return undefined;
  },
  spacing: (scope, written, report) => {
    const spacing = asSeconds(readFigure(written, "spacing", report));
    if (spacing !== undefined) return { kind: "spacing", ...scope, spacing };
    lacks(scope, written, "spacing (seconds), a number from 0.001 to a year", { spacing }, "{ spacing: 0.2 }", report);
    return undefined;
  },
} as const satisfies { readonly [Kind in Policy["kind"]]: (scope: Scope, written: Written, report: Report) => Policy | undefined };

/** @param read What is read of each figure; `undefined` of those that are at fault. */
function lacks(
  { name }: Scope,
  written: Written,
  what: string,
  read: { readonly [key: string]: number | undefined },
  example: string,
  report: Report,
): void {
  const wrong = Object.keys(read).filter((key) => read[key] === undefined);
  const found = wrong.map((key) => {
    const value = member(written, key)?.value;
    const isHuge = asNumber(value, 1, Infinity) !== undefined && Number.isInteger(value);
    return value === undefined ? `there is no "${key}"` : `"${key}" is ${JSON.stringify(value)}${isHuge ? ", which is too much" : ""}`;
  });
  const hint = `Here ${found.join(", and ")}. Write ${example}.`;
  reportUnread(`The policy "${name}" needs ${what}.`, "it is left out", written.at, report, hint);
}

const asWindow = (value: Json | undefined): number | undefined => {
  const seconds = asPositive(value);
  return seconds === undefined || seconds > longestWindow ? undefined : seconds;
};

function asNumber(value: Json | undefined, least: number, most: number): number | undefined {
  return typeof value === "number" && value >= least && value <= most ? value : undefined;
}

const isPolicyName = (name: string): boolean => /^[\x20-\x7e]+$/.test(name);
