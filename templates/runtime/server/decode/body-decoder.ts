/**
 * Request bodies: which media type is meant, whether there is a body at all, and whether it is valid.
 */
import { charsetProblem, decodeBytes, unsupportedType, type BodyDefinition, type Choice } from "./decode-bytes.js";
import { asProblems } from "./parameter-decoder.js";
import { headerOf, type HttpExchange } from "../route/http-exchange.js";
import { hasOwn } from "../../shared/has-own.js";
import { parametersOf, type HeaderParameter } from "./header-parameters.js";
import { codecOf, describedAs, essenceOf } from "../../shared/media-type.js";
import type { Operation } from "../../shared/operation.js";
import { decodeParsed, receiveBody, type ReceivedBody } from "./parsed-body.js";
import { invalidRequest, type ProblemError, type ProblemIssue } from "../route/problem.js";
import { isAmbiguous, readerOfTexts, readRefused, refusedBy } from "./second-reading.js";
import { addIssues, isFitting, readScalar, readerOf } from "./wire-type.js";
import type { ParseOptions } from "../../validate/validate.js";

export interface DecodedBody {
  /** As described; for a range, as sent. */
  readonly contentType: string | undefined;
  readonly body: unknown;
}

export interface BodyDecoder {
  /** Whether a media type is one of the described ones; without one, whether there may be no body. */
  accepts(contentType: string | undefined): boolean;
  /** Reads, decodes and validates the body of one request. Rejects with a `ProblemError`. */
  decode(exchange: HttpExchange, limit: number): Promise<DecodedBody>;
}

/**
 * The most bytes of a body; 1 MiB where nothing is said. Throws a `TypeError` for what is no such number: nothing is larger than `NaN`, so
 * that every body would pass.
 */
export function checkedBodyLimit(limit: unknown): number {
  if (limit === undefined || limit === null) return 1_048_576;
  if (typeof limit === "number" && limit >= 0) return limit;
  throw new TypeError(`\`bodyLimit\` must be a number of bytes from 0 on, not ${typeof limit === "number" ? limit : typeof limit}`);
}

export const noBody: DecodedBody = { contentType: undefined, body: undefined };

/** The decoder of an operation's body; `undefined` when it has none. */
export function bodyDecoder(
  operation: Operation,
  definitions: { readonly [mediaType: string]: BodyDefinition } | undefined,
): BodyDecoder | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  const choices = Object.entries(body.content).map(([mediaType, { encoding }]): Choice => {
    const definition = (definitions !== undefined && hasOwn(definitions, mediaType) ? definitions[mediaType] : undefined) ?? {};
    const exact = operation.exact?.body(mediaType);
    const fields = once(() => readerOf(definition.decode, exact));
    return { mediaType, codec: codecOf(mediaType), definition, encodings: encoding, exact, fields };
  });
  // The same choices of which fields are read as texts, for those that say different things of one text.
  const inTexts = new Map(choices.map((choice) => [choice, once(() => asTexts(choice))]));
  const required = body.required === true;
  return {
    accepts: (contentType) => (contentType === undefined ? !required : chooseMediaType(choices, contentType) !== undefined),
    async decode(exchange, limit) {
      const contentType = headerOf(exchange, "content-type");
      const choice = contentType === undefined ? undefined : chooseMediaType(choices, contentType);
      const announced = announcesBody(exchange);
      const refusal = announced ? refusalOf(exchange, contentType, choice, choices) : undefined;
      if (refusal !== undefined && (await hasBytes(exchange))) throw refusal;
      const received = announced && refusal === undefined ? await receiveBody(exchange, limit, choice?.codec === "json") : undefined;
      const sent = refusal === undefined ? (received ?? nothingOf(choice, exchange)) : undefined;
      if (sent === undefined) return absentBody(required);
      if (choice === undefined || contentType === undefined) throw unsupportedType(choices);
      const read = (as: Choice, issues: ProblemIssue[]): Promise<unknown> =>
        sent.kind === "value" ? decodeParsed(as, sent.value, issues) : decodeBytes(as, sent.bytes, contentType, issues);
      const essence = essenceOf(contentType);
      // A body that says what to change leaves the rest as it is. A range may be sent as a patch.
      const options = { defaults: operation.method !== "PATCH" && !essence.endsWith("patch+json") };
      const issues: ProblemIssue[] = [];
      const value = await read(choice, issues);
      let body = issues.length === 0 ? validated(choice, value, options, issues) : value;
      if (issues.length > 0) {
        const meant = await formAgain(inTexts.get(choice)?.(), read);
        if (meant === undefined) throw invalidRequest(issues);
        body = validated(choice, meant, options, []);
      }
      return { contentType: choice.mediaType.includes("*") ? essence : choice.mediaType, body };
    },
  };
}

/** Why a body would not be read, by its headers alone. */
function refusalOf(
  exchange: HttpExchange,
  contentType: string | undefined,
  choice: Choice | undefined,
  choices: readonly Choice[],
): ProblemError | undefined {
  if (contentType === undefined) return undefined;
  if (choice === undefined) return unsupportedType(choices);
  // Text that a parser ahead has decoded is in no charset any more.
  const isDecoded = exchange.parsed !== undefined && !(exchange.parsed.value instanceof Uint8Array);
  return isDecoded ? undefined : charsetProblem(choice, contentType);
}

/**
 * Whether there is a byte, whose media type matters: platforms give a request a stream also where nothing is sent. Where the headers say that there
 * is a body it is not touched, else no more than the first bytes are read.
 */
async function hasBytes(exchange: HttpExchange): Promise<boolean> {
  const isSaid = (headerOf(exchange, "content-length") ?? headerOf(exchange, "transfer-encoding")) !== undefined;
  if (isSaid || exchange.parsed !== undefined) return true;
  return exchange.readBody(0).then(
    (bytes) => bytes !== undefined && bytes.byteLength > 0,
    () => true,
  );
}

/** What is made once, when it is asked for. */
function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A form of which the fields are read as texts; `undefined` where there is nothing to judge them by, or one way to read them. */
function asTexts(choice: Choice): Choice | undefined {
  const { codec, definition, fields } = choice;
  if ((codec !== "form" && codec !== "multipart") || definition.validator === undefined || !isAmbiguous(fields())) return undefined;
  return { ...choice, fields: once(() => readerOfTexts(fields())) };
}

/** The fields of a form as they are meant; `undefined` where nothing in them is valid. */
async function formAgain(inTexts: Choice | undefined, read: (as: Choice, issues: ProblemIssue[]) => Promise<unknown>): Promise<unknown> {
  const { validator } = inTexts?.definition ?? {};
  if (inTexts === undefined || validator === undefined) return undefined;
  const issues: ProblemIssue[] = [];
  const value = await read(inTexts, issues);
  if (issues.length > 0 || typeof value !== "object" || value === null) return undefined;
  return readRefused(value, refusedBy(validator)) ? value : undefined;
}

/** No bytes are a file, a text, a form or a list of lines, too, where the caller says that they are one; of other media types they are no body. */
function nothingOf(choice: Choice | undefined, exchange: HttpExchange): ReceivedBody | undefined {
  const { codec, definition: { decode } = {} } = choice ?? {};
  const isContent = codec === "binary" || codec === "form" || codec === "lines" || decode === "binary" || takesEmptyText(choice, exchange);
  // Who says neither a length nor an encoding of the transfer sends none, whatever its media type.
  const isSaid = headerOf(exchange, "content-length") !== undefined || exchange.hasBody;
  return isContent && isSaid ? { kind: "bytes", bytes: new Uint8Array() } : undefined;
}

/** Whether a text may be empty. Of a range, the validator alone knows whether it is of text. */
function takesEmptyText(choice: Choice | undefined, exchange: HttpExchange): boolean {
  if (choice === undefined) return false;
  const { mediaType, codec, definition } = choice;
  const { decode, validator } = definition;
  if (codec === "json" && mediaType.includes("*") && codecOf(headerOf(exchange, "content-type") ?? "") === "text")
    return validator !== undefined && !("issues" in validator.safeParse(""));
  // What is nothing but text says itself what is wrong with it.
  if (codec !== "text" || decode === undefined) return codec === "text";
  const reader = readerOf(decode);
  return readScalar(reader, "") === "" && isFitting(reader, "");
}

function absentBody(required: boolean): DecodedBody {
  if (required) throw invalidRequest([{ in: "body", path: [], keyword: "required", message: "is required" }]);
  return noBody;
}

/** Whether bytes are to come. Who says neither a length nor an encoding of the transfer sends none. */
function announcesBody(exchange: HttpExchange): boolean {
  const length = headerOf(exchange, "content-length");
  return length === undefined ? exchange.hasBody : length !== "0";
}

/** The described media type that is meant: the very same, else the one of which most parameters are said, else a range. */
function chooseMediaType(choices: readonly Choice[], contentType: string): Choice | undefined {
  const exact = choices.find(({ mediaType }) => mediaType === contentType);
  if (exact !== undefined) return exact;
  const essence = essenceOf(contentType);
  const same = choices.filter(({ mediaType }) => essenceOf(mediaType) === essence);
  if (same.length > 0) return same.length > 1 ? nearest(same, contentType) : same[0];
  const described = choices.map(({ mediaType }) => mediaType);
  const range = choices[described.indexOf(describedAs(described, essence) ?? "")];
  // Who sends bytes and does not know their kind says so.
  const isOfBytes = ({ mediaType, codec }: Choice): boolean => codec === "binary" && mediaType.includes("*");
  return range ?? (essence === "application/octet-stream" ? choices.find(isOfBytes) : undefined);
}

/** Of media types that differ in their parameters, the one with most of those that are said and none that is not; else the first. */
function nearest(same: readonly Choice[], contentType: string): Choice | undefined {
  const said = parametersOf(contentType);
  const isSaid = (name: string, { text }: HeaderParameter): boolean => said.get(name)?.text.toLowerCase() === text.toLowerCase();
  const possible = same
    .map((choice) => ({ choice, parameters: [...parametersOf(choice.mediaType)] }))
    .filter(({ parameters }) => parameters.every(([name, parameter]) => isSaid(name, parameter)))
    .sort((one, other) => other.parameters.length - one.parameters.length);
  return possible[0]?.choice ?? same[0];
}

/** The value as the handler gets it: with defaults, and without what a request is not to say. */
function validated({ codec, definition }: Choice, value: unknown, options: ParseOptions, issues: ProblemIssue[]): unknown {
  const { validator, each } = definition;
  // Validators judge values; what arrives as text of another language is for the handler to read.
  if (validator === undefined || codec === "xml" || codec === "events") return value;
  const parsed = (part: unknown, ...at: readonly number[]): unknown => {
    const result = validator.safeParse(part, options);
    if (!("issues" in result)) return result.data;
    const found = asProblems(result.issues, "body");
    addIssues(issues, at.length === 0 ? found : found.map((issue) => ({ ...issue, path: [...at, ...issue.path] })));
    return part;
  };
  return each === true && Array.isArray(value) ? value.map((item, index) => parsed(item, index)) : parsed(value);
}
