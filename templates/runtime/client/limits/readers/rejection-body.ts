/**
 * What the body of an answer says of limits: whether it is a rejection, and how long to wait. Part of a client only where its limits name a
 * body.
 */
import { hasOwn } from "../../../shared/has-own.js";
import type { LimitReading, ReadLimitBody } from "../limit-header-types.js";
import type { RateLimits, Rejection } from "../../../shared/rate-limits.js";
import { formatWait, type FormatReaders } from "./format-wait.js";
import { asRejection } from "./rejection-headers.js";

/** Bytes of a body that are looked at. An error is shorter; what is not is none. */
const mostBytes = 65_536;

/** Milliseconds that a body may take: a service that has turned a call away has nothing more to work out. */
const bodyTimeout = 5000;

/**
 * Reads the bodies of errors in JSON: those of the statuses that `rejections` name with a body, and, where no header tells how long to wait,
 * those of rejections. `readers` are those of the formats that `retryAfter` names.
 */
export function rejectionBody(limits: Partial<RateLimits>, readers: FormatReaders = {}): ReadLimitBody {
  const { retryAfter, rejections = [] } = limits;
  const readWait = formatWait(readers);
  return (response, reading, exchange, service) => {
    const { status, headers } = response;
    if (reading.cached || status < 400 || !/^[\w.+-]+\/([\w.+-]+\+)?json\b/i.test(headers.get("content-type") ?? "")) return undefined;
    const candidates = reading.isRejection ? [] : rejections.filter((each) => mayBe(each, response));
    const isLimit = reading.isRejection ?? (status === 429 || status === 503);
    const pointer = reading.retryIn === undefined ? retryAfter?.body : undefined;
    if (candidates.length === 0 && !(isLimit && pointer !== undefined)) return undefined;
    return jsonOf(response).then((body): LimitReading => {
      const rejection = candidates.find((each) => isSaid(each, body));
      const told = isLimit || rejection !== undefined ? valueAt(body, pointer) : undefined;
      if (told === undefined) return asRejection(reading, rejection);
      const wait = readWait(String(told), retryAfter?.formats ?? [], exchange.received, service);
      if (wait >= 0) return asRejection({ ...reading, retryIn: wait }, rejection);
      const warnings = [...(reading.warnings ?? []), "The wait in the body of a rejection makes no sense"];
      return asRejection({ ...reading, warnings }, rejection);
    });
  };
}

/** Whether an answer may be this rejection, by all but its body. */
const mayBe = ({ status, header, body }: Rejection, response: Response): boolean =>
  body !== undefined && status === response.status && (header === undefined || response.headers.has(header));

/** Whether a body has the text of a rejection. A number must be the same. */
function isSaid({ body: said }: Rejection, body: unknown): boolean {
  if (said === undefined) return false;
  const found = valueAt(body, said.pointer);
  if (typeof found === "number") return String(found) === said.contains;
  return typeof found === "string" && found.toLowerCase().includes(said.contains.toLowerCase());
}

/**
 * A member of a JSON value that is a text or a number, by its pointer. Undefined where there is none.
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
function valueAt(body: unknown, pointer: string | undefined): string | number | undefined {
  if (pointer === undefined) return undefined;
  let value = body;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replace(/~1/g, "/").replace(/~0/g, "~");
    value =
      typeof value === "object" && value !== null && hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** The JSON of a response, which can be read again; undefined where it is none, is too long, or does not come. */
async function jsonOf(response: Response): Promise<unknown> {
  let cancel = (): void => undefined;
  const timer = setTimeout(() => {
    cancel();
  }, bodyTimeout);
  try {
    const copy = response.clone();
    const body: Partial<ReadableStream<Uint8Array>> | null = copy.body;
    const reader = body?.getReader?.();
    // Not every platform has streams. One that has none has read the answer by now.
    if (reader === undefined) return JSON.parse(await copy.text()) as unknown;
    // Resolves when the answer itself has been read, so nobody waits for it.
    cancel = (): void => void reader.cancel().catch((): void => undefined);
    const decoder = new TextDecoder();
    let text = "";
    for (let length = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return JSON.parse(text + decoder.decode()) as unknown;
      length += value.length;
      if (length > mostBytes) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Whoever reads the answer itself learns of it; that there is a limit, or none, is known without.
    return undefined;
  } finally {
    clearTimeout(timer);
    cancel();
  }
}
