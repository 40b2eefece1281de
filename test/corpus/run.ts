/**
 * `npm run test:corpus`: every description of the corpus generates every output, and every output type-checks.
 *
 *   npm run test:corpus -- [--only stripe-2024,square] [--compilers 5.9,6,7] [--settings client,server,all] [--keep]
 *   npm run test:corpus -- --matrix [--only petstore] [--compilers 5.9,6,7]   under every tsconfig of `tsconfigs.ts`
 */
import { parseArgs } from "node:util";
import { compilers, temporaryFolder, type Compiler } from "../support/compile.js";
import { corpusRequired, readCorpus, type Description } from "./descriptions.js";
import { features, petstore } from "./features.js";
import { writeMatrix } from "./matrix.js";
import { judge, settings, writeOutput, type Output, type Setting, type Source, type Verdicts } from "./outputs.js";
import { forbidden, tsconfigs } from "./tsconfigs.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    compilers: { type: "string", default: "5.9,6,7" },
    settings: { type: "string", default: "client,server,all" },
    keep: { type: "boolean", default: false },
    matrix: { type: "boolean", default: false },
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

/** Judges all descriptions, and those of the project, under each tsconfig; whether none has an error. */
async function checkMatrix(corpus: readonly Source[], judges: readonly Compiler[]): Promise<boolean> {
  const folder = await temporaryFolder();
  try {
    const { outputs, judge: judgeUnder } = await writeMatrix(folder.path, corpus);
    for (const { folder: at, mistakes } of outputs) for (const mistake of mistakes) console.error(`${at}: ${mistake}`);
    const rows = tsconfigs({ compiler: judges });
    let [checks, wrong] = [0, 0];
    for (const row of rows) {
      const { outputs: judged, errors } = await judgeUnder(row);
      checks += judged;
      wrong += errors.length;
      console.log(`${Object.values(row).join(", ").padEnd(110)}${String(judged).padStart(5)}${String(errors.length).padStart(6)}`);
      for (const { file, line, text } of errors.slice(0, 5)) console.error(`  ${file}:${String(line)}: ${text}`);
    }
    for (const { says, error } of forbidden) console.log(`left out: ${says} (${error})`);
    console.log(`\n${String(rows.length)} tsconfigs, ${String(checks)} checks of outputs, ${String(wrong)} errors`);
    return wrong === 0 && outputs.every(({ mistakes }) => mistakes.length === 0);
  } finally {
    await folder.remove();
  }
}

const corpus = readCorpus();
if (corpus === undefined) process.exitCode = corpusRequired ? 1 : 0;
else {
  const only = values.only?.split(",");
  const chosen = settings.filter((setting) => values.settings.split(",").includes(setting.name));
  const judges = values.compilers.split(",").filter(isCompiler);
  const wanted = <Named extends Source>(sources: readonly Named[]): readonly Named[] =>
    sources.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  if (values.matrix) process.exit((await checkMatrix(wanted([petstore, ...features, ...corpus]), judges)) ? 0 : 1);
  const heads = judges.flatMap((compiler) => chosen.map((setting) => `${setting.name} ${compiler}`.padStart(12)));
  console.log(`${"description".padEnd(42)}files     bytes     ms${heads.join("")}`);
  const clean = await check(wanted(corpus), chosen, judges);
  if (!clean) process.exitCode = 1;
}
