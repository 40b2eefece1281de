/**
 * The types of handlers, derived from `operations` of the generated `types.ts`: what a request holds after decoding and validation, and
 * which replies the description allows.
 */
import type { CorsOptions } from "./cors.js";
import type { ItemsOf, LinesType, ReadText, TextType, XmlType } from "../../shared/body-types.js";

/** What `operations["x"]` looks like, as far as a server needs to know. */
export interface OperationTypes {
  readonly parameters: {
    readonly query?: unknown;
    readonly header?: unknown;
    readonly path?: unknown;
    readonly cookie?: unknown;
    readonly querystring?: unknown;
  };
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

export type Location = "path" | "query" | "header" | "cookie";

/**
 * What decoding makes of a request besides what is described: names of optional parameters that have a default, by location, since the
 * handler always finds a value, and what bodies are.
 */
export interface Defaults {
  readonly path?: string;
  readonly query?: string;
  readonly header?: string;
  readonly cookie?: string;
  /** By media type: what a body is once its defaults are filled in. */
  readonly body?: unknown;
  /** By media type: names of parts that may be a file or a text, and arrive as they were sent. `true`: those without a name of their own. */
  readonly texts?: unknown;
}

type DefaultNames<D extends Defaults, L extends Location> = D extends Readonly<Record<L, infer Names>> ? Names : never;
type WithDefaults<T, Names> = [Names] extends [never]
  ? Readonly<T>
  : Readonly<Omit<T, Names & keyof T> & Required<Pick<T, Names & keyof T>>>;
type ParametersIn<O extends OperationTypes, D extends Defaults, L extends Location> = [NonNullable<O["parameters"][L]>] extends [never]
  ? Readonly<Record<string, never>>
  : WithDefaults<NonNullable<O["parameters"][L]>, DefaultNames<D, L>>;

/** What `operations` looks like. */
type OperationsTypes<Key extends string> = Readonly<Record<Key, OperationTypes>>;

/**
 * A request to an operation, `ServerRequest<operations, "getPet">`: its parameters by location, and its body, decoded, validated, with
 * defaults filled in. The operation is named by its key, here as in replies and handlers: editors, errors and declarations show the key,
 * and not all that the operation is.
 */
export type ServerRequest<Operations extends OperationsTypes<Key>, Key extends string, D extends Defaults = Defaults> = {
  readonly path: ParametersIn<Operations[Key], D, "path">;
  readonly query: ParametersIn<Operations[Key], D, "query">;
  readonly header: ParametersIn<Operations[Key], D, "header">;
  readonly cookie: ParametersIn<Operations[Key], D, "cookie">;
} & WholeQuery<Operations[Key]> &
  BodyOf<Operations[Key], D>;

/** The whole query string as one value, where the description has it so. */
type WholeQuery<O extends OperationTypes> = "querystring" extends keyof O["parameters"]
  ? Readonly<Pick<O["parameters"], "querystring">>
  : unknown;

type NoBody = {
  readonly body?: undefined;
  readonly contentType?: undefined;
};

type BodyOf<O extends OperationTypes, D extends Defaults> = [NonNullable<O["requestBody"]>] extends [never]
  ? NoBody
  : NonNullable<O["requestBody"]> extends { content: infer C }
    ? Bodies<C, D["body"], D["texts"]> | (O extends { requestBody: unknown } ? never : NoBody)
    : NoBody;

type Bodies<C, Filled, Texts> = {
  readonly [M in keyof C]: {
    readonly contentType: MediaTypeOf<M>;
    readonly body: Received<M, M extends keyof Filled ? Filled[M] : C[M], M extends keyof Texts ? Texts[M] : never>;
  };
}[keyof C];

/** A range ("image/*") stands for whatever was sent. */
type MediaTypeOf<M> = M extends `*${string}` ? string : M extends `${infer Type}/*${string}` ? `${Type}/${string}` : M;

type JsonType = `${string}/json${string}` | `${string}+json${string}` | "*/*" | "application/*";
type StructuredType = JsonType | `${string}x-www-form-urlencoded${string}` | `multipart/${string}` | `${string}json${string}`;

/** A part that may be a file arrives as one, even where it was sent as text, unless a text is described beside it. */
type Parts<T, Texts> = T extends Blob | readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]: (string extends Name ? true : Name) extends Texts ? T[Name] : PartOf<T[Name]> }
    : T;
type PartOf<T> = Blob extends T ? Exclude<T, string> : T extends readonly (infer Item)[] ? PartOf<Item>[] : T;

/** XML arrives as text, and so does other text of which a list or an object is described; bytes as a Blob, lines all together; the rest as described. */
type Received<M, T, Texts> = M extends LinesType
  ? ItemsOf<T>
  : M extends `multipart/${string}`
    ? Parts<T, Texts>
    : M extends StructuredType
      ? T
      : M extends XmlType | `text/event-stream${string}`
        ? string
        : M extends TextType
          ? ReadText<T>
          : Blob;

/** Bytes, all at once or bit by bit. */
export type Bytes = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/**
 * What a handler may give for lines or events: items, all at once or as they come, or a single one. A text is an item among others; alone it is
 * all that is sent, as bytes are.
 */
type Sequence<Item> =
  | Iterable<Item>
  | AsyncIterable<Item>
  | (Item extends Iterable<unknown> ? never : Item)
  | string
  | Exclude<Bytes, AsyncIterable<Uint8Array | string>>
  | AsyncIterable<Uint8Array>;

/** What a handler may give for a body: the described value, or, where the wire carries no JSON, text and bytes made by itself. */
type Sent<M, T> = M extends LinesType | `text/event-stream${string}`
  ? Sequence<ItemsOf<T>[number]>
  : M extends JsonType
    ? T
    : M extends StructuredType
      ? T | FormData | URLSearchParams | Bytes
      : M extends XmlType
        ? string | Bytes
        : M extends TextType
          ? ReadText<T> | Bytes
          : T | string | Bytes;

/** The replies that an operation may give: one shape per described status and media type. */
export type Reply<Operations extends OperationsTypes<Key>, Key extends string> =
  | {
      readonly [S in keyof Operations[Key]["responses"]]: ReplyWith<
        StatusOf<S, keyof Operations[Key]["responses"]>,
        Operations[Key]["responses"][S]
      >;
    }[keyof Operations[Key]["responses"]]
  | ([keyof Operations[Key]["responses"]] extends [never] ? ReplyToUnknown : never);

/**
 * The function of an operation, `Handler<operations, "getPet", Principal>`. Compilers work out its types where it is used, and those of no
 * other operation: members of the handlers that were written out would all be looked at. It is the type of a method, so that a method of a
 * class may be more particular.
 */
export type Handler<Operations extends OperationsTypes<Key>, Key extends string, Principal, D extends Defaults = Defaults> = HandlerMethod<
  Operations,
  Key,
  Principal,
  D
>["handle"];

interface HandlerMethod<Operations extends OperationsTypes<Key>, Key extends string, Principal, D extends Defaults> {
  handle(request: ServerRequest<Operations, Key, D>, context: Context<Principal>): Reply<Operations, Key> | Promise<Reply<Operations, Key>>;
}

/**
 * What handlers extend of which none is told who is calling, as no operation takes credentials. A program may still name its principal
 * beside them, as it does once one does.
 */
export type Anonymous<Principal> = { readonly [Name in never]: Principal };

/** What a handler is given. */
export type RequestOf<H> = H extends (request: infer Request, ...rest: never) => unknown ? Request : never;

/** What it replies. */
export type ReplyOf<H> = H extends (...given: never) => infer Result ? Awaited<Result> : never;

type ReplyToUnknown = {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
};

type ReplyWith<S, R> = R extends { content: infer C }
  ? {
      readonly [M in keyof C]: { readonly status: S; readonly body: Sent<M, C[M]>; readonly headers?: HeadersOf<R> } & MediaTypeChoice<
        M,
        keyof C
      >;
    }[keyof C]
  : { readonly status: S; readonly body?: undefined; readonly contentType?: undefined; readonly headers?: HeadersOf<R> };

/** The media type is said where there is a choice; a range must be said unless a Blob says it. */
type MediaTypeChoice<M, All> = [All] extends [M] ? { readonly contentType?: MediaTypeOf<M> } : { readonly contentType: MediaTypeOf<M> };

/** The described ones by their types, none of them a must, and any others. */
type HeadersOf<R> = (R extends { headers: infer H } ? { readonly [Name in keyof H]?: H[Name] } : unknown) &
  Readonly<Record<string, unknown>>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Codes<Text> = Text extends `${infer N extends number}` ? N : never;
interface Ranges {
  readonly "1XX": Codes<`1${Digit}${Digit}`>;
  readonly "2XX": Codes<`2${Digit}${Digit}`>;
  readonly "3XX": Codes<`3${Digit}${Digit}`>;
  readonly "4XX": Codes<`4${Digit}${Digit}`>;
  readonly "5XX": Codes<`5${Digit}${Digit}`>;
}

/**
 * A range stands for its codes that are not listed themselves, and `default` for those that are in no listed range either: a body of an error
 * under a described status would be no reply that is described. Alone, it stands for every number, which takes compilers less time.
 */
type StatusOf<S, Listed> = S extends number
  ? S
  : S extends keyof Ranges
    ? Exclude<Ranges[S], Listed>
    : [Listed] extends [S]
      ? number
      : Exclude<OtherCode<Listed>, Listed>;

/** Codes of an answer that are in no listed range. One of 1XX is never the last that is sent. */
type OtherCode<Listed> = { [Range in Exclude<keyof Ranges, "1XX">]: Range extends Listed ? never : Ranges[Range] }[Exclude<
  keyof Ranges,
  "1XX"
>];

/** Header names in lower case, as `node:http` has them. */
export type IncomingHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as it came, before anything was decoded. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query, as sent: with what a framework has taken off for the place where the server is mounted. */
  readonly url: string;
  readonly headers: IncomingHeaders;
  /** Aborted when the caller goes away before it has the answer. */
  readonly signal: AbortSignal;
  /** The `IncomingMessage` of `node:http`, or the `Request`. */
  readonly raw: unknown;
  /** What `fetch` was given besides: what Deno tells of the connection, Bun's server, the `env` of a Worker, a framework's context. */
  readonly platform?: unknown;
}

/** What a handler knows besides the request. */
export interface Context<Principal> {
  /** Who is calling, as `authenticate` found out. */
  readonly principal: Principal;
  /** Name of the operation. */
  readonly operation: string;
  readonly request: IncomingRequest;
  /** What callers put before the paths of the description: "/api/v1", or "". For `Location` and the `Path` of cookies. */
  readonly basePath: string;
  /** Aborted when the caller goes away before it has the answer. */
  readonly signal: AbortSignal;
}

/** What a function of `authenticate` knows besides the credential. */
export interface AuthenticateContext {
  /** Name of the operation; empty where the request reaches none, and is counted all the same. */
  readonly operation: string;
  /** Scopes (roles) the operation asks for. */
  readonly scopes: readonly string[];
  readonly request: IncomingRequest;
}

/** User name and password, decoded. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** What every generated server can be given, whatever it serves. */
export interface ServerOptions {
  /** Put before every path, in place of the one the description's servers have: "/v1", or "". */
  readonly basePath?: string | undefined;
  /**
   * What a proxy or a framework takes off the front of paths before requests get here: it is put before the base path in links. Express
   * tells it by itself.
   */
  readonly mountPath?: string | undefined;
  /**
   * Whether the host decodes queries and encodes them anew, so that `?ids=1,2` arrives as `?ids=1%2C2`: an encoded comma then separates
   * items, as a literal one does. Default: `true` in Next.js, else `false`.
   */
  readonly reencodedQuery?: boolean | undefined;
  /** Most bytes of a request's body. Default: 1 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Whether scripts of other origins may call, and read the answers. `true`: those of all origins. Default: none. */
  readonly cors?: CorsOptions | true | undefined;
  /** Told of everything that was answered with 500. Default: `console.error`. */
  readonly onError?: (
    error: unknown,
    failed: { readonly operation: string | undefined; readonly method: string; readonly url: string },
  ) => void;
  /** Whether status, media type and body of replies are held against the description: a reply that does not fit is reported to `onError` ("warn"), or answered with 500 ("error"). Default: "off". */
  readonly validateResponses?: "off" | "warn" | "error" | undefined;
}
