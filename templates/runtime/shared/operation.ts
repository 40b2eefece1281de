/**
 * What the wire needs to know of an operation, as data. The generated `operations.ts` holds one of these per operation;
 * the client serialises by it, the server decodes by it.
 */

export interface Operation {
  /** Its name in the generated code: "getPet". */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** Path template as described: "/pets/{petId}". */
  readonly path: string;
  readonly parameters?: OperationParameters;
  readonly body?: RequestBody;
  /** Media types of each response, by "200", "4XX", "default"; an empty list where there is no body. */
  readonly responses: { readonly [status: string]: readonly string[] };
  /** Alternatives of schemes that apply together; absent or empty: no credential. */
  readonly security?: readonly (readonly string[])[];
  /** Base URLs of this operation's own, when it has them. */
  readonly servers?: readonly Server[];
  /** Where it has 64-bit integers that are held as something else than numbers. */
  readonly exact?: ExactIntegers;
  /** Where its answers have 64-bit integers that are held as numbers: gives what throws where one is no longer what the service has sent. */
  readonly int64Responses?: () => (value: unknown, operation: Operation, response: Response, text: string) => void;
}

/** Reads and writes what an operation has of 64-bit integers, without loss. Made by `bigintJson` or `digitsJson`. */
export interface ExactIntegers {
  /** Of one object of the parameters of each location: `{ path, query, header, cookie, querystring }`. */
  readonly parameters: ExactJson | undefined;
  readonly body: (mediaType: string) => ExactJson | undefined;
  readonly response: (status: number, mediaType: string) => ExactJson | undefined;
  /** As `JSON.stringify`, with bigints as digits. */
  readonly stringify: (value: unknown) => string;
  /** What a call sends, its integers ready to be written. Throws a `TypeError` where text that is to be an integer is none. */
  readonly ready: <T extends SentParts>(sending: T, mediaType: string) => T;
}

/** What a call sends. */
export interface SentParts {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly header?: Readonly<Record<string, unknown>> | undefined;
  readonly cookie?: Readonly<Record<string, unknown>> | undefined;
  /** The whole query string, where the description has it as one. */
  readonly querystring?: unknown;
  readonly body?: unknown;
}

/** Reads and writes a value that holds 64-bit integers. */
export interface ExactJson {
  /** As `JSON.parse`. `isStrict`: text in the place of an integer becomes what no validator takes, even where it reads like one. */
  readonly parse: (text: string, isStrict?: boolean) => unknown;
  /** As `JSON.stringify`. Throws a `TypeError` where text that is to be an integer is none. */
  readonly stringify: (value: unknown) => string;
  /** The value with its integers as bigints, for whoever writes it; the very same where they are that already. Throws as `stringify` does. */
  readonly ready: (value: unknown) => unknown;
  /** Of a member of the value, where that holds some. */
  readonly member: (name: string) => ExactJson | undefined;
  /** Of its items, where they hold some. */
  readonly item: () => ExactJson | undefined;
}

/** By location. A name alone is a parameter of which OpenAPI's defaults hold: optional, but in a path. */
export interface OperationParameters {
  readonly path?: readonly (string | Parameter)[];
  readonly query?: readonly (string | Parameter)[];
  readonly header?: readonly (string | Parameter)[];
  readonly cookie?: readonly (string | Parameter)[];
  /** The whole query string as one value. */
  readonly querystring?: Parameter;
}

/** What a value cannot have where the wire has no form for it: a client refuses it. Said where the schema takes such values. */
export interface UnsendableParts {
  /** Of so many first items each is told by its position: none can be left out before others. */
  readonly positions?: number;
  /** Names that no member may have: they are those of other parameters or fields. */
  readonly otherNames?: readonly string[];
  /** Of members. */
  readonly members?: { readonly [name: string]: UnsendableParts };
  /** Of other members, and of items. */
  readonly others?: UnsendableParts;
}

export interface Parameter extends UnsendableParts {
  readonly name: string;
  /** Not said in a path, where each is. */
  readonly required?: true;
  /** OpenAPI's default when absent: `simple` in paths and headers, `form` in queries and cookies. */
  readonly style?: "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";
  /** OpenAPI's default when absent: true for `form`, `deepObject` and `cookie`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** In a query: a value that is left empty is none. */
  readonly allowEmptyValue?: true;
  /** The value is encoded as this media type, and `style` says nothing. */
  readonly content?: string;
}

export interface RequestBody {
  readonly required?: true;
  /** Media types in the order described; the first is sent unless the caller chooses. */
  readonly content: { readonly [mediaType: string]: { readonly encoding?: { readonly [property: string]: Encoding } } };
}

export interface Encoding extends UnsendableParts {
  readonly contentType?: string;
  readonly style?: Parameter["style"];
  readonly explode?: boolean;
  readonly allowReserved?: true;
}

export interface Server {
  readonly url: string;
  /** One without a default must be given. */
  readonly variables?: { readonly [name: string]: { readonly default?: string; readonly values?: readonly string[] } };
}
