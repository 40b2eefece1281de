/**
 * A service inside the process: a generated server, and a generated client that calls its `fetch`.
 */
import { newCallId } from "../client/call/middleware.js";
import { orAborted } from "../client/call/or-aborted.js";
import { createRouter, type Placed } from "../server/route/router.js";
import type { Server } from "../server/route/server.js";
import { newCallLog } from "./call-log.js";
import { mockHandlers } from "./mock-handlers.js";
import { givenOnly, mockCredentials, mockServerOptions, type GivenOptions } from "./mock-options.js";
import type { Counters, Mock, MockDefinition, MockOptions } from "./mock-types.js";

/** Makes a server or a client. The generated code says what of. */
type Create<T> = (options: never) => T;

/** A service of an API. Throws a `TypeError` for a handler of an operation that there is not, and for options that the server refuses. */
export function createMock<Client, Call>(
  definition: MockDefinition,
  handlers: object,
  { client: ofClient = {}, principal = "mock", ...given }: MockOptions,
  createServer: Create<Server>,
  createClient: Create<Client>,
): Mock<Client, Call> {
  const options: GivenOptions = given;
  const log = newCallLog();
  const counters = renewableCounters(definition, options);
  const serverOptions = {
    ...mockServerOptions(definition, options, principal, counters, log),
    handlers: mockHandlers(definition, handlers, log, (options.validateResponses ?? "error") === "error"),
  };
  const server = createServer(serverOptions as never);
  const serverAt = onceEach((basePath) => createServer({ ...serverOptions, basePath } as never));
  const router = createRouter(placesOf(definition, options.basePath));

  async function answer(request: Request): Promise<Response> {
    const found = router.find(request.method, new URL(request.url).pathname);
    const place = found.kind === "found" ? found.candidates[0]?.route : undefined;
    const call = place && log.note(request, place.operation);
    log.pending.set(request, undefined);
    try {
      const response = await (place?.path === undefined ? server : serverAt(place.path)).fetch(request);
      const missing = log.pending.get(request);
      if (missing !== undefined) throw missing;
      if (call !== undefined) call.status = request.signal.aborted ? undefined : response.status;
      return response;
    } finally {
      log.pending.delete(request);
    }
  }

  const fetch: Mock<Client, Call>["fetch"] = (input, init) => {
    // A request of another class than the platform's stays what it is.
    const request = typeof input === "object" && "method" in input && init === undefined ? input : new Request(input, init);
    return orAborted(answer(request), request.signal);
  };
  // Nobody else has it: what clients keep for a process, they keep by origin.
  const baseUrl = `https://${newCallId()}.mock.test${(options.basePath ?? definition.basePath).replace(/\/+$/, "")}`;
  const auth = mockCredentials(definition, options);
  const clientOptions = { ...definition.client, baseUrl, ...(auth && { auth }), ...givenOnly(ofClient), fetch };
  return {
    client: createClient(clientOptions as never),
    fetch,
    baseUrl,
    server,
    calls: log.calls as readonly unknown[] as readonly Call[], // the generated code says what a call is
    reset() {
      log.calls.length = 0;
      counters?.renew();
    },
  };
}

interface RenewableCounters extends Counters {
  readonly renew: () => void;
}

function renewableCounters({ newCounters }: MockDefinition, { now = Date.now }: GivenOptions): RenewableCounters | undefined {
  if (newCounters === undefined) return undefined;
  let current = newCounters({ now });
  return {
    consume: (...call) => current.consume(...call),
    renew() {
      current = newCounters({ now });
    },
  };
}

/** An operation at a path: the base path before it, where that is not what the server has it at by itself. */
interface Place {
  readonly operation: string;
  readonly path: string | undefined;
}

/** Where operations are: by the description's servers, or below one base path. */
function placesOf({ basePath, otherPaths = [], routes }: MockDefinition, own: string | undefined): readonly Placed<Place>[] {
  const all = Object.values(routes);
  const at = (base: string, { operation: { id, method, path } }: (typeof all)[number], isOther: boolean): Placed<Place> => ({
    method,
    template: `${base.replace(/\/+$/, "")}${path}`,
    route: { operation: id, path: isOther ? base : undefined },
  });
  if (own !== undefined) return all.map((route) => at(own, route, false));
  return [
    ...all.map((route) => at(route.basePath ?? basePath, route, false)),
    ...otherPaths.flatMap((base) => all.map((route) => at(base, route, true))),
  ];
}

/** What a function gives for a text, once for each. */
function onceEach<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? make(text);
    known.set(text, found);
    return found;
  };
}
