/** The child's half of the conversation: a case comes, a verdict goes. */
import type { FuzzCase } from "../cases/fuzz-case.js";
import type { Verdict } from "./judge-case.js";

/** What a child sends: that it is ready, then a verdict for each case. */
export type Answer = "ready" | Verdict;

export function answerCases(judge: (given: FuzzCase) => Promise<Verdict>): void {
  let stray: string | undefined;
  process.on("unhandledRejection", (reason) => {
    stray = reason instanceof Error ? `${reason.name}: ${reason.message}\n${reason.stack ?? ""}` : String(reason);
  });
  const send = (answer: Answer): void => void process.send?.(answer);
  process.on("message", (given: FuzzCase) => {
    void judge(given).then(async (verdict) => {
      // A rejection that nobody waits for is found when the work of the moment is done.
      await new Promise((resolve) => setImmediate(resolve));
      const strays = stray === undefined ? [] : [{ kind: "unhandled" as const, detail: stray }];
      stray = undefined;
      send({ ...verdict, faults: [...verdict.faults, ...strays] });
    });
  });
  send("ready");
}
