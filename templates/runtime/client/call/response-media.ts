/**
 * Response bodies of every media type that a client may meet; part of an output only where a description has others than JSON.
 */
import { codecOf, describedAs, isOfManyKinds, type Codec } from "../../shared/media-type.js";
import { ofStatus } from "../../shared/of-status.js";
import type { Operation } from "../../shared/operation.js";
import { describedTypes, parseJsonBody, withoutBody, type RangeTypes } from "./response-body.js";

/** An operation, with what its answers may be under ranges: by status as described, and by range where that has a type. */
interface RangedOperation extends Operation {
  readonly ranges?: { readonly [status: string]: { readonly [range: string]: RangeTypes } };
}

interface Reading {
  readonly codec: Codec;
  /** Of JSON that nobody has said to be that: whether a body is a text that only looks like it, or does not even. */
  readonly isText?: (body: string) => boolean;
}

/** How to read an answer. What the service says counts where the description allows it, or says nothing; else the description does. */
function readingOf(operation: RangedOperation, status: number, contentType: string | null): Reading {
  const described = describedTypes(operation, status) ?? [];
  const meant = contentType === null ? undefined : describedAs(described, contentType);
  const mediaType = meant ?? described[0];
  if (mediaType === undefined) return { codec: contentType === null ? "text" : codecOf(contentType) };
  // A range of one kind (`text/*`, `image/*`) has the types of that kind, whatever comes under it.
  if (!isOfManyKinds(mediaType)) return { codec: codecOf(mediaType) };
  return readingOfRange(ofStatus(operation.ranges ?? {}, status)?.[mediaType], contentType);
}

/** `types`: of what is described; `undefined` where that may be anything. */
function readingOfRange(types: RangeTypes | undefined, contentType: string | null): Reading {
  if (types === "bytes") return { codec: "binary" };
  // What cannot be text is JSON, or not what is described.
  if (types?.includes("string") === false) return { codec: "json" };
  if (contentType === null) return { codec: "json", isText: (body) => (body === "" ? types !== undefined : !isJsonOf(body, types)) };
  const said = codecOf(contentType);
  return { codec: types === undefined || said === "json" ? said : "text" };
}

/** Whether a text is JSON of one of these types. */
function isJsonOf(text: string, types: readonly string[] | undefined): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    return types === undefined || types.includes(type) || (Number.isInteger(value) && types.includes("integer"));
  } catch {
    return false;
  }
}

/**
 * The value of a body that has not been read: parsed JSON, text as a string, bytes and multipart forms as a `Blob`. For lines and events
 * it is the stream itself; without a body it is `undefined`. Rejects with a `ResponseError` when what should be JSON is not.
 */
export async function decodeBody(operation: RangedOperation, response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  const { codec, isText } = readingOf(operation, response.status, response.headers.get("Content-Type"));
  switch (codec) {
    case "json": {
      const text = await response.text();
      if (isText?.(text) === true) return text;
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
