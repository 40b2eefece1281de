import { code, propertyKey, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";

/** The runtime's file that has all of a client's limits. */
export const limitsFile = "./runtime/client-limits.js";

/** What decides how a client reads limits: the limits of an API have it. */
interface ReadLimits {
  readonly headers: ReadHeaders | readonly ReadHeaders[];
  readonly retryAfter?: { readonly formats: readonly string[]; readonly body?: string | undefined } | undefined;
  readonly rejections?: readonly { readonly body?: unknown }[] | undefined;
  readonly globalHeader?: string | undefined;
  readonly ietf: boolean;
}

/** The headers of one policy, by what they tell. */
interface ReadHeaders {
  readonly policy?: string | undefined;
  readonly unit?: string | undefined;
  readonly limit?: string | undefined;
  readonly remaining?: string | undefined;
  readonly fraction?: string | undefined;
  readonly reset?: { readonly format?: string | undefined } | undefined;
  readonly refill?: number | undefined;
  readonly bucket?: string | undefined;
}

/** A reader of the runtime, under the name by which it is handed on. */
type Reader = readonly [key: string, value: string];

/** Formats that every client knows are not here. */
const formatReaders: readonly Reader[] = [
  ["duration", "durationSeconds"],
  ["date-time", "dateTimeSeconds"],
];

/** Reads the headers that the description names, or, where it names none, every shape in use. */
export function readerCode(limits: ReadLimits | undefined, imports: Imports): Code {
  if (limits === undefined) return imports.value("detectLimitHeaders", limitsFile);
  const isNamed = namesHeaders(limits);
  if (needsMore(limits)) {
    const readers: readonly Reader[] = [
      ...(isNamed ? [] : [["detect", "detectLimitHeaders"] as const]),
      ...(limits.ietf ? [["ietf", "ietfLimitHeaders"] as const] : []),
      ...formatReaders.filter(([format]) => formatsOf(limits).includes(format)),
      ...(headersOf(limits).some(({ fraction }) => fraction !== undefined) ? [["fraction", "fractionFigures"] as const] : []),
      ...(tellsRejections(limits) ? [["rejections", "rejectionHeaders"] as const] : []),
    ];
    return withReaders("extendedLimitHeaders", readers, imports);
  }
  if (!isNamed) return imports.value("detectLimitHeaders", limitsFile);
  const ietf = limits.ietf ? code`, ${imports.value("ietfLimitHeaders", limitsFile)}` : code``;
  const declared = imports.value("declaredLimitHeaders", limitsFile);
  return code`${declared}(${imports.value("rateLimits", "./lifecycle.js")}${ietf})`;
}

/** `readBody` of a client's description: only where bodies tell of limits. */
export function bodyReaderCode(limits: ReadLimits | undefined, imports: Imports): readonly Code[] {
  if (limits?.retryAfter?.body === undefined && !(limits?.rejections ?? []).some(({ body }) => body !== undefined)) return [];
  const readers = formatReaders.filter(([format]) => limits?.retryAfter?.formats.includes(format));
  return [code`readBody: ${withReaders("rejectionBody", readers, imports)}`];
}

function withReaders(name: string, readers: readonly Reader[], imports: Imports): Code {
  const entries = readers.map(([key, value]) => code`${propertyKey(key)}: ${imports.value(value, limitsFile)}`);
  const more = entries.length === 0 && name === "rejectionBody" ? code`` : code`, ${braces(entries, 60)}`;
  return code`${imports.value(name, limitsFile)}(${imports.value("rateLimits", "./lifecycle.js")}${more})`;
}

const headersOf = ({ headers }: ReadLimits): readonly ReadHeaders[] => [headers].flat();

const formatsOf = (limits: ReadLimits): readonly (string | undefined)[] => [
  ...headersOf(limits).map(({ reset }) => reset?.format),
  ...(limits.retryAfter?.formats ?? []),
];

function namesHeaders(limits: ReadLimits): boolean {
  const isNamed = ({ limit, remaining, reset, fraction }: ReadHeaders): boolean => (limit ?? remaining ?? reset ?? fraction) !== undefined;
  return limits.ietf || limits.retryAfter !== undefined || headersOf(limits).some(isNamed);
}

/** Whether headers alone tell of rejections, besides their status. */
const tellsRejections = ({ rejections = [], globalHeader }: ReadLimits): boolean =>
  globalHeader !== undefined || rejections.some(({ body }) => body === undefined);

/** Whether there is more to read than limits, what is left of them, and resets in the formats that every client knows. */
const needsMore = (limits: ReadLimits): boolean =>
  tellsRejections(limits) ||
  formatReaders.some(([format]) => formatsOf(limits).includes(format)) ||
  headersOf(limits).some(({ policy, unit, fraction, refill, bucket }) => (policy ?? unit ?? fraction ?? refill ?? bucket) !== undefined);
