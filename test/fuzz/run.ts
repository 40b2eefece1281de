/**
 * `npm run test:fuzz`: descriptions that are changed in every way that we can think of, and what must hold whatever they are.
 *
 *   npm run test:fuzz -- --seconds 600 --seed 7    as long as there is time
 *   npm run test:fuzz -- --cases 200 --seed 1      the same everywhere
 *   npm run test:fuzz -- --seed 7 --only 1234      one case again; `--show` prints it as it is
 *   npm run test:fuzz -- --learn                   after a change of what is generated: what files of outputs are known to do
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { campaign, type Figures, type Plan } from "./campaign.js";
import { makeCase } from "./cases/make-case.js";
import { allSources } from "./cases/sources.js";
import { learnDeeds } from "./judge/known-deeds.js";
import { watchedJudge } from "./judge/watched-judge.js";
import { unchangedCases } from "./learn.js";
import { writeFailure } from "./write-failure.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    cases: { type: "string" },
    seed: { type: "string", default: "1" },
    first: { type: "string", default: "0" },
    only: { type: "string" },
    show: { type: "boolean", default: false },
    shrink: { type: "boolean", default: true },
    command: { type: "string", default: "150" },
    types: { type: "string", default: "40" },
    folder: { type: "string", default: join(tmpdir(), "sundial-fuzz") },
    learn: { type: "boolean", default: false },
  },
  allowNegative: true,
});

const sources = allSources();
const seed = Number(values.seed);
if (values.learn) await learnDeeds(unchangedCases(sources));
else if (values.show) for (const { bytes } of makeCase(seed, Number(values.only), sources).files) process.stdout.write(bytes);
else await run();

async function run(): Promise<void> {
  const started = performance.now();
  const judge = watchedJudge();
  const figures = await campaign(planOf(started), sources, judge, async (failure) => {
    console.log(await writeFailure(values.folder, failure));
  });
  judge.stop();
  print(figures, (performance.now() - started) / 1000);
  process.exitCode = figures.faults.size > 0 ? 1 : 0;
}

function planOf(started: number): Plan {
  const { only, cases, shrink } = values;
  const most = only === undefined ? (cases === undefined ? Infinity : Number(cases)) : 1;
  const end = most === Infinity ? started + Number(values.seconds) * 1000 : Infinity;
  return {
    seed,
    first: Number(only ?? values.first),
    goesOn: (done) => done < most && performance.now() < end,
    shrinks: shrink,
    commandEvery: only === undefined ? Number(values.command) : 1,
    typeChecked: Number(values.types),
  };
}

function print({ cases, generated, refused, bytes, commands, typeChecked, codes, slowest, faults }: Figures, seconds: number): void {
  for (const [key, count] of faults) console.log(`${String(count).padStart(6)}  ${key}`);
  console.log(
    `\n${String(cases)} cases of seed ${String(seed)} in ${seconds.toFixed(1)} s: ${String(generated)} generated, ${String(refused)} refused, ` +
      `${(bytes / 1e6).toFixed(1)} MB read, ${String(codes.size)} codes reported, ${String(commands)} as a command, ${String(typeChecked)} type-checked; ` +
      `the slowest took ${slowest.time.toFixed(0)} ms (--only ${String(slowest.index)}); ${String(faults.size)} kinds of faults`,
  );
}
