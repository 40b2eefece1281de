import { withInt64 } from "../model/passes/int64.js";
import { withoutDispatch } from "../model/passes/without-dispatch.js";
import type { Api } from "../model/ir/types.js";
import { emitClient } from "./files/client-file.js";
import type { Emitted, GeneratedFile } from "./print/file.js";
import { emitIndex } from "./files/index-file.js";
import { emitInt64s, int64sOf } from "./files/int64-file.js";
import { emitLifecycle } from "./files/lifecycle-file.js";
import { emitOperations } from "./files/operations-file.js";
import type { EmitOptions, Part } from "./options.js";
import { emitRuntime } from "./files/runtime.js";
import { emitServer } from "./files/server-file.js";
import { withImportExtension } from "./print/specifiers.js";
import { typesRequest } from "./types/document.js";
import { typesFile } from "./files/types-file.js";
import { printTypes, type PrintedTypes, type TypesRequest } from "./types/print.js";
import { emitValidators, hasValidators } from "./files/validators-file.js";

/** Prints types, here or in another thread. */
export type PrintTypes = (request: TypesRequest) => PrintedTypes | Promise<PrintedTypes>;

/**
 * The files of an output, but for the manifest. It cannot fail: what an API may be was checked before there was a model.
 * `print` is given what it needs first, so that in a thread of its own it works while the other files are emitted.
 */
export async function emit(described: Api, asked: EmitOptions, print: PrintTypes = printTypes): Promise<readonly GeneratedFile[]> {
  const exact = asked.validators?.discriminator === "exact";
  const api = withInt64(exact ? withoutDispatch(described) : described, asked.int64 ?? "number");
  // In types, a schema that others extend is what it says itself.
  const typed = withoutDispatch(api);
  const options = { ...asked, parts: withNeeded(asked.parts) };
  const { parts } = options;
  const int64s = int64sOf(api, options);
  const calls = parts.has("client") || parts.has("server");
  const printing = print(typesRequest(typed));
  const others: readonly (Emitted | undefined)[] = [
    parts.has("validators") && hasValidators(api) ? emitValidators(api, options) : undefined,
    calls ? emitInt64s(int64s, options) : undefined,
    calls ? emitOperations(api, options, int64s) : undefined,
    parts.has("client") ? emitClient(api, options, int64s) : undefined,
    parts.has("server") ? emitServer(api, options, int64s) : undefined,
    calls ? emitLifecycle(api, options) : undefined,
  ];
  const types = typesFile(typed, await printing, options);
  const emitted = [types, ...others].filter((file) => file !== undefined);
  const files = [...emitted.map(({ path, text }) => ({ path, text })), emitIndex(emitted, options), ...emitRuntime(emitted, options)];
  return withImportExtension(files, options.importExtension ?? "js");
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
