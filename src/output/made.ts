import type { Part } from "../emit/options.js";
import type { Manifest } from "./manifest.js";

/** The options of a generation as the manifest records them: a change of any makes the output stale. */
export function manifestOptions(options: {
  readonly emit: readonly Part[];
  readonly name: string | undefined;
  readonly source: string;
  readonly command: string;
}): Manifest["options"] {
  return { emit: options.emit, name: options.name ?? null, source: options.source, command: options.command };
}
