/** A service of a style, with the network between it and its clients, in virtual time. Durations and moments are milliseconds. */
import type { FakeClock } from "../../test/support/fake-clock.js";
import { everything, type Arrival, type Ledger } from "./ledger.js";
import type { Sleep } from "./machine.js";
import type { Scenario } from "./scenarios.js";
import type { Counter, CounterState, Style, StyleOperation, Violation } from "./style.js";

export interface ServiceSettings {
  readonly style: Style;
  readonly scenario: Scenario;
  readonly clock: FakeClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long the handler of a call takes. */
  readonly handlerOf: (call: number) => number;
  readonly ledger: Ledger;
  readonly sleep: Sleep | undefined;
}

export interface Service {
  /** What a process has as `fetch`. */
  readonly fetchOf: (process: number) => (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Another program makes a call. */
  readonly take: (operation: StyleOperation) => void;
}

/** One way, there or back. */
export const oneWay = { least: 20, most: 60 };

/** The counter that a call has to wait for longest, where it does not fit in each. */
export function violation(counters: readonly Counter[], operation: StyleOperation, now: number): Violation | undefined {
  let found: Violation | undefined;
  for (const counter of counters) {
    const wait = counter.limiter.wait(now, counter.costOf(operation));
    if (wait > 0 && wait > (found?.wait ?? 0)) found = { counter: stateOf(counter, now), wait };
  }
  return found;
}

export function stateOf({ name, limiter, window }: Counter, now: number): CounterState {
  return { name, limit: limiter.limit, left: Math.max(0, limiter.left(now)), resetIn: limiter.resetIn(now), window };
}

export function createService(settings: ServiceSettings): Service {
  const { style, scenario, clock, random, handlerOf, ledger, sleep } = settings;
  const countersOf = style.counters();
  const latency = (): number => oneWay.least + (oneWay.most - oneWay.least) * random();
  const serviceNow = (): number => clock.now() + (style.ahead ?? 0);

  const told = (counters: readonly Counter[]): Readonly<Record<string, string>> => {
    const states = counters.map((counter) => stateOf(counter, clock.now()));
    const lies = states.map((state) => ({ ...state, left: Math.min(state.limit, state.left + Math.ceil(state.limit / 3)) }));
    const headers = style.headers(scenario.lies ? lies : states, serviceNow());
    return scenario.nonsense && ledger.report.served.size > style.calls / 2 ? nonsenseOf(headers, random) : headers;
  };

  /** What a call comes to that has arrived. The function that comes back is called when the answer is there. */
  async function answer(arrival: Arrival, operation: StyleOperation): Promise<readonly [Response, (now: number) => void]> {
    if (ledger.arrive(arrival)) return [responseOf(403, { message: "Forbidden" }, {}), ignore];
    const counters = countersOf(operation);
    const violated = violation(counters, operation, arrival.now);
    if (violated !== undefined) {
      const { status, body, headers, told: wait } = style.rejection(violated, serviceNow());
      const { name } = violated.counter;
      const scope = counters.length > 1 && name === operation.id ? operation.id : everything;
      const received = ledger.reject(arrival, scope, wait === undefined ? undefined : arrival.now + wait);
      return [responseOf(status, body ?? { message: "Too many requests" }, headers), received];
    }
    for (const { limiter, costOf } of counters) limiter.take(arrival.now, costOf(operation));
    ledger.serve(arrival);
    const atArrival = told(counters);
    await clock.wait(handlerOf(arrival.call));
    for (const { limiter, costOf } of counters) limiter.release(costOf(operation));
    return [responseOf(200, { ok: true }, style.headersAt === "arrival" ? atArrival : told(counters)), ignore];
  }

  function responseOf(status: number, body: unknown, headers: Readonly<Record<string, string>>): Response {
    const date = new Date(serviceNow()).toUTCString();
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", date, ...headers } });
  }

  async function exchange(process: number, request: Request): Promise<Response> {
    const departed = clock.now();
    const call = Number(request.headers.get("x-call"));
    const { pathname } = new URL(request.url);
    const operation = style.operations.find(({ method, path }) => method === request.method && path === pathname);
    if (operation === undefined) throw new Error(`The service has no ${request.method} ${pathname}`);
    const lost = random() >= scenario.losses ? undefined : random() < 0.5 ? "request" : "answer";
    await clock.wait(latency());
    if (lost === "request") return fail(call);
    const [response, received] = await answer({ call, process, scope: operation.id, departed, now: clock.now() }, operation);
    await clock.wait(latency());
    if (sleep !== undefined && clock.now() >= sleep.from && clock.now() < sleep.until) {
      // Nobody was there to take it: the connection is gone.
      await clock.wait(sleep.until - clock.now() + latency());
      return fail(call);
    }
    if (lost === "answer") return fail(call);
    received(clock.now());
    return response;
  }

  const fail = (call: number): never => {
    ledger.lose(call);
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
  };

  return {
    fetchOf: (process) => (input, init) => exchange(process, new Request(input, init)),
    take(operation) {
      const counters = countersOf(operation);
      const now = clock.now();
      if (violation(counters, operation, now) !== undefined) return;
      for (const { limiter, costOf } of counters) limiter.take(now, costOf(operation));
      clock.after(handlerOf(0), () => {
        for (const { limiter, costOf } of counters) limiter.release(costOf(operation));
      });
    },
  };
}

/** What a header may have that should have a number, a time or a list. */
const nonsense = ["NaN", "-1", "soon", "", "99999999999999999999999", "1e400", "0x10", ";;,=", "\u00e9"];

const nonsenseOf = (headers: Readonly<Record<string, string>>, random: () => number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, nonsense[Math.floor(random() * nonsense.length)] ?? ""]));

const ignore = (): undefined => undefined;
