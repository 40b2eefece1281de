import { expect, it } from "vitest";
import { detectLimitHeaders } from "../../../../templates/runtime/client/limits/detect-limit-headers.js";
import type { OutgoingCall } from "../../../../templates/runtime/client/call/client.js";
import { rateLimitTransport } from "../../../../templates/runtime/client/limits/rate-limit-transport.js";
import type { LimitedOperation } from "../../../../templates/runtime/shared/rate-limits.js";
import { fakeClock, type FakeClock } from "../../../support/fake-clock.js";
import { seededRandom } from "../../../support/simulated-service.js";
import { operation } from "./limits/limited-service.js";

interface Sending {
  readonly body: string;
  readonly key: string | null;
  /** Whether the service may have done what was asked. */
  readonly mayBeDone: boolean;
  readonly isLimit: boolean;
}

interface Call {
  readonly operation: LimitedOperation;
  readonly isStream: boolean;
  readonly sendings: Sending[];
  settled: boolean;
}

const retries: readonly LimitedOperation["retry"][] = [
  undefined,
  undefined,
  { idempotent: true },
  { never: true },
  { idempotencyKeyHeader: "Key" },
];

/** Random calls to a service that answers at random, all in virtual time; gives what is wrong with how they were sent. */
async function observe(seed: number): Promise<{ readonly problems: readonly string[]; readonly repeated: number }> {
  const random = seededRandom(seed);
  const of = <T>(values: readonly [T, ...T[]] | readonly T[]): T => values[Math.floor(random() * values.length)] as T; // never empty
  const clock = fakeClock();
  const problems: string[] = [];
  const transport = rateLimitTransport(
    { read: detectLimitHeaders, newIdempotencyKey: () => `key-${random()}` },
    { maxWait: 20_000 },
    clock,
    random,
  );
  let closedUntil = 0;

  const fetched = async (call: Call, request: Request): Promise<Response> => {
    if (clock.now() < closedUntil) problems.push(`sent ${closedUntil - clock.now()} ms too early`);
    const status = of([200, 200, 200, 201, 404, 429, 429, 500, 502, 503, 503, 504, 0] as const);
    const seconds = of([undefined, 1, 3, 40]);
    const isLimit = status === 429 || (status === 503 && seconds !== undefined);
    const sending = { body: await request.text(), key: request.headers.get("Key"), mayBeDone: status !== 429, isLimit };
    call.sendings.push(sending);
    await clock.wait(random() * 500, request.signal);
    if (status === 0) throw new TypeError("fetch failed");
    if (seconds !== undefined && (status === 429 || status === 503)) closedUntil = Math.max(closedUntil, clock.now() + seconds * 1000);
    return new Response("{}", { status, headers: seconds === undefined ? {} : { "Retry-After": String(seconds) } });
  };

  const calls = Array.from({ length: 12 }, () =>
    start(seed, of, clock, (departure, call) => transport.send(departure, (request) => fetched(call, request))),
  );
  await clock.runUntil();
  for (const call of calls) problems.push(...problemsOf(call));
  return { problems, repeated: calls.filter(({ sendings }) => sendings.length > 1).length };
}

function start(
  seed: number,
  of: <T>(values: readonly T[]) => T,
  clock: FakeClock,
  send: (departure: OutgoingCall, call: Call) => Promise<Response>,
): Call {
  const method = of(["GET", "PUT", "POST", "POST", "PATCH", "DELETE"]);
  const described = operation({ method, ...retryOf(of(retries)) });
  const isStream = method !== "GET" && of([true, false, false]);
  const body = method === "GET" ? undefined : isStream ? streamed() : of(["text", new URLSearchParams({ a: "b" })]);
  const controller = new AbortController();
  if (of([true, false, false, false]))
    clock.after(of([100, 1000, 10_000]), () => {
      controller.abort(new Error("called off"));
    });
  const settings = {
    method,
    signal: controller.signal,
    ...(isStream ? { duplex: "half" as const } : {}),
    ...(body === undefined ? {} : { body }),
  };
  const request = new Request(`https://service-${seed}.example.com/things`, settings);
  const call: Call = { operation: described, isStream, sendings: [], settled: false };
  send({ operation: described, request, attachments: [], body: body ?? null, options: {} }, call)
    .catch(() => undefined)
    .finally(() => {
      call.settled = true;
    })
    .catch(() => undefined);
  return call;
}

/** Not of a blob, whose pieces some versions of Node read in real time: here it is virtual. */
const streamed = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("streamed"));
      controller.close();
    },
  });

const retryOf = (retry: LimitedOperation["retry"]): Partial<LimitedOperation> => (retry === undefined ? {} : { retry });

function problemsOf({ operation: { method, retry }, isStream, sendings, settled }: Call): readonly string[] {
  const isSafe = retry?.idempotent === true || retry?.idempotencyKeyHeader !== undefined || ["GET", "PUT", "DELETE"].includes(method);
  const earlier = sendings.slice(0, -1);
  const name = `${method} ${JSON.stringify(retry)}`;
  return [
    ...(settled ? [] : [`${name} hangs`]),
    // To be turned away costs none of the two retries.
    ...(sendings.filter(({ isLimit }) => !isLimit).length > 3 ? [`${name} was sent ${sendings.length} times`] : []),
    ...(sendings.length > 1 && (isStream || retry?.never === true) ? [`${name} was sent again`] : []),
    ...(!isSafe && earlier.some(({ mayBeDone }) => mayBeDone) ? [`${name} may have been done twice`] : []),
    ...(new Set(sendings.map(({ body }) => body)).size > 1 ? [`${name} was sent again with another body`] : []),
    ...(new Set(sendings.map(({ key }) => key)).size > 1 ? [`${name} was sent again with another key`] : []),
  ];
}

it("no call is sent too early, twice where that is not safe, or never settled, whatever the service answers", async () => {
  const found = new Map<string, number>();
  let repeats = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const { problems, repeated } = await observe(seed);
    repeats += repeated;
    for (const problem of problems) if (!found.has(problem)) found.set(problem, seed);
  }
  expect([...found]).toEqual([]);
  expect(repeats).toBeGreaterThan(300);
});
