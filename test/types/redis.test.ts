import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, copyInto, projectRoot, temporaryFolder } from "../support/compile.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyInto(folder.path, "test/types/redis");
  await cp(join(projectRoot, "templates/runtime/shared/redis-client.ts"), join(folder.path, "runtime/redis-client.ts"));
});

afterAll(() => folder.remove());

// The declarations of the clients themselves are not ours to check.
const common = { noEmit: true, strict: true, skipLibCheck: true, target: "es2022", module: "nodenext", types: ["node"] };

describe("clients of ioredis and of redis are taken without a cast", () => {
  // The slow compilers share what the quick one takes alone.
  it.each([
    ["5.9", { exactOptionalPropertyTypes: true }],
    ["6", {}],
    ["7", { exactOptionalPropertyTypes: true }],
    ["7", {}],
  ] as const)("under TypeScript %s %j", async (compiler, options) => {
    expect(await compile(folder.path, ["use.ts"], compiler, { ...common, ...options })).toEqual([]);
  });
});
