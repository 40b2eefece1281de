/** Programs of tests in processes of their own, which begin together. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Something that a program tells of while it is at work. */
export interface WorkerEvent {
  readonly event: string;
}

/**
 * Runs a program once for each order: gives it the order, waits until all have said "ready", lets them go, and resolves with what each
 * of them says next. `onEvent` is told of what they tell meanwhile, with the number of the order. No process outlives this.
 */
export async function runTogether<Outcome>(
  program: string,
  orders: readonly object[],
  onEvent?: (order: number, event: string) => void,
): Promise<readonly Outcome[]> {
  const workers = orders.map(() => fork(fileURLToPath(new URL(program, import.meta.url)), { execArgv: ["--import", "jiti/register"] }));
  try {
    await Promise.all(
      workers.map((worker, index) => {
        worker.on("message", (message) => {
          if (isEvent(message)) onEvent?.(index, message.event);
        });
        worker.send(orders[index] ?? {});
        return nextMessage(worker);
      }),
    );
    return await Promise.all(
      workers.map((worker) => {
        const outcome = nextMessage(worker);
        worker.send("go");
        return outcome as Promise<Outcome>; // what the program says, which the caller knows
      }),
    );
  } finally {
    for (const worker of workers) worker.kill();
  }
}

const isEvent = (message: unknown): message is WorkerEvent => typeof message === "object" && message !== null && "event" in message;

function nextMessage(worker: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message) => {
      if (!isEvent(message)) resolve(message);
    });
    worker.once("exit", (code) => {
      reject(new Error(`A process ended with ${String(code)} before it had said anything`));
    });
  });
}
