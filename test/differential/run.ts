/** `npm run test:differential -- --pairs 1000000 --seed 7`: more values than a test has time for. */
import { parseArgs } from "node:util";
import { campaign, coverageTable, told } from "./campaign.js";

const { values } = parseArgs({ options: { pairs: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } } });
const started = performance.now();
const { compared, valid, coverage, disagreements } = await campaign(Number(values.seed), Number(values.pairs));
console.log(coverageTable(coverage));
for (const disagreement of disagreements) console.log(`\n${told(disagreement)}`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `\n${String(compared)} values compared in ${seconds} s, ${String(valid)} of them valid, ${String(disagreements.length)} disagreements`,
);
process.exitCode = disagreements.length > 0 ? 1 : 0;
