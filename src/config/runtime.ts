import { resolve } from "node:path";
import type { Origin } from "../diagnostic/diagnostic.js";
import type { Part } from "../emit/options.js";
import type { OwnHeading } from "../emit/print/header.js";
import type { FormatChoice } from "../format/formatter.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import { isBelow } from "../source/uri.js";
import type { ConfigReader } from "./config-reader.js";

/** The runtime that the APIs of a configuration share. */
export interface RuntimeTarget {
  /** Absolute. */
  readonly folder: string;
  /** The configuration that names it, as an absolute path. */
  readonly config: string;
  /** Where the configuration names it. */
  readonly at: Origin;
  /** Those of all APIs together, in the order of `allParts`. */
  readonly parts: readonly Part[];
  /** What all APIs say of their imports; "auto" where they do not agree. */
  readonly importExtension: ImportExtension | "auto";
  /** What all APIs have above the first line of ours; nothing where they do not agree. */
  readonly heading: OwnHeading;
  /** The formatter of its files. */
  readonly format: FormatChoice | undefined;
}

/** A runtime as written: its folder, absolute; `false` where each API is to have its own; undefined where nothing is said of it. */
export function readRuntime(reader: ConfigReader, root: Readonly<Record<string, unknown>>, folder: string): string | false | undefined {
  const written = root["runtime"];
  if (written === undefined || written === false) return written;
  if (written === true) {
    reader.report("config-invalid-value", ["runtime"], "must be the path of a folder, or false", 'Such as "src/sundial".');
    return undefined;
  }
  const path = reader.optionalText(root, "runtime", []);
  if (path === undefined) return undefined;
  // Of a URL, which an import is, `#`, `?` and `%` are not the path; the others end a string, or are in no name of some system.
  const odd = /[\\"'`#?%*<>|\p{Cc}]/u.exec(path)?.[0];
  if (odd !== undefined)
    reader.report("config-invalid-value", ["runtime"], `must not have ${JSON.stringify(odd)} in it`, "Folders are parted by `/`.");
  const foreign = path.split("/").find((part) => part === "node_modules" || part === ".git");
  if (foreign !== undefined) reader.report("config-invalid-value", ["runtime"], `must not be in ${foreign}, which is not committed`);
  return resolve(folder, path);
}

/** Reports a runtime whose folder is in the way of what an API writes, or of what is the user's. Paths are absolute. */
export function checkRuntimeFolder(
  reader: ConfigReader,
  runtime: string,
  apis: readonly { readonly label: string; readonly output: string; readonly handlers: string | undefined }[],
): void {
  for (const { label, output, handlers } of apis) {
    const say = (what: string): void => {
      reader.report(
        "config-invalid-value",
        ["runtime"],
        what,
        "Give it a folder of its own beside those of the APIs, such as src/sundial.",
      );
    };
    if (isBelow(output, runtime)) say(`must not be inside the folder of ${label}, whose files are its own`);
    else if (handlers !== undefined && (isBelow(handlers, runtime) || isBelow(runtime, handlers)))
      say(`must not share a folder with the handlers of ${label}, because handlers are yours`);
  }
}
