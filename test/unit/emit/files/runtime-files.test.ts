/** Which modules of the runtime come with an output. */
import { expect, test } from "vitest";
import { emitRuntime } from "../../../../src/emit/files/runtime-files.js";
import { options } from "../../../support/validators.js";

const pathsFor = (...lines: readonly string[]): readonly string[] =>
  emitRuntime([{ path: "a.ts", text: `${lines.join("\n")}\n` }], options).map(({ path }) => path);

test("those that its files import or export, and those that these import", () => {
  expect(pathsFor('import { isObject } from "./runtime/validate.js";')).toContain("runtime/issues.ts");
  expect(pathsFor("import {", "  at,", '} from "./runtime/issues.js";', 'export type { Clock } from "./runtime/clock.js";')).toContain(
    "runtime/clock.ts",
  );
});

test("no module of the user's, and nothing that text or a comment says", () => {
  expect(pathsFor('import { isIban } from "./runtime-checks.js";', 'import type { Pet } from "./types.js";')).toEqual([]);
  expect(pathsFor(' * import { a } from "./runtime/clock.js";', "const a = 'import { a } from \"./runtime/clock.js\";';")).toEqual([]);
});
