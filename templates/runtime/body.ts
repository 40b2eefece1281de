/**
 * Request bodies: media type, size, and the way from bytes to the described value.
 */
import { decodeForm, decodeMultipart } from "./decode-form.js";
import { issuesOf } from "./decode-request.js";
import type { Exchange } from "./exchange.js";
import { parseJson } from "./json-text.js";
import { codecOf, essenceOf, includes, type Codec } from "./media.js";
import type { Encoding, Operation } from "./operation.js";
import { invalidRequest, ProblemError, type ProblemIssue } from "./problem.js";
import { readScalar, readerOf, type Shape } from "./shape.js";
import type { Validator } from "./validate.js";

/** What the generated server says of one media type of a body. */
export interface BodyDefinition {
  /** For forms: which fields are not text. */
  readonly decode?: Shape;
  readonly validator?: Validator<unknown>;
  /** The validator is for each item of a sequence, not for the whole. */
  readonly each?: true;
}

export interface DecodedBody {
  /** As described; for a range, as sent. */
  readonly contentType: string | undefined;
  readonly body: unknown;
}

interface Choice {
  readonly mediaType: string;
  readonly codec: Codec;
  readonly definition: BodyDefinition;
  readonly encodings: { readonly [property: string]: Encoding } | undefined;
}

/** Reads, decodes and validates the body of one request. Rejects with a `ProblemError`. */
export type DecodeBody = (exchange: Exchange, limit: number) => Promise<DecodedBody>;

const noBody: DecodedBody = { contentType: undefined, body: undefined };

/** The decoder of an operation's body; `undefined` when it has none. */
export function bodyDecoder(
  operation: Operation,
  definitions: { readonly [mediaType: string]: BodyDefinition } | undefined,
): DecodeBody | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  const choices = Object.entries(body.content).map(([mediaType, { encoding }]): Choice => {
    const definition = definitions !== undefined && Object.hasOwn(definitions, mediaType) ? definitions[mediaType] : undefined;
    return { mediaType, codec: codecOf(mediaType), definition: definition ?? {}, encodings: encoding };
  });
  const required = body.required === true;
  const accepted = choices.map(({ mediaType }) => mediaType).join(", ");
  return async (exchange, limit) => {
    const contentType = headerText(exchange, "content-type");
    if (!announcesBody(exchange)) {
      if (required) throw missing();
      return noBody;
    }
    const choice = contentType === undefined ? undefined : choose(choices, contentType);
    if (
      headerText(exchange, "content-encoding")?.toLowerCase() !== undefined &&
      headerText(exchange, "content-encoding")?.toLowerCase() !== "identity"
    ) {
      throw new ProblemError("unsupported-media-type", "A body with a content encoding is not read.", {
        headers: ["Accept-Encoding", "identity"],
      });
    }
    if (choice === undefined && contentType !== undefined) throw unsupported(accepted, choices);
    const bytes = await exchange.readBody(limit);
    if (bytes === undefined || bytes.byteLength === 0) {
      if (required) throw missing();
      return noBody;
    }
    if (choice === undefined || contentType === undefined) throw unsupported(accepted, choices);
    const issues: ProblemIssue[] = [];
    const value = await decode(choice, bytes, contentType, issues);
    if (issues.length === 0) validate(choice, value, issues);
    if (issues.length > 0) throw invalidRequest(issues);
    return { contentType: choice.mediaType.includes("*") ? essenceOf(contentType) : choice.mediaType, body: value };
  };
}

const missing = (): ProblemError => invalidRequest([{ in: "body", path: [], keyword: "required", message: "is required" }]);

function unsupported(accepted: string, choices: readonly Choice[]): ProblemError {
  const types = choices.map(({ mediaType }) => mediaType);
  return new ProblemError("unsupported-media-type", `The Content-Type of the body must be ${types.join(" or ")}.`, {
    headers: ["Accept", accepted],
  });
}

function headerText(exchange: Exchange, name: string): string | undefined {
  const value = exchange.headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** Whether bytes are to come. Who says neither a length nor an encoding of the transfer sends none. */
function announcesBody(exchange: Exchange): boolean {
  const length = headerText(exchange, "content-length");
  return length === undefined ? exchange.hasBody : length !== "0";
}

/** The described media type that is meant: the very same, else the same without parameters, else a range. */
function choose(choices: readonly Choice[], contentType: string): Choice | undefined {
  const essence = essenceOf(contentType);
  return (
    choices.find(({ mediaType }) => mediaType === contentType) ??
    choices.find(({ mediaType }) => essenceOf(mediaType) === essence) ??
    choices.find(({ mediaType }) => includes(mediaType, essence))
  );
}

async function decode(choice: Choice, bytes: Uint8Array, contentType: string, issues: ProblemIssue[]): Promise<unknown> {
  switch (choice.codec) {
    case "json":
      return decodeJson(bytes, contentType, choice.mediaType);
    case "form":
      return decodeForm(textOf(bytes), choice.definition.decode, choice.encodings, issues);
    case "multipart":
      return decodeMultipart(bytes, contentType, choice.definition.decode, choice.encodings, issues);
    case "lines":
      return textOf(bytes)
        .split(/[\n\u001e]/)
        .filter((line) => line.trim() !== "")
        .map(jsonOf);
    case "text": {
      const text = textOf(bytes);
      const value = readScalar(readerOf(choice.definition.decode), text);
      return value === undefined ? text : value;
    }
    case "xml":
    case "events":
      return textOf(bytes);
    case "binary":
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: essenceOf(contentType) });
  }
}

/** A range that takes in everything is read by what was sent. */
function decodeJson(bytes: Uint8Array, contentType: string, described: string): unknown {
  if (!described.includes("*") || codecOf(contentType) === "json") return jsonOf(textOf(bytes));
  return codecOf(contentType) === "text" ? textOf(bytes) : new Blob([bytes as Uint8Array<ArrayBuffer>], { type: essenceOf(contentType) });
}

function jsonOf(text: string): unknown {
  const { value, problem } = parseJson(text);
  if (problem !== undefined) throw new ProblemError("malformed-request", `The body ${problem}.`);
  return value;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError("malformed-request", "The body is not UTF-8.");
  }
}

function validate({ codec, definition }: Choice, value: unknown, issues: ProblemIssue[]): void {
  const { validator, each } = definition;
  // Validators judge values; what arrives as text of another language is for the handler to read.
  if (validator === undefined || codec === "xml" || codec === "events") return;
  const parts: readonly unknown[] = each === true && Array.isArray(value) ? value : [value];
  for (const part of parts) if (!validator.is(part)) issues.push(...issuesOf(validator, part, "body"));
}
