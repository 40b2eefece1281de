/** Programs with clients, each bundled once, and run as often as processes are simulated: with globals of its own each time. */
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import { build } from "esbuild";
import type { GateStore } from "../../templates/runtime/client/limits/gate-store.js";
import type { Globals } from "./machine.js";
import type { Known, StyleOperation } from "./style.js";

/** Where a client goes, as who, and what it may know. */
export interface Target {
  readonly baseUrl: string;
  /** Undefined where limits are of an address. */
  readonly token: string | undefined;
  readonly operations: readonly StyleOperation[];
  readonly known: Known;
  readonly store: GateStore | undefined;
}

/** Makes a call by its number and the place of its operation; gives the status of its answer. May reject in a way of its own. */
export type MakeCall = (call: number, operation: number) => Promise<number>;

/** What a program with a client exports: the clients in it, by name. */
export interface ClientProgram {
  readonly [client: string]: (target: Target) => MakeCall;
}

const names = [
  "fetch",
  "setTimeout",
  "setInterval",
  "clearTimeout",
  "clearInterval",
  "Date",
  "performance",
  "Math",
  "crypto",
  "console",
  "globalThis",
  "global",
  "require",
];

/** A bundled program: each run of it is a process of its own. */
export type Program = (globals: Globals) => ClientProgram;

/** Bundles a file of the folder `clients`. */
export async function bundleProgram(file: string): Promise<Program> {
  const entry = fileURLToPath(new URL(`clients/${file}`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "program",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  return runnable(outputFiles[0]?.text ?? "", createRequire(entry)) as Program; // what the files of the folder export
}

/** A bundle of the global name `program` as what runs it with globals of its own: gives what it exports. */
export function runnable(code: string, require?: NodeJS.Require): (globals: Globals) => unknown {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a bundle of this repository's code, as a process would load it
  const run = new Function(...names, `${code}\nreturn program;`) as (...values: unknown[]) => unknown; // whatever it exports
  return (globals) => {
    const own = globalOf(globals);
    const values: Readonly<Record<string, unknown>> = { ...globals, globalThis: own, global: own, require };
    return run(...names.map((name) => values[name]));
  };
}

/** A global object: what programs put there stays theirs. */
function globalOf(globals: Globals): object {
  return new Proxy(
    { ...globals },
    {
      has: (own, name) => Reflect.has(own, name) || Reflect.has(globalThis, name),
      get: (own, name): unknown => (Reflect.has(own, name) ? Reflect.get(own, name) : Reflect.get(globalThis, name)),
    },
  );
}
