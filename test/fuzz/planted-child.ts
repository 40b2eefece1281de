/** A process that judges as badly as its input says: it hangs, eats memory, ends, or leaves a rejection to nobody. */
import type { Verdict } from "./judge/judge-case.js";
import { answerCases } from "./judge/child-answers.js";

const fine: Verdict = { faults: [], time: 1, exit: 0, files: 1, codes: [] };

answerCases(async ({ files }) => {
  const word = Buffer.from(files[0]?.bytes ?? []).toString();
  if (word === "hang") for (;;);
  if (word === "eat") {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => String(index)));
  }
  if (word === "end") process.exit(3);
  if (word === "stray") void Promise.reject(new Error("nobody waits"));
  return Promise.resolve(fine);
});
