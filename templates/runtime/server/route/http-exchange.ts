/**
 * One request and its answer, as the server's core sees them: the same for `node:http` and for `fetch`.
 */
import { ProblemError } from "./problem.js";
import type { IncomingRequest } from "./server-types.js";

export interface HttpExchange extends IncomingRequest {
  /** The operation that was asked for, once that is known. */
  operation: string | undefined;
  /** Path and query below the place that the server is mounted at: what routes are found by. */
  readonly target: string;
  /** What a framework has taken off the front of `url` to make `target`: "/api", or "". */
  readonly mountPath: string;
  /** Whether the query was decoded and encoded anew on its way: nothing tells which of its delimiters were sent encoded. */
  readonly reencoded: boolean;
  /** Whether bytes of a body are to come, when no length is said. */
  readonly hasBody: boolean;
  /** What a body parser ahead of the server has made of the body; `undefined` while its bytes are still to be read. */
  readonly parsed: { readonly value: unknown } | undefined;
  /**
   * All bytes of the body; `undefined` when there are none. Rejects with a `ProblemError` as soon as there are more than
   * `limit`. Called once at most.
   */
  readBody(limit: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Calls a function when the answer is out, or its caller has gone. It may be called more than once. */
  onEnd(ended: () => void): void;
}

export type OutgoingBody = string | Uint8Array | Blob | AsyncIterable<Uint8Array | string> | undefined;

export interface Outgoing {
  readonly status: number;
  /** Names and values in turn. Neither `Content-Length`, but for that of an answer to HEAD, nor `Transfer-Encoding`. */
  readonly headers: readonly string[];
  readonly body: OutgoingBody;
  /** Where the body comes bit by bit: the answer in its place, when it fails before anything is sent. Reports the failure. */
  readonly afterFailure?: (error: unknown) => Outgoing;
}

/** The least that is read, and thrown away, of a body that is too large, in bytes: who sends without end is cut off. */
export const maxDrainedBytes = (limit: number): number => Math.max(16 * 1_048_576, limit);

export function tooLarge(limit: number): ProblemError {
  return new ProblemError("body-too-large", `The body must not be larger than ${limit} bytes.`);
}

/** The caller went away, or lost the connection, before all of the body was there. */
export function incompleteBody(): ProblemError {
  return new ProblemError("malformed-request", "The body ended too early.");
}

/** A failure of whoever put the server together: something before it took from the request what it needs. */
export function mountOrderError(what: string): Error {
  return new Error(`${what} before the server got the request: mount the server before what reads bodies`);
}

/** A header of a request, by its name in lower case; the first of several. */
export function headerOf({ headers }: IncomingRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value[0] : textOfValue(value);
}

/** Adapters of AWS Lambda give a length as a number, whatever the types say. */
export function textOfValue(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : undefined;
}

/** Bytes in one piece. */
/**
 * Adds a chunk to those of a body. Each takes some hundred bytes besides its own, and a caller may send every byte in a chunk: where they are
 * many for what is in them, those before become one.
 */
export function keepChunk(chunks: Uint8Array<ArrayBuffer>[], chunk: Uint8Array<ArrayBuffer>): void {
  const [first] = chunks;
  // By a part of what there is each time, so that no byte is copied often.
  if (first !== undefined && chunks.length >= Math.max(256, first.byteLength / 64)) {
    const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    chunks.splice(0, chunks.length, concatenated(chunks, size));
  }
  chunks.push(chunk);
}

export function concatenated(chunks: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
