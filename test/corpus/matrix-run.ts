/** `npm run test:corpus -- --matrix`: descriptions of the project and real ones under every tsconfig of the plan, and the table of what was found. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { temporaryFolder, type Compiler } from "../support/compile.js";
import { features, otherFeatures, petstore } from "./features.js";
import { writeMatrix, type Matrix } from "./matrix.js";
import { printTable, type Count } from "./matrix-table.js";
import type { Source } from "./outputs.js";
import { refused } from "./refused.js";
import { refusals } from "./refusals.js";
import { corpusTasks, projectTasks, type Task } from "./plan.js";

/**
 * Whether there is no error. `of`: "project", "corpus" or both. What is found is added to a JSON file, if there is one; what it has
 * without an error is not tried again, so that a run can be done in pieces. The table is that of all of them.
 */
export async function runMatrix(
  compilers: readonly Compiler[],
  of: readonly string[],
  corpus: readonly Source[],
  json: string | undefined,
): Promise<boolean> {
  const known = json !== undefined && existsSync(json) ? (JSON.parse(readFileSync(json, "utf8")) as Count[]) : []; // its own
  const counts = known.filter(({ errors }) => errors === 0);
  const keep = (count: Count): void => {
    counts.push(count);
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(counts, undefined, 1)}\n`);
  };
  let clean = await judgeRefusals(compilers);
  const always = [petstore, ...features];
  const others = otherFeatures();
  const project = [...always, ...others];
  for (const descriptions of [of.includes("project") ? project : [], of.includes("corpus") ? corpus : []]) {
    if (descriptions.length === 0) continue;
    const folder = await temporaryFolder();
    try {
      const matrix = await writeMatrix(folder.path, descriptions);
      for (const { folder: at, mistakes } of matrix.outputs) for (const mistake of mistakes) console.error(`${at}: ${mistake}`);
      clean &&= matrix.outputs.every(({ mistakes }) => mistakes.length === 0);
      for (const compiler of compilers) {
        const whole = matrix.outputs.filter(({ setting }) => setting.name === "all");
        if (descriptions === project) await judgeAll(matrix, projectTasks(compiler, always, others), "project", counts, keep);
        else await judgeAll(matrix, corpusTasks(compiler, whole), "corpus", counts, keep);
      }
    } finally {
      await folder.remove();
    }
  }
  console.log(`\n${printTable(counts)}`);
  return clean && counts.every(({ errors }) => errors === 0);
}

/** Whether what is left out is what the compilers refuse. */
async function judgeRefusals(compilers: readonly Compiler[]): Promise<boolean> {
  let clean = true;
  for (const compiler of compilers) {
    for (const refusal of refusals) {
      const expected = refusal.errors[compiler];
      const found = await refused(compiler, refusal);
      if (expected === undefined ? found.length === 0 : found.includes(expected)) continue;
      clean = false;
      console.error(`TypeScript ${compiler}, ${refusal.says}: ${expected ?? "no error"} was expected, not ${found.join(", ")}`);
    }
  }
  console.log(`${String(refusals.length)} combinations are refused or taken as they should be: ${String(clean)}`);
  return clean;
}

async function judgeAll(
  matrix: Matrix,
  tasks: readonly Task[],
  of: Count["of"],
  done: readonly Count[],
  keep: (count: Count) => void,
): Promise<void> {
  for (const [index, { combination, descriptions }] of tasks.entries()) {
    const { compiler, group } = combination;
    const name = `${combination.name}: ${descriptions.map((each) => each.name).join(", ")}`;
    if (done.some((each) => each.of === of && each.name === name)) continue;
    const start = performance.now();
    const { outputs, errors } = await matrix.judge(combination, descriptions);
    keep({ of, compiler, name, group, outputs, errors: errors.length });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${String(index + 1)}/${String(tasks.length)} ${of}: ${name}: ${String(outputs)} outputs, ${String(errors.length)} errors, ${seconds} s`,
    );
    for (const { file, line, text } of errors.slice(0, 5)) console.error(`  ${file}:${String(line)}: ${text}`);
  }
}
