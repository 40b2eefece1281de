/**
 * Response bodies: an answer in, the value that the description promises out.
 */
import { ofStatus } from "../../shared/of-status.js";
import type { Operation } from "../../shared/operation.js";

/** An answer that is not what the description says it is. Names the operation and the status, never a credential. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly operation: string;
  readonly status: number;
  /** The first 200 characters of the body. */
  readonly body: string;
  // Private, as whoever prints the error would print the URL too, which may hold a key.
  readonly #response: Response;

  constructor(operation: string, response: Response, problem: string, body: string) {
    super(`${operation}: the answer ${response.status} ${problem}`);
    this.operation = operation;
    this.status = response.status;
    this.body = body.slice(0, 200);
    this.#response = response;
  }

  /** The answer. Its body has been read. */
  get response(): Response {
    return this.#response;
  }
}

/** The media types that the description lists for a status: those of the code, of its range, or of `default`; `undefined` when it lists none of these. */
export function describedTypes(operation: Operation, status: number): readonly string[] | undefined {
  return ofStatus(operation.responses, status);
}

/** What a value may be under a range such as `*` + `/*`: its types in JSON, or bytes. */
export type RangeTypes = "bytes" | readonly string[];

/** Reads a body that has not been read. Rejects with a `ResponseError` when what should be JSON is not. */
export type DecodeBody = (operation: Operation, response: Response) => Promise<unknown>;

/**
 * The value of a body where the description has only JSON. It is parsed where JSON is described or the service says so; otherwise it is
 * the text. `undefined` where there is no body. What else a description may have, `decodeBody` reads.
 */
export async function decodeJson(operation: Operation, response: Response): Promise<unknown> {
  const text = await response.text();
  const promised = describedTypes(operation, response.status);
  const isJson = promised?.length ? true : /[/+]json\b/i.test(response.headers.get("Content-Type") ?? "");
  if (isJson) return text === "" ? undefined : parseJsonBody(operation, response, text);
  return withoutBody(text, promised);
}

/** Where the description has no body, an empty one is none: to `fetch`, `Content-Length: 0` is a body. */
export const withoutBody = (text: string, described: readonly string[] | undefined): string | undefined =>
  text === "" && !described?.length ? undefined : text;

export function parseJsonBody(operation: Operation, response: Response, text: string): unknown {
  let value: unknown;
  try {
    const exact = operation.exact?.response(response.status, response.headers.get("Content-Type") ?? "");
    value = exact === undefined ? JSON.parse(text) : exact.parse(text);
  } catch {
    // Of a status that the description does not list nothing was promised: a proxy's page of HTML is the error then.
    if (describedTypes(operation, response.status) === undefined) return text;
    const contentType = response.headers.get("Content-Type") ?? "no content type";
    throw new ResponseError(operation.id, response, `is not the JSON that the description promises (${contentType})`, text);
  }
  operation.int64Responses?.()(value, operation, response, text);
  return value;
}
