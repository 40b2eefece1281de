/**
 * Response bodies of every media type that a client may meet; part of an output only where a description has others than JSON.
 */
import { codecOf, includes, type Codec } from "../../shared/media-type.js";
import type { Operation } from "../../shared/operation.js";
import { describedTypes, parseJsonBody, withoutBody } from "./response-body.js";

/** How to read an answer. What the service says counts where the description allows it, or says nothing; else the description does. */
function responseCodec(operation: Operation, status: number, contentType: string | null): Codec {
  const described = describedTypes(operation, status) ?? [];
  const [first] = described;
  if (contentType !== null && (first === undefined || described.some((mediaType) => includes(mediaType, contentType))))
    return codecOf(contentType);
  return first === undefined ? "text" : codecOf(first);
}

/**
 * The value of a body that has not been read: parsed JSON, text as a string, bytes and multipart forms as a `Blob`. For lines and events
 * it is the stream itself; without a body it is `undefined`. Rejects with a `ResponseError` when what should be JSON is not.
 */
export async function decodeBody(operation: Operation, response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  const contentType = response.headers.get("Content-Type");
  switch (responseCodec(operation, response.status, contentType)) {
    case "json": {
      const text = await response.text();
      return text === "" ? undefined : parseJsonBody(operation, response, text);
    }
    case "binary":
    case "multipart":
      return response.blob();
    case "lines":
    case "events":
      return response.body;
    default: {
      const text = await response.text();
      return withoutBody(text, describedTypes(operation, response.status));
    }
  }
}
