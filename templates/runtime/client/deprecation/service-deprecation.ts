/**
 * What a service says of the end of an operation in its answers, where the generated code does not know it.
 * @see https://www.rfc-editor.org/rfc/rfc9745 for `Deprecation`, https://www.rfc-editor.org/rfc/rfc8594 for `Sunset`
 */
import type { DeprecatedOperation, PartDeprecation } from "../../shared/deprecated-operation.js";
import { codeWord } from "./deprecation-code.js";
import { isPast, warn, type DeprecationOptions } from "./deprecation.js";
import { httpDate } from "../../shared/http-date.js";
import type { Operation } from "../../shared/operation.js";

/**
 * Warns of a deprecated operation when the service announces another date of removal, or answers 404 or 410 after that date. `now` is in
 * milliseconds since the epoch.
 */
export function warnOfAnswer(
  operation: DeprecatedOperation,
  { status, headers }: Response,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  const known = operation.deprecation;
  if (known === undefined) return;
  const facts = { ...known, ...announced(headers) };
  const { code } = known;
  const answer = { operation, headers, facts, scope: code };
  // A description seldom has a time of day: it is the day that counts.
  const day = known.sunset && isoDay(known.sunset.epoch);
  if (facts.sunset !== known.sunset && facts.sunset?.date !== day)
    notify(answer, `${code}_SUNSET_MOVED`, `ends on another day than ${day ?? "described"}${source}`, options, now);
  if ((status === 404 || status === 410) && isPast(facts, now)) notify(answer, `${code}_REMOVED`, `answered ${status}`, options, now);
}

/**
 * Does the same, and warns when the service deprecates an operation that the description does not. `prefix` begins the code of that:
 * "PETSTORE_DEP".
 */
export function warnOfService(
  operation: DeprecatedOperation,
  response: Response,
  prefix: string,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  warnOfAnswer(operation, response, options, now);
  if (operation.deprecation !== undefined) return;
  const { headers } = response;
  const facts = announced(headers);
  if (facts.since ?? facts.sunset ?? /^(true|\?1)$/i.test(headers.get("Deprecation") ?? ""))
    notify(
      { operation, headers, facts, scope: prefix },
      `${prefix}_SERVER_${codeWord(operation.id)}`,
      `is deprecated${source}`,
      options,
      now,
    );
}

const source = ", says the service";

/** What a service says of an operation in an answer. */
interface Announcement {
  readonly operation: Operation;
  readonly headers: Headers;
  readonly facts: PartDeprecation;
  /** There is one warning for each of these and route: an operation may have another name, and so another code, where it is called by path. */
  readonly scope: string;
}

function notify(
  { operation, headers, facts, scope }: Announcement,
  code: string,
  verb: string,
  options: DeprecationOptions,
  now: number,
): void {
  const known = { ...links(headers.get("Link") ?? ""), ...facts };
  warn({ code, operation, scope: scope + verb + operation.method + operation.path, facts: known, verb }, options, now);
}

/** The dates in the headers of an answer, as far as there are any. */
function announced(headers: Headers): Pick<PartDeprecation, "since" | "sunset"> {
  const since = dateOf(headers.get("Deprecation"));
  const sunset = dateOf(headers.get("Sunset"));
  return { ...(since && { since }), ...(sunset && { sunset }) };
}

/** `@1688169599`, or an HTTP-date. */
function dateOf(text: string | null): PartDeprecation["since"] {
  const epoch = /^@-?\d{1,11}\b/.test(text ?? "") ? Number.parseInt(text?.slice(1) ?? "") : httpDate(text) / 1000;
  return Number.isNaN(epoch) ? undefined : { date: isoDay(epoch), epoch };
}

const isoDay = (epoch: number): string => new Date(epoch * 1000).toISOString().slice(0, 10);

/** Where to go, and where to read of it. Queries are left out, for they may repeat what the caller sent. */
function links(header: string): Pick<PartDeprecation, "replacement" | "link"> {
  const target = (relation: string): string | undefined =>
    // Not longer than any that is meant well: a pattern like this one costs time.
    new RegExp(`<((?:https?:/)?/[^<>?#@]*)(?:[?#][^<>]*)?>[^<]*?;\\s*rel="?[^";,]*\\b(?:${relation})\\b`, "i").exec(
      header.slice(0, 999),
    )?.[1];
  const [url, link] = [target("successor-version"), target("deprecation|sunset")];
  return { ...(url && { replacement: { url } }), ...(link && { link }) };
}
