import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOlder, oldestNode, refusedNode, version } from "../../src/version.js";

test("the version is that of package.json", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toMatchObject({ version });
});

test("the oldest Node is that of package.json", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toMatchObject({ engines: { node: `>=${oldestNode}` } });
});

test.each<[Partial<NodeJS.ProcessVersions>, boolean]>([
  [{ node: "16.20.2" }, true],
  [{ node: "18.20.8" }, true],
  [{ node: "20.18.3" }, true],
  [{ node: "20.19.0" }, false],
  [{ node: "22.0.0" }, false],
  [{ node: "24.1.0-nightly20250101" }, false],
  [{ node: "18.0.0", bun: "1.0.0" }, false],
  [{ node: "20.11.1", deno: "1.46.0" }, false],
])("a runtime of %j is refused: %j", (versions, isRefused) => {
  const said = refusedNode({ ...process.versions, ...versions });
  expect(said === undefined).toBe(!isRefused);
  if (isRefused) expect(said).toContain(`needs Node ${oldestNode} or later, and this is Node ${String(versions.node)}.`);
});

test("versions have the order of semantic versions", () => {
  const order = [
    "0.0.9",
    "0.1.0-alpha",
    "0.1.0-alpha.1",
    "0.1.0-beta.2",
    "0.1.0-beta.10",
    "0.1.0-rc",
    "0.1.0",
    "0.1.1",
    "0.10.0",
    "2.0.0",
    "10.0.0",
  ];
  for (const [index, one] of order.entries())
    for (const [at, other] of order.entries()) expect([one, other, isOlder(one, other)]).toEqual([one, other, index < at]);
  expect([isOlder("1.0.0", "none"), isOlder("none", "1.0.0"), isOlder("1.0.0+a", "1.0.0+b")]).toEqual([false, false, false]);
});
