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
