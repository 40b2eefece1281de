import type { Diagnostic, Origin, Position, Severity } from "./diagnostic.js";

interface Entry {
  readonly severity: Severity;
  /** One line: what the code means. */
  readonly title: string;
  /** What `sundial explain CODE` prints below the title: why it matters and what to do. */
  readonly explanation: string;
}

/** Every code, once. Codes are stable and never reused. Grouped by the stage that reports them. */
export const catalogue = {
  "file-not-found": {
    severity: "error",
    title: "A file that is needed does not exist or cannot be read.",
    explanation: "Check the spelling of the path; relative paths are relative to the file that names them, and on the command line to the current folder.",
  },
  // ------------------------------------------------------------------------------------------------ config, command line
  "config-not-found": {
    severity: "error",
    title: "There is no configuration, and no --input and --output instead of one.",
    explanation:
      "`sundial generate` reads sundial.config.ts (or .mts, .js, .mjs, .json) in the current folder, or the file given with --config. Without one, name the description and the folder: `sundial generate --input openapi.yaml --output generated/api`.",
  },
  "config-unreadable": {
    severity: "error",
    title: "The configuration cannot be loaded.",
    explanation: "The file does not exist, does not compile, throws while it is loaded, or has no default export. Its default export is what `defineConfig({ … })` returns; a JSON file is that object.",
  },
  "config-unknown-key": {
    severity: "error",
    title: "The configuration has a key that means nothing.",
    explanation: "Keys are checked so that a misspelt one is not silently without effect. `defineConfig` offers the known ones in your editor.",
  },
  "config-invalid-value": {
    severity: "error",
    title: "A value in the configuration is not one that its key takes.",
    explanation: "The message names the key and what it takes.",
  },
  "config-shared-output": {
    severity: "error",
    title: "Two APIs of the configuration write to the same folder.",
    explanation: "Each output has a manifest of its own files; two in one folder would remove each other's. Give each API a folder of its own.",
  },
  usage: {
    severity: "error",
    title: "The command line has a mistake.",
    explanation: "`sundial COMMAND --help` lists the flags of a command.",
  },

  // -------------------------------------------------------------------------------------------------------------- output
  "output-refused": {
    severity: "error",
    title: "A folder or path cannot be written to, whatever is in it.",
    explanation:
      "The root of a file system, a home folder, a project's own folder (with .git or package.json) and a folder above the current one are never output folders, and no file is written outside the output folder. Give generated files a folder of their own.",
  },
  "output-symlink": {
    severity: "error",
    title: "A symbolic link stands inside the output folder where a generated file or its folder belongs.",
    explanation: "Writing through a link would change files elsewhere. The output folder itself may be a link; nothing below it may.",
  },
  "output-in-the-way": {
    severity: "error",
    title: "Something of yours stands where a generated file has to be written.",
    explanation: "A file that sundial did not write is never overwritten, not even with --force. Move it, or generate into another folder.",
  },
  "output-locked": {
    severity: "error",
    title: "Another run is writing to the same output folder.",
    explanation: "A run waits half a minute for another one. The lock of a process that is gone is taken over by itself; one made on another machine has to be deleted by hand.",
  },
  "output-failed": {
    severity: "error",
    title: "The output could not be written.",
    explanation:
      "All files are first written beside the output and then renamed into place. When the first step fails nothing has changed; when the second does, the next run completes it, and until then `sundial check` says that a run was interrupted.",
  },
  "edited-by-hand": {
    severity: "error",
    title: "A generated file was changed after it was generated.",
    explanation:
      "`sundial generate` does not overwrite what someone may have meant to keep. Move the change into the description, the configuration or a file of your own. `sundial check --diff` shows it; `sundial generate --force` discards it.",
  },
  "leftover-kept": {
    severity: "warning",
    title: "A file that looks generated is no longer part of the output, and was kept.",
    explanation: "Only files that are exactly as sundial wrote them are removed. This one was changed, or is not on record. Delete it by hand.",
  },
  "manifest-unreadable": {
    severity: "error",
    title: "The manifest of an output folder, sundial.json, cannot be read.",
    explanation:
      "The manifest says which files in the folder are generated, and how they were. Without it nothing can be replaced safely. After a merge conflict take either side, then run `sundial generate --force`: files with the generated header are replaced, others are left alone.",
  },
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;

/** Builds a diagnostic; the severity is the catalogue's unless given. */
export function diagnostic(
  code: Code,
  message: string,
  place?: { readonly at?: Origin | Position | undefined; readonly hint?: string | undefined; readonly severity?: Severity; readonly related?: Diagnostic["related"] },
): Diagnostic {
  return {
    code,
    severity: place?.severity ?? catalogue[code].severity,
    message,
    ...(place?.hint === undefined ? {} : { hint: place.hint }),
    ...(place?.at === undefined ? {} : { at: place.at }),
    ...(place?.related === undefined ? {} : { related: place.related }),
  };
}
