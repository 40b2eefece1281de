/** Programs of tests in processes of their own, which begin together. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a program once for each order: gives it the order, waits until all have said "ready", lets them go, and resolves with what each
 * of them says next. No process outlives this.
 */
export async function runTogether<Outcome>(program: string, orders: readonly object[]): Promise<readonly Outcome[]> {
  const workers = orders.map(() => fork(fileURLToPath(new URL(program, import.meta.url)), { execArgv: ["--import", "jiti/register"] }));
  try {
    await Promise.all(
      workers.map((worker, index) => {
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

function nextMessage(worker: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("exit", (code) => {
      reject(new Error(`A process ended with ${String(code)} before it had said anything`));
    });
  });
}
