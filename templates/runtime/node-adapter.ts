/**
 * The server's core on `node:http`, with no `Request` object in between.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { brokenOff, concatenated, letGo, tooLarge, type Exchange, type Outgoing } from "./exchange.js";
import type { IncomingHeaders } from "./server-types.js";

/** One request of `node:http`. A class, because the getters of its prototype cost nothing until they are asked. */
export class NodeExchange implements Exchange {
  readonly raw: IncomingMessage;
  private readonly response: ServerResponse;
  private controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.raw = request;
    this.response = response;
  }

  get method(): string {
    return this.raw.method ?? "GET";
  }

  get url(): string {
    return this.raw.url ?? "/";
  }

  get headers(): IncomingHeaders {
    return this.raw.headers;
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
        if (!this.response.writableFinished) controller.abort();
      };
      // Who asks late is told at once.
      if (this.response.destroyed) closed();
      else this.response.once("close", closed);
    }
    return this.controller.signal;
  }

  readBody(limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const request = this.raw;
    if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge(limit));
    // Neither would ever end.
    if (request.readableEnded) return Promise.reject(new Error("The body was read before the server got the request"));
    if (request.destroyed) return Promise.reject(brokenOff());
    return new Promise((resolve, reject) => {
      let first: Uint8Array<ArrayBuffer> | undefined;
      let rest: Uint8Array<ArrayBuffer>[] | undefined;
      let size = 0;
      request.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
        size += chunk.byteLength;
        // What comes after the limit is read and thrown away: a caller that is still sending could not read the answer.
        if (size > limit) reject(tooLarge(limit));
        else if (first === undefined) first = chunk;
        else if (rest === undefined) rest = [first, chunk];
        else rest.push(chunk);
      });
      request.on("end", () => {
        resolve(rest === undefined ? first : concatenated(rest, size));
      });
      // It comes after the end, too, and an error is made only where it is needed: its stack costs more than all the rest.
      request.on("close", () => {
        if (!request.readableEnded) reject(brokenOff());
      });
    });
  }
}

/** Sends an answer. Rejects when a stream fails while it is being sent. */
export function sendToNode(response: ServerResponse, { status, headers, body }: Outgoing): Promise<void> | undefined {
  if (response.headersSent || response.destroyed) return undefined;
  if (body === undefined) {
    response.writeHead(status, status === 204 || status === 304 ? [...headers] : [...headers, "Content-Length", "0"]).end();
    return undefined;
  }
  if (typeof body === "string") {
    response.writeHead(status, [...headers, "Content-Length", String(Buffer.byteLength(body))]).end(body);
    return undefined;
  }
  if (body instanceof Uint8Array) {
    response.writeHead(status, [...headers, "Content-Length", String(body.byteLength)]).end(body);
    return undefined;
  }
  const isBlob = body instanceof Blob;
  response.writeHead(status, isBlob ? [...headers, "Content-Length", String(body.size)] : [...headers]);
  if (response.req.method === "HEAD") {
    if (!isBlob) letGo(body);
    response.end();
    return undefined;
  }
  return pump(response, isBlob ? chunksOf(body) : body);
}

/** By its reader: that a stream can be iterated is not known everywhere that the DOM library is. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** Chunk by chunk, no faster than the caller reads. */
async function pump(response: ServerResponse, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response);
    }
    response.end();
  } catch (error) {
    // A caller that went away is no failure of ours, nor is what the handler stopped for that reason.
    if (response.destroyed) return;
    // The status is out already: only a broken connection can say that the body is not whole.
    response.destroy();
    throw error;
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
