import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOlder, version } from "../../src/version.js";

test("the version is that of package.json", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toMatchObject({ version });
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
