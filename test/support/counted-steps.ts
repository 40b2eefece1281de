/** Work counted in steps, not in time: the same on every machine. */
import { Session } from "node:inspector/promises";

/** How many blocks of code ran in the files whose address matches, while `action` did its work. */
export async function countedSteps(files: RegExp, action: () => Promise<void> | void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    await action();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    const found = result.filter(({ url }) => files.test(url));
    if (found.length === 0) throw new Error(`Nothing ran in ${String(files)}`);
    return found
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
