/** Programs of tests in processes of their own, which begin together. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Something that a program tells of while it is at work. */
export interface WorkerEvent {
  readonly event: string;
}

/** Processes that have been told what they are for, and have said "ready". */
export interface Workers {
  /** Gives a process a message, and resolves with what it says next. */
  readonly ask: <Outcome>(order: number, message: object | string) => Promise<Outcome>;
  readonly end: () => void;
}

/** Starts a program once for each order. `onEvent` is told of what they tell meanwhile, with the number of the order. */
export async function startWorkers(
  program: string,
  orders: readonly object[],
  onEvent?: (order: number, event: string) => void,
): Promise<Workers> {
  const workers = orders.map(() => fork(fileURLToPath(new URL(program, import.meta.url)), { execArgv: ["--import", "jiti/register"] }));
  const ask = <Outcome>(order: number, message: object | string): Promise<Outcome> => {
    const worker = workers[order];
    if (worker === undefined) throw new Error(`There is no process ${order}`);
    const outcome = nextMessage(worker);
    worker.send(message);
    return outcome as Promise<Outcome>; // what the program says, which the caller knows
  };
  const end = (): void => {
    for (const worker of workers) worker.kill();
  };
  try {
    await Promise.all(
      workers.map((worker, index) => {
        worker.on("message", (message) => {
          if (isEvent(message)) onEvent?.(index, message.event);
        });
        return ask(index, orders[index] ?? {});
      }),
    );
    return { ask, end };
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Runs a program once for each order: gives it the order, waits until all have said "ready", lets them go, and resolves with what each
 * of them says next. No process outlives this.
 */
export async function runTogether<Outcome>(
  program: string,
  orders: readonly object[],
  onEvent?: (order: number, event: string) => void,
): Promise<readonly Outcome[]> {
  const { ask, end } = await startWorkers(program, orders, onEvent);
  try {
    return await Promise.all(orders.map((_, index) => ask<Outcome>(index, "go")));
  } finally {
    end();
  }
}

const isEvent = (message: unknown): message is WorkerEvent => typeof message === "object" && message !== null && "event" in message;

function nextMessage(worker: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const hear = (message: unknown): void => {
      if (isEvent(message)) return;
      worker.off("message", hear);
      resolve(message);
    };
    worker.on("message", hear);
    worker.once("exit", (code) => {
      reject(new Error(`A process ended with ${String(code)} before it had said anything`));
    });
  });
}
