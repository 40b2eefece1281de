import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { targetFlags } from "../../../src/cli/flags.js";
import { refuseSecondEmitter } from "../../../src/emit/emit.js";
import { allParts, completeParts, emitters, emittersOf } from "../../../src/emit/emitters.js";
import { projectRoot } from "../../support/compile.js";

const names: readonly string[] = emitters.map(({ part }) => part);

test("every part is registered once, and needs parts that are", () => {
  expect(new Set(names).size).toBe(names.length);
  expect(emitters.flatMap(({ needs }) => needs).filter((needed) => !names.includes(needed))).toEqual([]);
});

test("a part that is not asked for by name comes with one that is", () => {
  expect(emittersOf(allParts)).toEqual(emitters);
});

test("of two emitters for one file, the file is named, and nothing is made", () => {
  expect(() => {
    refuseSecondEmitter([{ path: "types.ts" }, { path: "client.ts" }, { path: "Client.ts" }]);
  }).toThrow("Two emitters make Client.ts");
});

test("parts are completed by what they need, in the order of the registry", () => {
  expect(completeParts(["server", "paths"])).toEqual(["types", "validators", "client", "paths", "server"]);
  expect(completeParts(["client"])).toEqual(["types", "client"]);
  expect(emittersOf(["client"]).map(({ part }) => part)).toEqual(["types", "operations", "client", "lifecycle"]);
});

test("the command line and docs/configuration.md name every part that can be asked for", () => {
  const row = /^\| `emit` \| a list of ([^;]+);/m.exec(readFileSync(`${projectRoot}/docs/configuration.md`, "utf8"))?.[1];
  expect(row?.replaceAll("`", "").split(", ")).toEqual(allParts);
  expect(targetFlags.emit.description).toContain(`: ${allParts.join(", ")} (`);
});
