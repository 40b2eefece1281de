/**
 * What a service says of the end of an operation in its answers, where the generated code does not know it.
 * @see https://www.rfc-editor.org/rfc/rfc9745 for `Deprecation`, https://www.rfc-editor.org/rfc/rfc8594 for `Sunset`
 */
import type { PartDeprecation } from "./deprecated-operation.js";
import { codeWord } from "./deprecation-code.js";
import { warn, type DeprecationOptions } from "./deprecation.js";
import { httpDate } from "./http-date.js";
import type { Operation } from "./operation.js";

/**
 * Warns of a deprecated operation that the description does not call so, of a date of removal that is another than described,
 * and of an answer that says "not found" or "gone" after that date. `prefix` begins the codes: "PETSTORE_DEP".
 * `now` is in milliseconds since the epoch.
 */
export function warnOfAnswer(
  operation: Operation,
  { status, headers }: Response,
  prefix: string,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  const known = operation.deprecation;
  const announced = headers.get("Deprecation");
  const since = dateOf(announced, now);
  const sunset = dateOf(headers.get("Sunset"), now);
  const facts: PartDeprecation = { ...known, ...(since && { since }), ...(sunset && { sunset }) };
  const notify = (code: string, verb: string): void => {
    warn({ code, operation, facts: { ...links(headers.get("Link")), ...facts }, verb }, options, now);
  };
  if (known === undefined) {
    if (since ?? sunset ?? /^(?:true|\?1)$/i.test(announced ?? ""))
      notify(`${prefix}_SERVER_${codeWord(operation.id)}`, "is deprecated, says the service");
    return;
  }
  // A description seldom has a time of day: it is the day that counts.
  const [day, other] = [known.sunset, sunset].map((date) => date && isoDay(date.epoch));
  if (other !== undefined && other !== day) {
    notify(
      `${known.code}_SUNSET_MOVED`,
      day === undefined ? "is about to end, says the service" : `ends ${other < day ? "sooner" : "later"} than on ${day}, says the service`,
    );
  }
  if ((status === 404 || status === 410) && facts.sunset !== undefined && facts.sunset.epoch * 1000 <= now) {
    notify(`${known.code}_REMOVED`, `answered ${status}`);
  }
}

/** `@1688169599`, or an HTTP-date. */
function dateOf(text: string | null, now: number): PartDeprecation["since"] {
  if (text === null) return undefined;
  const seconds = /^@(-?\d{1,11})(?!\d)/.exec(text)?.[1];
  // Where two are sent, the first is taken.
  const time = seconds === undefined ? httpDate(text.replace(/ GMT,.*/, " GMT"), now) : Number(seconds) * 1000;
  return time === undefined ? undefined : { date: isoDay(time / 1000), epoch: time / 1000 };
}

const isoDay = (epoch: number): string => new Date(epoch * 1000).toISOString().slice(0, 10);

/** Where to go, and where to read of it. Queries are left out: they may repeat what the caller sent. */
function links(header: string | null): Pick<PartDeprecation, "replacement" | "link"> {
  const found: Record<string, string> = {};
  // Not longer than any that is meant well: each "<" of a hostile one costs time.
  for (const [, target = "", parameters = ""] of (header ?? "").slice(0, 2000).matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [address] = /^(?:https?:\/)?\/[^?#@]*/.exec(target) ?? [];
    const relations = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1]?.toLowerCase() ?? "";
    if (address !== undefined) for (const relation of relations.split(" ")) found[relation] ??= address;
  }
  const [successor, link] = [found["successor-version"], found["deprecation"] ?? found["sunset"]];
  return { ...(successor && { replacement: { url: successor } }), ...(link && { link }) };
}
