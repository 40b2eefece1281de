import { code, join, propertyKey, type Code } from "../print/code.js";
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

/** Formats that not every client knows, and the functions of the runtime that read them. */
const formatReaders: readonly (readonly [format: string, reader: string])[] = [
  ["duration", "durationSeconds"],
  ["date-time", "dateTimeSeconds"],
];

/** Reads the headers that the description names, or, where it names none, every shape in use. */
export function readerCode(limits: ReadLimits | undefined, imports: Imports): Code {
  if (limits === undefined) return imports.value("detectLimitHeaders", limitsFile);
  const read = namesHeaders(limits) ? declaredCode(limits, imports) : imports.value("detectLimitHeaders", limitsFile);
  if (!tellsRejections(limits)) return read;
  return code`${imports.value("rejectionHeaders", limitsFile)}(${read}, ${imports.value("rateLimits", "./lifecycle.js")})`;
}

function declaredCode(limits: ReadLimits, imports: Imports): Code {
  const declared = imports.value("declaredLimitHeaders", limitsFile);
  const formats = readersOf(formatsOf(limits), imports);
  const last = formats.length === 0 ? [] : [code`${imports.value("formatWait", limitsFile)}(${braces(formats, 60)})`];
  const parse = parserCode(limits, imports) ?? (last.length === 0 ? undefined : imports.value("declaredPolicies", limitsFile));
  const parts = [imports.value("rateLimits", "./lifecycle.js"), ...(parse === undefined ? [] : [parse]), ...last];
  return code`${declared}(${join(parts, ", ")})`;
}

/** What reads the policies, where that is more than limits, what is left of them, and resets. */
function parserCode(limits: ReadLimits, imports: Imports): Code | undefined {
  const headers = headersOf(limits);
  const name = headers.some(({ fraction }) => fraction !== undefined)
    ? "fractionHeaders"
    : headers.some(({ policy, unit, refill, bucket }) => (policy ?? unit ?? refill ?? bucket) !== undefined)
      ? "policyHeaders"
      : undefined;
  if (name === undefined) return limits.ietf ? imports.value("ietfLimitHeaders", limitsFile) : undefined;
  const parse = imports.value(name, limitsFile);
  return limits.ietf ? code`${imports.value("ietfBefore", limitsFile)}(${parse})` : parse;
}

/** `readBody` of a client's description: only where bodies tell of limits. */
export function bodyReaderCode(limits: ReadLimits | undefined, imports: Imports): readonly Code[] {
  if (limits?.retryAfter?.body === undefined && !(limits?.rejections ?? []).some(({ body }) => body !== undefined)) return [];
  const formats = readersOf(limits?.retryAfter?.body === undefined ? [] : limits.retryAfter.formats, imports);
  const parts = [imports.value("rateLimits", "./lifecycle.js"), ...(formats.length === 0 ? [] : [braces(formats, 60)])];
  return [code`readBody: ${imports.value("rejectionBody", limitsFile)}(${join(parts, ", ")})`];
}

const readersOf = (formats: readonly (string | undefined)[], imports: Imports): readonly Code[] =>
  formatReaders
    .filter(([format]) => formats.includes(format))
    .map(([format, reader]) => code`${propertyKey(format)}: ${imports.value(reader, limitsFile)}`);

const headersOf = ({ headers }: ReadLimits): readonly ReadHeaders[] => [headers].flat();

const formatsOf = (limits: ReadLimits): readonly (string | undefined)[] => [
  ...headersOf(limits).map(({ reset }) => reset?.format),
  ...(limits.retryAfter?.formats ?? []),
];

function namesHeaders(limits: ReadLimits): boolean {
  const isNamed = ({ limit, remaining, reset, fraction }: ReadHeaders): boolean => (limit ?? remaining ?? reset ?? fraction) !== undefined;
  return limits.ietf || limits.retryAfter !== undefined || headersOf(limits).some(isNamed);
}

/** Whether headers tell more of rejections than their status. Where they are named, that a call is not to be sent again: all shapes in use have that. */
const tellsRejections = (limits: ReadLimits): boolean =>
  limits.globalHeader !== undefined || (limits.rejections ?? []).some(({ body }) => body === undefined || namesHeaders(limits));
