import { expect, test } from "vitest";
import { manifestOptions } from "../../../src/output/manifest-options.js";

const options = { emit: ["types"], name: undefined, source: "api.yaml", command: "npm run generate" } as const;

test("how integers are held and how validators are emitted are part of the manifest", () => {
  expect(manifestOptions(options)).not.toHaveProperty("int64");
  expect(manifestOptions(options)).not.toHaveProperty("validators");
  const chosen = { int64: "bigint", validators: { mode: "small", readOnly: "reject" } } as const;
  expect(manifestOptions({ ...options, ...chosen })).toMatchObject(chosen);
});

test("a store of gates and what is heard of the service are part of the manifest", () => {
  expect(manifestOptions(options)).not.toHaveProperty("gateStore");
  expect(manifestOptions(options)).not.toHaveProperty("deprecations");
  const chosen = { gateStore: { at: { file: "file:///sundial.config.ts", pointer: "/gateStore" } }, deprecations: "service" } as const;
  expect(manifestOptions({ ...options, ...chosen })).toMatchObject({ gateStore: true, deprecations: "service" });
});

test("limits of a configuration are part of the manifest, so that a change of them makes the output stale", () => {
  expect(manifestOptions(options)).not.toHaveProperty("limits");
  expect(manifestOptions({ ...options, limits: false })).toMatchObject({ limits: false });
  expect(manifestOptions({ ...options, limits: { value: { banRisk: true } } })).toMatchObject({ limits: { banRisk: true } });
});

test.each([
  ["names that are none", { names: { schemas: {}, operations: {} } }, {}],
  ["no names at all", { names: {} }, {}],
  ["no severities", { severity: {} }, {}],
  ["no formats", { formats: [] }, {}],
  ["no overlays", { overlays: [] }, {}],
  ["no choice about validators", { validators: {} }, {}],
  ["no lines above", { header: [], eslintDisable: false }, {}],
  ["integers as they are", { int64: "number" }, {}],
  ["all components of a whole description", { components: "all" }, {}],
  [
    "components that are needed, of a part",
    { include: [{ value: { tags: ["a"] } }], components: "reachable" },
    { include: [{ value: { tags: ["a"] } }] },
  ],
  ["severities in another order", { severity: { b: "off", a: "error" } }, { severity: { a: "error", b: "off" } }],
  ["names in another order", { names: { schemas: { B: "X", A: "Y" } } }, { names: { schemas: { A: "Y", B: "X" }, operations: {} } }],
  [
    "members of a filter in another order",
    { exclude: [{ value: { tags: ["a"], deprecated: true } }] },
    { exclude: [{ value: { deprecated: true, tags: ["a"] } }] },
  ],
] as const)("%s make no output stale", (_, one, other) => {
  expect(JSON.stringify(manifestOptions({ ...options, ...one }))).toBe(JSON.stringify(manifestOptions({ ...options, ...other })));
});

test("what means something else is recorded as such", () => {
  const filter = { include: [{ value: { tags: ["a"] } }] };
  expect(manifestOptions({ ...options, ...filter, components: "all" })).toMatchObject({ components: "all" });
  expect(manifestOptions({ ...options, components: "reachable" })).toMatchObject({ components: "reachable" });
  expect(manifestOptions({ ...options, eslintDisable: true })).toMatchObject({ eslintDisable: true });
});
