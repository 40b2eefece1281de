/** Measurements in one process, as a program: `calls`, `http URL`, `memory` or `redis URL`, after the number of rounds. */
import { measureCalls, measureHttpCalls } from "./calls.js";
import { measureMemory, measureRedis } from "./limiters.js";
import type { Figure } from "./rounds.js";

const [what = "", rounds, url = ""] = process.argv.slice(2);
const measurements: Readonly<Record<string, (rounds: number, url: string) => Promise<readonly Figure[]>>> = {
  calls: measureCalls,
  http: measureHttpCalls,
  memory: measureMemory,
  redis: measureRedis,
};
process.send?.(await measurements[what]?.(Number(rounds), url));
process.disconnect();
