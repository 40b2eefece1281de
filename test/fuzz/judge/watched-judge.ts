/** Judges cases in another process, and notices what a process cannot notice of itself: that it hangs, or that it ended. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sizeOf, type FuzzCase } from "../cases/fuzz-case.js";
import type { Answer } from "./child-answers.js";
import type { Fault } from "./fault.js";
import { budget, type Verdict } from "./judge-case.js";

export interface WatchedJudge {
  judge(given: FuzzCase): Promise<Verdict>;
  stop(): void;
}

export interface WatchSettings {
  /** The program of the child. */
  readonly program?: string;
  /** Milliseconds that pass at most; by the clock, as a process that waits takes no time of the processor. */
  readonly patience?: (bytes: number) => number;
  /** Of the child's heap, in megabytes. */
  readonly memory?: number;
}

const ownProgram = fileURLToPath(new URL("judge-child.ts", import.meta.url));

/** A busy machine gives a process a fraction of its time. */
const ownPatience = (bytes: number): number => 30_000 + 8 * budget(bytes);

export function watchedJudge({ program = ownProgram, patience = ownPatience, memory = 900 }: WatchSettings = {}): WatchedJudge {
  let child: Promise<ChildProcess> | undefined;
  const start = (): Promise<ChildProcess> =>
    new Promise((resolve, reject) => {
      const started = fork(program, [], {
        execArgv: ["--import", "jiti/register", `--max-old-space-size=${String(memory)}`],
        serialization: "advanced",
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      started.once("message", () => {
        resolve(started);
      });
      started.once("error", reject);
      started.once("exit", (code) => {
        reject(new Error(`The process that judges ended with ${String(code)} before it began`));
      });
    });
  return {
    async judge(given) {
      child ??= start();
      const verdict = await answerOf(await child, given, patience(sizeOf(given)));
      if ("faults" in verdict) return verdict;
      child = undefined;
      return { faults: [verdict.fault], time: 0, exit: 70, files: 0, codes: [] };
    },
    stop() {
      void child?.then((running) => running.kill("SIGKILL"));
      child = undefined;
    },
  };
}

/** Its verdict, or what became of the child, which is gone then. */
function answerOf(child: ChildProcess, given: FuzzCase, patience: number): Promise<Verdict | { readonly fault: Fault }> {
  return new Promise((resolve) => {
    let printed = "";
    const listen = (chunk: Buffer): void => void (printed = (printed + chunk.toString()).slice(-4000));
    const settle = (result: Verdict | { readonly fault: Fault }): void => {
      clearTimeout(timer);
      child.removeListener("message", answered).removeListener("exit", ended);
      child.stderr?.removeListener("data", listen);
      resolve(result);
    };
    const answered = (answer: Answer): void => {
      if (answer !== "ready") settle(answer);
    };
    const ended = (code: number | null, signal: string | null): void => {
      const reason = /heap out of memory|(?:Error|error): .*/.exec(printed)?.[0] ?? "";
      settle({ fault: { kind: "dies", detail: `${signal ?? String(code)} ${reason}` } });
    };
    const timer = setTimeout(() => {
      child.removeListener("exit", ended);
      child.kill("SIGKILL");
      settle({ fault: { kind: "hangs", detail: `no answer within ${(patience / 1000).toFixed(0)} s` } });
    }, patience);
    child.on("message", answered);
    child.once("exit", ended);
    child.stderr?.on("data", listen);
    child.send(given);
  });
}
