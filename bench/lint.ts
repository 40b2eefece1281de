/**
 * What `sundial lint` finds, beside Redocly's `recommended` rules: in a description with one mistake each, and in real ones.
 *
 *   npm run bench:lint -- [--folder DIR] [--sample 50] [--show]   --folder: real descriptions besides those of the corpus
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { mistakes } from "./lint/mistakes.js";
import { readCorpus } from "../test/corpus/descriptions.js";
import { peers } from "./newer-node.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** What is said of a description: which rule, and the sentence. */
interface Said {
  readonly rule: string;
  readonly message: string;
}

/** What we say of a file. */
async function ours(file: string): Promise<readonly Said[]> {
  const argv = [join(root, "dist/bin.js"), "lint", "--input", file, "--format", "json"];
  // Exit code 1 says that there are errors.
  const { stdout } = await run(process.execPath, argv, { maxBuffer: 2 ** 30 }).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly code: string; readonly message: string }[] };
  return diagnostics.map(({ code, message }) => ({ rule: code, message }));
}

/** The part of Redocly's library that is used. */
interface Redocly {
  readonly createConfig: (config: { readonly extends: readonly string[] }) => Promise<object>;
  readonly lint: (options: {
    readonly ref: string;
    readonly config: object;
  }) => Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
}

async function redocly(): Promise<(file: string) => Promise<readonly Said[]>> {
  const entry = pathToFileURL(join(peers, "@redocly/openapi-core/lib/index.js")).href;
  const { createConfig, lint } = (await import(entry)) as Redocly;
  const config = await createConfig({ extends: ["recommended"] });
  return async (ref) => {
    try {
      return (await lint({ ref, config })).map(({ ruleId, message }) => ({ rule: ruleId, message }));
    } catch (error) {
      // What does not parse is thrown.
      return [{ rule: "thrown", message: error instanceof Error ? error.message : String(error) }];
    }
  };
}

/** What is said of a description with a mistake, and not of the one without. */
function added(before: readonly Said[], after: readonly Said[]): readonly Said[] {
  const left = before.map(({ rule, message }) => `${rule} ${message}`);
  return after.filter(({ rule, message }) => {
    const index = left.indexOf(`${rule} ${message}`);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

async function compareMistakes(theirs: (file: string) => Promise<readonly Said[]>, folder: string, show: boolean): Promise<void> {
  const right = readFileSync(join(root, "spec/petstore.yaml"), "utf8");
  const file = join(folder, "petstore.yaml");
  writeFileSync(file, right);
  const before = { ours: await ours(file), theirs: await theirs(file) };
  const found = { ours: 0, theirs: 0 };
  console.log(`${"mistake".padEnd(52)}${"sundial".padEnd(30)}redocly`);
  for (const { what, from, to } of mistakes) {
    if (!right.includes(from)) throw new Error(`There is no place for "${what}" any more.`);
    writeFileSync(
      file,
      right.replace(from, () => to),
    );
    const after = { ours: added(before.ours, await ours(file)), theirs: added(before.theirs, await theirs(file)) };
    for (const each of ["ours", "theirs"] as const) if (after[each].length > 0) found[each] += 1;
    const rules = (said: readonly Said[]): string => [...new Set(said.map(({ rule }) => rule))].join(" ") || "—";
    console.log(`${what.padEnd(52)}${rules(after.ours).padEnd(30)}${rules(after.theirs)}`);
    if (show) for (const { message } of after.ours) console.log(`    ${message}`);
  }
  console.log(`\nOf ${String(mistakes.length)} mistakes: sundial ${String(found.ours)}, redocly ${String(found.theirs)}\n`);
}

async function compareReal(theirs: (file: string) => Promise<readonly Said[]>, files: readonly string[], show: boolean): Promise<void> {
  const totals = { ours: new Map<string, number>(), theirs: new Map<string, number>() };
  for (const file of files) {
    const said = { ours: await ours(file), theirs: await theirs(file) };
    console.log(`${basename(file).padEnd(52)}${String(said.ours.length).padStart(7)}${String(said.theirs.length).padStart(9)}`);
    for (const each of ["ours", "theirs"] as const)
      for (const { rule } of said[each]) totals[each].set(rule, (totals[each].get(rule) ?? 0) + 1);
    if (show) for (const { rule, message } of said.ours.slice(0, 20)) console.log(`    ${rule}: ${message.slice(0, 160)}`);
  }
  for (const [who, counts] of Object.entries(totals)) {
    console.log(`\n${who}: ${String([...counts.values()].reduce((sum, count) => sum + count, 0))} in ${String(files.length)} descriptions`);
    for (const [rule, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${String(count).padStart(8)} ${rule}`);
  }
}

/** Descriptions of a folder, spread over all of it. */
function sampled(folder: string | undefined, sample: number): readonly string[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort();
  const count = Math.min(sample, files.length);
  return Array.from({ length: count }, (_, index) => join(folder, files[Math.floor((index * files.length) / count)] ?? ""));
}

const { values } = parseArgs({
  options: { folder: { type: "string" }, sample: { type: "string", default: "50" }, show: { type: "boolean", default: false } },
});
if (!existsSync(join(peers, "@redocly/openapi-core"))) {
  console.error("There is no @redocly/openapi-core: run `npm install --prefix bench --ignore-scripts`.");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "sundial-bench-lint-"));
try {
  const theirs = await redocly();
  await compareMistakes(theirs, folder, values.show);
  await compareReal(
    theirs,
    [...(readCorpus() ?? []).map(({ path }) => path), ...sampled(values.folder, Number(values.sample))],
    values.show,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
