// Loaded before a program under measurement: leaves its peak memory behind, one file per process.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const folder = process.env["BENCH_USAGE"];
if (isMainThread && folder !== undefined) {
  process.on("exit", () => {
    writeFileSync(join(folder, String(process.pid)), String(process.resourceUsage().maxRSS)); // kilobytes on every system
  });
}
