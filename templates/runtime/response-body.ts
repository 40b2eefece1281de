/**
 * Response bodies: an answer in, the value that the description promises out.
 */
import { codecOf, includes, type Codec } from "./media.js";
import type { Operation } from "./operation.js";

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
function describedTypes(operation: Operation, status: number): readonly string[] | undefined {
  const { responses } = operation;
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses["default"];
}

/** How to read an answer. What the service says counts where the description allows it, or says nothing; else the description does. */
function responseCodec(operation: Operation, status: number, contentType: string | null): Codec {
  const described = describedTypes(operation, status) ?? [];
  const [first] = described;
  if (contentType !== null && (first === undefined || described.some((mediaType) => includes(mediaType, contentType))))
    return codecOf(contentType);
  return first === undefined ? "text" : codecOf(first);
}

/**
 * The value of a body that has not been read: JSON parsed, text as a string, bytes and forms of several parts as a `Blob`; of
 * lines and events the stream itself; `undefined` where there is no body. Rejects with a `ResponseError` when what should be JSON is not.
 */
export async function decodeBody(operation: Operation, response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  const contentType = response.headers.get("Content-Type");
  switch (responseCodec(operation, response.status, contentType)) {
    case "json": {
      const text = await response.text();
      return text === "" ? undefined : parseJson(operation, response, text);
    }
    case "binary":
    case "multipart":
      return response.blob();
    case "lines":
    case "events":
      return response.body;
    default: {
      const text = await response.text();
      // Where the description has no body, an empty one is none: to `fetch`, `Content-Length: 0` is a body.
      return text === "" && (describedTypes(operation, response.status)?.length ?? 0) === 0 ? undefined : text;
    }
  }
}

function parseJson(operation: Operation, response: Response, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Of a status that the description does not list nothing was promised: a proxy's page of HTML is the error then.
    if (describedTypes(operation, response.status) === undefined) return text;
    const contentType = response.headers.get("Content-Type") ?? "no content type";
    throw new ResponseError(operation.id, response, `is not the JSON that the description promises (${contentType})`, text);
  }
}
