import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description =
  'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n  /a: { get: { operationId: getA, responses: { "429": { description: Too many } } } }\n';
const plans = { free: { policies: { minute: { q: 60, w: 60 } } } };
const config = (limits: unknown) => JSON.stringify({ apis: { shop: { input: "a.yaml", output: "api", emit: ["client"], limits } } });
const projectWith = (limits: unknown) => memoryIo({ "/project/a.yaml": description, "/project/sundial.config.json": config(limits) });

test("limits of a configuration reach the output, and a change of them makes it stale", async () => {
  const io = projectWith({ plans });
  expect(await run(["generate"], io)).toBe(0);
  expect(io.printed.stderr).toBe("");
  expect(io.text("/project/api/lifecycle.ts")).toContain("free: { policies: { minute: { quota: 60, window: 60 } } }");
  expect(await run(["check"], io)).toBe(0);
  await io.write("/project/sundial.config.json", new TextEncoder().encode(config({ plans, banRisk: true })));
  expect(await run(["check"], io)).toBe(1);
  expect(io.printed.stdout).toContain("the option limits changed from");
});

test("false leaves everything about limits out of the output", async () => {
  const io = projectWith(false);
  expect(await run(["generate"], io)).toBe(0);
  expect(io.text("/project/api/client.ts")).not.toMatch(/limit/i);
  const written = [...(await io.list("/project/api")), ...(await io.list("/project/api/runtime"))].map(({ name }) => name);
  expect(written.filter((name) => /limit|gate|lifecycle|retry/.test(name))).toEqual([]);
});

test("a mistake in them is told by its key", async () => {
  const io = projectWith({ plans, operations: { getAll: { cost: 2 }, getA: { cost: 0 } } });
  expect(await run(["generate"], io)).toBe(0);
  expect(io.printed.stderr).toContain('"apis.shop.limits.operations.getAll" is not an operation of this description.');
  expect(io.printed.stderr).toContain('Did you mean "getA"?');
  expect(io.printed.stderr).toContain('"apis.shop.limits.operations.getA.cost" must be a whole number above 0; it is not read.');
  expect(io.printed.stderr).toContain("sundial.config.json");
});
