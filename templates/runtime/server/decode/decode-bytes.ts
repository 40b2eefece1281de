/**
 * Bytes of request bodies, and the values they stand for.
 */
import { decodeForm, decodeMultipart } from "./decode-form.js";
import { concatenated, keepChunk, tooLarge } from "../route/http-exchange.js";
import { parametersOf } from "./header-parameters.js";
import { parseJson } from "./parse-json.js";
import { codecOf, essenceOf, type Codec } from "../../shared/media-type.js";
import type { Encoding, ExactJson } from "../../shared/operation.js";
import { ProblemError, type ProblemIssue } from "../route/problem.js";
import { isStructured, readScalar, readerOf, type Reader, type WireType } from "./wire-type.js";
import type { Validator } from "../../validate/validate.js";

/** What the generated server says of one media type of a body. */
export interface BodyDefinition {
  /** For forms: which fields are not text. For ranges: whether bytes of any type are a value. */
  readonly decode?: WireType;
  readonly validator?: Validator<unknown>;
  /** The validator is for each item of a sequence, not for the whole. */
  readonly each?: true;
}

/** A described media type, as the decoder knows it. */
export interface Choice {
  readonly mediaType: string;
  readonly codec: Codec;
  readonly definition: BodyDefinition;
  readonly encodings: { readonly [property: string]: Encoding } | undefined;
  /** Where it holds 64-bit integers; of lines, each of them. */
  readonly exact?: ExactJson | undefined;
  /** What reads the fields of a form: made when a form comes, once. */
  readonly fields: () => Reader;
}

/** The value that bytes of a media type stand for. Rejects with a `ProblemError` where they stand for none. */
export async function decodeBytes(
  choice: Choice,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  issues: ProblemIssue[],
): Promise<unknown> {
  switch (choice.codec) {
    case "json":
      return decodeJson(bytes, contentType, choice);
    case "form":
      return isPlainText(choice.definition.decode)
        ? utf8Text(bytes)
        : decodeForm(utf8Text(bytes), choice.fields(), choice.encodings, issues);
    case "multipart":
      return decodeMultipart(bytes, contentType, choice.fields(), choice.encodings, issues);
    case "lines":
      return utf8Text(bytes)
        .split(/[\n\u001e]/)
        .filter((line) => line.trim() !== "")
        .map((line, index) => jsonOf(line, choice.exact, `Item ${index + 1} of the body`));
    case "text": {
      const text = utf8Text(bytes);
      const value = readScalar(readerOf(choice.definition.decode), text);
      return value === undefined ? text : value;
    }
    case "xml":
    case "events":
      return utf8Text(bytes);
    case "binary":
      return new Blob([bytes], { type: essenceOf(contentType) });
  }
}

/** A range that takes in everything is read by what was sent. A described value is there in JSON alone, a text also as one. */
function decodeJson(bytes: Uint8Array<ArrayBuffer>, contentType: string, choice: Choice): unknown {
  const { mediaType, definition, exact } = choice;
  const codec = codecOf(contentType);
  if (definition.decode !== "binary") {
    if (!mediaType.includes("*") || codec === "json") return jsonOf(utf8Text(bytes), exact);
    if (codec === "text" || codec === "xml") return utf8Text(bytes);
    if (definition.validator !== undefined && definition.decode !== "any") throw unsupportedType([choice]);
  }
  return new Blob([bytes], { type: essenceOf(contentType) });
}

/** The error for a body of a type that none of the described ones is. A range of which JSON alone can be read says so. */
export function unsupportedType(choices: readonly Choice[]): ProblemError {
  const types = choices.map(({ mediaType, definition: { decode, validator } }) =>
    /^(?:\*|application)\/\*$/.test(mediaType) && validator !== undefined && decode === undefined ? "application/json" : mediaType,
  );
  return new ProblemError("unsupported-media-type", `The Content-Type of the body must be ${types.join(" or ")}.`, {
    headers: ["Accept", types.join(", ")],
  });
}

/**
 * What is wrong where a Content-Type says another charset than the one that its bytes are read in. JSON has no such parameter, but senders
 * say it.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-8.1
 */
export function charsetProblem({ mediaType, codec, definition }: Choice, contentType: string): ProblemError | undefined {
  if (!contentType.includes(";")) return undefined; // nearly all
  // A range is read by what was sent.
  const read = mediaType.includes("*") ? codecOf(contentType) : codec;
  if (read === "binary" || read === "multipart" || (codec === "json" && definition.decode === "binary")) return undefined;
  const charset = charsetOf(contentType);
  // One that is described was agreed on, whatever the bytes are.
  if (charset === undefined || /^(?:utf-?8|us-ascii|)$/.test(charset) || charset === charsetOf(mediaType)) return undefined;
  return new ProblemError("unsupported-media-type", "The charset of the body must be UTF-8.");
}

const charsetOf = (contentType: string): string | undefined => parametersOf(contentType).get("charset")?.text.trim().toLowerCase();

function jsonOf(text: string, exact: ExactJson | undefined, what = "The body"): unknown {
  const { value, problem } = parseJson(text, exact);
  if (problem !== undefined) throw new ProblemError("malformed-request", `${what} ${problem}.`);
  return value;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }); // the types of Workers want both

function utf8Text(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError("malformed-request", "The body is not UTF-8.");
  }
}

/** Whether a form is said to be text, and no fields. */
function isPlainText(shape: WireType | undefined): boolean {
  if (shape === undefined) return false;
  const reader = readerOf(shape);
  return !isStructured(reader) && !reader.scalars.includes("any");
}

type Compression = "gzip" | "deflate";

/** The compression of a body that says so; `undefined` where there is none. Throws a `ProblemError` for any other. */
export function compressionOf(contentEncoding: string | undefined): Compression | undefined {
  switch (contentEncoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "deflate":
      return "deflate";
    default:
      throw new ProblemError("unsupported-media-type", "The Content-Encoding of the body must be gzip, deflate or identity.", {
        headers: ["Accept-Encoding", "gzip, deflate"],
      });
  }
}

/** The bytes before they were compressed. Stops as soon as there are more than `limit`, however small they came. */
export async function decompressed(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(compression));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  const read = () => reader.read().catch(() => Promise.reject(new ProblemError("malformed-request", `The body is not ${compression}.`)));
  for (let next = await read(); !next.done; next = await read()) {
    const chunk = next.value as Uint8Array<ArrayBuffer>; // what a decompressor gives
    size += chunk.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    keepChunk(chunks, chunk);
  }
  return concatenated(chunks, size);
}
