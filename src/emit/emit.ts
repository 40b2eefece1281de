import type { Api } from "../model/types.js";
import type { Emitted, GeneratedFile } from "./file.js";
import { emitIndex } from "./index-file.js";
import { emitLifecycle } from "./lifecycle-file.js";
import type { EmitOptions, Part } from "./options.js";
import { emitRuntime } from "./runtime.js";
import { emitTypes } from "./types-file.js";

/** The files of an output, but for the manifest. It cannot fail: what an API may be was checked before there was a model. */
export function emit(api: Api, options: EmitOptions): readonly GeneratedFile[] {
  const parts = withNeeded(options.parts);
  const calls = parts.has("client") || parts.has("server");
  const files: readonly (Emitted | undefined)[] = [
    parts.has("types") ? emitTypes(api, options) : undefined,
    calls ? emitLifecycle(api, options) : undefined,
  ];
  const emitted = files.filter((file) => file !== undefined);
  return [...emitted.map(({ path, text }) => ({ path, text })), emitIndex(emitted, options), ...emitRuntime(emitted, options)];
}

/** What each part cannot be without. */
const needs: { readonly [part in Part]: readonly Part[] } = {
  types: [],
  validators: ["types"],
  client: ["types"],
  server: ["types", "validators"],
};

function withNeeded(parts: ReadonlySet<Part>): ReadonlySet<Part> {
  return new Set([...parts].flatMap((part) => [part, ...needs[part]]));
}
