import type { BucketPolicy, Policy } from "../ir/limits.js";

/** A policy in a person's words, around the name of its unit, which is a word of the description: "90,000", "tokens", "/min". */
export interface PolicyWords {
  readonly amount: string;
  /** `undefined`: requests, which nobody has to say. */
  readonly unit: string | undefined;
  readonly rest: string;
}

/** "60/min", "60/min sliding", "10/s (40 at once)", "5 at once", "0.2 s apart"; and what has a counter of its own, where that is not the key. */
export function policyWords(policy: Policy): PolicyWords {
  const { unit } = policy;
  const counted = policy.per === undefined ? "" : ` for each ${policy.per}`;
  switch (policy.kind) {
    case "window":
      return { amount: thousands(policy.quota), unit, rest: `/${windowWords(policy.window)}${policy.sliding ? " sliding" : ""}${counted}` };
    case "bucket": {
      const { amount, period } = rateWords(policy);
      return { amount, unit, rest: `/${period} (${thousands(policy.burst)} at once)${counted}` };
    }
    case "concurrency":
      return { amount: thousands(policy.concurrency), unit, rest: ` at once${counted}` };
    case "spacing":
      return { amount: decimal(policy.spacing), unit, rest: ` s apart${counted}` };
  }
}

/** The same as one text, for whoever makes it harmless later: "90,000 tokens/min". */
export function policyText(policy: Policy): string {
  const { amount, unit, rest } = policyWords(policy);
  return `${amount}${unit === undefined ? "" : ` ${unit}`}${rest}`;
}

/** 1,000: the same in every locale. */
export function thousands(quota: number): string {
  return String(quota).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

const units = [
  [604_800, "week"],
  [86_400, "day"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** "min", "5 min", "30 days": in the largest unit that gives a whole number. */
export function windowWords(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds % unit === 0 && (unit < 604_800 || seconds === unit)) ?? [1, "s"];
  const count = seconds / length;
  return count === 1 ? name : `${count} ${name}${name.length > 3 || name === "day" ? "s" : ""}`;
}

/** A rate in the shortest period in which it is a whole number: a description may have 0.1666… for ten in a minute. */
function rateWords({ rate }: BucketPolicy): { readonly amount: string; readonly period: string } {
  for (const [length, period] of units.toReversed()) {
    const whole = Math.round(rate * length);
    if (whole > 0 && Math.abs(rate * length - whole) <= whole * 1e-9) return { amount: thousands(whole), period };
  }
  return { amount: decimal(rate), period: "s" };
}

const decimal = (value: number): string => (Number.isInteger(value) ? thousands(value) : String(Number(value.toPrecision(4))));
