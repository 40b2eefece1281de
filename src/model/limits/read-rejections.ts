import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { Rejection, RetryAfter } from "../ir/limits.js";
import type { GeneralFacts } from "./limit-facts.js";
import {
  asFieldName,
  asFlag,
  asPointer,
  asSeconds,
  fact,
  isObject,
  items,
  member,
  reportUnknownMembers,
  reportUnread,
  type Written,
} from "./limit-values.js";
import { timeFormats } from "./read-limit-headers.js";

/** `retryAfter`: { name, formats, body }, or the name alone. */
export function readRetryAfter(written: Written | undefined, report: Report): GeneralFacts["retryAfter"] {
  if (written !== undefined && isObject(written.value)) reportUnknownMembers(written, ["name", "formats", "body"], report);
  const takes = `{ name: HEADER, formats: [${timeFormats.join(", ")}] }, of which at least one`;
  const header = fact(written, asHeader, takes, report);
  const body = written === undefined ? undefined : fact(member(written, "body"), asPointer, pointerWords, report)?.value;
  return header && { ...header, value: { ...header.value, body } };
}

const pointerWords = 'a JSON pointer (RFC 6901), such as "/error/retry_after"';

/** What RFC 9110 says of `Retry-After`. */
const usual = ["delta-seconds", "http-date"];

function asHeader(value: Json): Omit<RetryAfter, "body"> | undefined {
  const { name = "Retry-After", formats = usual } = isObject(value) ? value : { name: value };
  const header = asFieldName(name);
  const words: readonly Json[] = Array.isArray(formats) ? (formats as readonly Json[]) : [formats]; // isArray does not narrow readonly lists
  const known = words.flatMap((word) => timeFormats.find((format) => format === word) ?? []);
  return header === undefined || known.length === 0 || known.length < words.length ? undefined : { name: header, formats: known };
}

/** `rejections`: a list of { status, header, body: { pointer, contains }, wait, final }. What cannot be read is left out: the others hold. */
export function readRejections(written: Written | undefined, report: Report): GeneralFacts["rejections"] {
  if (written === undefined) return undefined;
  if (!Array.isArray(written.value)) {
    reportUnread(`"${written.name}" must be a list of { status, header, body }.`, "it is not read", written.at, report);
    return undefined;
  }
  const value = items(written).flatMap((item) => readRejection(item, report) ?? []);
  return { value, name: written.name, at: written.at };
}

/** An entry whose sign cannot be read would mean every answer of its status: it is left out as a whole. */
function readRejection(written: Written, report: Report): Rejection | undefined {
  const { name, at, value } = written;
  if (!isObject(value)) {
    reportUnread(`"${name}" must be { status, header, body: { pointer, contains } }.`, "it is left out", at, report);
    return undefined;
  }
  reportUnknownMembers(written, ["status", "header", "body", "wait", "final"], report);
  const wait = fact(member(written, "wait"), asSeconds, "a number of seconds from 0.001 to a year", report)?.value;
  const final = fact(member(written, "final"), asFlag, "true or false", report)?.value === true || undefined;
  const isMore = (wait ?? final) !== undefined;
  const statuses = `a status from 400 to 599${isMore ? "" : " other than 429, which always is a limit"}`;
  const status = fact(member(written, "status"), isMore ? asStatus : asOtherStatus, statuses, report);
  if (status === undefined) {
    if (member(written, "status") === undefined) reportUnread(`"${name}" needs a status.`, "it is left out", at, report);
    return undefined;
  }
  const [header, body] = [member(written, "header"), member(written, "body")];
  const named = fact(header, asFieldName, "the name of a header", report);
  const text = readText(body, report);
  if ((header !== undefined && named === undefined) || (body !== undefined && text === undefined)) return undefined;
  return { status: status.value, header: named?.value, body: text, wait, final };
}

const asStatus = (value: Json): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : undefined;

const asOtherStatus = (value: Json): number | undefined => (value === 429 ? undefined : asStatus(value));

function readText(written: Written | undefined, report: Report): Rejection["body"] {
  if (written === undefined) return undefined;
  reportUnknownMembers(written, ["pointer", "contains"], report);
  const pointer = asPointer(member(written, "pointer")?.value);
  const contains = member(written, "contains")?.value;
  if (pointer !== undefined && typeof contains === "string" && /\S/.test(contains)) return { pointer, contains };
  const takes = `{ pointer, contains }: a JSON pointer to a text of the body, such as "/message", and what is in that text`;
  reportUnread(`"${written.name}" must be ${takes}.`, "the entry is left out", written.at, report);
  return undefined;
}
