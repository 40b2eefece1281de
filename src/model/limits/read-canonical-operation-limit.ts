import type { Report } from "../../diagnostic/diagnostic.js";
import type { OperationFacts } from "./limit-facts.js";
import {
  asFieldName,
  asFlag,
  asPositive,
  asTexts,
  fact,
  isObject,
  member,
  reportUnknownMembers,
  reportUnread,
  type Written,
} from "./limit-values.js";

/** Members of a canonical `x-rate-limit`. */
export const operationLimitKeys = ["cost", "policies", "exempt", "rejectedBeforeProcessing"] as const;

/** What a canonical `x-rate-limit` says, or an operation's entry in a configuration, which has some keys `more`. */
export function readOperationLimit(written: Written, report: Report, more: readonly string[] = []): OperationFacts {
  if (!isObject(written.value)) {
    reportUnread(`"${written.name}" is { ${[...operationLimitKeys, ...more].join(", ")} }.`, "it is not read", written.at, report);
    return {};
  }
  reportUnknownMembers(written, [...operationLimitKeys, ...more], report);
  const cost = fact(member(written, "cost"), asPositive, "a whole number above 0", report);
  const policies = fact(member(written, "policies"), asTexts, "a list of names of policies", report);
  const exempt = fact(member(written, "exempt"), asFlag, "true or false", report);
  const rejectedBeforeProcessing = fact(member(written, "rejectedBeforeProcessing"), asFlag, "true or false", report);
  if (exempt?.value === true) reportBesideExempt(written, report);
  return {
    ...(cost && { cost }),
    ...(policies && { policies }),
    ...(exempt && { exempt }),
    ...(rejectedBeforeProcessing && { rejectedBeforeProcessing }),
  };
}

/** Reports what an operation, or a group of them, says of counting calls that count for nothing. */
export function reportBesideExempt(written: Written, report: Report, keys: readonly string[] = ["policies", "cost"]): void {
  for (const key of keys) {
    const beside = member(written, key);
    if (beside === undefined) continue;
    const message = `"${beside.name}" says how calls are counted, and "exempt" beside it that they are not.`;
    reportUnread(message, '"exempt" holds', beside.at, report, "Leave out one of the two.");
  }
}

/** What a canonical `x-retry` says, or `retry` in a configuration. */
export function readRetry(written: Written, report: Report): OperationFacts {
  const keys = ["idempotent", "idempotencyKeyHeader", "never"];
  if (!isObject(written.value)) {
    reportUnread(`"${written.name}" is { ${keys.join(", ")} }.`, "it is not read", written.at, report);
    return {};
  }
  reportUnknownMembers(written, keys, report);
  const idempotent = fact(member(written, "idempotent"), asFlag, "true or false", report);
  const idempotencyKeyHeader = fact(member(written, "idempotencyKeyHeader"), asFieldName, "the name of a header", report);
  const never = fact(member(written, "never"), asFlag, "true or false", report);
  return { ...(idempotent && { idempotent }), ...(idempotencyKeyHeader && { idempotencyKeyHeader }), ...(never && { never }) };
}
