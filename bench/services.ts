/**
 * What clients do to services that limit in all the ways that are out there: in virtual time, so that hours pass in milliseconds, and
 * always the same for a seed. Rows in which chance decides, as another program takes part of the limit, are means of five seeds, from this on.
 *
 *   npm run bench:services -- [--style github,slack] [--scenario burst] [--client sundial,ky] [--only STYLE,CLIENT] [--seed 1] [--json FILE] [--docs]
 *
 * Columns: `sent`, requests that came; `rejected`, those that were turned away for a limit; `sent while closed`, those that were sent
 * although a rejection had said that its time was not over (see `services/ledger.ts`); `banned`, at the third of these; `failed`, calls
 * that ended without an answer though their callers would have waited; `share`, of the rate: how long a client needs that knows the
 * limits, beside what was needed, for the share of calls that were answered (see `services/ideal.ts`); `median` and `p99`, seconds from
 * a call until the request left that was answered. `--docs` writes the tables and the picture of docs/ anew.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brokenBars } from "./services/bars.js";
import { clients, programs } from "./services/clients.js";
import { picture, withTables } from "./services/pages.js";
import { runCells, type Cell } from "./services/run.js";
import { runsOf, scenarios } from "./services/scenarios.js";
import { styles } from "./services/styles/index.js";
import { header, lineOf } from "./services/table.js";

const { values } = parseArgs({
  options: {
    style: { type: "string" },
    scenario: { type: "string" },
    client: { type: "string" },
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "string" },
    docs: { type: "boolean", default: false },
  },
});

/** Whether a name has one of the listed parts in it; a name in full is that one alone. */
function isChosen(name: string, names: readonly string[], given: string | undefined): boolean {
  return given === undefined || given.split(",").some((part) => (names.includes(part) ? name === part : name.includes(part)));
}

const [onlyStyle = values.style, onlyClient = values.client] = values.only?.split(",") ?? [];

/** What is chosen of a list. Throws where that is nothing. */
function chosen<T extends { readonly name: string }>(all: readonly T[], given: string | undefined): readonly T[] {
  const names = all.map(({ name }) => name);
  const found = all.filter(({ name }) => isChosen(name, names, given));
  if (found.length === 0) throw new Error(`None is called "${String(given)}". There are: ${names.join("; ")}`);
  return found;
}

async function run(): Promise<readonly Cell[]> {
  const programOf = programs();
  const cells: Cell[] = [];
  for (const style of chosen(styles, onlyStyle)) {
    for (const scenario of chosen(scenarios, values.scenario)) {
      for (const client of chosen(clients, onlyClient)) {
        if (!client.fits(style, scenario)) continue;
        const program = await programOf(client.file);
        const settings = { style, scenario, client: client.name, create: client.create, program, seed: Number(values.seed) };
        const cell = await runCells(settings, runsOf(scenario));
        console.log(lineOf(cell));
        cells.push(cell);
      }
    }
  }
  return cells;
}

/** Writes the tables and the picture of the documentation. */
function writeDocs(cells: readonly Cell[]): void {
  const page = fileURLToPath(new URL("../docs/limits.md", import.meta.url));
  const image = fileURLToPath(new URL("../docs/limits-over-time.svg", import.meta.url));
  const text = withTables(
    readFileSync(page, "utf8"),
    cells.map(({ row }) => row),
  );
  writeFileSync(page, text);
  const drawing = picture(cells);
  if (drawing !== undefined) writeFileSync(image, drawing);
}

const isPart = (values.only ?? values.style ?? values.scenario ?? values.client) !== undefined;
const missing = ["ky", "bottleneck", "p-throttle"]
  .map((name) => fileURLToPath(new URL(`node_modules/${name}`, import.meta.url)))
  .filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error(`Cannot measure without:\n${missing.map((path) => `  ${path}`).join("\n")}`);
  console.error("Run `npm install --prefix bench --ignore-scripts`.");
  process.exitCode = 2;
} else if (values.docs && isPart) {
  console.error("`--docs` is of all rows: leave out `--style`, `--scenario`, `--client` and `--only`.");
  process.exitCode = 2;
} else {
  console.log(header);
  const cells = await run();
  if (values.json !== undefined) {
    const rows = cells.map(({ row, outcomes, seconds, ideal }) => ({ ...row, outcomes, seconds, ideal }));
    writeFileSync(values.json, `${JSON.stringify({ seed: Number(values.seed), rows }, undefined, 2)}\n`);
  }
  if (values.docs) writeDocs(cells);
  const broken = brokenBars(cells.map(({ row }) => row));
  for (const bar of broken) console.error(bar);
  if (broken.length > 0) process.exitCode = 1;
}
