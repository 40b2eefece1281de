/** The checks that take too long for each change still run: each with as little as it can be given. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { corpusFolder, corpusRequired } from "../corpus/descriptions.js";
import { projectRoot } from "../support/compile.js";

const run = promisify(execFile);

const checks: readonly (readonly [name: string, script: string, options: readonly string[], last: RegExp])[] = [
  [
    "test:corpus",
    "test/corpus/run.ts",
    ["--only", "redocly-museum", "--compilers", "7", "--settings", "client,all"],
    /2 outputs, 2 checks, 0 errors/,
  ],
  ["test:differential", "test/differential/run.ts", ["--pairs", "50", "--seed", "1"], /0 disagreements/],
];

test.runIf(corpusRequired || existsSync(corpusFolder)).each(checks)("%s", { timeout: 300_000 }, async (_name, script, options, last) => {
  // The loader of TypeScript is theirs, not that of tests: what is wrong with it shows nowhere else.
  const { stdout } = await run(process.execPath, ["--import", "jiti/register", script, ...options], { cwd: projectRoot });
  expect(stdout).toMatch(last);
});
