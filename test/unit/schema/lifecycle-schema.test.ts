/** Holds the published schema of our keys against what reads them: one accepts a value where the other has nothing to say of it. */
import { readFileSync } from "node:fs";
import { registerSchema, unregisterSchema, validate, type SchemaObject } from "@hyperjump/json-schema/draft-2020-12";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "../../support/api.js";

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
type ValueObject = { readonly [key: string]: Value };

const published = JSON.parse(readFileSync("schema/lifecycle.schema.json", "utf8")) as SchemaObject & {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, { readonly properties?: object; readonly examples?: readonly Value[] }>>;
};

beforeAll(() => {
  registerSchema(published);
});
afterAll(() => {
  unregisterSchema(published.$id);
});

async function fits(definition: string, value: Value): Promise<boolean> {
  const { valid } = await validate(`${published.$id}#/$defs/${definition}`, value as boolean); // what it takes is any JSON
  return valid;
}

/** What is not about the value itself: whether other parts of the description have what it names, or agree with it. */
const ofOthers: ReadonlySet<string> = new Set([
  ...["replacement-unknown", "replacement-deprecated", "plan-unknown", "security-scheme-unknown", "sunset-before-since"],
  // Whether a header tells of a unit, and whether operations are in a group.
  ...["limit-unsupported", "limit-group-unmatched"],
  // What is read, and is doubtful: whether a call can ever go, what is left of a limit, and whether a plan is meant to have none.
  ...["limit-cost-impossible", "limit-headers-unclear", "plan-unlimited", "plan-default-custom"],
]);

async function isRead(description: ValueObject): Promise<boolean> {
  const { diagnostics } = await outcomeOf(`${JSON.stringify(description, undefined, 1)}\n`);
  return diagnostics.every(({ code }) => ofOthers.has(code));
}

const limits: ValueObject = { plans: { free: { policies: { minute: { q: 60, w: 60 } } } } };
const responses: ValueObject = { 200: { description: "Fine." }, 429: { description: "Too many." } };
const root: ValueObject = { openapi: "3.2.0", info: { title: "T", version: "1" } };
const ofOperation = (keys: ValueObject, more: ValueObject = {}): ValueObject => ({
  ...root,
  "x-rate-limits": limits,
  paths: { "/a": { get: { responses, ...keys, ...more } } },
});

/** A description with a value at a key. */
const holders: Readonly<Record<string, (value: Value) => ValueObject>> = {
  "x-sunset": (value) => ofOperation({ deprecated: true, "x-sunset": value }),
  "x-deprecation": (value) => ofOperation({ deprecated: true, "x-deprecation": value }),
  "x-stability-level": (value) => ofOperation({ "x-stability-level": value }),
  "x-rate-limit": (value) => ofOperation({ "x-rate-limit": value }),
  "x-retry": (value) => ofOperation({ "x-retry": value }),
  "x-rate-limits": (value) => ({ ...root, "x-rate-limits": value, paths: { "/a": { get: { responses } } } }),
};

const window = { q: 60, w: 60 };
const good: Readonly<Record<string, readonly Value[]>> = {
  "x-sunset": [
    ...["2030-12-05", "2028-02-29", "2000-02-29", "1900-01-01", "2030-12-05T00:00:00Z", "2030-12-05t23:59:60.123z", "1999-04-30"],
    ...["2030-12-05T00:00:00+23:59", "2030-12-05T00:00:00-00:00"],
  ],
  "x-deprecation": [
    {},
    { since: "2030-01-01", message: "Use it.", link: "https://example.com/m", removedIn: "2.0", code: "A_B" },
    { removedIn: 2, message: 1.5 },
    { replacement: "listPets" },
    { replacement: { operationId: "listPets", note: "with a filter" } },
    { replacement: { url: "https://example.com" } },
    { replacement: { note: "Ask us." } },
  ],
  "x-stability-level": ["draft", "alpha", "beta", "stable"],
  "x-rate-limit": [
    {},
    { cost: 5, policies: ["minute"], exempt: false, rejectedBeforeProcessing: false },
    { policies: [], cost: 999999999999999, "x-note": null },
  ],
  "x-retry": [{}, { idempotent: true, idempotencyKeyHeader: "Idempotency-Key", never: false, "x-note": 1 }],
  "x-rate-limits": [
    {},
    { key: { ip: true }, plans: {}, headers: {}, retryAfter: {}, emitIetf: true, banRisk: false, "x-note": [] },
    {
      key: { securityScheme: "bearerAuth" },
      defaultPlan: "free",
      plans: { free: { policies: { minute: window, "a day": { ...window, qu: "requests" } } } },
    },
    {
      plans: {
        big: { custom: true, title: "Big", description: "" },
        none: { custom: true, policies: {} },
        "": {},
        "x-plan": { custom: false },
      },
    },
    { headers: { limit: "A", remaining: "b-c", reset: { name: "X!", format: "http-date", "x-note": 1 } } },
    { retryAfter: "Retry-After" },
    { retryAfter: { name: "Wait", formats: ["delta-seconds", "delta-millis"] } },
    { retryAfter: { formats: "unix-seconds" } },
    {
      plans: {
        all: {
          policies: {
            a: { ...window, sliding: true, per: "operation" },
            b: { rate: 0.5, burst: 1, qu: "tokens", "x-note": 1 },
            c: { concurrency: 5, qu: "requests" },
            d: { spacing: 0.2, per: "address" },
          },
        },
      },
      headers: [
        { policy: "b", unit: "tokens", remaining: "X-R", refill: 0.5 },
        { fraction: "X-F", bucket: "X-B", "x-note": 1 },
      ],
    },
    { headers: { policy: "minute", reset: { name: "X", format: "duration" } } },
    { retryAfter: { name: "Wait", formats: ["date-time", "unix-millis"], body: "/error/a~1b" } },
    { rejections: [], globalHeader: "X-Global" },
    { rejections: [{ status: 403, header: "X-L", body: { pointer: "", contains: "limit" }, "x-note": 1 }, { status: 599 }] },
    { groups: {} },
    { groups: { search: { paths: "/a", policies: [] }, all: { tags: ["a"], operations: ["b"], methods: "get", cost: 2, exempt: false } } },
  ],
};
const bad: Readonly<Record<string, readonly Value[]>> = {
  "x-sunset": [
    ...[
      "soon",
      "0000-02-29",
      "0030-12-05",
      "",
      "2030-13-01",
      "2030-02-29",
      "1900-02-29",
      "2030-04-31",
      "2030-00-10",
      "2030-01-00",
      "2030-1-1",
      "20301-01-01",
      " 2030-12-05",
    ],
    ...["2030-12-05T10:00:00", "2030-12-05 10:00:00Z", "2030-12-05T24:00:00Z", "2030-12-05T10:60:00Z", "2030-12-05T10:00:61Z"],
    ...["2030-12-05T10:00:00+24:00", "2030-12-05T10:00:00+10:60", "2030-12-05\n", "TBD"],
    ...[2030, null, true, [], {}, ["2030-12-05"]],
  ],
  "x-deprecation": [
    ...[
      null,
      true,
      "soon",
      [],
      { sinse: "2030-01-01" },
      { since: null },
      { since: "2030" },
      { message: "" },
      { message: " \n" },
      { message: [] },
    ],
    ...[
      { link: "http://example.com" },
      { link: "https://" },
      { link: "https://a b" },
      { code: "ab" },
      { code: "AB" },
      { code: `A${"B".repeat(64)}` },
    ],
    ...[
      { replacement: "" },
      { replacement: {} },
      { replacement: null },
      { replacement: { operationId: 5 } },
      { replacement: { url: "ftp://a" } },
    ],
    ...[{ replacement: { operationId: "a", url: "https://example.com" } }, { replacement: { operationId: "a", noet: "b" } }],
    ...[{ replacement: { operationId: "a", note: 5 } }, { replacement: { operationId: " " } }, { removedIn: true }, { "x-note": 1 }],
  ],
  "x-stability-level": ["", "Beta", "preview", "deprecated", null, 1, ["beta"], {}],
  "x-rate-limit": [
    ...[
      null,
      true,
      5,
      [],
      "5",
      { cost: 0 },
      { cost: 1.5 },
      { cost: "5" },
      { cost: 9007199254740992 },
      { policies: "minute" },
      { policies: [1] },
    ],
    ...[{ exempt: "yes" }, { rejectedBeforeProcessing: null }, { costs: 5 }],
  ],
  "x-retry": [
    null,
    true,
    [],
    "x",
    { idempotent: 1 },
    { idempotencyKeyHeader: "" },
    { idempotencyKeyHeader: "a b" },
    { never: null },
    { ever: true },
  ],
  "x-rate-limits": [
    ...[null, true, [], "60/min", { plan: {} }, { key: {} }, { key: "bearerAuth" }, { key: { ip: false } }, { key: { securityScheme: 5 } }],
    ...[
      { key: { ip: true, securityScheme: "bearerAuth" } },
      { key: { ip: true, of: 1 } },
      { defaultPlan: 1 },
      { emitIetf: "no" },
      { banRisk: null },
    ],
    ...[
      { headers: [] },
      { headers: { limit: "a b" } },
      { headers: { reset: "X-Reset" } },
      { headers: { reset: { name: "X" } } },
      { headers: { left: "X" } },
    ],
    ...[{ headers: { reset: { name: "X", format: "seconds" } } }, { headers: { reset: { format: "http-date" } } }],
    ...[
      { retryAfter: "" },
      { retryAfter: { formats: [] } },
      { retryAfter: { formats: ["seconds"] } },
      { retryAfter: { name: null } },
      { retryAfter: 1 },
    ],
    ...[
      { plans: [] },
      { plans: null },
      { plans: { a: true } },
      { plans: { a: { policy: {} } } },
      { plans: { a: { title: 1 } } },
      { plans: { a: { custom: "yes" } } },
    ],
    ...[
      { plans: { a: { custom: true, policies: { minute: window } } } },
      { plans: { a: { policies: { é: window } } } },
      { plans: { a: { policies: [] } } },
    ],
    ...[
      { plans: { a: { policies: { m: {} } } } },
      { plans: { a: { policies: { m: 60 } } } },
      { plans: { a: { policies: { m: { q: 0, w: 1 } } } } },
    ],
    ...[
      { plans: { a: { policies: { m: { ...window, qu: "" } } } } },
      { plans: { a: { policies: { m: { ...window, qu: 5 } } } } },
      { plans: { a: { policies: { m: { ...window, per: 1 } } } } },
    ],
    ...[
      ...[
        { ...window, burst: 5 },
        { q: 5 },
        { w: 5 },
        { sliding: true },
        { ...window, sliding: 1 },
        { q: 1, w: 0 },
        { ...window, per: "credential" },
      ],
      ...[
        { rate: 0, burst: 5 },
        { rate: 1 },
        { rate: 1, burst: 0 },
        { rate: 1, burst: 1.5 },
        { rate: 2e9, burst: 1 },
        { rate: 1e-9, burst: 1 },
      ],
      ...[
        { rate: -1, burst: 1 },
        { rate: "1", burst: 1 },
        { burst: 5 },
        { concurrency: 0 },
        { concurrency: 1.5 },
        { concurrency: 5, spacing: 1 },
      ],
      ...[
        { concurrency: 5, qu: "tokens" },
        { spacing: 0 },
        { spacing: -1 },
        { spacing: 4e7 },
        { spacing: 1, qu: "tokens" },
        { spacing: 1, rate: 1 },
      ],
    ].map((policy) => ({ plans: { a: { policies: { m: policy } } } })),
    ...[
      ...[[5], [{ limit: "a b" }], [{ policy: "" }], [{ unit: 5 }], [{ refill: 0 }], [{ refill: "60" }], [{ bucket: "" }], [{ left: "X" }]],
      ...[{ fraction: 5 }, { refill: -1 }, { reset: { name: "X", format: "seconds" } }],
    ].map((headers) => ({ headers })),
    ...[
      ...[
        "x",
        {},
        [5],
        [{}],
        [{ status: 429 }],
        [{ status: 200 }],
        [{ status: 403.5 }],
        [{ status: "403" }],
        [{ status: 403, header: "a b" }],
      ],
      ...[
        [{ status: 403, body: "limit" }],
        [{ status: 403, body: { pointer: "a", contains: "b" } }],
        [{ status: 403, body: { pointer: "/~2", contains: "b" } }],
      ],
      ...[
        [{ status: 403, body: { pointer: "/a", contains: "" } }],
        [{ status: 403, body: { pointer: "/a" } }],
        [{ status: 403, text: "a" }],
      ],
    ].map((rejections) => ({ rejections })),
    ...[
      { globalHeader: "a b" },
      { globalHeader: 5 },
      { retryAfter: { body: "a" } },
      { retryAfter: { body: 5 } },
      { retryAfter: { formats: "minutes" } },
    ],
    ...[
      ...[
        [],
        5,
        { search: 5 },
        { search: {} },
        { search: { policies: ["minute"] } },
        { search: { paths: [] } },
        { search: { paths: " " } },
      ],
      ...[{ search: { paths: ["/a", 5] } }, { search: { tags: "a", policies: "minute" } }, { search: { tags: "a", cost: 0 } }],
      ...[{ search: { tags: "a", exempt: 1 } }, { search: { tag: "a" } }, { search: { tags: "a", paths: "" } }],
    ].map((groups) => ({ groups })),
  ],
};

const keys = Object.keys(holders);

function memberOf<T>(table: Readonly<Record<string, T>>, key: string): T {
  const found = table[key];
  if (found === undefined) throw new Error(`There is no entry for ${key}.`);
  return found;
}

describe.each(keys)("the schema of %s", (key) => {
  const described = memberOf(holders, key);

  it("accepts what is read", async () => {
    for (const value of [...(good[key] ?? []), ...(published.$defs[key]?.examples ?? [])])
      expect([value, await fits(key, value), await isRead(described(value))]).toEqual([value, true, true]);
  });

  it("refuses what is not", async () => {
    for (const value of bad[key] ?? [])
      expect([value, await fits(key, value), await isRead(described(value))]).toEqual([value, false, false]);
  });

  it("agrees with the reader on values that are nearly right", { timeout: 120_000 }, async () => {
    const given = fc.constantFrom(...(good[key] ?? []), ...(bad[key] ?? []));
    await fc.assert(
      fc.asyncProperty(given, fc.array(change, { maxLength: 2 }), async (start, changes) => {
        const value = changes.reduce<Value>(changed, start);
        expect([value, await fits(key, value)]).toEqual([value, await isRead(described(value))]);
      }),
      { numRuns: 300 },
    );
  });
});

/** One change of a value, at a member that `steps` leads to as far as there are some. */
interface Change {
  readonly steps: readonly number[];
  readonly how: "replace" | "remove" | "add";
  readonly name: string;
  readonly value: Value;
}

const pool: readonly Value[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    60,
    -1,
    1.5,
    "",
    " ",
    "a",
    "beta",
    "minute",
    "requests",
    "2030-12-05",
    "2030-02-30",
    "https://example.com",
    "A_B",
    "X-A",
  ],
  ...[[], ["minute"], {}, { q: 1, w: 1 }, { ip: true }, { name: "A", format: "http-date" }, { operationId: "a" }, "delta-seconds"],
];
const names = ["x-note", "q", "w", "since", "note", "url", "name", "format", "policies", "custom", "key", "cost", "other"] as const;

const change: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat(5), { maxLength: 5 }),
  how: fc.constantFrom("replace", "remove", "add"),
  name: fc.constantFrom(...names),
  value: fc.constantFrom(...pool),
});

function changed(value: Value, { steps, how, name, value: other }: Change): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return how === "replace" ? other : value;
  const object = value as ValueObject; // isArray does not narrow readonly lists
  const entries = Object.entries(object);
  const [first, ...rest] = steps;
  const at = first === undefined || entries.length === 0 ? undefined : entries[first % entries.length];
  if (at === undefined) return how === "add" ? { ...object, [name]: other } : how === "replace" ? other : value;
  if (how === "remove" && rest.length === 0) return Object.fromEntries(entries.filter((each) => each !== at));
  return { ...object, [at[0]]: changed(at[1], { steps: rest, how, name, value: other }) };
}

/** A description with keys on an object of each kind, as the entries of the schema are called. */
const places: Readonly<Record<string, (keys: ValueObject) => ValueObject>> = {
  operation: (own) => ofOperation(own),
  parameter: (own) => ofOperation({}, { parameters: [{ name: "q", in: "query", schema: {}, ...own }] }),
  header: (own) => ofOperation({}, { responses: { ...responses, 200: { description: "Fine.", headers: { X: { schema: {}, ...own } } } } }),
  schema: (own) => ({ ...ofOperation({}), components: { schemas: { S: own } } }),
  securityScheme: (own) => ({ ...ofOperation({}), components: { securitySchemes: { s: { type: "http", scheme: "basic", ...own } } } }),
  requestBody: (own) => ({ ...root, paths: { "/a": { put: { responses, requestBody: { content: { "text/plain": {} }, ...own } } } } }),
  response: (own) => ofOperation({}, { responses: { ...responses, 200: { description: "Fine.", ...own } } }),
  mediaType: (own) => ofOperation({}, { responses: { ...responses, 200: { description: "Fine.", content: { "text/plain": own } } } }),
  server: (own) => ({ ...ofOperation({}), servers: [{ url: "https://example.com", ...own }] }),
  serverVariable: (own) => ({
    ...ofOperation({}),
    servers: [{ url: "https://{v}.example.com", variables: { v: { default: "a", ...own } } }],
  }),
  tag: (own) => ({ ...ofOperation({}), tags: [{ name: "t", ...own }] }),
  withoutDeprecated: (own) => ({
    ...ofOperation({}),
    openapi: "3.1.0",
    components: { securitySchemes: { s: { type: "http", scheme: "basic", ...own } } },
  }),
  oauthFlow: (own) => ({
    ...ofOperation({}),
    components: {
      securitySchemes: { s: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://a.example", scopes: {}, ...own } } } },
    },
  }),
  link: (own) =>
    ofOperation({}, { responses: { ...responses, 200: { description: "Fine.", links: { l: { operationId: "a", ...own } } } } }),
  example: (own) => ofOperation({}, { parameters: [{ name: "q", in: "query", schema: {}, examples: { e: { value: 1, ...own } } }] }),
};

const dated: readonly ValueObject[] = [
  ...[
    {},
    { "x-sunset": "2030-12-05" },
    { "x-deprecation": {} },
    { "x-deprecation": { since: "2030-01-01" } },
    { "x-deprecation": { message: "Gone." } },
  ],
  { "x-sunset": "2030-12-05", "x-deprecation": { message: "Gone." } },
];
const flags: readonly ValueObject[] = [
  {},
  { deprecated: true },
  { deprecated: false },
  { "x-deprecated": true },
  { "x-oai-deprecated": true },
];

it.each(Object.keys(places))("of %s, the schema asks for what its dates need, as the reader does", async (place) => {
  const described = memberOf(places, place);
  for (const own of dated) {
    for (const flag of flags) {
      const value = { ...own, ...flag };
      expect([value, await fits(place, value)]).toEqual([value, await isRead(described(value))]);
    }
  }
});

it("has an entry for every place, with the keys of each", () => {
  const entries = Object.entries(published.$defs).filter(([name]) => Object.keys(places).includes(name));
  expect(entries).toHaveLength(Object.keys(places).length);
  for (const [name, { properties = {} }] of entries) {
    const own = ["x-deprecation", "x-stability-level", "x-sunset"];
    const limits = ["x-rate-limit", "x-rate-limits", "x-retry"];
    expect([name, Object.keys(properties).sort()]).toEqual([name, [...own, ...limits].sort()]);
  }
});

it.each(["x-rate-limit", "x-rate-limits", "x-retry"])("refuses %s where it is not read", async (key) => {
  const value = { [key]: key === "x-rate-limits" ? limits : {} };
  const allowed = key === "x-rate-limits" ? [] : ["operation"];
  for (const place of Object.keys(places))
    expect([place, await fits(place, value), await isRead(memberOf(places, place)(value))]).toEqual([
      place,
      allowed.includes(place),
      allowed.includes(place),
    ]);
});
