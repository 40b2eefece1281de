/** The arguments and results of a call, derived from the types of an operation in `types.ts`. */
import type { ClientOperation } from "./client.js";
import type { ItemsOf, LinesType, ReadText, TextType, XmlType } from "../../shared/body-types.js";

/** The descriptor of an operation, with the types of what its call takes and gives. */
export interface CallableOperation<A, R> extends ClientOperation {
  /** In types only. */
  readonly "~call"?: (args: A) => R;
}

/** An operation in the generated `operations`. */
export interface OperationType {
  readonly parameters: object;
  readonly requestBody?: unknown;
  readonly responses: object;
}

/**
 * The arguments of an operation: `{ path, query, header, cookie, body, contentType }`, each where the operation has it,
 * required where something in it is. `First` is the media type that is sent unless another is chosen, where there are several.
 */
export type Args<Op extends OperationType, First extends string = never> = Op["parameters"] &
  (NonNullable<Op["requestBody"]> extends { readonly content: infer ByType }
    ? Op extends { readonly requestBody: object }
      ? Body<ByType, First>
      : Body<ByType, First> | { readonly body?: undefined; readonly contentType?: undefined }
    : unknown);

/** An operation of whose parameters a credential of the client supplies some, `{ header: "X-Key" }`: these need not be given. */
export type Supplied<Op extends OperationType, Keys extends Readonly<Record<string, string>>> = Omit<Op, "parameters"> & {
  readonly responses: Op["responses"];
  readonly parameters: Omit<Op["parameters"], keyof Keys> & {
    readonly [In in keyof Keys as object extends Others<Op, Keys, In> ? never : In]: Others<Op, Keys, In>;
  } & { readonly [In in keyof Keys as object extends Others<Op, Keys, In> ? In : never]?: Others<Op, Keys, In> };
};

/** The parameters of one location, those of credentials as optional ones. */
type Others<Op extends OperationType, Keys, In extends keyof Keys> =
  NonNullable<Op["parameters"][In & keyof Op["parameters"]]> extends infer Described
    ? Omit<Described, Keys[In] & string> & Partial<Pick<Described, Keys[In] & keyof Described>>
    : never;

type Body<ByType, First> = [First] extends [never]
  ? { readonly body: Sent<keyof ByType, ByType[keyof ByType]>; readonly contentType?: Concrete<keyof ByType> }
  : { [Type in keyof ByType]: Choice<Type, ByType[Type], First> }[keyof ByType];

/** The body says its media type, unless it is the first. */
type Choice<Type, Value, First> = Type extends First
  ? { readonly body: Sent<Type, Value>; readonly contentType?: Concrete<Type> }
  : { readonly body: Sent<Type, Value>; readonly contentType: Concrete<Type> };

/** A range such as `image/*` or `application/*+json` is sent as one of its types. */
type Concrete<Type> = Type extends "*/*" ? string : Type extends `${infer Before}*${infer After}` ? `${Before}${string}${After}` : Type;

type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

/** What may be given as a body of a media type: the described value, or something that is on the wire already. */
type Sent<Type, Value> = Type extends "application/json"
  ? Value
  : Type extends `multipart/${"form-data" | "*"}${string}`
    ? Value | FormData
    : Type extends `multipart/${string}`
      ? FormData | string | Bytes
      : Type extends `application/x-www-form-urlencoded${string}`
        ? Value | URLSearchParams
        : Type extends LinesType
          ? Value | ItemsOf<Value> | string | Bytes
          : Type extends Json
            ? Value
            : Type extends XmlType
              ? string | Bytes
              : Type extends TextType
                ? ReadText<Value> | Bytes
                : Value | Bytes;

type Json = `${string}/json${"" | "5" | "c"}` | `${string}+json` | `${string}json;${string}`;
type Streamed = LinesType | `text/event-stream${string}`;
type Text = XmlType | TextType | `application/x-www-form-urlencoded${string}`;

/**
 * The value of a response body by its media type: as described, but for what the client does not parse. Lines and events are
 * the stream, to be read by the caller.
 */
type Received<Type, Value> = Type extends "application/json"
  ? Value
  : Type extends Streamed
    ? ReadableStream<Uint8Array>
    : Type extends Json
      ? Value
      : Type extends Text
        ? string
        : Type extends `multipart/${string}`
          ? Blob
          : Value;

/**
 * The answers of an operation, discriminated by `ok`, then by `status`:
 * `{ ok: true, status: 200, data, response } | { ok: false, status: 401, error, response } | …`.
 *
 * Ranges and `default` stand for the known codes that are not listed themselves. An error that the description does not list has
 * `error: unknown`. A success that it does not list is given as the described one.
 *
 * Functions return it as `GetPetResult & {}`, the same type, of which editors show the answers instead of the name.
 */
export type Result<Op extends OperationType> = ResultOf<Op["responses"], keyof Op["responses"]>;

type ResultOf<Responses, Listed extends keyof Responses> =
  | { [Status in Listed]: Answer<Status, Content<Responses[Status], Status>, Listed> }[Listed]
  | ("default" extends Listed ? never : Unlisted<Listed>);

type Answer<Status, Value, Listed> = Status extends SuccessCode
  ? Success<Status, Value>
  : Status extends "2XX"
    ? Success<Exclude<SuccessCode, Listed>, Value>
    : Status extends "default"
      ? | Failure<Exclude<OtherCode<Listed>, Listed>, Value>
        | ([Extract<Listed, SuccessCode | "2XX">] extends [never] ? Success<SuccessCode, Value> : never)
      : Failure<Status extends keyof Ranges ? Exclude<Ranges[Status], Listed> : Status, Value>;

export interface Success<Status, Value> {
  readonly ok: true;
  readonly status: Status;
  readonly data: Value;
  /** Its body has been read, unless `data` is the stream. */
  readonly response: Response;
}

export interface Failure<Status, Value> {
  readonly ok: false;
  readonly status: Status;
  readonly error: Value;
  /** Its body has been read, unless `error` is the stream. */
  readonly response: Response;
}

type Unlisted<Listed> = Failure<Exclude<OtherCode<Listed>, Listed>, unknown>;

/** Codes that are no success and in no range that is listed. */
type OtherCode<Listed> = { [Range in keyof Ranges]: Range extends Listed ? never : Ranges[Range] }[keyof Ranges];

/** What the description does not describe is unknown; a status that forbids a body has none. */
type Content<R, Status> = R extends { readonly content: infer C }
  ? [keyof C] extends ["application/json"]
    ? C[keyof C]
    : { [Type in keyof C]: Received<Type, C[Type]> }[keyof C]
  : Status extends 204 | 205 | 304
    ? undefined
    : unknown;

/** @see https://www.iana.org/assignments/http-status-codes, and those that proxies and well-known services made up. */
export type SuccessCode = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
interface Ranges {
  readonly "1XX": 100 | 101 | 102 | 103 | 104;
  readonly "3XX": 300 | 301 | 302 | 303 | 304 | 305 | 306 | 307 | 308;
  readonly "4XX": ClientErrorCode;
  readonly "5XX": ServerErrorCode;
}
export type ClientErrorCode = StandardClientError | 419 | 420 | 430 | 440 | 444 | 449 | 450 | 460 | 463 | 494 | 495 | 496 | 497 | 498 | 499;
type StandardClientError =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 407
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 417
  | 418
  | 421
  | 422
  | 423
  | 424
  | 425
  | 426
  | 428
  | 429
  | 431
  | 451;
export type ServerErrorCode =
  | 500
  | 501
  | 502
  | 503
  | 504
  | 505
  | 506
  | 507
  | 508
  | 509
  | 510
  | 511
  | 520
  | 521
  | 522
  | 523
  | 524
  | 525
  | 526
  | 527
  | 529
  | 530
  | 561
  | 598
  | 599;
