import { decimalScale } from "../../ir/decimal-scale.js";
import type { NumberAssertion } from "../../ir/schema.js";
import type { Effect } from "../change.js";
import type { Course, Rule } from "../compare-schema.js";
import type { NormalSchema } from "../normal-schema.js";
import { compareWord } from "./bound.js";

type Figure = number | bigint;

/** Bounds, divisors and formats of numbers. */
export const numberRule: Rule = (before, now, course) => {
  if (before.number === undefined && now.number === undefined) return;
  for (const side of ["minimum", "maximum"] as const) compareLimit(side, limitOf(before, side), limitOf(now, side), course);
  compareDivisor(before.number?.multipleOf, now.number?.multipleOf, course);
  compareFormat(before.number, now.number, course);
};

/** What is nearest of a bound and an exclusive one. */
interface Limit {
  readonly value: Figure;
  readonly exclusive: boolean;
}

/** Of integers, 5 alone is as good as 4 exclusively. */
function limitOf({ number, types }: NormalSchema, side: "minimum" | "maximum"): Limit | undefined {
  const [own, beyond] = side === "minimum" ? [number?.minimum, number?.exclusiveMinimum] : [number?.maximum, number?.exclusiveMaximum];
  const isWhole = types?.includes("integer") === true;
  const next = isWhole ? neighbour(beyond, side) : undefined;
  const limits: readonly Limit[] = [
    ...(own === undefined ? [] : [{ value: own, exclusive: false }]),
    ...(beyond === undefined ? [] : [next === undefined ? { value: beyond, exclusive: true } : { value: next, exclusive: false }]),
  ];
  return limits.reduce<Limit | undefined>(
    (known, each) => (known !== undefined && order(known, each, side) >= 0 ? known : each),
    undefined,
  );
}

function neighbour(value: Figure | undefined, side: "minimum" | "maximum"): Figure | undefined {
  if (typeof value === "bigint") return side === "minimum" ? value + 1n : value - 1n;
  // Beyond that, the next integer may be the same number.
  if (value === undefined || Math.abs(value) > 2 ** 52) return undefined;
  return side === "minimum" ? Math.floor(value) + 1 : Math.ceil(value) - 1;
}

/** Above 0 where the first lets less through, and 0 where both let the same. */
function order(a: Limit, b: Limit, side: "minimum" | "maximum"): number {
  if (a.value < b.value) return side === "minimum" ? -1 : 1;
  if (a.value > b.value) return side === "minimum" ? 1 : -1;
  return Number(a.exclusive) - Number(b.exclusive);
}

function compareLimit(side: "minimum" | "maximum", before: Limit | undefined, now: Limit | undefined, { say }: Course): void {
  if (before === undefined || now === undefined) {
    if (now !== undefined) say(side, "narrower", `has the ${limitText(now, side)} now, and had none`);
    if (before !== undefined) say(side, "wider", `has no ${wordsOf(before, side)} now, and had ${String(before.value)}`);
    return;
  }
  const nearer = order(now, before, side);
  if (nearer === 0) return;
  const was = before.exclusive === now.exclusive ? String(before.value) : `the ${limitText(before, side)}`;
  say(side, nearer > 0 ? "narrower" : "wider", `has the ${limitText(now, side)} now, and had ${was}`);
}

const wordsOf = ({ exclusive }: Limit, side: string): string => (exclusive ? `exclusive ${side}` : side);
const limitText = (limit: Limit, side: string): string => `${wordsOf(limit, side)} ${String(limit.value)}`;

function compareDivisor(before: Figure | undefined, now: Figure | undefined, { say }: Course): void {
  if (before === undefined ? now === undefined : now !== undefined && before === now) return;
  const effect = before === undefined ? "narrower" : now === undefined ? "wider" : divisorEffect(before, now);
  const was = before === undefined ? "none" : String(before);
  say(
    "multipleOf",
    effect,
    now === undefined ? `has no divisor now, and had ${was}` : `has the divisor ${String(now)} now, and had ${was}`,
  );
}

/** What is divisible by 4 is by 2. */
function divisorEffect(before: Figure, now: Figure): Effect {
  if (divides(before, now)) return divides(now, before) ? "none" : "narrower";
  return divides(now, before) ? "wider" : "other";
}

function divides(divisor: Figure, value: Figure): boolean {
  if (typeof divisor === "bigint" || typeof value === "bigint") {
    const isWhole = [divisor, value].every((each) => typeof each === "bigint" || Number.isInteger(each));
    return isWhole && BigInt(value) % BigInt(divisor) === 0n;
  }
  const scale = Math.max(decimalScale(divisor), decimalScale(value));
  return Math.round(value * scale) % Math.round(divisor * scale) === 0;
}

/** Formats whose values another one takes, too. */
const within: Readonly<Record<string, readonly string[]>> = { int32: ["int64"], float: ["double"] };

function compareFormat(before: NumberAssertion | undefined, now: NumberAssertion | undefined, course: Course): void {
  const [was, is] = [before?.format, now?.format];
  // A program may hold the integers of one in another form.
  const isHeldAlike = before?.int64?.as === now?.int64?.as;
  const isWithin = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && isHeldAlike && Object.hasOwn(within, a) && within[a]?.includes(b) === true;
  const effect = isWithin(was, is) ? "wider" : isWithin(is, was) ? "narrower" : undefined;
  compareWord("format", "format", was, is, course, effect);
}
