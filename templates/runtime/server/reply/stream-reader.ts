/**
 * What a reply sends piece by piece, of each kind that there is.
 */

/** Pieces one by one, which can be left at any time: also while the next one is awaited. */
export interface StreamReader<Piece> {
  next(): Promise<IteratorResult<Piece, unknown>>;
  /** Ends what the pieces come from. How that ends concerns nobody any more. */
  cancel(): void;
}

const ignore = (): void => undefined;

/** The pieces of what can be iterated. */
export function streamReader<Piece>(pieces: AsyncIterable<Piece> | ReadableStream<Piece>): StreamReader<Piece> {
  // The iterators of both kinds of streams do not hear that they are left before the next piece has come.
  if (pieces instanceof ReadableStream) {
    const reader = pieces.getReader();
    const next = (): Promise<unknown> => reader.read();
    // The types of platforms tell the end in different ways.
    return { next: next as () => Promise<IteratorResult<Piece, unknown>>, cancel: () => void reader.cancel().catch(ignore) };
  }
  const iterator = pieces[Symbol.asyncIterator]();
  const leave = (): void => {
    // It runs at once; an iterator may also throw.
    (async () => {
      await iterator.return?.();
    })().catch(ignore);
  };
  return { next: () => iterator.next(), cancel: isNodeStream(pieces) ? destroy.bind(undefined, pieces) : leave };
}

/** A chunk of a body. Throws a `TypeError` for what is neither text nor bytes: what a stream holds is known only when it comes. */
export function checkedChunk(chunk: unknown): Uint8Array | string {
  if (typeof chunk === "string") return chunk;
  // Also bytes of another realm, which are no instances.
  if (Object.prototype.toString.call(chunk) === "[object Uint8Array]") return chunk as Uint8Array;
  throw new TypeError(`A stream of a body gives text or bytes (Uint8Array), not ${chunk === null ? "null" : typeof chunk}`);
}

/** Whether a body comes bit by bit, so that it may fail while it is sent. A Blob may be a file. */
export function isStreamed(body: unknown): boolean {
  return body instanceof Blob || (typeof body === "object" && body !== null && Symbol.asyncIterator in body);
}

/** Ends a stream that nobody is going to read; other bodies need nothing of the kind. Never throws: what cannot be read has nothing to end. */
export function discardBody(body: unknown): void {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return;
  try {
    // Its iterator would begin with the first read.
    if (isNodeStream(body)) destroy(body);
    else streamReader(body as AsyncIterable<unknown>).cancel();
  } catch {
    // Somebody else reads it, or its iterator is none.
  }
}

interface NodeStream {
  on(event: "error", listener: () => void): unknown;
  destroy(): unknown;
}

function isNodeStream(body: object): body is NodeStream {
  return "destroy" in body && typeof body.destroy === "function" && "on" in body && typeof body.on === "function";
}

/** An error that nobody listens for would end the process: of a file that was not there, say. */
function destroy(stream: NodeStream): void {
  stream.on("error", ignore);
  stream.destroy();
}
