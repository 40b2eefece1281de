/** Commands of other programs: run to their end, or as long as they are needed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Command } from "./project.js";

export interface CommandOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A build that hangs ends here. */
const longest = 30 * 60_000;

/** Runs a command to its end, and returns its standard output; throws where it fails. */
export async function run(command: Command, options: CommandOptions): Promise<string> {
  const { end, stdout, printed } = await attempt(command, options);
  if (end === 0) return stdout;
  throw new Error(`\`${command.join(" ")}\` ended with ${String(end)}\n${printed}`);
}

/** How a command ended: its exit code, or the signal that ended it; and all that it printed, on either stream. */
export interface Attempt {
  readonly end: number | string | null;
  readonly stdout: string;
  readonly printed: string;
}

/** Runs a command to its end, whatever that is. */
export async function attempt(command: Command, options: CommandOptions): Promise<Attempt> {
  const child = start(command, options);
  const timer = setTimeout(() => {
    stop(child.process);
  }, longest);
  const [code, signal] = (await once(child.process, "close")) as [number | null, string | null]; // what "close" is documented to have
  clearTimeout(timer);
  return { end: code ?? signal, stdout: child.stdout(), printed: child.printed() };
}

interface Started {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  /** All that it printed, on either stream. */
  readonly printed: () => string;
}

function start([program, ...args]: Command, { folder, environment }: CommandOptions): Started {
  // A group of its own, so that what it starts ends with it.
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let [stdout, printed] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  return { process: child, stdout: () => stdout, printed: () => printed };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL"); // what it started may live on without it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // all of them have ended
  }
}

/** Keeps a server running for as long as `use` takes, from when its address answers. */
export async function whileServing<T>(command: Command, options: CommandOptions, address: string, use: () => Promise<T>): Promise<T> {
  const server = start(command, options);
  const end = once(server.process, "close");
  try {
    const until = Date.now() + longest / 10;
    while (!(await answers(address))) {
      if (hasEnded(server.process) || Date.now() > until) throw new Error("it does not answer");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n\`${command.join(" ")}\` printed:\n${server.printed()}`, { cause: error });
  } finally {
    stop(server.process);
    await end;
  }
}

/** Whether something listens there, whatever it answers. */
async function answers(address: string): Promise<boolean> {
  try {
    await (await fetch(address, { signal: AbortSignal.timeout(60_000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
