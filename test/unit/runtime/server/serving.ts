/** A server of hand-written routes on a real port, for tests. */
import { deepStrictEqual } from "node:assert";
import { createServer as createHttpServer, request as httpRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { createLifecycle, type LifecycleOptions } from "../../../../templates/runtime/server/route/deprecated-calls.js";
import { createLimiter } from "../../../../templates/runtime/server/limits/limiter.js";
import type { AgreedPlan, LimiterOptions } from "../../../../templates/runtime/server/limits/limiter-options.js";
import type { DeprecatedOperation } from "../../../../templates/runtime/shared/deprecated-operation.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import type { LimitedOperation, RateLimits } from "../../../../templates/runtime/shared/rate-limits.js";
import { createServer, type RouteDefinition, type ServerDefinition } from "../../../../templates/runtime/server/route/server.js";
import type { Problem } from "../../../../templates/runtime/server/route/problem.js";
import type { ServerOptions } from "../../../../templates/runtime/server/route/server-types.js";

type Handler = (request: never, context: never) => unknown;

export interface Setup extends ServerOptions, LimiterOptions<unknown>, LifecycleOptions<unknown> {
  readonly definition?: Partial<ServerDefinition>;
  readonly handlers?: { readonly [id: string]: Handler };
  readonly authenticate?: object;
  readonly errors?: (problem: Problem) => unknown;
  /** What the description says of limits. */
  readonly rateLimits?: RateLimits;
  /** Policies that groups of operations name. */
  readonly grouped?: readonly string[];
  readonly plan?: (principal: unknown) => string | AgreedPlan | undefined;
  /** Milliseconds that the store of limits has for an answer: on a busy machine an answer that counts may come late. */
  readonly timeout?: number;
}

export interface Serving {
  readonly url: string;
  /** Sends bytes as they are, and gives all that comes back until the server closes, or says nothing for so many milliseconds. */
  raw(text: string, patience?: number): Promise<string>;
  /** A request whose target is not touched by any URL parser. */
  get(
    target: string,
    headers?: Record<string, string>,
    method?: string,
  ): Promise<{ readonly status: number; readonly headers: Record<string, string | string[] | undefined>; readonly text: string }>;
  readonly fetch: (request: Request, platform?: unknown) => Promise<Response>;
  close(): Promise<void>;
}

/** Starts a server; a handler that is not given echoes its request with status 200. */
export async function serve(routes: readonly RouteDefinition[], setup: Setup = {}): Promise<Serving> {
  const { definition, handlers, rateLimits, grouped, ...options } = { onDeprecatedCall: () => undefined, ...setup };
  const echo: Handler = (request) => ({ status: 200, body: request });
  const all = Object.fromEntries(routes.map(({ operation }) => [operation.id, handlers?.[operation.id] ?? echo]));
  const server = createServer(
    {
      basePath: "",
      realm: "Test",
      schemes: {},
      ...definition,
      routes: Object.fromEntries(routes.map((described) => [described.operation.id, described])),
    },
    { handlers: all, onError: () => undefined, ...options },
    { limiter: rateLimits && createLimiter(rateLimits, options, grouped), lifecycle: createLifecycle(options) },
  );
  const http = createHttpServer(server.node);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fetch: server.fetch,
    raw: (text, patience = 30_000) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        let answer = "";
        socket.setTimeout(patience, () => socket.destroy());
        socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
        // Node 24 resets a connection whose request it has answered before all of it was there.
        socket.on("error", (error) => {
          if (answer === "") reject(error);
        });
        socket.on("close", () => {
          resolve(answer);
        });
      }),
    get: (target, headers = {}, method = "GET") =>
      new Promise((resolve, reject) => {
        const sent = httpRequest({ port, host: "127.0.0.1", path: target, headers, method }, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (text += chunk));
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        });
        sent.on("error", reject);
        sent.end();
      }),
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => {
          resolve();
        });
      }),
  };
}

/** What a descriptor may say, limits and a date of removal included. */
type Described = Partial<DeprecatedOperation & LimitedOperation>;

/** What one handler's reply looks like on the wire, over node:http and through fetch: both must agree. */
export async function replyOf(
  operation: Described,
  handler: () => unknown,
  setup: Setup = {},
  server: Omit<RouteDefinition, "operation"> = {},
) {
  const serving = await serve([route("op", "GET", "/op", operation, server)], { ...setup, handlers: { op: handler } });
  const node = await fetch(`${serving.url}/op`);
  const web = await serving.fetch(new Request("http://x/op"));
  const [text, webText] = [await node.text(), await web.text()];
  await serving.close();
  deepStrictEqual([web.status, webText, web.headers.get("content-type")], [node.status, text, node.headers.get("content-type")]);
  const { status, headers } = node;
  return { status, type: headers.get("content-type"), length: headers.get("content-length"), headers, text };
}

/** Responses of an operation: 200 with these media types, errors as problems, anything else as text. */
export const responses = (types: readonly string[]): Partial<Operation> => ({
  responses: { 200: types, "4XX": ["application/problem+json"], default: ["text/plain"] },
});

/** A route of a descriptor that says only what matters. */
export function route(
  id: string,
  method: string,
  path: string,
  more: Described = {},
  server: Omit<RouteDefinition, "operation"> = {},
): RouteDefinition {
  return { operation: { id, method, path, responses: { 200: ["application/json"] }, ...more }, ...server };
}
