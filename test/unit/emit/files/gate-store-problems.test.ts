import { expect, test } from "vitest";
import { gateStoreProblems } from "../../../../src/emit/files/gate-store-problems.js";
import type { EmitOptions } from "../../../../src/emit/options.js";
import { apiOf } from "../../../support/api.js";
import { generateTexts, withGateStore } from "../../../support/pipeline.js";
import { modulesIn } from "../../../support/shared-runtime.js";

const head = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\n';
const paths = 'paths: { /a: { get: { operationId: getA, responses: { "204": { description: Done } } } } }\n';
const limits = "x-rate-limits: { plans: { free: { policies: { minute: { q: 60, w: 60 } } } } }\n";
const options = (more: Partial<EmitOptions> = {}): EmitOptions => ({
  ...{ parts: new Set(["client"] as const), source: "api.yaml", command: "npm run generate", gateStore: true },
  ...more,
});

test.each<[string, string, Partial<EmitOptions>, string | undefined]>([
  ["where the description has limits", limits, {}, undefined],
  ["where those of the service are followed", "", { limits: "auto" }, undefined],
  ["but not where there are none", "", {}, "`gateStore` is true, and the description has no limits."],
  ["but not where they are off", limits, { limits: false }, "`gateStore` is true, and `limits` is false."],
  ["but not without a client", limits, { parts: new Set(["server"] as const) }, "`gateStore` is true, and no client is generated."],
])("a client can share its gates %s", async (_, described, more, problem) => {
  const api = await apiOf(head + paths + described);
  const problems = gateStoreProblems(api, options(more), withGateStore.gateStore);
  expect(problems).toMatchObject(problem === undefined ? [] : [{ code: "gate-store-unused", severity: "warning", message: problem }]);
  expect(gateStoreProblems(api, options(more), undefined)).toEqual([]);
});

test("an output has the code of stores by the configuration's word alone", async () => {
  const texts = { "shop.yaml": head + paths + limits };
  const stores = [
    "redis-client",
    "redis-gate-store",
    "redis-states",
    "shared-gate-state",
    "shared-gates",
    "hash-credential",
    "with-timeout",
  ];
  const shared = await generateTexts(texts, ["client"], withGateStore);
  expect(modulesIn(shared.files)).toEqual(expect.arrayContaining(stores));
  const { files } = await generateTexts(texts, ["client"]);
  expect(modulesIn(files).filter((name) => stores.includes(name))).toEqual([]);
  for (const path of ["client.ts", "index.ts"])
    expect(files.find((file) => file.path === path)?.text).not.toMatch(/gateStore|GateStore|redis/);
  // A kilobyte is 1000 bytes of the source.
  const bytes = (all: typeof files): number => all.reduce((sum, { text }) => sum + text.length, 0);
  expect(bytes(shared.files) - bytes(files)).toBeGreaterThan(25_000);
});
