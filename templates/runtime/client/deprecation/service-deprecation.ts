/**
 * What a service says of the end of an operation in its answers, where the generated code does not know it.
 * @see https://www.rfc-editor.org/rfc/rfc9745 for `Deprecation`, https://www.rfc-editor.org/rfc/rfc8594 for `Sunset`
 */
import type { DeprecatedOperation, PartDeprecation } from "../../shared/deprecated-operation.js";
import { codeWord } from "./deprecation-code.js";
import { isPast, warn, type DeprecationOptions } from "./deprecation.js";
import { httpDate } from "../../shared/http-date.js";

/**
 * Warns when the service deprecates an operation that the description does not, announces another removal date, or answers 404 or 410
 * after that date. `prefix` begins the codes: "PETSTORE_DEP". `now` is in milliseconds since the epoch.
 */
export function warnOfAnswer(
  operation: DeprecatedOperation,
  { status, headers }: Response,
  prefix: string,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  const known = operation.deprecation;
  const announced = headers.get("Deprecation");
  const since = dateOf(announced);
  const sunset = dateOf(headers.get("Sunset"));
  const facts: PartDeprecation = { ...known, ...(since && { since }), ...(sunset && { sunset }) };
  const notify = (code: string, verb: string): void => {
    // The same operation has another name where it is called by path, and so another code.
    const scope = prefix + verb + operation.method + operation.path;
    warn({ code, operation, scope, facts: { ...links(headers.get("Link") ?? ""), ...facts }, verb }, options, now);
  };
  if (known === undefined) {
    if (since ?? sunset ?? /^(true|\?1)$/i.test(announced ?? ""))
      notify(`${prefix}_SERVER_${codeWord(operation.id)}`, `is deprecated${source}`);
    return;
  }
  // A description seldom has a time of day: it is the day that counts.
  const day = known.sunset && isoDay(known.sunset.epoch);
  if (sunset && sunset.date !== day) notify(`${known.code}_SUNSET_MOVED`, `ends on another day than ${day ?? "described"}${source}`);
  if ((status === 404 || status === 410) && isPast(facts, now)) notify(`${known.code}_REMOVED`, `answered ${status}`);
}

const source = ", says the service";

/** `@1688169599`, or an HTTP-date. */
function dateOf(text: string | null): PartDeprecation["since"] {
  const epoch = /^@-?\d{1,11}\b/.test(text ?? "") ? Number.parseInt(text?.slice(1) ?? "") : httpDate(text ?? "") / 1000;
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
