import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { BuildContext } from "../build/context.js";
import type { OperationEntry } from "../build/list-operations.js";
import { inside } from "../build/origin.js";
import type { LimitHeaders, Plan } from "../ir/limits.js";
import { describedHeaders } from "./described-headers.js";
import type { GeneralFacts, HeaderFacts } from "./limit-facts.js";
import { reportUnknown } from "./left-out-policies.js";
import { invalid } from "./limit-values.js";
import { headerKeys, headersOf, reportFormatless } from "./read-limit-headers.js";
import { reportUnclearHeaders } from "./report-unclear-headers.js";

/**
 * What a description says, without the headers of the form that the configuration does not have: members of a single object are put together with
 * those of another, a list is taken as it is.
 */
export function onlyOneForm(own: GeneralFacts, described: GeneralFacts, report: Report): GeneralFacts {
  const [ownKey, otherKeys] = own.headers === undefined ? [singleKey(own), ["headers"] as const] : (["headers", headerKeys] as const);
  const [first] = otherKeys.flatMap((key) => described[key] ?? []);
  const said = ownKey && own[ownKey];
  if (said === undefined || first === undefined) return described;
  report(
    diagnostic("limits-overridden", `"${said.name}" of the configuration overrides what the description says.`, {
      at: said.at,
      related: [{ message: `"${first.name}" is here.`, at: first.at }],
    }),
  );
  return { ...described, ...Object.fromEntries(otherKeys.map((key) => [key, undefined])) };
}

const singleKey = (facts: HeaderFacts): keyof HeaderFacts | undefined => headerKeys.find((key) => facts[key] !== undefined);

/** Headers that nobody names are those that responses describe. */
export function withDescribedHeaders(
  general: GeneralFacts,
  entries: readonly OperationEntry[],
  { resolved, report }: BuildContext,
): GeneralFacts {
  const { reset, headers } = general;
  reportUnclearHeaders(general, report);
  if (reset !== undefined && reset.value.format === undefined) reportFormatless(reset, "warning", report);
  for (const [index, { reset: each }] of (headers?.value ?? []).entries())
    if (headers !== undefined && each !== undefined && each.format === undefined)
      reportFormatless({ ...headers, value: each, at: inside(headers.at, index, "reset") }, "warning", report);
  if (headers !== undefined || singleKey(general) !== undefined) return general;
  const described = describedHeaders(entries, resolved);
  if (described?.reset !== undefined) reportFormatless(described.reset, "info", report);
  return { ...general, ...described };
}

/** All sets of headers that are named. Of a list, each is in its place, whether it names something or not. */
export function buildHeaders(general: GeneralFacts): readonly LimitHeaders[] {
  return general.headers?.value ?? [headersOf(general)];
}

/**
 * Those that name headers, of policies that there are. Headers of an unknown policy are left out: nobody knows what to hold back by them. Where
 * plans are agreed, or none is described, policies are what their headers say.
 * `unread`: policies whose figures cannot be read, and which have been told.
 * `isTold`: whether unknown policies are told, and left out. Those of a preset are not: others may be in place of its plans, and what its
 * headers tell is true all the same.
 */
export function withKnownPolicies(
  headers: readonly LimitHeaders[],
  plans: readonly Plan[],
  general: GeneralFacts,
  { report, unread, isTold }: { readonly report: Report; readonly unread: ReadonlySet<string>; readonly isTold: boolean },
): readonly LimitHeaders[] {
  const names = new Set(plans.flatMap(({ policies }) => policies.map(({ name }) => name)));
  const isOpen = names.size === 0 || plans.some(({ custom }) => custom) || !isTold;
  return headers.filter(({ policy, limit, remaining, fraction, reset, bucket }, index) => {
    if ([limit, remaining, fraction, reset, bucket].every((header) => header === undefined)) return false;
    if (policy === undefined || isOpen || names.has(policy)) return true;
    const at = general.headers === undefined ? general.policy?.at : inside(general.headers.at, index, "policy");
    if (at !== undefined && unread.has(policy)) {
      const message = `The policy ${JSON.stringify(policy)} cannot be read, and its headers are not read either.`;
      invalid(message, at, report, "limit-policy-unread", "Correct what is said of the policy.");
    } else if (at !== undefined) reportUnknown(policy, at, names, report, "its headers are not read");
    return false;
  });
}
