/**
 * The program that each platform runs: it answers requests by calls of clients with a gate. On platforms that give each request a context
 * of its own, so has each call. Clients live as long as the program.
 */

/** What is generated of a description with limits. */
export interface LimitedModule {
  readonly createLimitedClient: (options: object) => object;
  readonly first: GeneratedFunction;
  readonly second: GeneratedFunction;
}

type GeneratedFunction = (client: object, args: object, options: object) => Promise<{ readonly status: number }>;

/** A client to make, and a call of it: what stands in the address of a request. */
export interface CallOrder {
  /** Which module is called, and where its service is. */
  readonly module: string;
  readonly baseUrl: string;
  readonly operation?: "first" | "second";
  readonly options?: object;
  /** Milliseconds that the call may wait. */
  readonly maxWait?: number;
  /** The caller gives up after so many milliseconds: by hand, or by a signal that ends by itself. */
  readonly abort?: number;
  readonly timeout?: number;
}

/** A status, or what the call was rejected with; and whether that came as soon as the caller gave up. */
export interface CallAnswer {
  readonly outcome: number | string;
  readonly isLate?: boolean;
}

/** What has happened at a client, in order. */
type ClientEvent = { readonly kind: "sent"; readonly at: number } | { readonly kind: "told"; readonly at: number; readonly wait: number };

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Answers `/call?ORDER` and `/early?BASE-URL`. */
export function serveCalls(modules: Readonly<Record<string, LimitedModule>>): (request: Request) => Promise<Response> {
  const clients = new Map<string, { readonly client: object; readonly events: ClientEvent[] }>();

  function clientOf({ module, baseUrl, options }: CallOrder, { createLimitedClient }: LimitedModule) {
    const known = clients.get(baseUrl);
    if (known !== undefined) return known;
    const events: ClientEvent[] = [];
    const settings = { baseUrl, auth: { key: module }, onLimit: () => undefined, fetch: watchedFetch(events), ...options };
    const made = { client: createLimitedClient(settings), events };
    clients.set(baseUrl, made);
    return made;
  }

  async function call(order: CallOrder): Promise<CallAnswer> {
    const module = modules[order.module];
    if (module === undefined) throw new Error(`There is no module ${order.module}`);
    const { client } = clientOf(order, module);
    const controller = new AbortController();
    const { timeout, abort, maxWait } = order;
    const signal = timeout === undefined ? controller.signal : AbortSignal.timeout(timeout);
    const options = { signal, ...(maxWait !== undefined && { rateLimit: { maxWait } }) };
    const outcome = outcomeOf(module[order.operation ?? "first"](client, {}, options));
    if (abort === undefined) return { outcome: await outcome };
    await new Promise((resolve) => setTimeout(resolve, abort));
    controller.abort(new Error("given up"));
    const isOver = outcome.then(() => false);
    const isLate = await Promise.race([
      isOver,
      tick()
        .then(tick)
        .then(() => true),
    ]);
    return { outcome: await outcome, isLate };
  }

  return async (request) => {
    const url = new URL(request.url);
    const asked = decodeURIComponent(url.search.slice(1));
    if (url.pathname === "/early") return Response.json(early(clients.get(asked)?.events ?? []));
    if (url.pathname === "/call") return Response.json(await call(JSON.parse(asked) as CallOrder)); // what the suite sends
    return new Response("", { status: 404 });
  };
}

async function outcomeOf(called: Promise<{ readonly status: number }>): Promise<number | string> {
  try {
    return (await called).status;
  } catch (error) {
    const { name, message, source } = error as Error & { readonly source?: string }; // what clients reject with
    return `${name}: ${source ?? message}`;
  }
}

/** The platform's `fetch`, which tells the service when each request was sent: on a busy machine it may come much later. */
function watchedFetch(events: ClientEvent[]): (request: Request) => Promise<Response> {
  return async (request) => {
    const at = Date.now();
    request.headers.set("X-Sent", String(at));
    events.push({ kind: "sent", at });
    const response = await fetch(request);
    const wait = Number(response.headers.get("Retry-After") ?? 0) * 1000;
    if (wait > 0) events.push({ kind: "told", at: Date.now(), wait });
    return response;
  };
}

/** Clocks are read to the millisecond, and what is under way at the very moment of an answer is sent. */
const precision = 50;

/** How many requests were sent before the time that the service had told until then. */
function early(events: readonly ClientEvent[]): number {
  let count = 0;
  let closed = { from: 0, until: 0 };
  for (const event of events) {
    if (event.kind === "told") {
      const until = Math.max(closed.until, event.at + event.wait);
      closed = { from: event.at, until };
    } else if (event.at > closed.from + precision && event.at < closed.until - precision) count += 1;
  }
  return count;
}
