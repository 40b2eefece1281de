/** The measurements that need no server, as a program: with `calls`, `memory` or `redis URL`. */
import { measureCalls } from "./calls.js";
import { measureMemory, measureRedis } from "./limiters.js";

const [what, rounds, url] = process.argv.slice(2);
const count = Number(rounds);
process.send?.(await (what === "calls" ? measureCalls(count) : what === "memory" ? measureMemory(count) : measureRedis(count, url ?? "")));
process.disconnect();
