/** Requests per second of servers, each in a process of its own, under load from another. */
import { fork, type ChildProcess } from "node:child_process";
import { median } from "../measure.js";
import { nextMessage } from "../processes.js";
import type { Programs } from "../programs.js";
import type { Load } from "./load.js";
import { key } from "./petstore.js";

export interface Rate {
  readonly what: string;
  readonly name: string;
  /** Requests per second, the median of the rounds. */
  readonly perSecond: number;
  /** Against the first server: the median of the rounds' ratios. */
  readonly ratio: number;
}

const contenders = [
  { name: "node:http by hand, with limits", program: "server-by-hand", arguments: ["--limits"] },
  { name: "node:http by hand, without", program: "server-by-hand", arguments: [] },
  { name: "Fastify, with limits by hand", program: "server-fastify", arguments: [] },
  { name: "sundial, with limits", program: "server-sundial", arguments: [] },
  { name: "sundial, limits: false", program: "server-sundial", arguments: ["--unlimited"] },
] as const;

const newAnimal = JSON.stringify({ name: "Rex", categoryId: 1, status: "available" });
const head = `Host: petstore\r\nAuthorization: Bearer ${key}\r\n`;
const requests = [
  { what: "server, list 20", status: 200, request: `GET /v1/pets?status=available&limit=20 HTTP/1.1\r\n${head}\r\n` },
  {
    what: "server, create",
    status: 201,
    request: `POST /v1/pets HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${String(newAnimal.length)}\r\n\r\n${newAnimal}`,
  },
] as const;

async function answersPerSecond(loader: ChildProcess, load: Load): Promise<number> {
  loader.send(load);
  return (await nextMessage<{ readonly answers: number }>(loader)).answers / load.seconds;
}

export async function measureServers(programs: Programs, rounds: number, seconds: number): Promise<readonly Rate[]> {
  const started = contenders.map((one) => ({ ...one, child: fork(programs.path(one.program), one.arguments, { execArgv: [] }) }));
  const loader = fork(programs.path("load"), [], { execArgv: [] });
  try {
    const servers = await Promise.all(
      started.map(async ({ name, child }) => ({ name, port: (await nextMessage<{ readonly port: number }>(child)).port })),
    );
    const rates: Rate[] = [];
    for (const { what, status, request } of requests) {
      const taken = servers.map((): number[] => []);
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, { port }] of servers.entries()) {
          const perSecond = await answersPerSecond(loader, { port, seconds, request, status });
          if (round > 0) taken[index]?.push(perSecond);
        }
      }
      rates.push(
        ...servers.map(({ name }, index) => {
          const own = taken[index] ?? [];
          return { what, name, perSecond: median(own), ratio: median(own.map((rate, round) => rate / (taken[0]?.[round] ?? NaN))) };
        }),
      );
    }
    return rates;
  } finally {
    for (const { child } of started) child.kill();
    loader.kill();
  }
}
