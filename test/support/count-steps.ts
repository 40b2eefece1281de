/**
 * Counts the work of a function: how often each block of JavaScript runs, ours and Node's own. The same on every machine, however
 * busy. Import it before what is counted: blocks are known of code that is loaded after it.
 */
import { Session, type Profiler } from "node:inspector";

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

export async function countSteps(work: () => unknown): Promise<number> {
  await taken();
  await work();
  const blocks = (await taken()).flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
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
