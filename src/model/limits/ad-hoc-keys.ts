import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { LevelLimits, LevelReader } from "./inherited-limits.js";
import { periods } from "./limit-rules.js";
import { asPositive, invalid, isObject, member, type Written } from "./limit-values.js";
import { operationLimitKeys } from "./read-canonical-operation-limit.js";

/** Keys that projects have made up for a limit, each with values of its own; the first is ours too. */
export const adHocKeys = ["x-rate-limit", "x-rateLimit", "x-ratelimit"] as const;

/**
 * Limits in shapes of nobody's vocabulary: "120/min", { max, window: "60s" }, { requests, period }, … They are read where every
 * member is understood, and every duration says its unit.
 */
export function adHocReader(report: Report): LevelReader {
  return {
    keys: adHocKeys,
    read: (written) => {
      if (written.name === "x-rate-limit" && isOperationLimit(written.value)) return undefined;
      const found = understood(written);
      if (found === undefined) reportNotUnderstood(written, report);
      return found;
    },
  };
}

/** Whether a value of `x-rate-limit` is the canonical one of an operation, or means to be. */
export function isOperationLimit(value: Json): boolean {
  const keys = isObject(value) ? Object.keys(value) : ["not an object"];
  return keys.length === 0 || keys.some((key) => operationLimitKeys.some((known) => known === key));
}

function understood(written: Written): LevelLimits | undefined {
  const { value } = written;
  if (typeof value === "string") return ofText(value);
  if (!isObject(value)) return undefined;
  const { enabled = true, key, ...rest } = value;
  const [amounts, durations] = [pick(rest, ["max", "requests", "events", "limit"]), pick(rest, ["window", "period"])];
  const [quota, duration] = [asPositive(amounts[0]), durationOf(durations[0])];
  const whole = amounts.length === 1 && durations.length === 1 && Object.keys(rest).length === 2;
  if (!whole || quota === undefined || duration === undefined || typeof enabled !== "boolean") return undefined;
  if (key !== undefined && key !== "ip") return undefined;
  if (!enabled) return { limits: [] };
  const by = member(written, "key");
  return { limits: [{ quota, ...duration }], ...(by && { key: { value: { kind: "address" }, name: by.name, at: by.at } }) };
}

function pick(value: { readonly [key: string]: Json }, keys: readonly string[]): readonly Json[] {
  return keys.flatMap((key) => value[key] ?? []);
}

/** "120/min", "100 per 5 minutes", "10 requests/s". */
function ofText(text: string): LevelLimits | undefined {
  const match = /^(\d+)\s*(?:(?:req(?:uest)?s?|calls?)\s*)?(?:\/|per\b)\s*(\S.*)$/i.exec(text.trim());
  const [quota, duration] = [asPositive(Number(match?.[1])), durationOf(match?.[2])];
  return quota === undefined || duration === undefined ? undefined : { limits: [{ quota, ...duration }] };
}

const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?)$/i, "second"],
  [/^(?:m|mins?|minutes?)$/i, "minute"],
  [/^(?:h|hrs?|hours?)$/i, "hour"],
  [/^(?:d|days?)$/i, "day"],
  [/^(?:w|weeks?)$/i, "week"],
];

/** "60s", "1m", "minute". A number without a unit may be seconds, milliseconds or minutes. */
export function durationOf(value: Json | undefined): { readonly window: number; readonly period: string } | undefined {
  const match = typeof value === "string" ? /^(\d{0,6})\s*([a-z]+)$/i.exec(value.trim()) : null;
  const unit = units.find(([pattern]) => pattern.test(match?.[2] ?? ""))?.[1] ?? "";
  const [count, seconds] = [match?.[1] === "" ? 1 : Number(match?.[1]), periods.get(unit)];
  if (seconds === undefined || !(count > 0)) return undefined;
  const window = count * seconds;
  const period = [...periods].find(([, length]) => length === window)?.[0] ?? `${count} ${unit}s`;
  return { window, period };
}

function reportNotUnderstood({ name, value, at }: Written, report: Report): void {
  const unitless = isObject(value) && pick(value, ["window", "period"]).some((duration) => typeof duration === "number");
  const why = unitless ? ", because its duration has no unit" : "";
  const hint = 'Describe plans in "x-rate-limits" on the document; on an operation, "x-rate-limit" is { cost, policies, exempt }.';
  invalid(`"${name}" looks like a rate limit, and is not known${why}.`, at, report, "rate-limit-key-unknown", hint);
}
