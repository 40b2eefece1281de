/** Whether a call is sent again, and when: each rule alone, without a service. */
import { describe, expect, it, vi } from "vitest";
import {
  backoff,
  checkSettings,
  discard,
  newBudget,
  refillRetries,
  retryReason,
  takeRetry,
  type RetriedCall,
} from "../../../../../templates/runtime/client/limits/retry.js";
import { operation } from "./limited-service.js";

interface Given {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly operation?: Partial<RetriedCall["operation"]>;
  readonly request?: Request;
}

/** A call on its way out: of what it has, these rules look at no more. */
const outgoing = ({ method = "GET", body, headers = {}, operation: more, request }: Given = {}): RetriedCall =>
  ({
    operation: { ...operation(), ...more },
    request: request ?? new Request("https://petstore.test", { method, headers }),
    body,
  }) as RetriedCall;

describe("the reason to send a call again", () => {
  it.each<[string, number, boolean, "limit" | "failure" | undefined, "limit" | "failure" | undefined]>([
    ["a 429", 429, false, "limit", "limit"],
    ["a 403 that is a limit", 403, true, "limit", "limit"],
    ["a 503 that is a limit", 503, true, "limit", undefined],
    ["a 502", 502, false, "failure", undefined],
    ["a 503", 503, false, "failure", undefined],
    ["a 504", 504, false, "failure", undefined],
    ["a 500", 500, false, undefined, undefined],
    ["a 501", 501, false, undefined, undefined],
    ["a 403", 403, false, undefined, undefined],
    ["a 200", 200, false, undefined, undefined],
  ])("after %s is as it may do its work twice, or not", (_, status, isLimit, ofGet, ofPost) => {
    expect([
      retryReason(outgoing(), { status, isLimit }),
      retryReason(outgoing({ method: "POST", body: {} }), { status, isLimit }),
    ]).toEqual([ofGet, ofPost]);
  });

  it("is a limit only where the service turns calls away before it does anything", () => {
    const late = outgoing({ operation: { rateLimit: { rejectedBeforeProcessing: false } } });
    expect([retryReason(late, { status: 429 }), retryReason(late, { status: 403, isLimit: true })]).toEqual([undefined, undefined]);
    expect(retryReason(late, { status: 503, isLimit: true })).toBe("limit");
    expect(retryReason(outgoing({ operation: { rateLimit: { cost: 2 } } }), { status: 429 })).toBe("limit");
  });

  it.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "POST", "PATCH", "GETS", "FORGET"])("is a failure where %s is safe", (method) => {
    const isSafe = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].includes(method);
    expect(retryReason(outgoing({ method, body: {} }), { status: 502 })).toBe(isSafe ? "failure" : undefined);
  });

  it("is a failure where the description says that a call is idempotent, or where it has a key that makes it so", () => {
    const reason = (method: string, retry: RetriedCall["operation"]["retry"], headers?: Record<string, string>): unknown =>
      retryReason(outgoing({ method, body: {}, ...(retry && { operation: { retry } }), ...(headers && { headers }) }), { status: 502 });
    expect([reason("POST", { idempotent: true }), reason("GET", { idempotent: false })]).toEqual(["failure", undefined]);
    const key = { idempotencyKeyHeader: "Idempotency-Key" };
    expect([reason("POST", key), reason("POST", key, { "Idempotency-Key": "1" })]).toEqual([undefined, "failure"]);
    expect([reason("GET", key), reason("POST", undefined, { "Idempotency-Key": "1" })]).toEqual(["failure", undefined]);
  });

  it("is none where the description or the service says so", () => {
    for (const status of [429, 502, undefined]) {
      expect(retryReason(outgoing({ operation: { retry: { never: true } } }), { status })).toBeUndefined();
      expect(retryReason(outgoing(), { status, isFinal: true })).toBeUndefined();
    }
  });

  it("is none where what was sent is gone", async () => {
    const used = new Request("https://petstore.test", { method: "PUT", body: "x" });
    await used.text();
    async function* parts(): AsyncGenerator<string> {
      yield await Promise.resolve("x");
    }
    for (const [given, expected] of [
      [{ body: new Blob(["x"]).stream() }, undefined],
      [{ body: parts() }, undefined],
      [{ request: used }, undefined],
      [{ request: used, body: null }, undefined],
      [{ request: used, body: "x" }, "limit"],
      [{ body: null }, "limit"],
      [{ body: ["x"] }, "limit"],
      [{ body: new Blob(["x"]) }, "limit"],
    ] as const)
      expect(retryReason(outgoing(given), { status: 429 })).toBe(expected);
  });

  it("knows a stream by its parts where the platform has none", () => {
    const body = { [Symbol.asyncIterator]: (): void => undefined };
    vi.stubGlobal("ReadableStream", undefined);
    try {
      expect([retryReason(outgoing({ body }), { status: 429 }), retryReason(outgoing({ body: {} }), { status: 429 })]).toEqual([
        undefined,
        "limit",
      ]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each<[string, unknown, boolean]>([
    ["a failed network", new TypeError("fetch failed"), true],
    ["words in the middle of others", new TypeError("It says: fetch failed"), false],
    ["a cause that is an error without a code", new TypeError("fetch failed", { cause: new Error("unexpected redirect") }), false],
    ["a cause that is none", new TypeError("fetch failed", { cause: "what" }), true],
    ["a code of its own before its cause's", Object.assign(new Error("x", { cause: { code: "INVALID" } }), { code: "ECONNRESET" }), true],
    ["a code that is a number", Object.assign(new TypeError("x"), { code: 7 }), false],
    ["a mistake with a code", Object.assign(new RangeError("x"), { code: "ECONNRESET" }), false],
    ["an error whose name ends like a mistake's", Object.assign(new Error("x"), { name: "MyRangeError" }), true],
    ["an error whose name begins like a mistake's", Object.assign(new Error("x"), { name: "RangeErrors" }), true],
    ["a certificate", new TypeError("fetch failed", { cause: { code: "CERT_HAS_EXPIRED" } }), false],
    ["what is not supported", Object.assign(new Error("x"), { code: "ERR_NOT_SUPPORTED" }), false],
    ["nothing", undefined, true],
    ["null", null, true],
  ])("is a failure that can pass, after %s", (_, error, expected) => {
    expect(retryReason(outgoing(), { error })).toBe(expected ? "failure" : undefined);
  });

  it("is none after a failure that may be a redirect that is not to be followed", () => {
    const request = new Request("https://petstore.test", { redirect: "error" });
    expect(retryReason(outgoing({ request }), { error: new TypeError("fetch failed") })).toBeUndefined();
    expect(retryReason(outgoing({ request }), { error: Object.assign(new TypeError("x"), { code: "ECONNRESET" }) })).toBe("failure");
  });
});

describe("the wait before a call is sent again", () => {
  it("is by chance, up to twice as long each time, and 20 seconds at most", () => {
    expect([0, 1, 2, 6, 7, 60].map((failures) => backoff(failures, 1))).toEqual([200, 400, 800, 12_800, 20_000, 20_000]);
    expect([backoff(3, 0), backoff(3, 0.5)]).toEqual([0, 800]);
  });
});

describe("a budget of retries", () => {
  const takeAll = (budget: { tokens: number }): number => {
    let count = 0;
    while (count < 1000 && takeRetry(budget)) count += 1;
    return count;
  };

  it("has seven, a tenth more for each request, and a hundred at most", () => {
    const budget = newBudget();
    expect(takeAll(budget)).toBe(7);
    for (let count = 0; count < 25; count += 1) refillRetries(budget);
    expect(takeAll(budget)).toBe(2);
    for (let count = 0; count < 5000; count += 1) refillRetries(budget);
    expect(takeAll(budget)).toBe(100);
  });
});

describe("an answer that nobody reads", () => {
  it("is cancelled, and what cannot be cancelled is left alone", async () => {
    const cancel = vi.fn();
    void discard(new Response(new ReadableStream({ cancel })));
    await vi.waitFor(() => {
      expect(cancel).toHaveBeenCalledTimes(1);
    });
    const locked = new Response("x");
    locked.body?.getReader();
    // A text, as some mocks have it.
    for (const response of [undefined, new Response(null), locked, { body: "x" } as unknown as Response]) void discard(response);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe("settings", () => {
  it("are numbers from the least on, or absent", () => {
    for (const value of [0, 1, Infinity, undefined])
      expect(() => {
        checkSettings({ maxWait: value });
      }).not.toThrow();
    expect(() => {
      checkSettings({ maxConcurrency: 1 }, 1);
    }).not.toThrow();
    for (const [value, least, message] of [
      [NaN, 0, "`maxWait` must be a number from 0 on, and is NaN"],
      [-1, 0, "`maxWait` must be a number from 0 on, and is -1"],
      ["5", 0, "`maxWait` must be a number from 0 on, and is string"],
      [0.5, 1, "`maxWait` must be a number from 1 on, and is 0.5"],
    ] as const)
      expect(() => {
        checkSettings({ maxWait: value }, least);
      }).toThrow(new TypeError(message));
  });
});
