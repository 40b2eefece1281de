/**
 * `npm run test:corpus`: every description of the corpus generates every output, and every output type-checks.
 *
 *   npm run test:corpus -- [--only stripe-2024,square] [--compilers 5.9,6,7] [--settings client,server,all] [--keep]
 *   npm run test:corpus -- --folder DIR [--sample N]   those in another folder, spread over all, not held strictly
 *   npm run test:corpus -- --matrix [--only petstore] [--compilers 5.9,6,7] [--of project,corpus] [--json FILE]   under the tsconfigs of `plan.ts`
 */
import { parseArgs } from "node:util";
import { compilers, temporaryFolder, type Compiler } from "../support/compile.js";
import { corpusRequired, readCorpus, readFolder, type Description } from "./descriptions.js";
import { runMatrix } from "./matrix-run.js";
import { startCompilers } from "../support/warm-compilers.js";
import { judge, settings, writeOutput, type Output, type Setting, type Source, type Verdicts } from "./outputs.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    folder: { type: "string" },
    sample: { type: "string", default: "100" },
    compilers: { type: "string", default: "5.9,6,7" },
    settings: { type: "string", default: "client,server,all" },
    keep: { type: "boolean", default: false },
    matrix: { type: "boolean", default: false },
    of: { type: "string", default: "project,corpus" },
    json: { type: "string" },
  },
});

const isCompiler = (name: string): name is Compiler => Object.hasOwn(compilers, name);

async function check(corpus: readonly Description[], chosen: readonly Setting[], judges: readonly Compiler[]): Promise<boolean> {
  const folder = await temporaryFolder();
  try {
    const outputs: Output[] = [];
    for (const setting of chosen) for (const description of corpus) outputs.push(await writeOutput(folder.path, description, setting));
    const verdicts = new Map<Compiler, Verdicts>();
    for (const compiler of judges) verdicts.set(compiler, await judge(folder.path, outputs, compiler, tell));
    tell("");
    for (const description of corpus) print(description, outputs, verdicts);
    return report(outputs, verdicts);
  } finally {
    if (values.keep) console.log(`The output is in ${folder.path}`);
    else await folder.remove();
  }
}

/** On a terminal, one line that is written over: the whole takes minutes. */
function tell(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${progress.slice(0, process.stderr.columns - 1)}`);
}

function print(description: Description, outputs: readonly Output[], verdicts: ReadonlyMap<Compiler, Verdicts>): void {
  const own = outputs.filter((output) => output.description === description);
  const whole = own.find((output) => output.setting.name === "all") ?? own[0];
  const counts = [...verdicts].flatMap(([, verdict]) =>
    own.map((output) => (output.mistakes.length > 0 ? "-" : String(verdict.get(output)?.length ?? 0)).padStart(12)),
  );
  const figures = [
    String(whole?.files ?? 0).padStart(5),
    String(whole?.bytes ?? 0).padStart(10),
    (whole?.milliseconds ?? 0).toFixed(0).padStart(7),
  ];
  console.log(`${description.name.padEnd(42)}${figures.join("")}${counts.join("")}`);
}

/** Says what went wrong, and whether nothing did. */
function report(outputs: readonly Output[], verdicts: ReadonlyMap<Compiler, Verdicts>): boolean {
  const lines = outputs.flatMap((output) => output.mistakes.map((mistake) => `${output.folder}: ${mistake}`));
  for (const [compiler, verdict] of verdicts) {
    for (const [output, errors] of verdict) {
      lines.push(
        ...errors
          .slice(0, 5)
          .map((error) => `TypeScript ${compiler}, ${error.file === "" ? output.folder : error.file}:${String(error.line)}: ${error.text}`),
      );
      if (errors.length > 5) lines.push(`TypeScript ${compiler}, ${output.folder}: and ${String(errors.length - 5)} more`);
    }
  }
  if (lines.length > 0) console.error(`\n${lines.join("\n")}`);
  const programs = [...verdicts.values()].reduce((sum, verdict) => sum + verdict.size, 0);
  console.log(`\n${String(outputs.length)} outputs, ${String(programs)} checks, ${lines.length === 0 ? "0 errors" : "NOT CLEAN"}`);
  return lines.length === 0;
}

const corpus = values.folder === undefined ? readCorpus() : readFolder(values.folder, Number(values.sample));
if (corpus === undefined) process.exitCode = corpusRequired ? 1 : 0;
else {
  const only = values.only?.split(",");
  const chosen = settings.filter((setting) => values.settings.split(",").includes(setting.name));
  const judges = values.compilers.split(",").filter(isCompiler);
  const stopCompilers = await startCompilers();
  const wanted = <Named extends Source>(sources: readonly Named[]): readonly Named[] =>
    sources.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  if (values.matrix) process.exit((await runMatrix(judges, values.of.split(","), wanted(corpus), values.json)) ? 0 : 1);
  const heads = judges.flatMap((compiler) => chosen.map((setting) => `${setting.name} ${compiler}`.padStart(12)));
  console.log(`${"description".padEnd(42)}files     bytes     ms${heads.join("")}`);
  const clean = await check(wanted(corpus), chosen, judges);
  stopCompilers();
  if (!clean) process.exitCode = 1;
}
