/** The network between a client and a documented service, in virtual time, with a count of what went over it. Durations are milliseconds. */
import type { FakeClock } from "../../support/fake-clock.js";
import type { Closed, Decision, DocumentedService, ServiceAnswer, ServiceRequest } from "./service.js";

export interface ExchangeSettings {
  readonly service: DocumentedService;
  readonly clock: FakeClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long the handler of a request takes. */
  readonly handlerOf: (request: ServiceRequest) => number;
}

export interface Traffic {
  sent: number;
  /** Requests that a limit turned away, by the limit. */
  readonly rejections: Map<string, number>;
  /** Requests that were sent although their sender had heard that they would be turned away. */
  sentWhileClosed: number;
  /** When the last request was served. */
  last: number;
}

/** One way, there or back. */
const journey = { least: 20, most: 60 };

/** So long may a client take for what it has heard. */
const slowness = 10;

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function exchangeWith({ service, clock, random, handlerOf }: ExchangeSettings): {
  readonly fetch: Fetch;
  readonly traffic: Traffic;
} {
  const traffic: Traffic = { sent: 0, rejections: new Map(), sentWhileClosed: 0, last: 0 };
  const heard: { readonly closed: Closed; readonly at: number }[] = [];
  const travel = (): Promise<void> => clock.wait(journey.least + (journey.most - journey.least) * random());

  const isEarly = (request: ServiceRequest, departed: number, now: number): boolean =>
    heard.some(({ closed, at }) => departed > at + slowness && now < closed.until && closed.covers(request));

  async function answerOf(decision: Decision, request: ServiceRequest): Promise<ServiceAnswer> {
    if (decision.kind !== "served") return decision.answer;
    await clock.wait(handlerOf(request));
    return decision.finish(clock.now());
  }

  async function send(request: ServiceRequest): Promise<Response> {
    const departed = clock.now();
    await travel();
    const now = clock.now();
    traffic.sent += 1;
    if (isEarly(request, departed, now)) traffic.sentWhileClosed += 1;
    const decision = service.decide(request, now);
    if (decision.kind === "served") traffic.last = now;
    if (decision.kind === "rejected") {
      const { limit } = decision.closed;
      traffic.rejections.set(limit, (traffic.rejections.get(limit) ?? 0) + 1);
    }
    const { status, headers, body } = await answerOf(decision, request);
    const date = new Date(clock.now()).toUTCString();
    await travel();
    if (decision.kind === "rejected") heard.push({ closed: decision.closed, at: clock.now() });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { "Content-Type": "application/json", Date: date, ...headers } });
  }

  return {
    traffic,
    async fetch(input, init) {
      const request = new Request(input, init);
      const headers = Object.fromEntries(request.headers);
      return send({ method: request.method, path: new URL(request.url).pathname, headers, body: await request.text() });
    },
  };
}
