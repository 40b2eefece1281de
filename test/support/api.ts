import { nodeIo } from "../../src/io-node.js";
import type { Io } from "../../src/io.js";
import type { Diagnostic, Outcome } from "../../src/diagnostic/diagnostic.js";
import { build, type Rules } from "../../src/model/build/build.js";
import type { Api } from "../../src/model/ir/api.js";
import { resolve } from "../../src/openapi/resolve/resolve.js";
import type { Selection } from "../../src/openapi/selection/selection.js";
import { load } from "../../src/source/load-file.js";
import { memoryIo } from "./memory-io.js";

export interface ApiOptions extends Rules {
  /** Further files by path, for descriptions of several; the description itself is "api.yaml" in the same folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** The part of the description that is read. */
  readonly select?: Selection;
}

/**
 * The API of a description: its text (anything with a line break), or the path of a file. Frozen, so that whoever writes to it fails.
 * Throws when there is none; use `outcomeOf` for the diagnostics.
 */
export async function apiOf(description: string, options: ApiOptions = {}): Promise<Api> {
  const { value, diagnostics } = await outcomeOf(description, options);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (value === undefined || errors.length > 0)
    throw new Error(`The description has errors:\n${errors.map(({ code, message }) => `${code}: ${message}`).join("\n")}`);
  return value;
}

/** The same with everything that was reported, errors included. */
export async function outcomeOf(description: string, options: ApiOptions = {}): Promise<Outcome<Api>> {
  const inMemory = description.includes("\n");
  const io: Io = inMemory ? memoryIo({ ...options.files, "/project/api.yaml": description }) : nodeIo();
  const diagnostics: Diagnostic[] = [];
  const root = await load(inMemory ? "/project/api.yaml" : description, io);
  diagnostics.push(...root.diagnostics);
  if (root.value === undefined) return { value: undefined, diagnostics };
  const resolved = await resolve(root.value, (uri) => load(uri, io), options.select);
  diagnostics.push(...resolved.diagnostics);
  if (resolved.value === undefined) return { value: undefined, diagnostics };
  const built = build(resolved.value, inMemory && options.name === undefined ? { ...options, name: "api" } : options);
  return { value: built.value === undefined ? undefined : freeze(built.value), diagnostics: [...diagnostics, ...built.diagnostics] };
}

/** Every object inside, frozen; iterative, as schemas may nest deep. */
function freeze<T>(value: T): T {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    open.push(...(next instanceof Map ? next.values() : Object.values(next)));
  }
  return value;
}
