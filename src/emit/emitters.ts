/**
 * The registry of parts: what an output can consist of, and which emitter writes it. Nothing else lists parts: the configuration, the
 * command line, their messages and the type `Part` are read off this list. A new part is one entry here.
 */
import type { Api } from "../model/ir/api.js";
import type { OutputBudget } from "./print/output-budget.js";
import type { EmitOptions } from "./options.js";
import type { Emitted } from "./print/file.js";
import type { RuntimeFileName } from "./print/runtime-file.js";
import type { Int64s } from "./wire/int64-code.js";

/** What emitters are given besides the API. */
export interface EmitContext {
  /** `parts`: those asked for, and all that these need. */
  readonly options: EmitOptions;
  /** The API for types: there, a schema that others extend is what it says itself. */
  readonly typed: Api;
  /** The API as JSON has it: integers of 64 bits are numbers. */
  readonly plain: Api;
  readonly int64s: Int64s | undefined;
  readonly budget: OutputBudget;
}

/** One part of an output. */
export interface Emitter {
  /** As a configuration and `--emit` name it. */
  readonly part: string;
  /** Parts whose files its own import. */
  readonly needs: readonly string[];
  /** The files of the runtime that its own import. */
  readonly runtime: readonly RuntimeFileName[];
  /** It comes with the parts that need it, and is not asked for. */
  readonly internal?: true;
  /** It comes where it is asked for, and not where nothing is said. */
  readonly asked?: true;
  /** Its files; none where the API gives it nothing to write. Modules are loaded here, so that whoever asks for names loads no emitter. */
  readonly files: (api: Api, context: EmitContext) => Promise<readonly Emitted[]>;
}

/** All of them at once: a module of its own for each costs a small description more time than its work. */
const files = () => import("./files/emit-functions.js");

/** In the order in which parts are named, their files are listed, and `index.ts` exports what is in them. */
export const emitters = [
  {
    part: "types",
    needs: [],
    runtime: [],
    files: async (_, { typed, options, budget }) => [(await files()).emitTypes(typed, options, budget)],
  },
  {
    part: "validators",
    needs: ["types"],
    runtime: ["validators"],
    files: async (api, { options, budget }) => {
      const { emitValidators, hasValidators } = await files();
      return hasValidators(api) ? [emitValidators(api, options, budget)] : [];
    },
  },
  {
    part: "operations",
    internal: true,
    needs: ["types"],
    runtime: ["shared"],
    files: async (api, { options, int64s, budget }) => {
      const { emitInt64s, emitOperations } = await files();
      const exact = emitInt64s(int64s, options);
      return [...(exact === undefined ? [] : [exact]), emitOperations(api, options, int64s, budget)];
    },
  },
  {
    part: "client",
    needs: ["types", "operations", "lifecycle"],
    runtime: ["client", "client-limits"],
    files: async (api, { options }) => [(await files()).emitClient(api, options)],
  },
  {
    part: "paths",
    needs: ["client"],
    runtime: ["paths"],
    files: async (api, { options, int64s }) => [(await files()).emitPaths(api, options, int64s)],
  },
  {
    part: "server",
    needs: ["types", "validators", "operations", "lifecycle"],
    runtime: ["server", "server-limits"],
    files: async (api, { options, int64s, budget }) => {
      const { emitRoutes, emitServer } = await files();
      const routes = emitRoutes(api, options, int64s, budget);
      return [...(routes === undefined ? [] : [routes]), emitServer(api, options, int64s, budget)];
    },
  },
  {
    part: "lifecycle",
    internal: true,
    needs: [],
    runtime: ["shared"],
    files: async (api, { options }) => {
      const file = (await files()).emitLifecycle(api, options);
      return file === undefined ? [] : [file];
    },
  },
  {
    part: "mock",
    asked: true,
    needs: ["client", "server"],
    runtime: ["mock"],
    // What finds values of schemas is loaded for this part alone.
    files: async (api, { options, plain, int64s, budget }) => {
      const { emitMock } = await import("./files/mock-file.js");
      return [await emitMock(api, options, plain, int64s, budget)];
    },
  },
] as const satisfies readonly Emitter[];

type Registered = (typeof emitters)[number];

/** A part that can be asked for. */
export type Part = Exclude<Registered, { readonly internal: true }>["part"];

const isAskedFor = (emitter: Registered): emitter is Extract<Registered, { readonly part: Part }> => !("internal" in emitter);

/** Every part that can be asked for, in the order in which they are named. */
export const allParts: readonly Part[] = emitters.filter(isAskedFor).map(({ part }) => part);

/** The parts of an output of which nothing is said: an output does not grow for those who do not ask. */
export const usualParts: readonly Part[] = emitters
  .filter(isAskedFor)
  .filter((emitter) => !("asked" in emitter))
  .map(({ part }) => part);

/** The same in words. */
export const usualPartsText = `all but ${allParts.filter((part) => !usualParts.includes(part)).join(", ")}`;

/** The emitters of parts and of all that these need, each once, in the order of the registry. */
export function emittersOf(parts: Iterable<string>): readonly Registered[] {
  // A set yields what is added while it is walked.
  const wanted = new Set(parts);
  for (const part of wanted) for (const needed of emitters.find((each) => each.part === part)?.needs ?? []) wanted.add(needed);
  return emitters.filter(({ part }) => wanted.has(part));
}

/** Parts with those they cannot do without, each once, in the order of `allParts`. */
export function completeParts(parts: Iterable<Part>): readonly Part[] {
  return emittersOf(parts)
    .filter(isAskedFor)
    .map(({ part }) => part);
}

/** The files of the runtime that outputs of these parts import, and those that these import. */
export function runtimeOf(parts: Iterable<Part>): ReadonlySet<RuntimeFileName> {
  return new Set(emittersOf(parts).flatMap(({ runtime }) => runtime));
}
