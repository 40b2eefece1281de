/**
 * Compilers that stay: TypeScript 5.9 and 6 take four times as long in a process that has just begun as in one that has compiled before.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The folders of those compilers in `node_modules`. TypeScript 7 is a program of its own, and quick. */
const packages = ["typescript", "typescript6"];

/** Where other processes find the ports: {"typescript":40001}. */
const variable = "SUNDIAL_TEST_COMPILERS";

/** Starts a process of each compiler, for this process and those that it starts. Returns what ends them. */
export async function startCompilers(): Promise<() => void> {
  const here = dirname(fileURLToPath(import.meta.url));
  const children = packages.map((name) =>
    // What the whole corpus takes.
    fork(join(here, "compile-server.mjs"), [join(here, "../../node_modules", name)], { execArgv: ["--max-old-space-size=8192"] }),
  );
  const ports = await Promise.all(children.map(async (child) => (await once(child, "message")) as [number]));
  process.env[variable] = JSON.stringify(Object.fromEntries(packages.map((name, index) => [name, ports[index]?.[0]])));
  for (const child of children) {
    child.unref();
    child.channel?.unref();
  }
  return () => {
    for (const child of children) child.kill();
  };
}

export interface Compiled {
  readonly status: number | null;
  readonly output: string;
}

/** What a compiler that was started says of a tsconfig; `undefined` when it was not. `name`: its folder in `node_modules`. */
export async function compileWarm(name: string, config: string): Promise<Compiled | undefined> {
  const ports = JSON.parse(process.env[variable] ?? "{}") as Readonly<Record<string, number>>; // written above
  const port = ports[name];
  if (port === undefined) return undefined;
  const sent = request({ host: "127.0.0.1", port, method: "POST", agent: false });
  sent.end(JSON.stringify({ config }));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const answered = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`The compiler failed: ${answered}`);
  return JSON.parse(answered) as Compiled; // written by the server
}
