/**
 * What limits cost where nobody is over them: a call of the client through its gate, by path and by function, beside bare openapi-fetch,
 * with a `fetch` that answers at once; a request at the limiter, in memory and on Redis; and a whole server with authentication, limits
 * and their headers, beside the same written by hand on node:http and on Fastify. In turn, medians of the rounds; ratios are of each round
 * to the first of its kind.
 *
 *   npm run bench:overhead -- [--rounds 7] [--seconds 2] [--only calls,http,memory,redis,servers] [--json FILE]
 */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Figure } from "./overhead/rounds.js";
import { measureServers, type Rate } from "./overhead/servers.js";
import { nextMessage } from "./processes.js";
import { buildPrograms, type Programs } from "./programs.js";
import { startRedis } from "./redis.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "2" },
    only: { type: "string" },
    json: { type: "string" },
  },
});

const asked = (part: string): boolean => values.only?.split(",").includes(part) ?? true;

/** Each in a process of its own, so that none runs in what another has left to the optimiser. */
async function figures(programs: Programs, part: string, url = ""): Promise<readonly Figure[]> {
  const child = fork(programs.path("microbench"), [part, values.rounds, url], { execArgv: [] });
  return nextMessage<readonly Figure[]>(child);
}

function print({ what, name, ratio }: Figure | Rate, figure: string): void {
  console.log(`${what.padEnd(34)}${name.padEnd(36)}${figure.padStart(16)}${ratio.toFixed(2).padStart(8)}×`);
}

async function measureAll(programs: Programs): Promise<readonly (Figure | Rate)[]> {
  const all: (Figure | Rate)[] = [];
  const add = (measured: readonly Figure[]): void => {
    for (const figure of measured) print(figure, `${figure.nanoseconds.toFixed(0)} ns`);
    all.push(...measured);
  };
  if (asked("calls")) add(await figures(programs, "calls"));
  if (asked("http")) {
    const server = fork(programs.path("server-by-hand"), ["--limits"], { execArgv: [] });
    const { port } = await nextMessage<{ readonly port: number }>(server);
    add(await figures(programs, "http", `http://127.0.0.1:${String(port)}/v1`));
    server.kill();
  }
  if (asked("memory")) add(await figures(programs, "memory"));
  if (asked("redis")) {
    const redis = await startRedis();
    if (redis.url === undefined) console.log("No Redis to measure on: give REDIS_URL, or have `redis-server` installed.");
    else add(await figures(programs, "redis", redis.url));
    await redis.stop();
  }
  if (asked("servers")) {
    const rates = await measureServers(programs, Number(values.rounds), Number(values.seconds));
    for (const rate of rates) print(rate, `${rate.perSecond.toFixed(0)} /s`);
    all.push(...rates);
  }
  return all;
}

const files = ["microbench.ts", "load.ts", "server-by-hand.ts", "server-fastify.mjs", "server-sundial.ts"];
const programs = await buildPrograms(files.map((file) => `overhead/${file}`));
try {
  console.log(`Medians of ${values.rounds} rounds, Node ${process.versions.node}.\n`);
  const rows = await measureAll(programs);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ node: process.versions.node, rows }, undefined, 2)}\n`);
} finally {
  programs.remove();
}
