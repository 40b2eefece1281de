/** What is around a thing, or behind a reference to it, says that it ends; the nearest to it counts. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'INFO}\n";

/** The life of `get /a`, whose path item and `info` say more. */
async function lifeOf(operation: string, { path = "x-none: 1", info = "" } = {}) {
  const text = `${head.replace("INFO", info)}paths:
  /a:
    ${path}
    get: {operationId: a, ${operation}${operation === "" ? "" : ", "}responses: {200: {description: ok}}}
    put: {operationId: b, ${operation}${operation === "" ? "" : ", "}responses: {200: {description: ok}}}
`;
  const { value, diagnostics } = await outcomeOf(text, { name: "shop" });
  return {
    life: value?.operations[0]?.doc.lifecycle,
    found: diagnostics.map(({ code, severity, at }) => [code, severity, at !== undefined && "pointer" in at && at.pointer]),
  };
}

const whole = "x-deprecated: true\n    x-sunset: '2030-01-01'";

describe("an operation of a path that ends", () => {
  it("ends with it", async () => {
    expect(await lifeOf("", { path: whole })).toMatchObject({ life: { deprecated: true, sunset: { text: "2030-01-01" } }, found: [] });
  });

  it.each(["x-deprecated: false", "deprecated: false, x-deprecated: false"])("does not where it says %s", async (keys) => {
    expect(await lifeOf(keys, { path: whole })).toEqual({ life: undefined, found: [] });
  });

  it("does not where it says deprecated: false, which is told once for the path", async () => {
    expect(await lifeOf("deprecated: false", { path: whole })).toEqual({
      life: undefined,
      found: [["lifecycle-keys-disagree", "warning", "/paths/~1a/get/deprecated"]],
    });
  });

  it("does not where the path undoes what the whole API says, and may say it again", async () => {
    const around = { info: ", x-deprecated: true, x-sunset: '2031-01-01', x-stability-level: beta", path: "x-deprecated: false" };
    expect(await lifeOf("", around)).toMatchObject({ life: { deprecated: false, sunset: undefined, stability: "beta" }, found: [] });
    const { life } = await lifeOf("deprecated: true", around);
    expect(life).toMatchObject({ deprecated: true, sunset: undefined });
  });

  it.each(["x-stability-level: stable", "x-release-status: PUBLIC", "x-beta: false"])(
    "is stable in an API that is not, where it says %s",
    async (keys) => {
      expect(await lifeOf(keys, { info: ", x-beta: true" })).toEqual({ life: undefined, found: [] });
    },
  );

  it("is not asked twice: deprecated: false against a date alone is told once, too", async () => {
    const { life, found } = await lifeOf("deprecated: false", { path: "x-sunset: '2030-01-01'" });
    expect(life).toBeUndefined();
    expect(found).toEqual([["lifecycle-keys-disagree", "warning", "/paths/~1a/get/deprecated"]]);
  });
});

describe("flags at one place", () => {
  it.each(["deprecated: false, x-deprecated: true", "deprecated: true, x-deprecated: false", "deprecated: false, x-status: Deprecated"])(
    "that differ say that it ends, which is told: %s",
    async (keys) => {
      const { life, found } = await lifeOf(keys);
      expect(life?.deprecated).toBe(true);
      expect(found.map(([code, severity]) => [code, severity])).toEqual(Array(2).fill(["lifecycle-keys-disagree", "warning"]));
    },
  );

  it.each(["deprecated: false", "x-deprecated: false"])("beside a date: %s has the date without effect, and told", async (keys) => {
    const { life, found } = await lifeOf(`${keys}, x-sunset: '2030-01-01'`);
    expect(life).toBeUndefined();
    expect(found[0]).toEqual(["sunset-without-deprecated", "warning", "/paths/~1a/get/x-sunset"]);
  });

  it.each(["x-release-status: PUBLIC, x-beta: true", "x-stability-level: beta, x-status: active"])("%s is a beta", async (keys) => {
    expect(await lifeOf(keys)).toMatchObject({ life: { stability: "beta" }, found: [] });
  });
});

const shared = `${head.replace("INFO", "")}paths:
  /a:
    put:
      operationId: a
      parameters: [{$ref: '#/components/parameters/P'KEYS}]
      requestBody: {$ref: '#/components/requestBodies/B'KEYS}
      responses: {200: {$ref: '#/components/responses/R'KEYS}}
components:
  parameters: {P: {name: p, in: query, schema: {type: string}, TARGET}}
  requestBodies: {B: {content: {text/plain: {schema: {type: string}}}, TARGET}}
  responses: {R: {description: ok, headers: {X-H: {$ref: '#/components/headers/H'KEYS}}, TARGET}}
  headers: {H: {schema: {type: string}, TARGET}}
`;

/** What is said of each kind of thing that is shared, where KEYS stand beside references to it. */
async function usesOf(keys: string, target: string) {
  const text = shared.replaceAll("KEYS", keys === "" ? "" : `, ${keys}`).replaceAll("TARGET", target);
  const { value, diagnostics } = await outcomeOf(text, { name: "shop" });
  const [operation] = value?.operations ?? [];
  const response = operation?.responses[0];
  const docs = [operation?.parameters[0]?.doc, operation?.body?.doc, response?.doc, response?.headers[0]?.doc];
  return { lives: docs.map((doc) => doc?.lifecycle), codes: diagnostics.map(({ code }) => code) };
}

describe("a use of something shared", () => {
  const target = "deprecated: true, x-sunset: '2030-01-01', x-deprecation: {message: Why.}";

  it.each(["x-deprecated: false", "deprecated: false"])("goes on with %s beside the reference", async (keys) => {
    const { lives, codes } = await usesOf(keys, target);
    expect(codes).toEqual([]);
    for (const life of lives) expect(life).toMatchObject({ deprecated: false, sunset: undefined });
  });

  it("has what is said of the thing where it says nothing itself", async () => {
    for (const keys of ["x-sunset: '2029-01-01'", "deprecated: true, x-sunset: '2029-01-01'"]) {
      const { lives, codes } = await usesOf(keys, target);
      expect(codes).toEqual([]);
      for (const life of lives) expect(life).toMatchObject({ deprecated: true, sunset: { text: "2029-01-01" }, message: "Why." });
    }
  });

  it("has both a stage and an end", async () => {
    for (const life of (await usesOf("x-stability-level: beta", target)).lives)
      expect(life).toMatchObject({ deprecated: true, stability: "beta", sunset: { text: "2030-01-01" } });
  });

  it("is stable where the thing is not", async () => {
    for (const life of (await usesOf("x-stability-level: stable", "x-beta: true")).lives)
      expect(life).toMatchObject({ deprecated: false, stability: "stable" });
  });
});
