/**
 * A long run of two processes that share a gate through Redis, against a service with trouble: answers that take seconds, connections
 * that break before a request or in place of an answer, rejections out of the blue, and a clock that is an hour ahead. Of bursts of calls with
 * and without patience, none may hang, no request that is not safe to repeat may arrive twice, and none may arrive while the key is closed.
 *
 *   npm run bench:soak -- [--minutes 20] [--scale 10]         minutes of the scaled clock
 *   npm run bench:soak -- --keys 1000000 [--window 2]         so many keys in one process instead: memory and time of each tenth of them
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { start, startService, within, type Environment } from "./limits/run.js";
import type { Assignment, FromCaller } from "./limits/messages.js";
import { newerNode } from "./newer-node.js";
import { nextMessage } from "./processes.js";
import { buildPrograms } from "./programs.js";
import { startRedis } from "./redis.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    scale: { type: "string", default: "10" },
    keys: { type: "string" },
    window: { type: "string", default: "2" },
  },
});
const minutes = Number(values.minutes);
/** Calls may wait for as long after the last was made. */
const rest = 30;

async function soak(environment: Environment): Promise<readonly string[]> {
  const service = await startService(environment);
  service.open({ open: "soak", headers: true, trouble: { ahead: 3_600_000 } });
  const assignment = { client: "sundial", baseUrl: service.baseUrl, key: "soak", instances: 1, redis: environment.redis };
  const children = [0, 1].map((index) => {
    const own: Assignment = { ...assignment, calls: [minutes, index] };
    return start(environment, environment.programs.path("soak-caller"), JSON.stringify(own));
  });
  try {
    await Promise.all(children.map((child) => nextMessage<FromCaller>(child)));
    const ends = Promise.all(children.map((child) => nextMessage<Exclude<FromCaller, "ready">>(child)));
    for (const child of children) child.send("go");
    const ended = await within(((minutes + rest) * 60_000) / environment.scale, ends);
    const report = await service.report("soak");
    const passed = (report.last - report.first) / 60_000;
    console.log(ended?.map(({ outcomes }) => outcomes) ?? "not all calls came to an end", report);
    console.log(`${(report.served / passed).toFixed(1)} answers a minute, for ${passed.toFixed(1)} minutes`);
    const bars: readonly (readonly [boolean, string])[] = [
      [ended !== undefined, "calls hang"],
      [!report.banned, "the key was banned"],
      [report.sentWhileClosed === 0, `${String(report.sentWhileClosed)} requests were sent while the key was closed`],
      [report.doubled === 0, `${String(report.doubled)} calls were answered twice`],
      [report.avoidable === 0, `${String(report.avoidable)} of ${String(report.rejected)} rejections were avoidable`],
    ];
    return bars.filter(([kept]) => !kept).map(([, text]) => text);
  } finally {
    for (const child of children) child.kill();
    service.stop();
  }
}

/** In a process of its own: nothing else is in its memory. */
async function soakKeys(keys: string): Promise<void> {
  const programs = await buildPrograms(["limits/soak-keys.ts"]);
  const args = ["--expose-gc", programs.path("soak-keys"), keys, values.window];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  programs.remove();
  process.exitCode = status ?? 1;
}

async function soakBursts(): Promise<void> {
  const node = newerNode();
  if (node === undefined) throw new Error("The benchmark needs Node 22.19 or later");
  const programs = await buildPrograms(["limits/service.ts", "limits/soak-caller.ts"]);
  const redis = await startRedis();
  try {
    const failures = await soak({ programs, node, scale: Number(values.scale), start: Date.now(), redis: redis.url });
    for (const failure of failures) console.error(failure);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    programs.remove();
    await redis.stop();
  }
}

await (values.keys === undefined ? soakBursts() : soakKeys(values.keys));
