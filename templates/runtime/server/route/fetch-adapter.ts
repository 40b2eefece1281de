/**
 * The server's core on `Request` and `Response`: Bun, Deno, Workers, and frameworks that speak `fetch`.
 */
import {
  incompleteBody,
  concatenated,
  keepChunk,
  maxDrainedBytes,
  mountOrderError,
  tooLarge,
  type HttpExchange,
  type Outgoing,
} from "./http-exchange.js";
import type { IncomingHeaders } from "./server-types.js";
import { checkedChunk, discardBody, streamReader } from "../reply/stream-reader.js";

/** One `Request`. */
export class FetchExchange implements HttpExchange {
  readonly raw: Request;
  readonly platform: unknown;
  readonly method: string;
  readonly url: string;
  readonly mountPath = "";
  readonly parsed: HttpExchange["parsed"] = undefined;
  readonly reencoded: boolean;
  operation: string | undefined;
  private known: IncomingHeaders | undefined;
  private controller: AbortController | undefined;
  private isCallerGone = false;
  private isAnswered = false;
  private ended: (() => void) | undefined;

  /** `reencodes`: whether the host encodes queries anew, where that is known. */
  constructor(request: Request, platform: unknown, reencodes: boolean | undefined) {
    this.raw = request;
    this.platform = platform;
    this.reencoded = reencodes ?? "nextUrl" in request; // Next.js
    this.method = request.method;
    this.url = targetOf(request.url);
  }

  get headers(): IncomingHeaders {
    if (this.known === undefined) {
      // Every platform's can be iterated, whether or not its types say so.
      const { headers }: { readonly headers: unknown } = this.raw;
      this.known = inLowerCase(Object.fromEntries(headers as Iterable<[string, string]>));
    }
    return this.known;
  }

  get target(): string {
    return this.url;
  }

  get hasBody(): boolean {
    // Adapters of Node make a stream of a body that is looked at, and then nobody reads what is left of it.
    return this.raw.headers.has("transfer-encoding") || this.raw.body !== null;
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController();
      this.controller = controller;
      const { signal } = this.raw;
      if (this.isAborted) controller.abort();
      else
        signal.addEventListener("abort", () => {
          // Deno aborts a request whose answer has arrived.
          if (!this.isAnswered) controller.abort();
        });
    }
    return this.controller.signal;
  }

  /** The caller has left the answer: not every platform aborts the request then. */
  abort(): void {
    this.isCallerGone = true;
    this.controller?.abort();
    this.end();
  }

  /** All of the answer is given out. */
  finish(): void {
    this.isAnswered = true;
    this.end();
  }

  /** Nothing more is done for the answer. */
  end(): void {
    this.ended?.();
  }

  onEnd(ended: () => void): void {
    this.ended = ended;
    if (this.isAborted) ended();
    else this.onAbort(ended);
  }

  /** Whether nobody is left to answer to. */
  get isAborted(): boolean {
    return this.isCallerGone || (!this.isAnswered && this.raw.signal.aborted);
  }

  /** Calls a function as soon as the request is aborted, unless all of the answer is given out by then. */
  onAbort(leave: (reason: unknown) => void): void {
    const { signal } = this.raw;
    const left = (): void => {
      if (!this.isAnswered) leave(signal.reason);
    };
    if (signal.aborted) left();
    else signal.addEventListener("abort", left, { once: true });
  }

  async readBody(limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (Number(this.raw.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
    if (this.raw.bodyUsed) throw mountOrderError("The body was read");
    const { body } = this.raw;
    if (body === null) return undefined;
    if (body.locked) throw mountOrderError("The body was read");
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const reader = body.getReader();
    const read = () => reader.read().catch(() => Promise.reject(incompleteBody()));
    for (let next = await read(); !next.done; next = await read()) {
      const chunk = next.value as Uint8Array<ArrayBuffer>; // the body of a request is a stream of bytes
      size += chunk.byteLength;
      if (size > limit) {
        void drain(reader, limit);
        throw tooLarge(limit);
      }
      keepChunk(chunks, chunk);
    }
    return size === 0 ? undefined : concatenated(chunks, size);
  }
}

/**
 * Reads the rest of a body and discards it. Otherwise a caller that is still sending could not read the answer, and the next request on
 * its connection would be read as part of this one. Who sends without end is cut off.
 */
async function drain(reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">, limit: number): Promise<void> {
  try {
    let left = maxDrainedBytes(limit);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      left -= next.value.byteLength;
      if (left < 0) {
        await reader.cancel();
        return;
      }
    }
  } catch {
    // The caller went away.
  }
}

/** Path and query of an absolute URL. */
function targetOf(url: string): string {
  const authority = url.indexOf("://");
  const path = url.indexOf("/", authority === -1 ? 0 : authority + 3);
  return path === -1 ? "/" : url.slice(path);
}

/** The answer as a `Response`; to HEAD, without the body. `failed` is called for a stream that fails while it is being sent. */
export function toResponse(exchange: FetchExchange, { status, headers, body }: Outgoing, failed: (error: unknown) => void): Response {
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) pairs.push([headers[index] ?? "", headers[index + 1] ?? ""]);
  if (typeof body !== "object" || !(Symbol.asyncIterator in body)) exchange.finish();
  if (body === undefined) return new Response(null, { status, headers: pairs });
  if (exchange.method === "HEAD") {
    discardBody(body);
    exchange.end();
    return new Response(null, { status, headers: [...pairs, ...lengthOf(body)] });
  }
  if (typeof body === "string" || body instanceof Blob) return new Response(body, { status, headers: pairs });
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers: pairs });
  return new Response(streamOf(exchange, body, failed), { status, headers: pairs });
}

function lengthOf(body: Exclude<Outgoing["body"], undefined>): [string, string][] {
  const length =
    typeof body === "string"
      ? new TextEncoder().encode(body).byteLength
      : body instanceof Blob
        ? body.size
        : body instanceof Uint8Array
          ? body.byteLength
          : undefined;
  return length === undefined ? [] : [["Content-Length", String(length)]];
}

/** Piece by piece, also of what is a stream already: the platform does not tell that one has failed, or has come to its end. */
function streamOf(
  exchange: FetchExchange,
  chunks: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = streamReader(chunks);
  const encoder = new TextEncoder();
  let isCancelled = false;
  // A stream has a queue of its own: nothing is taken out of it before the caller reads.
  const highWaterMark = chunks instanceof ReadableStream ? 0 : 1;
  const leave = (): void => {
    isCancelled = true;
    exchange.abort();
    reader.cancel();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        exchange.onAbort((reason) => {
          leave();
          // Hosts cancel what they send when its caller leaves, and some of them report what fails before that.
          void Promise.resolve().then(() => {
            controller.error(reason);
          });
        });
      },
      async pull(controller) {
        try {
          const next = await reader.next();
          // What comes after the caller has gone has nowhere to go.
          if (isCancelled) return;
          if (next.done === true) {
            exchange.finish();
            controller.close();
            return;
          }
          const chunk = checkedChunk(next.value);
          controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
        } catch (error) {
          // A caller that went away is no failure of ours, nor is what the handler stopped for that reason.
          if (isCancelled) return;
          reader.cancel();
          if (!exchange.isAborted) failed(error);
          exchange.end();
          throw error;
        }
      },
      cancel: leave,
    },
    { highWaterMark },
  );
}

/** A DOM that imitates a browser's gives names as they were written. To look is cheaper than to write all of them anew. */
function inLowerCase(headers: IncomingHeaders): IncomingHeaders {
  const isSo = Object.keys(headers).every((name) => name === name.toLowerCase());
  return isSo ? headers : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
