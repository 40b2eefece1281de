/**
 * Calls by method and path, with openapi-fetch's own signatures. Editors complete each path, an error names the path or option that is
 * wrong, and one path can have an overload with its own comment. Functions are interfaces that extend their overloads: in an
 * intersection, a compiler compares each overload with each other one. Each function has at least two overloads. With one, the compiler
 * compares it with openapi-fetch's function with the type parameters of both, which takes too long for hundreds of paths.
 */
import type { FetchClient, FetchOptions, FetchResponse, ParseAs, PathMiddleware } from "./path-client.js";

/** openapi-fetch's whole surface. No description has many paths with the methods that are openapi-fetch's here. */
export interface PathClient<Paths extends object> extends Omit<
  FetchClient<Paths>,
  "GET" | "PUT" | "POST" | "DELETE" | "PATCH" | "request" | "use" | "eject"
> {
  readonly GET: PathCall<Paths, "get">;
  readonly PUT: PathCall<Paths, "put">;
  readonly POST: PathCall<Paths, "post">;
  readonly DELETE: PathCall<Paths, "delete">;
  readonly PATCH: PathCall<Paths, "patch">;
  readonly request: RequestCall<Paths>;
  /** Adds middleware, which sees calls by path alone. */
  use(...middleware: PathMiddleware[]): void;
  /** Takes middleware away again. */
  eject(...middleware: PathMiddleware[]): void;
}

type HttpMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

/** The paths that have an operation of the method. Errors show this name, as those of openapi-fetch do. */
type PathsWithMethod<Paths extends object, Method extends HttpMethod> = {
  [Path in keyof Paths]: Paths[Path] extends { [Key in Method]: unknown } ? Path : never;
}[keyof Paths];

/** The function for a method none of whose paths has an overload of its own. */
export interface PathCall<Paths extends object, Method extends HttpMethod>
  extends FirstOverload<Paths, Method>, LastOverload<Paths, Method> {}

/**
 * The first overload of a method: an editor takes a call that is wrong for a call of the first. It is for all paths but those of `Own`,
 * which have overloads of their own: with one of those it takes three arguments. An overload with another number of arguments is not part
 * of the error about a call. So the error is about the one overload that was meant. While a call is not closed, the number of its
 * arguments says nothing, and the path alone tells overloads apart.
 *
 * `Given` is the literal that stands as the path. Where that is no path, `Path` is the union of all, and what hundreds of operations take
 * is too much for a compiler. `Rest` is `never` in a generic function whose type parameter is the path: it is not known there whether the
 * path is one of `Own`.
 */
export type FirstOverload<Paths extends object, Method extends HttpMethod, Own = never> = <
  Path extends PathsWithMethod<Paths, Method>,
  Init,
  Given extends string = Path & string,
  Rest extends string = never,
>(
  url: IsIn<Rest, Own> extends true ? never : Path | Inferred<Given> | Inferred<`/${Rest}`>,
  ...init: IsIn<Rest, Own> extends true
    ? Elsewhere<InitOf<Paths, Method, Path, Given>>
    : Arguments<InitOf<Paths, Method, Path, Given>, Init>
) => RawResult<Paths, Path & Given, Method, Init>;

/**
 * The last overload. No call matches it. It says how many arguments are expected, makes these types assignable to openapi-fetch's, and is
 * what `ReturnType` and mocks of test runners see.
 */
export type LastOverload<Paths extends object, Method extends HttpMethod> = <Init extends readonly unknown[]>(
  url: PathsWithMethod<Paths, Method>,
  ...init: Missing<Init>
) => RawResult<Paths, PathsWithMethod<Paths, Method>, Method, Init>;

/** Two arguments where one is given, else three. What is given is inferred in the middle. */
type Missing<Init extends readonly unknown[]> = Init extends readonly [] ? [init: object] : Init extends never ? Init : Elsewhere<object>;

/** openapi-fetch's `request`, where no path has an overload of its own. */
interface RequestCall<Paths extends object> extends FirstRequest<Paths>, LastRequest<Paths> {}

/** The first overload of `request`, as that of a method: for all but the paths of `Own`, which has them by method. */
export type FirstRequest<Paths extends object, Own extends object = object> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init,
  Given extends string = Path & string,
  Rest extends string = never,
>(
  method: Method,
  url: IsIn<Rest, Own[Method & keyof Own]> extends true ? never : Path | Inferred<Given> | Inferred<`/${Rest}`>,
  ...init: IsIn<Rest, Own[Method & keyof Own]> extends true
    ? Elsewhere<InitOf<Paths, Method, Path, Given>>
    : Arguments<InitOf<Paths, Method, Path, Given>, Init>
) => RawResult<Paths, Path & Given, Method, Init>;

/** The last overload of `request`, as that of a method. */
export type LastRequest<Paths extends object> = <Method extends HttpMethod, Init extends readonly unknown[]>(
  method: Method,
  url: PathsWithMethod<Paths, Method>,
  ...init: Missing<Init>
) => RawResult<Paths, PathsWithMethod<Paths, Method>, Method, Init>;

/** What the overload of one path takes: `This`. */
export type OverloadInit<Paths extends object, This extends keyof Paths, Method extends HttpMethod> = PathInit<
  (Paths[This] & Record<Method, unknown>)[Method]
>;

/** As openapi-fetch has it, but for the name of the options. */
type PathInit<Described> =
  RequiredKeys<FetchOptions<Described>> extends never ? FetchOptions<Described> | undefined : FetchOptions<Described>;

export type Exactly<Given, This> = Given extends This ? Given : never;
export type OverloadArguments<Given, This, Described, Init> = [Given] extends [This] ? Arguments<Described, Init> : Elsewhere<Described>;

type MediaType = `${string}/${string}`;
export type RawResult<Paths extends object, Path extends keyof Paths, Method extends HttpMethod, Init> = Promise<
  FetchResponse<Paths[Path][Method & keyof Paths[Path]] & object, Init, MediaType>
>;

/** Never, but a place to infer from. */
type Inferred<Given extends string> = Given extends string ? never : Given;

/** Whether `/${Rest}` is one of `Own`. */
type IsIn<Rest extends string, Own> = [Rest] extends [never]
  ? false
  : 0 extends 1 & Rest
    ? false
    : [`/${Rest}`] extends [Own]
      ? true
      : false;

type InitOf<Paths extends object, Method extends HttpMethod, Path extends keyof Paths, Given> = [Given] extends [
  PathsWithMethod<Paths, Method>,
]
  ? OverloadInit<Paths, Path, Method>
  : unknown;

/**
 * `Init` is what was written. The parameter has the described type, not the inferred one: a literal may have no property that is not
 * described, such as a read-only one in its body.
 */
type Arguments<Described, Init> =
  RequiredKeys<Described> extends never ? [init?: InitOptions<Described> | Written<Init>] : [init: InitOptions<Described> | Written<Init>];

/** Members that are no option of openapi-fetch are handed to `fetch`. Of `parseAs` the literal is inferred where its type stands here itself. */
type InitOptions<Described> = NoInfer<Described> & { readonly parseAs?: ParseAs } & Readonly<Record<string, unknown>>;

/** Never, but a place to infer from. */
type Written<Init> = [Init] extends [never] ? Init : never;

/** The arguments of a path that another overload is for. Editors complete options by them. */
type Elsewhere<Described> = [init: Described & Readonly<Record<string, unknown>>, none: never];

type RequiredKeys<T> = RequiredKey<T> extends undefined ? never : RequiredKey<T>;
type RequiredKey<T> = { [Key in keyof T]: object extends Pick<T, Key> ? never : Key }[keyof T];
