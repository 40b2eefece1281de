import type { BuildContext } from "../build/context.js";
import type { LimitFacts, GeneralFacts } from "./limit-facts.js";
import {
  asFieldName,
  asFlag,
  fact,
  invalid,
  isObject,
  member,
  reportUnknownMembers,
  reportUnread,
  type Sourced,
  type Written,
} from "./limit-values.js";
import { readGroups } from "./read-groups.js";
import { readLimitHeaders } from "./read-limit-headers.js";
import { readPlans } from "./read-plans.js";
import { readRejections, readRetryAfter } from "./read-rejections.js";

/** Members of the canonical object. */
export const limitKeys = [
  ...["key", "plans", "defaultPlan", "groups", "headers", "retryAfter"],
  ...["rejections", "globalHeader", "emitIetf", "banRisk"],
] as const;

/** What a canonical object of limits says: `x-rate-limits` of a description, `limits` of a configuration, which has some keys `more`. */
export function readCanonicalLimits(written: Written, build: BuildContext, more: readonly string[] = []): LimitFacts {
  const { report } = build;
  if (!isObject(written.value)) reportUnread(`"${written.name}" must be an object with "plans".`, "it is not read", written.at, report);
  reportUnknownMembers(written, [...limitKeys, ...more], report);
  const key = readKey(member(written, "key"), build);
  const defaultPlan = fact(
    member(written, "defaultPlan"),
    (value) => (typeof value === "string" ? value : undefined),
    "a plan's name",
    report,
  );
  const ietf = fact(member(written, "emitIetf"), asFlag, "true or false", report);
  const banRisk = fact(member(written, "banRisk"), asFlag, "true or false", report);
  const groups = readGroups(member(written, "groups"), report);
  const retryAfter = readRetryAfter(member(written, "retryAfter"), report);
  const rejections = readRejections(member(written, "rejections"), report);
  const globalHeader = fact(member(written, "globalHeader"), asFieldName, "the name of a header", report);
  return {
    general: {
      ...(key && { key }),
      ...(defaultPlan && { defaultPlan }),
      ...readLimitHeaders(member(written, "headers"), report),
      ...(groups && { groups }),
      ...(retryAfter && { retryAfter }),
      ...(rejections && { rejections }),
      ...(globalHeader && { globalHeader }),
      ...(ietf && { ietf }),
      ...(banRisk && { banRisk }),
    },
    ...readPlans(member(written, "plans"), report),
  };
}

function readKey(written: Written | undefined, { resolved, report }: BuildContext): GeneralFacts["key"] {
  if (written === undefined) return undefined;
  const schemes = Object.keys(resolved.document.components?.securitySchemes ?? {});
  const scheme = member(written, "securityScheme");
  const said = (value: NonNullable<GeneralFacts["key"]>["value"]): Sourced<typeof value> => ({ value, name: written.name, at: written.at });
  reportUnknownMembers(written, ["securityScheme", "ip"], report);
  const isBoth = scheme !== undefined && member(written, "ip") !== undefined;
  if (typeof scheme?.value === "string" && !isBoth) {
    if (schemes.includes(scheme.value)) return said({ kind: "securityScheme", scheme: scheme.value });
    const hint = schemes.length === 0 ? "The description declares none." : `The schemes are ${schemes.join(", ")}.`;
    invalid(`There is no security scheme "${scheme.value}".`, scheme.at, report, "security-scheme-unknown", hint);
    return undefined;
  }
  if (isObject(written.value) && written.value["ip"] === true && !isBoth) return said({ kind: "address" });
  reportUnread(`"${written.name}" is { securityScheme: NAME } or { ip: true }.`, "it is not read", written.at, report);
  return undefined;
}
