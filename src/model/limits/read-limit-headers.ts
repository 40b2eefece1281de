import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { LimitHeaders, ResetFormat } from "../ir/limits.js";
import type { GeneralFacts, HeaderFacts } from "./limit-facts.js";
import {
  asFieldName,
  asSeconds,
  fact,
  isObject,
  items,
  member,
  reportUnknownMembers,
  wordFact,
  reportUnread,
  type Written,
} from "./limit-values.js";

const formats: Readonly<Record<ResetFormat, true>> = {
  "unix-seconds": true,
  "delta-seconds": true,
  "unix-millis": true,
  "http-date": true,
  "delta-millis": true,
  duration: true,
  "date-time": true,
};
/** How a time is written in a header: `reset` and `retryAfter` have the same words. */
export const timeFormats = Object.keys(formats) as readonly ResetFormat[]; // the keys of the table

/** Members of an object of headers. */
export const headerKeys = [
  "policy",
  "unit",
  "limit",
  "remaining",
  "fraction",
  "reset",
  "refill",
  "bucket",
] as const satisfies readonly (keyof LimitHeaders)[];

/** The headers that a canonical `headers` names: an object, whose members are facts, or a list of them, which is one. */
export function readLimitHeaders(written: Written | undefined, report: Report): HeaderFacts & Pick<GeneralFacts, "headers"> {
  if (written === undefined) return {};
  if (!isJsonArray(written.value)) return readHeaders(written, report);
  if (written.value.length === 0) {
    reportUnread(`"${written.name}" must not be an empty list.`, "it is not read", written.at, report);
    return {};
  }
  const value = items(written).map((item) => headersOf(readHeaders(item, report)));
  return { headers: { value, name: written.name, at: written.at } };
}

function readHeaders(written: Written, report: Report): HeaderFacts {
  if (!isObject(written.value)) {
    reportUnread(
      `"${written.name}" must be an object with limit, remaining and reset, or a list of such objects.`,
      "it is not read",
      written.at,
      report,
    );
    return {};
  }
  reportUnknownMembers(written, headerKeys, report);
  const named = (key: "limit" | "remaining" | "fraction" | "bucket"): HeaderFacts =>
    said(key, fact(member(written, key), asOwnHeader, ownHeader, report));
  return {
    ...said("policy", fact(member(written, "policy"), asText, "the name of a policy", report)),
    ...said("unit", fact(member(written, "unit"), asText, "the name of a unit, such as tokens", report)),
    ...named("limit"),
    ...named("remaining"),
    ...named("fraction"),
    ...said("reset", readReset(member(written, "reset"), report)),
    ...said("refill", fact(member(written, "refill"), asSeconds, "a number of seconds from 0.001 to a year", report)),
    ...named("bucket"),
  };
}

const said = <Key extends keyof HeaderFacts>(key: Key, value: HeaderFacts[Key] | undefined): HeaderFacts =>
  value === undefined ? {} : { [key]: value };

/** Facts about one set of headers as that set. */
export function headersOf({ policy, unit, limit, remaining, fraction, reset, refill, bucket }: HeaderFacts): LimitHeaders {
  return {
    policy: policy?.value,
    unit: unit?.value === "requests" ? undefined : unit?.value,
    limit: limit?.value,
    remaining: remaining?.value,
    fraction: fraction?.value,
    reset: reset?.value,
    refill: refill?.value,
    bucket: bucket?.value,
  };
}

/** Headers of any response, with a meaning of their own: a server would overwrite them. */
const ofResponses: ReadonlySet<string> = new Set([
  ..."age allow cache-control connection content-disposition content-encoding content-language content-length content-location".split(" "),
  ..."content-range content-type date etag expires keep-alive last-modified link location server set-cookie trailer".split(" "),
  ..."transfer-encoding upgrade vary via www-authenticate".split(" "),
]);

const ownHeader = "the name of a header, and of none that responses have for another purpose, as Date or Content-Type";

const asOwnHeader = (value: Json | undefined): string | undefined => {
  const name = asFieldName(value);
  return name !== undefined && ofResponses.has(name.toLowerCase()) ? undefined : name;
};

const asText = (value: Json): string | undefined => (typeof value === "string" && /\S/.test(value) ? value : undefined);

function readReset(written: Written | undefined, report: Report): GeneralFacts["reset"] {
  if (written === undefined) return undefined;
  if (isObject(written.value)) reportUnknownMembers(written, ["name", "format"], report);
  const header = isObject(written.value) ? written.value["name"] : written.value;
  const name = asOwnHeader(header);
  if (name === undefined && asFieldName(header) !== undefined) fact({ ...written, value: header ?? null }, asOwnHeader, ownHeader, report);
  else if (name === undefined) {
    reportUnread(`"${written.name}" is { name: HEADER, format: FORMAT }.`, "it is not read", written.at, report);
  }
  if (name === undefined) return undefined;
  const format = wordFact(member(written, "format"), timeFormats, report)?.value;
  return { value: { name, format }, name: written.name, at: written.at };
}

/** A reset header whose values nobody says how to read. Where only responses describe it, that is a remark: it may be a description of somebody else. */
export function reportFormatless(
  { value: { name }, at }: NonNullable<GeneralFacts["reset"]>,
  severity: "warning" | "info",
  report: Report,
): void {
  const message = `The format of "${name}" is not known; a client guesses it from each value.`;
  const hint = `Write headers: { reset: { name: ${name}, format: … } } with one of ${timeFormats.join(", ")}, in \`x-rate-limits\` or in \`limits\` of the configuration.`;
  report(diagnostic("reset-format-missing", message, { at, severity, hint }));
}
