import { syncBuiltinESMExports } from "node:module";

/**
 * Runs a program of the user's in this process, such as a configuration, and passes on what it returns. Rejects where it would end the process,
 * leaves an error to nobody, or waits for what never comes: each of them would end the run without a message, and perhaps with exit code 0.
 * What it prints on standard output goes to standard error: data alone stands there. Not for two programs at a time.
 */
export async function runProgram<T>(program: () => Promise<T>): Promise<T> {
  const undo: (() => void)[] = [];
  const stopped = new Promise<never>((_, fail) => {
    undo.push(redirectOutput(), refuseExit(fail));
    for (const each of watch(fail)) undo.push(each);
  });
  try {
    return await Promise.race([program().then(afterTurn), stopped]);
  } finally {
    await afterTurn(undefined);
    for (const each of undo) each();
  }
}

/** Node reports what nobody has caught when all that can go on at once has done so. */
function afterTurn<T>(value: T): Promise<T> {
  return new Promise((done) => {
    setImmediate(done, value);
  });
}

function redirectOutput(): () => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return () => {
    process.stdout.write = write;
  };
}

/** The program ends where it wanted to end the process. */
function refuseExit(fail: (error: Error) => void): () => void {
  const exit = process.exit.bind(process);
  const setExit = (to: typeof process.exit): void => {
    process.exit = to;
    syncBuiltinESMExports(); // for `import { exit } from "node:process"`
  };
  const refuse = (): never => {
    const error = stopping("it ends the process, with process.exit()");
    Error.captureStackTrace(error, refuse); // begins where it was called
    fail(error);
    throw error;
  };
  setExit(refuse);
  return () => {
    setExit(exit);
  };
}

function watch(fail: (error: Error) => void): readonly (() => void)[] {
  const rejected = (cause: unknown): void => {
    fail(stopping(`nothing catches a rejected promise of it: ${messageOf(cause)}`, cause));
  };
  const thrown = (cause: unknown): void => {
    fail(stopping(`nothing catches an error of it: ${messageOf(cause)}`, cause));
  };
  // There is nothing left to do that could settle a promise. What follows the rejection keeps the process alive.
  const idle = (): void => {
    fail(stopping("it waits for a promise that never settles"));
  };
  process.on("unhandledRejection", rejected).on("uncaughtException", thrown).on("beforeExit", idle);
  return [() => process.off("unhandledRejection", rejected).off("uncaughtException", thrown).off("beforeExit", idle)];
}

/** Without a stack, which would be ours: that of the cause says where. */
function stopping(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { stack: "" });
}

/** What a program throws may be anything. */
function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
