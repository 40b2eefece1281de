/**
 * Middleware: what sees requests, answers and failures of calls, above credentials and limits.
 */

/** What middleware is told of a call. The names are openapi-fetch's, whose middleware can be given here. */
export interface MiddlewareContext {
  readonly request: Request;
  /** The path of the description: "/pets/{petId}". */
  readonly schemaPath: string;
  /** The parameters by location, as the caller gave them. */
  readonly params: {
    readonly path?: Readonly<Record<string, unknown>> | undefined;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
    readonly header?: Readonly<Record<string, unknown>> | undefined;
    readonly cookie?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly options: {
    readonly baseUrl: string;
    /**
     * Sends a request as this call is sent, past all middleware: within the limits, with the credentials of the call, which are asked for
     * anew once it has been sent. The request of the call may be sent again, its body too unless that is a stream.
     */
    readonly fetch: (request: Request | URL | string, init?: RequestInit) => Promise<Response>;
  };
  /** Of this call; the same in each function. */
  readonly id: string;
}

/** Each function may return nothing, and change nothing. Those of the first middleware are nearest to the caller. */
export interface Middleware {
  /** May give another request; or a response, which is the answer then, and nothing is sent. */
  onRequest?(context: MiddlewareContext): Request | Response | undefined | void | Promise<Request | Response | undefined | void>;
  /** May give another response. */
  onResponse?(
    context: MiddlewareContext & { readonly response: Response },
  ): Response | undefined | void | Promise<Response | undefined | void>;
  /** Told where there is no response. May give another error, or a response. */
  onError?(
    context: MiddlewareContext & { readonly error: unknown },
  ): Response | Error | undefined | void | Promise<Response | Error | undefined | void>;
}

/** Sends a request through middleware. Throws a `TypeError` where a function gives what is none of its results. */
export async function sendThrough(
  middleware: readonly Middleware[],
  context: MiddlewareContext,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  let { request } = context;
  for (const one of middleware) {
    const given: unknown = await one.onRequest?.({ ...context, request });
    if (given == null) continue;
    if (isResponse(given)) return given;
    if (!isRequest(given)) throw wrongResult("onRequest", "a Request or a Response");
    request = given;
  }
  // The last one is nearest to the service.
  const outward = [...middleware].reverse();
  let response = await send(request).catch(async (error: unknown) => recover(outward, { ...context, request }, error));
  for (const one of outward) {
    const given: unknown = await one.onResponse?.({ ...context, request, response });
    if (given == null) continue;
    if (!isResponse(given)) throw wrongResult("onResponse", "a Response");
    response = given;
  }
  return response;
}

/** A response instead of an error, where a function gives one; else rejects with the error, or what was given for it. */
async function recover(outward: readonly Middleware[], context: MiddlewareContext, failure: unknown): Promise<Response> {
  let error = failure;
  for (const one of outward) {
    const given: unknown = await one.onError?.({ ...context, error });
    if (given == null) continue;
    if (isResponse(given)) return given;
    if (!(given instanceof Error)) throw wrongResult("onError", "an Error or a Response");
    error = given;
  }
  throw error;
}

// By their members: those of another realm, or of a library that stands in for `fetch`, are of other classes.
const isResponse = (value: unknown): value is Response =>
  typeof value === "object" && value !== null && "status" in value && "headers" in value;
const isRequest = (value: unknown): value is Request =>
  typeof value === "object" && value !== null && "method" in value && "headers" in value;

const wrongResult = (name: string, expected: string): TypeError =>
  new TypeError(`${name} of a middleware gave something else than ${expected}`);

/** Tells a call from all others; for nothing that has to be secret. */
export const newCallId = (): string => Math.random().toString(36).slice(2, 11);
