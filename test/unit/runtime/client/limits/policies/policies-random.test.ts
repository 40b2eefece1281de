/**
 * Each way to limit, and each pair of ways, in random schedules against services that count for themselves. `SUNDIAL_SCHEDULES=10000` runs
 * so many schedules of each kind, and a tenth of it of each pair; `SUNDIAL_FIRST_SEED=7` begins at another seed. What fails says its seed.
 */
import { describe, expect, it } from "vitest";
import { judgedLimits, judgedPairs, type JudgedKind } from "./judged-limits.js";
import { judge, type Schedule } from "./judged-schedules.js";

const schedules = Number(process.env["SUNDIAL_SCHEDULES"] ?? 60);
const firstSeed = Number(process.env["SUNDIAL_FIRST_SEED"] ?? 1);
const kinds = Object.keys(judgedLimits) as JudgedKind[];
const groups: readonly (readonly [name: string, kinds: readonly JudgedKind[], share: number])[] = [
  ...kinds.map((kind) => [kind, [kind], 1] as const),
  ...judgedPairs.map((pair) => [pair.join(" and "), pair, 0.1] as const),
];

interface Sum {
  readonly problems: string[];
  guessed: number;
  arrived: number;
  rejected: number;
}

async function judgeAll(of: readonly JudgedKind[], share: number, journey: Schedule["journey"]): Promise<Sum> {
  const sum: Sum = { problems: [], guessed: 0, arrived: 0, rejected: 0 };
  const last = firstSeed + Math.ceil(schedules * share);
  for (let seed = firstSeed; seed < last && sum.problems.length < 5; seed += 1) {
    const schedule: Schedule = { seed, kinds: of, journey, losing: seed % 3 === 0 ? 0.2 : 0 };
    const { problems, arrived, rejected, excused, guessed } = await judge(schedule);
    if (problems.length > 0) sum.problems.push(`${seed}: ${problems.slice(0, 3).join("; ")}`);
    const isSteady = journey[0] === journey[1];
    if (isSteady && guessed === 0 && rejected > excused) sum.problems.push(`${seed}: ${rejected} of ${arrived} were rejected`);
    sum.guessed = guessed;
    sum.arrived += arrived;
    sum.rejected += rejected;
  }
  if (process.env["SUNDIAL_SCHEDULES"] !== undefined) console.log(`${of.join(" and ")}: ${sum.rejected} of ${sum.arrived} were rejected`);
  return sum;
}

describe("where all calls take the same time on their way, nothing is turned away", { timeout: 3_600_000 }, () => {
  it.each(groups)("%s", async (_, of, share) => {
    const { problems, guessed, arrived, rejected } = await judgeAll(of, share, [20, 20]);
    expect(problems).toEqual([]);
    if (guessed > 0) expect(rejected).toBeLessThanOrEqual(Math.max(10, arrived * guessed));
  });
});

describe("where some calls overtake others, hardly any is turned away", { timeout: 3_600_000 }, () => {
  it.each(groups)("%s", async (_, of, share) => {
    const { problems, guessed, arrived, rejected } = await judgeAll(of, share / 3, [20, 60]);
    expect(problems).toEqual([]);
    expect(rejected).toBeLessThanOrEqual(Math.max(10, arrived * guessed));
  });
});

it.each([
  ["told", 5152, 0],
  ["places", 1761, 2],
  ["places", 4437, 1],
  ["places", 4521, 4],
  ["places", 5961, 4],
] as const)("of %s in schedule %i, where more was turned away once, %i are", async (kind, seed, most) => {
  const { problems, rejected } = await judge({ seed, kinds: [kind], journey: [20, 20], losing: seed % 3 === 0 ? 0.2 : 0 });
  expect(problems).toEqual([]);
  expect(rejected).toBeLessThanOrEqual(most);
});
