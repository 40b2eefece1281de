/**
 * `npm run test:differential -- --pairs 1000000 --seed 7`: more values than a test has time for.
 * `npm run test:differential -- --real 5000 [--folder DIR]`: so many schemas of real descriptions, of the corpus or of another folder.
 */
import { parseArgs } from "node:util";
import { readCorpus, readFolder } from "../corpus/descriptions.js";
import { campaign, coverageTable, told } from "./campaign.js";
import { compareReal } from "./real.js";
import { realBundle } from "./real-schemas.js";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    real: { type: "string" },
    folder: { type: "string" },
  },
});
const started = performance.now();
if (values.real !== undefined) {
  process.exitCode = (await runReal(Number(values.real))) ? 0 : 1;
  process.exit();
}
const { compared, valid, coverage, disagreements } = await campaign(Number(values.seed), Number(values.pairs));
console.log(coverageTable(coverage));
for (const disagreement of disagreements) console.log(`\n${told(disagreement)}`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `\n${String(compared)} values compared in ${seconds} s, ${String(valid)} of them valid, ${String(disagreements.length)} disagreements`,
);
process.exitCode = disagreements.length > 0 ? 1 : 0;

/** Spread over descriptions, each with at most a tenth of them. */
async function runReal(wanted: number): Promise<boolean> {
  const descriptions = values.folder === undefined ? (readCorpus() ?? []) : readFolder(values.folder, 400);
  let [schemas, compared, valid, wrong, cfworker, ours] = [0, 0, 0, 0, 0, 0];
  for (const { name, path } of descriptions) {
    if (schemas >= wanted) break;
    const bundle = await realBundle(path);
    if (bundle === undefined || Object.keys(bundle).length === 0) continue;
    const found = await compareReal(bundle, Number(values.seed), Math.min(wanted - schemas, Math.ceil(wanted / 10)));
    schemas += found.schemas;
    compared += found.compared;
    valid += found.valid;
    wrong += found.disagreements.length;
    cfworker += found.others.cfworker;
    ours += found.others.ours;
    console.log(
      `${name.padEnd(40)} ${String(found.schemas).padStart(6)} schemas ${String(found.compared).padStart(7)} values ${String(found.disagreements.length).padStart(4)} disagreements`,
    );
    for (const each of found.disagreements.slice(0, 3))
      console.log(told({ ...each, bundle: { [each.name]: each.bundle[each.name] ?? true } }));
  }
  console.log(
    `\n${String(schemas)} real schemas, ${String(compared)} values, ${String(valid)} of them valid; emitted validators and hyperjump: ${String(wrong)} disagreements; ` +
      `cfworker and hyperjump: ${String(cfworker)}; the interpreter of the model and hyperjump: ${String(ours)}`,
  );
  return wrong + ours === 0;
}
