import type { Part } from "../emit/options.js";
import type { Json } from "../source/source-file.js";
import type { Manifest } from "./manifest.js";

/** The options of a generation as the manifest records them: a change of any makes the output stale. */
export function manifestOptions(options: {
  readonly emit: readonly Part[];
  readonly name: string | undefined;
  readonly source: string;
  readonly command: string;
  readonly limits?: { readonly value: Json } | false | undefined;
}): Manifest["options"] {
  const { emit, name, source, command, limits } = options;
  return { emit, name: name ?? null, source, command, ...(limits === undefined ? {} : { limits: limits && limits.value }) };
}
