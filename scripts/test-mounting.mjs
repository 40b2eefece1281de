// `npm run test:mounting`: the tests of test/e2e/mounting on several versions of Node, from npm's package `node`; prints a table.
// Others than the default ones: `npm run test:mounting -- 22.23.3`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const versions = process.argv.length > 2 ? process.argv.slice(2) : [process.versions.node, "22.23.3", "24.9.0"];
const report = join(tmpdir(), `mounting-${process.pid}.json`);
const rows = new Map();

for (const version of versions) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "test/e2e/mounting", "--reporter=json", `--outputFile=${report}`];
  const own = version === process.versions.node;
  const [command, args] = own ? [process.execPath, vitest] : ["npx", ["--yes", "--package", `node@${version}`, "--", "node", ...vitest]];
  rmSync(report, { force: true });
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.exitCode = 1;
  const results = JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(({ assertionResults }) => assertionResults);
  for (const { ancestorTitles, status: result } of results) {
    const framework = ancestorTitles[0]?.replaceAll("'", "");
    // What is tried of one framework alone is no row; it counts for the exit code.
    if (framework === undefined) continue;
    const row = rows.get(framework) ?? new Map();
    const cell = row.get(version) ?? { passed: 0, all: 0 };
    if (result === "passed" || result === "failed") cell.all += 1;
    if (result === "passed") cell.passed += 1;
    rows.set(framework, row.set(version, cell));
  }
}
rmSync(report, { force: true });

console.log(`| | ${versions.map((version) => `Node ${version}`).join(" | ")} |`);
console.log(`|---|${versions.map(() => "---|").join("")}`);
for (const [framework, row] of rows)
  console.log(`| ${framework} | ${versions.map((version) => `${row.get(version)?.passed}/${row.get(version)?.all}`).join(" | ")} |`);
