// `npm run test:mutation`: changes the code of the gate, a little at a time, and prints each change that no test notices, and a table.
// Some files only: `npm run test:mutation -- policies/spacing gate-queue`. Their names are those in templates/runtime/client/limits.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const { Stryker } = await import("@stryker-mutator/core").catch(() => {
  console.error("Run `npm install --prefix test/mutation` first.");
  process.exit(1);
});

const folder = dirname(fileURLToPath(import.meta.url));
const limits = "templates/runtime/client/limits";
const names = process.argv.slice(2).map((name) => name.replace(/\.ts$/, ""));
const mutate = names.length === 0 ? [`${limits}/**/*.ts`] : names.map((name) => `${limits}/${name}.ts`);
// For `vitest.config.ts`.
process.env["SUNDIAL_MUTATED"] = names.join(" ");

process.chdir(join(folder, "../.."));
const results = await new Stryker({ configFile: relative(".", join(folder, "stryker.config.json")), mutate }).runMutationTest();

const living = new Set(["Survived", "NoCoverage"]);
const rows = new Map();
for (const { fileName, status, replacement, mutatorName, location } of results) {
  const name = relative(limits, fileName);
  const row = rows.get(name) ?? { mutants: 0, killed: 0, timeout: 0, living: [] };
  rows.set(name, row);
  // What does not compile is no change that anybody could make.
  if (status === "Ignored" || status === "CompileError") continue;
  row.mutants += 1;
  if (status === "Timeout") row.timeout += 1;
  if (living.has(status)) row.living.push({ location, replacement, mutatorName, status });
  else row.killed += 1;
}

for (const [name, row] of rows) {
  const lines = readFileSync(join(limits, name), "utf8").split("\n");
  for (const { location, replacement, mutatorName, status } of row.living) {
    const { start, end } = location;
    const line = lines[start.line - 1] ?? "";
    const text = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
    const what = `${text}  ->  ${replacement?.replace(/\s+/g, " ").slice(0, 120) ?? mutatorName}`;
    console.log(`${name}:${start.line}: ${what}${status === "NoCoverage" ? " (no test comes here)" : ""}`);
  }
}
console.log("\n| file | mutants | killed | of these by time | living |\n|---|---|---|---|---|");
for (const [name, { mutants, killed, timeout, living: alive }] of [...rows].sort(([one], [other]) => (one < other ? -1 : 1)))
  console.log(`| ${name} | ${mutants} | ${killed} | ${timeout} | ${alive.length} |`);
