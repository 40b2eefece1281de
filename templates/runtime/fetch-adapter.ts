/**
 * The server's core on `Request` and `Response`: Bun, Deno, Workers, and frameworks that speak `fetch`.
 */
import { brokenOff, concatenated, letGo, mountFirst, tooLarge, type Exchange, type Outgoing } from "./exchange.js";
import type { IncomingHeaders } from "./server-types.js";

/** One `Request`. */
export class FetchExchange implements Exchange {
  readonly raw: Request;
  readonly method: string;
  readonly url: string;
  readonly mountPath = "";
  readonly parsed: Exchange["parsed"] = undefined;
  private known: IncomingHeaders | undefined;

  constructor(request: Request) {
    this.raw = request;
    this.method = request.method;
    this.url = targetOf(request.url);
  }

  get headers(): IncomingHeaders {
    return (this.known ??= Object.fromEntries(this.raw.headers));
  }

  get target(): string {
    return this.url;
  }

  get hasBody(): boolean {
    return this.raw.body !== null;
  }

  get signal(): AbortSignal {
    return this.raw.signal;
  }

  async readBody(limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { body } = this.raw;
    if (body === null) return undefined;
    if (this.raw.bodyUsed || body.locked) throw mountFirst("The body was read");
    if (Number(this.raw.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const reader = body.getReader();
    const read = () => reader.read().catch(() => Promise.reject(brokenOff()));
    for (let next = await read(); !next.done; next = await read()) {
      const chunk = next.value as Uint8Array<ArrayBuffer>; // the body of a request is a stream of bytes
      size += chunk.byteLength;
      if (size > limit) {
        await reader.cancel();
        throw tooLarge(limit);
      }
      chunks.push(chunk);
    }
    return size === 0 ? undefined : concatenated(chunks, size);
  }
}

/** Path and query of an absolute URL. */
function targetOf(url: string): string {
  const authority = url.indexOf("://");
  const path = url.indexOf("/", authority === -1 ? 0 : authority + 3);
  return path === -1 ? "/" : url.slice(path);
}

/** The answer as a `Response`; to HEAD, without the body. `failed` is told of a stream that fails while it is being sent. */
export function toResponse(method: string, { status, headers, body }: Outgoing, failed: (error: unknown) => void): Response {
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) pairs.push([headers[index] ?? "", headers[index + 1] ?? ""]);
  if (body === undefined) return new Response(null, { status, headers: pairs });
  if (method === "HEAD") {
    if (typeof body === "object" && Symbol.asyncIterator in body) letGo(body);
    return new Response(null, { status, headers: [...pairs, ...lengthOf(body)] });
  }
  if (typeof body === "string" || body instanceof Blob) return new Response(body, { status, headers: pairs });
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers: pairs });
  return new Response(body instanceof ReadableStream ? body : streamOf(body, failed), { status, headers: pairs });
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

function streamOf(chunks: AsyncIterable<Uint8Array | string>, failed: (error: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
