/** A fresh process: how long it takes to load a program, and until it has answered once. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

export interface Start {
  /** Milliseconds. */
  readonly loaded: number;
  readonly answered: number;
}

const [, , program = "", values = ""] = process.argv;
const value: unknown = JSON.parse(readFileSync(values, "utf8"));
const begin = performance.now();
const { check } = (await import(pathToFileURL(program).href)) as { readonly check: (value: unknown) => unknown }; // as `prepare.ts` makes them
const loaded = performance.now() - begin;
const answer = check(value);
const answered = performance.now() - begin;
if (answer !== true && answer !== 0) throw new Error(`a valid value is answered with ${String(answer)}`);
const start: Start = { loaded, answered };
process.send?.(start);
