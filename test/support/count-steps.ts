/**
 * Counts the work of a function: how often each block of JavaScript runs, ours and Node's own. The same on every machine, however
 * busy. Import it before what is counted: blocks are known of code that is loaded after it. Code that is there already is counted by its calls,
 * until the collector of garbage drops it and it is compiled once more: from then on by its blocks, which is several times as much. So whatever
 * imports this runs in a process of its own (`vitest.config.ts`), and nobody else counts there.
 */
import { Session, type Profiler } from "node:inspector";

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** `files`: what matches the addresses of the files whose blocks count; all where absent. */
export async function countSteps(work: () => unknown, files = /(?:)/): Promise<number> {
  await taken();
  await work();
  const found = (await taken()).filter(({ url }) => files.test(url));
  if (found.length === 0) throw new Error(`Nothing ran in ${String(files)}`);
  const blocks = found.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

/** What ran since it was asked last. */
function taken(): Promise<readonly Profiler.ScriptCoverage[]> {
  return new Promise((resolve, reject) => {
    session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}
