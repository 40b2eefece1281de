import type { Api } from "../model/types.js";
import { emitClient } from "./client-file.js";
import type { Emitted, GeneratedFile } from "./file.js";
import { emitIndex } from "./index-file.js";
import { emitLifecycle } from "./lifecycle-file.js";
import { emitOperations } from "./operations-file.js";
import type { EmitOptions, Part } from "./options.js";
import { emitRuntime } from "./runtime.js";
import { emitServer } from "./server-file.js";
import { typesRequest } from "./types-document.js";
import { typesFile } from "./types-file.js";
import { printTypes, type PrintedTypes, type TypesRequest } from "./types-print.js";
import { emitValidators } from "./validators-file.js";

/** Prints types, here or in another thread. */
export type PrintTypes = (request: TypesRequest) => PrintedTypes | Promise<PrintedTypes>;

/**
 * The files of an output, but for the manifest. It cannot fail: what an API may be was checked before there was a model.
 * `print` is given what it needs first, so that in a thread of its own it works while the other files are emitted.
 */
export async function emit(api: Api, asked: EmitOptions, print: PrintTypes = printTypes): Promise<readonly GeneratedFile[]> {
  const options = { ...asked, parts: withNeeded(asked.parts) };
  const { parts } = options;
  const calls = parts.has("client") || parts.has("server");
  const printing = print(typesRequest(api));
  const others: readonly (Emitted | undefined)[] = [
    parts.has("validators") ? emitValidators(api, options) : undefined,
    calls ? emitOperations(api, options) : undefined,
    parts.has("client") ? emitClient(api, options) : undefined,
    parts.has("server") ? emitServer(api, options) : undefined,
    calls ? emitLifecycle(api, options) : undefined,
  ];
  const types = typesFile(api, await printing, options);
  const emitted = [types, ...others].filter((file) => file !== undefined);
  return [...emitted.map(({ path, text }) => ({ path, text })), emitIndex(emitted, options), ...emitRuntime(emitted, options)];
}

/** What each part cannot be without; types are part of every output. */
const needs: { readonly [part in Part]: readonly Part[] } = {
  types: [],
  validators: [],
  client: [],
  server: ["validators"],
};

function withNeeded(parts: ReadonlySet<Part>): ReadonlySet<Part> {
  return new Set<Part>(["types", ...[...parts].flatMap((part) => [part, ...needs[part]])]);
}
