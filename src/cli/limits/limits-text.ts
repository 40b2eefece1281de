import type { LimitHeaders, RateLimits, ResetFormat } from "../../model/ir/limits.js";
import { thousands } from "../../model/limits/policy-words.js";
import { visible } from "../../report/print.js";
import type { LimitsReport, ReportedOperations, ReportedPlan } from "./limits-report.js";

/** Of plans, policies and operations, the first are printed; of more, the number is given. */
const mostListed = 20;
const mostOperations = 5;

/** What is promised of the limits of an API, in plain words: lines for people, in which every word of a description stays in its line. */
export function limitsText(report: LimitsReport): string {
  const { api, input, headers, operations } = report;
  const sections = [
    { title: "Plans", lines: planLines(report) },
    { title: "Operations", lines: firstOf(operations, mostListed, operationsLine, "ways to count") },
    { title: "Headers that are read", lines: headers.map(headersLine) },
    { title: "What means a limit", lines: report.client === "off" ? [] : rejectionLines(report) },
    { title: "The client", lines: clientLines(report) },
  ];
  const shown = sections.filter(({ lines }) => lines.length > 0);
  const blocks = shown.map(({ title, lines }) => `  ${title}\n${lines.map((line) => `    ${line}\n`).join("")}`);
  return `${visible(api === input ? api : `${api}: ${input}`)}\n${blocks.join("")}`;
}

function planLines({ plans, defaultPlan, key }: LimitsReport): readonly string[] {
  if (key === undefined || plans.length === 0) return [];
  const named = ({ name }: ReportedPlan): string => `${visible(name)}${name === defaultPlan ? " (unless another is chosen)" : ""}`;
  const lines = (plan: ReportedPlan): readonly string[] => {
    if (plan.custom) return [`${named(plan)}: figures are agreed with each customer`];
    const policies = firstOf(plan.policies, mostListed, ({ name, text }) => `${visible(text)} (${visible(name)})`, "policies");
    if (policies.length > 2) return [`${named(plan)}:`, ...policies.map((policy) => `  ${policy}`)];
    return [`${named(plan)}: ${policies.length === 0 ? "no limit" : policies.join(", ")}`];
  };
  const shown = firstOf(plans, mostListed, lines, "plans");
  return [...shown.flat(), `Counted for each ${keyText(key)}, where nothing else is said.`];
}

function keyText(key: RateLimits["key"]): string {
  switch (key.kind) {
    case "securityScheme":
      return `credential of ${visible(key.scheme)}`;
    case "credential":
      return "credential, whichever a call has";
    case "address":
      return "address";
  }
}

function operationsLine({ cost, costs = {}, policies, exempt, operations }: ReportedOperations): string {
  const which = firstOf(operations, mostOperations, visible, "").join(", ");
  const count = counted(operations.length, "operation");
  if (exempt) return `${count} in no limit: ${which}`;
  const where = policies === undefined ? "every policy" : policies.length === 0 ? "no policy" : policies.map(visible).join(", ");
  const own = Object.entries(costs).map(([policy, each]) => `, in ${visible(policy)} as ${thousands(each)}`);
  return `${count} in ${where}${cost === 1 ? "" : `, a call as ${thousands(cost)}`}${own.join("")}: ${which}`;
}

function headersLine({ policy, unit, limit, remaining, fraction, reset, refill, bucket }: LimitHeaders): string {
  const parts = [
    ...(limit === undefined ? [] : [`${visible(limit)} is the limit`]),
    ...(remaining === undefined ? [] : [`${visible(remaining)} what is left`]),
    ...(fraction === undefined ? [] : [`${visible(fraction)} what is used and the limit, as 32/40`]),
    ...(reset === undefined ? [] : [`${visible(reset.name)} when there is more (${formatText(reset.format)})`]),
    ...(refill === undefined ? [] : [`a bucket that fills in ${String(refill)} s`]),
    ...(bucket === undefined ? [] : [`${visible(bucket)} names the counter`]),
  ];
  const subject = [policy, unit === undefined || unit === policy ? undefined : `in ${unit}`].filter((each) => each !== undefined);
  return `${subject.length === 0 ? "" : `${visible(subject.join(" "))}: `}${parts.join(", ")}`;
}

const formatWords: Readonly<Record<ResetFormat, string>> = {
  "unix-seconds": "Unix seconds",
  "unix-millis": "Unix milliseconds",
  "delta-seconds": "seconds from now",
  "delta-millis": "milliseconds from now",
  duration: "a wait as 6m0s",
  "http-date": "a date of HTTP",
  "date-time": "a date of RFC 3339",
};

const formatText = (format: ResetFormat | undefined): string =>
  format === undefined ? "in a form that is guessed from each value" : formatWords[format];

function rejectionLines({ rejections, retryAfter, globalHeader, client }: LimitsReport): readonly string[] {
  const more = rejections.map(({ status, header, body, wait, final }) => {
    const signs = [
      ...(header === undefined ? [] : [`the header ${visible(header)}`]),
      ...(body === undefined ? [] : [`${visible(JSON.stringify(body.contains))} in ${visible(body.pointer || "the whole")} of its body`]),
    ];
    const meaning = [
      ...(wait === undefined ? [] : [`${String(wait)} s to wait unless it says`]),
      ...(final === true ? ["not sent again"] : []),
    ];
    return `${String(status)}${signs.length === 0 ? "" : ` with ${signs.join(" and ")}`}${meaning.length === 0 ? "" : ` (${meaning.join(", ")})`}`;
  });
  const forbidden = client === "paced" ? "403 with Retry-After or with nothing left of a limit" : "403 with Retry-After";
  const declared = retryAfter === undefined ? [] : [`${visible(retryAfter.name)} (${retryAfter.formats.map(formatText).join(", or ")})`];
  const usual = retryAfter?.name.toLowerCase() === "retry-after" ? [] : ["Retry-After"];
  const body = retryAfter?.body === undefined ? [] : [`${visible(retryAfter.body || "the whole")} of the body`];
  return [
    `Status 429, 503 with Retry-After, ${[forbidden, ...more].join(", ")}.`,
    `The wait is read from ${[...declared, ...usual, ...body].join(", else ")}.`,
    ...(globalHeader === undefined
      ? []
      : [`It is of all operations with the header ${visible(globalHeader)}, and of one operation without it.`]),
  ];
}

function clientLines({ client, plans, defaultPlan, headers, banRisk, ietf, retryAfter }: LimitsReport): readonly string[] {
  switch (client) {
    case "off":
      return ["Sends each call at once, and once: `limits` is false."];
    case "retry":
      return [
        "Knows no limits, and sends calls at once.",
        "After a rejection, sends no call of the credential before the time that the service names, and then one call first.",
      ];
    case "paced":
      return [
        pacedLine(plans, defaultPlan),
        followedLine(headers.length > 0, ietf, retryAfter !== undefined),
        "After a rejection, sends nothing with the credential before the time that the service names, whatever limits it counts in, and then one call first.",
        ...(banRisk ? ["Who goes on after a rejection risks a ban."] : []),
      ];
  }
}

function followedLine(areNamed: boolean, ietf: boolean, isTimed: boolean): string {
  const fields = [...(ietf ? ["RateLimit and RateLimit-Policy"] : []), ...(areNamed ? ["the headers that are named here"] : [])];
  if (fields.length > 0) return `Follows ${fields.join(", and ")}, which win over figures.`;
  return isTimed
    ? "Reads no header of what is left: none is named."
    : "Finds headers of limits by their usual names, which win over figures.";
}

function pacedLine(plans: readonly ReportedPlan[], defaultPlan: string | undefined): string {
  if (plans.every(({ policies }) => policies.length === 0)) return "Knows no figures: holds calls back by what the service tells.";
  return defaultPlan === undefined
    ? "Holds calls back by the figures of the plan that it is given, and by what the service tells."
    : `Holds calls back by the figures of the plan ${visible(defaultPlan)}, or of the one that it is given, and by what the service tells.`;
}

function firstOf<T, Text>(items: readonly T[], most: number, text: (item: T) => Text, noun: string): readonly (Text | string)[] {
  const more = items.length - most;
  return more <= 0 ? items.map(text) : [...items.slice(0, most).map(text), `and ${thousands(more)} more${noun === "" ? "" : ` ${noun}`}`];
}

const counted = (count: number, noun: string): string => `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
