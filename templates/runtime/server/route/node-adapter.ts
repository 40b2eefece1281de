/**
 * The server's core on `node:http`, with no `Request` object in between.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { linkable } from "./base-path.js";
import type { ConnectionEnds } from "./connection-ends.js";
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
import { writeHead } from "../reply/write-head.js";

/** Requests and responses of `node:http`, `node:https`, and `node:http2` by its compatible interface. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** What frameworks add to a request. */
interface Added {
  /** Express and Connect: the whole target, where `url` is what is left of it below a mounted path. */
  readonly originalUrl?: unknown;
  /** Express: what was taken off. */
  readonly baseUrl?: unknown;
  /** Body parsers. */
  readonly body?: unknown;
  /** Functions of Google Cloud and Firebase: the bytes of what `body` was parsed from. */
  readonly rawBody?: unknown;
}

/** What Next.js puts on the requests of its Pages Router. */
const nextMark = Symbol.for("NextInternalRequestMeta");

/** One request of `node:http`. A class, because the getters of its prototype cost nothing until they are asked. */
export class NodeExchange implements HttpExchange {
  readonly raw: NodeRequest & Added;
  operation: string | undefined;
  private readonly response: NodeResponse;
  private readonly reencodes: boolean | undefined;
  private readonly connections: ConnectionEnds;
  private controller: AbortController | undefined;

  /** `reencodes`: whether the host encodes queries anew, where that is known. */
  constructor(request: NodeRequest, response: NodeResponse, reencodes: boolean | undefined, connections: ConnectionEnds) {
    this.raw = request;
    this.response = response;
    this.reencodes = reencodes;
    this.connections = connections;
    rememberPeer(request);
  }

  get method(): string {
    return this.raw.method ?? "GET";
  }

  get url(): string {
    const { originalUrl } = this.raw;
    return typeof originalUrl === "string" ? originalUrl : this.target;
  }

  get target(): string {
    return this.raw.url ?? "/";
  }

  get mountPath(): string {
    const { url, target, raw } = this;
    if (typeof raw.baseUrl === "string") return linkable(raw.baseUrl);
    return url.endsWith(target) ? linkable(url.slice(0, -target.length)) : "";
  }

  get headers(): IncomingHeaders {
    return this.raw.headers;
  }

  get reencoded(): boolean {
    return this.reencodes ?? nextMark in this.raw;
  }

  get parsed(): { readonly value: unknown } | undefined {
    const { raw } = this;
    // Some parsers leave an empty object where they have read nothing. Mocks of requests do not say, and have their body from the start.
    const { readableDidRead } = raw as { readonly readableDidRead?: boolean };
    if (readableDidRead === false) return undefined;
    const value = raw.rawBody instanceof Uint8Array ? raw.rawBody : raw.body;
    return value === undefined ? undefined : { value };
  }

  get hasBody(): boolean {
    // HTTP/2 frames its bodies itself.
    return this.raw.headers["transfer-encoding"] !== undefined || this.raw.httpVersionMajor > 1;
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController();
      this.controller = controller;
      const closed = (): void => {
        if (!isFinished(this.response)) controller.abort();
      };
      // The response may be closed already.
      if (isClosed(this.raw, this.response)) closed();
      else this.onClose(closed);
    }
    return this.controller.signal;
  }

  onEnd(ended: () => void): void {
    if (isClosed(this.raw, this.response)) ended();
    this.onClose(ended);
    // Mocks of responses, and some frameworks' own, do not close.
    this.response.once("finish", ended);
  }

  /** Calls a function when the response closes, and when its connection does. Gives the function that ends this. */
  onClose(closed: () => void): () => void {
    const { raw, response } = this;
    response.once("close", closed);
    if ("stream" in response) return () => response.off("close", closed);
    const leave = this.connections(raw.socket, closed);
    // The connection may have many requests yet.
    for (const event of ["close", "finish"]) response.once(event, leave);
    return () => {
      response.off("close", closed);
      leave();
    };
  }

  /** Sends an answer. Throws when it cannot be begun, and rejects when a stream fails while it is being sent. */
  send(outgoing: Outgoing): Promise<void> | undefined {
    const { raw, response } = this;
    if (response.headersSent || isClosed(raw, response)) {
      discardBody(outgoing.body);
      return undefined;
    }
    try {
      return begin(this, raw, response, outgoing);
    } catch (error) {
      discardBody(outgoing.body);
      throw error;
    }
  }

  readBody(limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const request = this.raw;
    if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge(limit));
    // Somebody has waited for the end of an empty one.
    if (request.readableEnded && !request.readableDidRead) return Promise.resolve(undefined);
    // Neither would ever end.
    if (request.readableDidRead) return Promise.reject(mountOrderError("The body was read"));
    if (request.destroyed) return Promise.reject(incompleteBody());
    return new Promise((resolve, reject) => {
      let first: Uint8Array<ArrayBuffer> | undefined;
      let rest: Uint8Array<ArrayBuffer>[] | undefined;
      let size = 0;
      request.on("data", (received: Uint8Array<ArrayBuffer> | string) => {
        // Text, where somebody has set an encoding.
        const chunk = typeof received === "string" ? Buffer.from(received, request.readableEncoding ?? "utf8") : received;
        size += chunk.byteLength;
        // What comes after the limit is read and thrown away: a caller that is still sending could not read the answer.
        if (size > limit + maxDrainedBytes(limit)) cutOff(request);
        else if (size > limit) reject(tooLarge(limit));
        else if (first === undefined) first = chunk;
        else if (rest === undefined) rest = [first, chunk];
        else keepChunk(rest, chunk);
      });
      request.on("end", () => {
        resolve(rest === undefined ? first : concatenated(rest, size));
      });
      // It comes after the end, too, and an error is made only where it is needed: its stack costs more than all the rest.
      request.on("close", () => {
        if (!request.readableEnded) reject(incompleteBody());
      });
      if (isPaused(request)) request.resume();
    });
  }
}

/** Mocks of requests cannot be paused. */
function isPaused(request: NodeRequest): boolean {
  const { isPaused: ask } = request as { readonly isPaused?: NodeRequest["isPaused"] };
  return ask !== undefined && Reflect.apply(ask, request, []);
}

/** Takes no more of a body. A stream of HTTP/2 goes on where its request is only destroyed; its answer is out already. */
function cutOff(request: NodeRequest): void {
  if ("stream" in request) request.stream.close();
  else request.destroy();
}

/** Whether all of an answer is out; of HTTP/2, whether it was given out when its stream ended. */
function isFinished(response: NodeResponse): boolean {
  return "stream" in response ? response.writableEnded && !response.stream.aborted : response.writableFinished;
}

/**
 * Node knows the address of a connection that is closed where it has been asked for it before: who goes away is counted all the same. Of
 * HTTP/2, a socket that is gone throws.
 */
function rememberPeer(request: NodeRequest): void {
  if ("stream" in request) return;
  const { socket } = request as { readonly socket?: object | null }; // mocks have none
  if (socket !== undefined && socket !== null) Reflect.get(socket, "remoteAddress");
}

/** Whether nobody is left to answer to. A response of HTTP/1 that waits for those before it does not know that its connection is closed. */
function isClosed(request: NodeRequest, response: NodeResponse): boolean {
  if (response.destroyed) return true;
  if ("stream" in response) return response.stream.destroyed;
  const { socket } = request as { readonly socket?: { readonly destroyed?: boolean } | null };
  return socket?.destroyed === true;
}

/** Calls a function when nobody is left to answer to, and gives the function that ends this. */
interface Closing {
  onClose(closed: () => void): () => void;
}

function begin(closing: Closing, request: NodeRequest, response: NodeResponse, outgoing: Outgoing): Promise<void> | undefined {
  const { status, headers, body, afterFailure } = outgoing;
  if (body === undefined) {
    // There a length would be that of another answer.
    const isBodiless = status === 204 || status === 304 || request.method === "HEAD";
    writeHead(request, response, status, isBodiless ? headers : [...headers, "Content-Length", "0"]);
    response.end();
    return undefined;
  }
  if (typeof body === "string" || body instanceof Uint8Array) {
    writeHead(request, response, status, [...headers, "Content-Length", String(Buffer.byteLength(body))]);
    response.end(body);
    return undefined;
  }
  const isBlob = body instanceof Blob;
  const head = (): void => {
    writeHead(request, response, status, isBlob ? [...headers, "Content-Length", String(body.size)] : headers);
  };
  if (request.method === "HEAD") {
    head();
    discardBody(body);
    response.end();
    return undefined;
  }
  // HTTP/2 sends the head when it is written, and a caller waits for it while the stream is silent. HTTP/1 sends it with the first chunk.
  const isSentAlone = "stream" in response;
  if (isSentAlone) head();
  const unsent: Unsent | undefined = isSentAlone
    ? undefined
    : {
        head,
        instead: (error) => {
          if (afterFailure === undefined) throw error;
          return begin(closing, request, response, afterFailure(error));
        },
      };
  const to: Receiver = { closing, request, response };
  return isBlob ? pump(to, unsent, body.stream()) : pump(to, unsent, body, flush);
}

/** Who gets a stream. */
interface Receiver {
  readonly closing: Closing;
  readonly request: NodeRequest;
  readonly response: NodeResponse;
}

/** An answer of which nothing is sent before the first chunk. */
interface Unsent {
  head(): void;
  /** Sends another answer, to a stream that has failed before its first chunk; throws the error where there is none. */
  instead(error: unknown): Promise<void> | undefined;
}

/** Middleware that compresses keeps small chunks until it has enough of them, unless it is asked: a caller waits for each of these. */
function flush(response: NodeResponse): void {
  const { flush: ask } = response as { readonly flush?: unknown };
  if (typeof ask === "function") Reflect.apply(ask, response, []);
}

/** Whether it took all that it will take for now. Adapters of AWS Lambda answer nothing, and Node's own `pipe` goes on then. */
function isFullAfter(response: NodeResponse, chunk: Uint8Array | string): boolean {
  // Their overloads differ, and a union of these cannot be called.
  const answer: unknown = (response as ServerResponse).write(chunk);
  return answer === false;
}

/**
 * Chunk by chunk, no faster than the caller reads. The head, where it is still to be sent, goes before the first chunk: a stream that fails
 * earlier can still be answered otherwise. `sent` is called for each chunk.
 */
async function pump(
  { closing, request, response }: Receiver,
  unsent: Unsent | undefined,
  chunks: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>,
  sent?: (response: NodeResponse) => void,
): Promise<void> {
  const reader = streamReader(chunks);
  let drained: (() => void) | undefined;
  const closed = (): void => {
    reader.cancel();
    drained?.();
  };
  const leave = closing.onClose(closed);
  // Once for all: middleware that compresses hands such listeners to a stream of its own, where they cannot be taken back.
  response.on("drain", () => drained?.());
  let phase: "unsent" | "sending head" | "begun" = unsent === undefined ? "begun" : "unsent";
  try {
    for (;;) {
      const next = await reader.next();
      if (isClosed(request, response)) return;
      const chunk = next.done === true ? undefined : checkedChunk(next.value);
      if (phase === "unsent") {
        // While the first chunk was awaited, somebody else may have answered.
        if (response.headersSent) {
          reader.cancel();
          return;
        }
        phase = "sending head";
        unsent?.head();
        phase = "begun";
      }
      if (chunk === undefined) break;
      const isFull = isFullAfter(response, chunk);
      sent?.(response);
      if (isFull && !isClosed(request, response)) await new Promise<void>((resolve) => (drained = resolve));
    }
    response.end();
  } catch (error) {
    // A caller that went away is no failure of ours, nor is what the handler stopped for that reason.
    if (isClosed(request, response)) return;
    reader.cancel();
    // Once the status is out, only a broken connection can say that the body is not whole.
    if (phase === "begun") {
      // Node keeps what is written in one turn until the next, and what compresses for longer: a caller gets what came before the failure.
      await new Promise((resolve) => setTimeout(resolve, breakOffDelay));
      breakOff(response);
    }
    // Of a head that Node has refused some headers may be set already.
    if (phase !== "unsent" || unsent === undefined || response.headersSent) throw error;
    await unsent.instead(error);
  } finally {
    leave();
  }
}

/** Milliseconds from a failure of a stream until the connection is broken off. */
const breakOffDelay = 20;

/** `INTERNAL_ERROR` of HTTP/2, where a stream that is only destroyed looks whole. @see https://www.rfc-editor.org/rfc/rfc9113#section-7 */
const internalError = 2;

/** Ends an answer of which a part is out, so that nobody takes it for the whole. */
export function breakOff(response: NodeResponse): void {
  if ("stream" in response) response.stream.close(internalError);
  else response.destroy();
}

/** Answers with a 500 where an answer failed, and breaks off where a part of it is out. Never throws: nobody is left to catch it. */
export function sendFailure(request: NodeRequest, response: NodeResponse, failed: (error: unknown) => void): void {
  try {
    if (!response.headersSent) {
      // One of them may be what Node refuses, whoever has set it.
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      writeHead(request, response, 500, ["Content-Length", "0"]);
      response.end();
      return;
    }
  } catch (error) {
    failed(error);
  }
  try {
    breakOff(response);
  } catch (error) {
    failed(error);
  }
}
