import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { RateLimits, ResetFormat, RetryFormat } from "../ir/limits.js";
import type { GeneralFacts } from "./limit-facts.js";
import { asFieldName, fact, invalid, isObject, member, reportUnknownMembers, type Written } from "./limit-values.js";

const resetFormats = ["unix-seconds", "delta-seconds", "unix-millis", "http-date"] as const satisfies readonly ResetFormat[];
const retryFormats = ["delta-seconds", "http-date", "unix-seconds", "delta-millis"] as const satisfies readonly RetryFormat[];

/** The headers that a canonical `headers` object names. */
export function readLimitHeaders(written: Written | undefined, report: Report): Pick<GeneralFacts, "limit" | "remaining" | "reset"> {
  if (written === undefined) return {};
  if (!isObject(written.value)) {
    invalid(`"${written.name}" must be an object with limit, remaining and reset; it is not read.`, written.at, report);
    return {};
  }
  reportUnknownMembers(written, ["limit", "remaining", "reset"], report);
  const limit = fact(member(written, "limit"), asFieldName, "the name of a header", report);
  const remaining = fact(member(written, "remaining"), asFieldName, "the name of a header", report);
  const reset = readReset(member(written, "reset"), report);
  return { ...(limit && { limit }), ...(remaining && { remaining }), ...(reset && { reset }) };
}

function readReset(written: Written | undefined, report: Report): GeneralFacts["reset"] {
  if (written === undefined) return undefined;
  if (isObject(written.value)) reportUnknownMembers(written, ["name", "format"], report);
  const header = isObject(written.value) ? written.value["name"] : written.value;
  const name = asFieldName(header);
  if (name === undefined) {
    invalid(`"${written.name}" is { name: HEADER, format: FORMAT }; it is not read.`, written.at, report);
    return undefined;
  }
  const format = fact(member(written, "format"), wordOf(resetFormats), `one of ${resetFormats.join(", ")}`, report)?.value;
  return { value: { name, format }, name: written.name, at: written.at };
}

/** A reset header whose values nobody says how to read. Where only responses describe it, that is a remark: it may be a description of somebody else. */
export function reportFormatless(
  { value: { name }, at }: NonNullable<GeneralFacts["reset"]>,
  severity: "warning" | "info",
  report: Report,
): void {
  const message = `The format of "${name}" is not known; a client guesses it from each value.`;
  const hint = `Write headers: { reset: { name: ${name}, format: … } } with one of ${resetFormats.join(", ")}, in \`x-rate-limits\` or in \`limits\` of the configuration.`;
  report(diagnostic("reset-format-missing", message, { at, severity, hint }));
}

/** `retryAfter`: { name, formats }, or the name alone. */
export function readRetryAfter(written: Written | undefined, report: Report): GeneralFacts["retryAfter"] {
  const takes = `{ name: HEADER, formats: [${retryFormats.join(", ")}] }, of which at least one`;
  if (written !== undefined && isObject(written.value)) reportUnknownMembers(written, ["name", "formats"], report);
  return fact(written, asRetryAfter, takes, report);
}

function asRetryAfter(value: Json): NonNullable<RateLimits["retryAfter"]> | undefined {
  const { name = "Retry-After", formats = usual } = isObject(value) ? value : { name: value };
  const header = asFieldName(name);
  const words: readonly Json[] = Array.isArray(formats) ? (formats as readonly Json[]) : [formats]; // isArray does not narrow readonly lists
  const known = words.map(wordOf(retryFormats)).filter((word) => word !== undefined);
  return header === undefined || known.length === 0 || known.length < words.length ? undefined : { name: header, formats: known };
}

/** What RFC 9110 says of `Retry-After`. */
const usual = ["delta-seconds", "http-date"];

function wordOf<T extends string>(known: readonly T[]): (value: Json) => T | undefined {
  return (value) => known.find((word) => word === value);
}
