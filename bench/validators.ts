/**
 * How fast generated validators are, how large and how soon ready, beside code written by hand and the validators of others: fifteen
 * workloads, each contender as its documentation has it, a fresh process per cell, medians of the rounds. Every answer is asserted.
 *
 *   npm run bench:validators -- [--rounds 5] [--only a,d2,size] [--contenders hand,sundial,ajv] [--json FILE]
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { githubFile, readGitHub, repository, type GitHub } from "./validators/github.js";
import type { Contender } from "./validators/contender.js";
import type { Load } from "./validators/weight.js";
import type { Workload } from "./validators/workloads.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
    contenders: { type: "string" },
    json: { type: "string" },
    /** Little time for each: shows that everything works, and no more. */
    smoke: { type: "boolean", default: false },
  },
});

const pace = values.smoke
  ? { rounds: 1, warmUp: 60, samples: 3, sample: 5 }
  : { rounds: Number(values.rounds), warmUp: 500, samples: 15, sample: 15 };

const asked = (list: string | undefined, name: string): boolean => list?.split(",").some((one) => name.startsWith(one)) ?? true;

function loadsOf({ fifty }: GitHub, workloads: readonly Workload[]): readonly Load[] {
  const valueOf = (name: string): string => workloads.find((workload) => workload.name === name)?.values[0] ?? "";
  const others = Object.keys(fifty.schemas).filter((name) => name !== repository);
  const [first] = workloads;
  if (first === undefined) return [];
  return [
    { name: "Petstore", order: { description: first.description, roots: ["Pet", "Category", "Tag"], formats: false }, value: valueOf("a") },
    { name: "50 schemas", order: { description: fifty, roots: [repository, ...others], formats: false }, value: valueOf("d") },
  ];
}

async function measureAll(contenders: readonly Contender[]): Promise<void> {
  // The peers are loaded only where they are installed.
  const [{ openWorkshop }, { measureSpeed }, { measureWeight }, { speedTables, weightTable }, { workloads }] = await Promise.all([
    import("./validators/prepare.js"),
    import("./validators/speed.js"),
    import("./validators/weight.js"),
    import("./validators/tables.js"),
    import("./validators/workloads.js"),
  ]);
  const github = readGitHub();
  const all = workloads(github);
  const only = values.only?.split(",");
  const chosen = all.filter(({ name }) => only?.includes(name) ?? true);
  const workshop = openWorkshop();
  try {
    console.log(`Medians of ${String(pace.rounds)} rounds, Node ${process.versions.node}.\n`);
    for (const { name, title } of chosen) console.log(`- ${name}: ${title}`);
    const figures = await measureSpeed(chosen, contenders, pace, workshop);
    if (figures.length > 0) console.log(`\n${speedTables(figures)}`);
    if (figures.some(({ failed }) => failed)) process.exitCode = 1;
    const starts = values.smoke ? 1 : 11;
    const weights = (only?.includes("size") ?? true) ? await measureWeight(loadsOf(github, all), contenders, starts, workshop) : [];
    if (weights.length > 0) console.log(`\n${weightTable(weights)}`);
    const rows = { node: process.versions.node, figures, weights };
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, undefined, 2)}\n`);
  } finally {
    if (process.env["BENCH_KEEP"] === undefined) workshop.remove();
    else console.log(workshop.folder);
  }
}

if (existsSync(githubFile)) {
  const { contenders } = await import("./validators/contenders.js");
  await measureAll(contenders.filter(({ name }) => asked(values.contenders, name)));
} else {
  console.error(`Cannot measure without ${githubFile}: run \`npm install --prefix bench --ignore-scripts\`.`);
  process.exitCode = 2;
}
