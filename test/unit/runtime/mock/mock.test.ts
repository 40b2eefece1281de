/** A service inside the process, of hand-written routes: what a test of somebody's sees of it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, type Client, type ClientOptions } from "../../../../templates/runtime/client/call/client.js";
import { memoryLimits } from "../../../../templates/runtime/server/limits/memory-limits.js";
import { MockReplyError } from "../../../../templates/runtime/mock/mock-reply-error.js";
import { createMock } from "../../../../templates/runtime/mock/mock.js";
import type { Mock, MockDefinition } from "../../../../templates/runtime/mock/mock-types.js";
import { ProblemError, type Problem } from "../../../../templates/runtime/server/route/problem.js";
import { createServer, type RouteDefinition, type Server } from "../../../../templates/runtime/server/route/server.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { createValidator } from "../../../../templates/runtime/validate/validate.js";

interface Call {
  readonly operation: string;
  readonly args: { readonly body?: unknown };
  readonly status: number | undefined;
}

const operation = (more: Partial<Operation>): Operation => ({
  id: "getPet",
  method: "GET",
  path: "/pets/{petId}",
  parameters: { path: ["petId"], query: ["fields"] },
  responses: { 200: ["application/json"], 404: ["application/json"] },
  ...more,
});
const isNamed = createValidator<unknown>((value, issues) => {
  if (typeof value !== "object" || value === null || !("name" in value))
    (issues.all as unknown[]).push({ path: [], keyword: "required", params: {}, message: "is required" });
  return issues;
});
const getPet: RouteDefinition = { operation: operation({}), replies: { 200: { "application/json": isNamed } } };
const addPet: RouteDefinition = {
  operation: operation({
    id: "addPet",
    method: "POST",
    path: "/pets",
    parameters: {},
    body: { content: { "application/json": {}, "text/plain": {} } },
    responses: { 201: ["application/json"] },
  }),
};

const described: MockDefinition = {
  basePath: "/v1",
  routes: { getPet, addPet },
  replies: { getPet: { status: 200, body: { name: "Flint" } }, addPet: { status: 201, body: 1 } },
};

interface Made extends Mock<Client, Call> {
  /** What the server was made with. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** As generated code makes one. */
function made(definition: Partial<MockDefinition> = {}, handlers: object = {}, options: object = {}, schemes = {}): Made {
  const whole = { ...described, ...definition };
  const seen: Record<string, unknown>[] = [];
  const mock = createMock<Client, Call>(
    whole,
    handlers,
    options,
    (given: Readonly<Record<string, unknown>>): Server => {
      seen.push(given);
      const { basePath, routes } = whole;
      return createServer({ basePath, realm: "Test", schemes, routes, errorType: "application/json" }, given as never);
    },
    (given: ClientOptions<never, never>) => createClient<Client>({ servers: {}, schemes }, given),
  );
  return { ...mock, options: seen[0] ?? {} };
}

/** A member of a platform's object, which its methods do not do without. */
function bound(target: object, key: PropertyKey): unknown {
  const member: unknown = Reflect.get(target, key);
  return typeof member === "function" ? (member as (...given: unknown[]) => unknown).bind(target) : member;
}

interface Answered {
  readonly status: number;
  readonly data?: unknown;
  readonly error?: unknown;
}

const call = (mock: Made, { operation: own }: RouteDefinition = getPet, args: object = { path: { petId: "7" } }): Promise<Answered> =>
  mock.client.call<object, Answered>(own, args);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an operation", () => {
  it("is answered by its handler, or as described", async () => {
    const mock = made({}, { getPet: () => ({ status: 404, body: "none" }) });
    expect(await call(mock)).toMatchObject({ status: 404, error: "none" });
    expect(await call(mock, addPet, { body: "x" })).toMatchObject({ status: 201, data: 1 });
    expect(await call(made())).toMatchObject({ status: 200, data: { name: "Flint" } });
  });

  it("has a handler that is a method of a class", async () => {
    class Pets {
      readonly name = "Garnet";
      getPet() {
        return { status: 200, body: { name: this.name } };
      }
    }
    expect(await call(made({}, new Pets()))).toMatchObject({ data: { name: "Garnet" } });
  });

  it("may be called like a member that every object has", async () => {
    const inherited = { operation: operation({ id: "toString", path: "/text", parameters: {} }) };
    const mock = made({ routes: { toString: inherited }, replies: { toString: { status: 200, body: "own" } } });
    expect(await call(mock, inherited, {})).toMatchObject({ data: "own" });
    await expect(call(made({ routes: { toString: inherited }, replies: {} }), inherited, {})).rejects.toThrow(MockReplyError);
  });

  it("that has neither a handler nor an answer rejects, and names itself", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue(undefined);
    const failure = call(made({ replies: {} }));
    await expect(failure).rejects.toMatchObject({ name: "MockReplyError", operation: "getPet" });
    await expect(failure).rejects.toThrow("getPet has no handler in this mock, and its description gives nothing to answer with");
    expect(error).not.toHaveBeenCalled();
  });

  it("whose answer is not as described rejects, too", async () => {
    const failure = call(made({ replies: { getPet: { status: 200, body: {} } } }));
    await expect(failure).rejects.toThrow(/not as described \(getPet replied 200 .*is required\)/);
  });

  it("whose handler gives what is not described rejects, unless that is allowed", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue(undefined);
    const nameless = { getPet: () => ({ status: 200, body: {} }) };
    const failure = call(made({}, nameless));
    await expect(failure).rejects.toMatchObject({ name: "MockReplyError", operation: "getPet" });
    await expect(failure).rejects.toThrow(
      /^A handler of this mock gave what is not described: getPet replied 200 .*is required\. To allow it/,
    );
    await expect(call(made({}, { getPet: () => undefined }))).rejects.toThrow("getPet replied without a status from 200 to 599");
    expect(error).not.toHaveBeenCalled();
    expect(await call(made({}, nameless, { validateResponses: "off" }))).toMatchObject({ status: 200, data: {} });
  });

  it("that fails is answered with 500, as by the service, and told", async () => {
    const told: unknown[] = [];
    const failing = { getPet: () => Promise.reject(new Error("no database")) };
    expect(await call(made({}, failing, { onError: (error: unknown) => told.push(error) }))).toMatchObject({ status: 500 });
    expect(told).toEqual([new Error("no database")]);
  });

  it("that is asked through a port without an answer is a 500, and told", async () => {
    const errors: unknown[] = [];
    const mock = made({ replies: {} }, {}, { onError: (error: unknown) => errors.push(error) });
    const response = await mock.server.fetch(new Request("https://a.test/v1/pets/7"));
    expect(response.status).toBe(500);
    expect(errors).toMatchObject([{ name: "MockReplyError" }]);
    expect(mock.calls).toMatchObject([{ operation: "getPet", args: { path: { petId: "7" } } }]);
  });
});

describe("handlers", () => {
  it("of no operation are a mistake that is named", () => {
    expect(() => made({}, { getPets: () => undefined })).toThrow(
      new TypeError("There is no operation `getPets` that could have a handler"),
    );
    expect(() => made({}, { getPet: { status: 200 } })).toThrow(new TypeError("The handler of `getPet` is no function"));
    expect(() => made({}, JSON.parse('{ "__proto__": 1 }') as object)).toThrow("There is no operation `__proto__`");
  });

  it("may be left undefined, and objects of classes may have other members", async () => {
    expect(await call(made({}, { getPet: undefined }))).toMatchObject({ status: 200 });
    class Pets {
      readonly log: string[] = [];
    }
    expect(await call(made({}, new Pets()))).toMatchObject({ status: 200 });
  });

  it("that throw are a 500, and told", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue(undefined);
    const failing = {
      getPet() {
        throw new Error("broken");
      },
    };
    const mock = made({}, failing);
    expect((await call(mock)).status).toBe(500);
    expect(error).toHaveBeenCalledWith("getPet", new Error("broken"));
    const told: unknown[] = [];
    await call(made({}, failing, { onError: (...given: unknown[]) => told.push(given[0]) }));
    expect(told).toEqual([new Error("broken")]);
    expect(mock.calls).toEqual([{ operation: "getPet", args: { path: { petId: "7" } }, status: 500 }]);
  });

  it("that throw a problem are answered as it says", async () => {
    const mock = made({}, { getPet: () => Promise.reject(new ProblemError("not-implemented", "Later.")) });
    expect((await call(mock)).status).toBe(501);
  });

  it("that stop when the caller has gone are no failure", async () => {
    const told: unknown[] = [];
    const waiting = {
      getPet: (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            reject(new Error("stopped"));
          });
        }),
    };
    const mock = made({}, waiting, { onError: (error: unknown) => told.push(error) });
    const leaving = new AbortController();
    const failure = mock.client.call(getPet.operation, { path: { petId: "7" } }, { signal: leaving.signal });
    await vi.waitFor(() => {
      expect(mock.calls).toHaveLength(1);
    });
    leaving.abort(new Error("gone"));
    await expect(failure).rejects.toThrow("gone");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(told).toEqual([]);
    expect(mock.calls).toEqual([{ operation: "getPet", args: { path: { petId: "7" } }, status: undefined }]);
  });
});

describe("calls", () => {
  it("are noted in the order in which they came, with what handlers were given", async () => {
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const mock = made({}, { getPet: () => slow.then(() => ({ status: 200, body: { name: "Flint" } })) });
    const first = call(mock, getPet, { path: { petId: "7" }, query: { fields: "name" } });
    await call(mock, addPet, { body: { name: "Garnet" } });
    expect(mock.calls.map(({ status }) => status)).toEqual([undefined, 201]);
    answer();
    await first;
    expect(mock.calls).toEqual([
      { operation: "getPet", args: { path: { petId: "7" }, query: { fields: "name" } }, status: 200 },
      { operation: "addPet", args: { body: { name: "Garnet" }, contentType: "application/json" }, status: 201 },
    ]);
    mock.reset();
    expect(mock.calls).toEqual([]);
  });

  it("that the server refuses are there without what was sent", async () => {
    const limited = { getPet: { ...getPet, operation: operation({ security: [["key"]] }) } };
    const mock = made({ routes: limited }, {}, { authenticate: { key: () => undefined } }, { key: { kind: "bearer" } });
    expect((await call(mock)).status).toBe(401);
    expect(mock.calls).toEqual([{ operation: "getPet", args: {}, status: 401 }]);
  });

  it("of no operation are none", async () => {
    const mock = made();
    expect((await mock.fetch(`${mock.baseUrl}/nothing`)).status).toBe(404);
    expect((await mock.fetch(`${mock.baseUrl}/pets/7`, { method: "PUT" })).status).toBe(405);
    expect(mock.calls).toEqual([]);
  });

  it("of two mocks are apart, and so are their origins", async () => {
    const [one, other] = [made(), made()];
    await call(one);
    expect([one.calls.length, other.calls.length]).toEqual([1, 0]);
    expect(new URL(one.baseUrl).origin).not.toBe(new URL(other.baseUrl).origin);
  });
});

describe("the fetch of a mock", () => {
  it("takes what the platform's takes, whatever the host", async () => {
    const mock = made();
    const url = "https://api.example.com/v1/pets/7";
    for (const input of [url, new URL(url), new Request(url)]) expect((await mock.fetch(input)).status).toBe(200);
    const headers = { "content-type": "application/json" };
    expect((await mock.fetch("https://a.example/v1/pets", { method: "POST", body: "{}", headers })).status).toBe(201);
  });

  it("rejects when it is aborted, before and after", async () => {
    const mock = made({}, { getPet: () => new Promise(() => undefined) });
    await expect(mock.fetch(`${mock.baseUrl}/pets/7`, { signal: AbortSignal.abort(new Error("early")) })).rejects.toThrow("early");
    await expect(mock.fetch(`${mock.baseUrl}/pets/7`, { signal: AbortSignal.timeout(5) })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("finds operations below the base paths of other servers, and of operations", async () => {
    const elsewhere = { ...addPet, basePath: "/uploads" };
    const mock = made({ routes: { getPet, addPet: elsewhere }, otherPaths: ["/v1", "/v2", ""] });
    expect((await mock.fetch("https://a.test/v2/pets/7")).status).toBe(200);
    expect((await mock.fetch("https://a.test/pets/7")).status).toBe(200);
    expect((await mock.fetch("https://a.test/uploads/pets", { method: "POST" })).status).toBe(201);
    // The client has one base URL for all operations.
    expect((await call(mock, addPet, { body: 1 })).status).toBe(201);
    expect((await mock.fetch("https://a.test/v3/pets/7")).status).toBe(404);
    expect(mock.calls).toHaveLength(4);
  });

  it("knows the base path that is given alone", async () => {
    const mock = made({ otherPaths: ["/v2"] }, {}, { basePath: "/api/" });
    expect(mock.baseUrl).toMatch(/^https:\/\/[a-z\d]+\.mock\.test\/api$/);
    expect((await call(mock)).status).toBe(200);
    expect((await mock.fetch("https://a.test/v2/pets/7")).status).toBe(404);
  });
});

describe("who is calling", () => {
  const secured = { getPet: { ...getPet, operation: operation({ security: [["key"], ["other"]] }) } };
  const schemes = { key: { kind: "bearer" }, other: { kind: "mutualTLS" } } as const;
  const own = { routes: secured, credentials: { key: "mock", other: undefined } };
  const seen: unknown[] = [];
  const telling = {
    getPet: (_: unknown, { principal }: { readonly principal: unknown }) => {
      seen.push(principal);
      return { status: 200, body: { name: "Flint" } };
    },
  };

  it("is somebody, unless it is said who", async () => {
    expect((await call(made(own, telling, {}, schemes), secured.getPet)).status).toBe(200);
    expect((await call(made(own, telling, { principal: { name: "Kim" } }, schemes))).status).toBe(200);
    expect(seen).toEqual(["mock", { name: "Kim" }]);
  });

  it("is found out by the functions that are given: then the client has no credential of its own", async () => {
    const authenticate = { key: (key: string) => (key === "good" ? "Kim" : undefined), other: () => undefined };
    expect((await call(made(own, {}, { authenticate }, schemes))).status).toBe(401);
    const auth = { key: "good" };
    expect((await call(made(own, {}, { authenticate, client: { auth } }, schemes), secured.getPet)).status).toBe(200);
  });

  it("is somebody by the schemes that no function is given for", async () => {
    const callers: unknown[] = [];
    const handlers = {
      getPet: (_: unknown, { principal }: { readonly principal: unknown }) => {
        callers.push(principal);
        return { status: 200, body: { name: "Flint" } };
      },
    };
    const authenticate = { other: () => undefined, key: undefined };
    expect((await call(made(own, handlers, { authenticate, principal: "Ada" }, schemes), secured.getPet)).status).toBe(200);
    expect(callers).toEqual(["Ada"]);
  });

  it("is found where a platform gives the names of headers as they were written", async () => {
    const mock = made(own, {}, {}, schemes);
    const sent = new Request(`${mock.baseUrl}/pets/7`, { headers: { authorization: "Bearer mock" } });
    const written = new Map([["Authorization", "Bearer mock"]]);
    const headers = {
      get: (name: string) => sent.headers.get(name),
      has: (name: string) => sent.headers.has(name),
      [Symbol.iterator]: () => written.entries(),
    };
    const odd = new Proxy(sent, { get: (target, key) => (key === "headers" ? headers : bound(target, key)) });
    expect((await mock.fetch(odd)).status).toBe(200);
  });
});

describe("the options of the server", () => {
  const pro = (): string => "pro";
  it("are those that are given, and none is lost by being undefined", () => {
    const { options } = made({}, {}, { validateResponses: undefined, plan: undefined, bodyLimit: 10 });
    expect(options).toMatchObject({ validateResponses: "error", bodyLimit: 10 });
    const planOf = (definition: object): unknown => Reflect.apply(made(definition).options["plan"] as () => unknown, undefined, []);
    expect([planOf({}), planOf({ plan: "free" })]).toEqual([undefined, "free"]);
    expect(made({ plan: "free" }, {}, { plan: pro }).options["plan"]).toBe(pro);
  });

  it("are counters of the mock's own, which are made anew", () => {
    let now = 0;
    const mock = made({ newCounters: memoryLimits }, {}, { now: () => now });
    const limits = mock.options["limits"] as ReturnType<typeof memoryLimits>;
    const isAllowed = (): unknown => limits.consume("key", [{ name: "minute", quota: 1, window: 60 }], 1);
    expect(isAllowed()).toMatchObject({ allowed: true });
    expect(isAllowed()).toMatchObject({ allowed: false });
    now = 60_000;
    expect(isAllowed()).toMatchObject({ allowed: true });
    mock.reset();
    expect(isAllowed()).toMatchObject({ allowed: true });
    expect(made({ newCounters: memoryLimits }, {}, { limits: false }).options["limits"]).toBe(false);
  });
});

describe("the body of an error", () => {
  const anything = createValidator<unknown>((_, issues) => issues);
  const bodyOf = (error: NonNullable<MockDefinition["error"]>): unknown => {
    const errors = made({ error }).options["errors"] as (problem: Problem) => unknown;
    return errors({ status: 404, code: "not-found", title: "Not found", detail: "Nothing is here.", issues: [], operation: undefined });
  };

  it("says what is wrong in the members that the description's errors have for it", () => {
    const example = { code: "string", message: "string", status: 1, id: "5" };
    expect(bodyOf({ example, validator: anything })).toEqual({ code: "not-found", message: "Nothing is here.", status: 404, id: "5" });
    expect(bodyOf({ example: { error: { code: 1, detail: "" } }, validator: anything })).toEqual({
      error: { code: 404, detail: "Nothing is here." },
    });
    expect(bodyOf({ example: { errors: [{ title: "a", error: "b" }] }, validator: anything })).toEqual({
      errors: [{ title: "Not found", error: "Not found" }],
    });
    expect(bodyOf({ example: "text", validator: anything })).toBe("text");
  });

  it("is the example where what it says is not as described, and nothing else", () => {
    const own = { name: "x", code: "E1" };
    const onlyOwn = createValidator<unknown>((value, issues) => {
      if ((value as typeof own).code !== "E1")
        (issues.all as unknown[]).push({ path: [], keyword: "enum", params: {}, message: "is wrong" });
      return issues;
    });
    expect(bodyOf({ example: own, validator: onlyOwn })).toEqual(own);
    expect(() => bodyOf({ example: {}, validator: isNamed })).toThrow("give the mock the option `errors`");
  });

  it("keeps members of its own, whatever they are called", () => {
    const example = JSON.parse('{ "__proto__": { "code": 1 }, "toString": 2 }') as unknown;
    const body = bodyOf({ example, validator: anything }) as object;
    expect(JSON.stringify(body)).toBe('{"__proto__":{"code":404},"toString":2}');
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });
});
