import type { Entry } from "./entry.js";

/** What the configuration, the output folder and handler stubs can report. */
export const commandCodes = {
  "config-not-found": {
    severity: "error",
    title: "There is no configuration, and no --input and --output instead of one.",
    explanation:
      "`sundial generate` reads sundial.config.ts (or .mts, .js, .mjs, .json) in the current folder, or the file given with --config. Without one, name the description and the folder: `sundial generate --input openapi.yaml --output generated/api`.",
  },
  "config-unreadable": {
    severity: "error",
    title: "The configuration cannot be loaded.",
    explanation:
      "The file does not exist, does not compile, throws while it is loaded, or has no default export. Its default export is what `defineConfig({ … })` returns; a JSON file is that object.",
  },
  "config-unknown-key": {
    severity: "error",
    title: "The configuration has a key that means nothing.",
    explanation:
      "Keys are checked so that a misspelt one is not silently without effect. `defineConfig` offers the known ones in your editor.",
  },
  "config-invalid-value": {
    severity: "error",
    title: "A value in the configuration is not one that its key takes.",
    explanation: "The message names the key and what it takes.",
  },
  "config-shared-output": {
    severity: "error",
    title: "Two APIs of the configuration write to the same folder.",
    explanation:
      "Each output has a manifest of its own files; two in one folder would remove each other's. Give each API a folder of its own.",
  },
  "silence-unused": {
    severity: "warning",
    title: "A warning is silenced that does not occur.",
    explanation:
      "`silence` in the configuration names codes of warnings not to print. One that no longer occurs would hide the next that does.",
  },
  "api-name-kept": {
    severity: "info",
    title: "An output keeps the API's name that it was made with, though its title gives another.",
    explanation:
      "`createPetstoreClient` and its neighbours are named after `name` in the configuration, the key in `apis`, the name in the description's title, or the file, in this order. Programs use these names, so an output that exists keeps its own when a title changes, and when it was made while the file's name went before the title. `name` in the configuration settles it either way.",
  },
  "tsconfig-unreadable": {
    severity: "warning",
    title: "The tsconfig.json around an output cannot be read.",
    explanation:
      "How generated files import one another (`./client.js`, `./client.ts` or `./client`) comes from the nearest tsconfig.json. This one is no JSON, extends itself, or has a value of a kind that it does not take. What the output was made with before stays, else what the rest of the project says. `importExtension` in the configuration decides without it.",
  },
  "tsconfig-base-not-found": {
    severity: "warning",
    title: "A tsconfig.json extends or references a file that is not there.",
    explanation:
      "How generated files import one another comes from the nearest tsconfig.json with all that it extends. A package of it may not be installed yet, and frameworks write such files themselves (`nuxt prepare`, `svelte-kit sync`). An output that was made before keeps what was chosen then; this is a remark then, and `sundial check` does not ask at all.",
  },
  "import-extension-impossible": {
    severity: "warning",
    title: "The configuration demands import extensions that the tsconfig.json does not allow.",
    explanation:
      'Imports that end in `.ts` need `rewriteRelativeImportExtensions`, or `allowImportingTsExtensions` with `noEmit`; under `moduleResolution` "nodenext" and "node16", ES modules have to name an extension. The code is generated as demanded. `importExtension: "auto"` follows the tsconfig.json.',
  },
  "format-module-not-found": {
    severity: "warning",
    title: "The module that checks a format of the configuration is not there.",
    explanation:
      "`formats` names a module for each format that your own code checks: a path that begins with `./` or `../`, relative to the configuration file, or a package. The code is generated as demanded, and does not compile until the module is there.",
  },
  "format-export-not-found": {
    severity: "warning",
    title: "The module that checks a format of the configuration has no such export.",
    explanation:
      'A check is called as its format is, or as the name behind `#` says: `formats: { iban: "./src/formats.ts#isIban" }`. It is a function of a string that returns a boolean: `export function isIban(text: string): boolean`. The code is generated as demanded, and does not compile until the module has it.',
  },
  "openapi-fetch-outdated": {
    severity: "warning",
    title: "The installed openapi-fetch is older than generated clients need.",
    explanation:
      "Clients write paths through `pathSerializer`, which openapi-fetch has from 0.16.0 on. With an older one the client does not compile, and through a bundler that does not check types it sends wrong URLs. The one that counts is the nearest in a `node_modules` at the output or above it.",
  },
  usage: {
    severity: "error",
    title: "The command line has a mistake.",
    explanation: "`sundial COMMAND --help` lists the flags of a command.",
  },

  "output-stale": {
    severity: "error",
    title: "What is on disk is not what `sundial generate` would write.",
    explanation:
      "`sundial check` compares every file with what the description, the options and the tool make of them now, and says of each whether it is missing, changed, edited by hand or left over. Run the command it prints, and commit the result.",
  },
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
    explanation:
      "A run waits half a minute for another one. The lock of a process that is gone, or that says nothing of its owner, is taken over by itself; one made on another machine or in another container after ten seconds in which nothing happened.",
  },
  "output-failed": {
    severity: "error",
    title: "The output could not be written.",
    explanation:
      "All files are first written beside the output and then renamed into place. When the first step fails nothing has changed; when the second does, the next run completes it, and until then `sundial check` says that a run was interrupted.",
  },
  "output-interrupted": {
    severity: "info",
    title: "An earlier run was interrupted while it wrote, and this one completes it.",
    explanation:
      "A run that is killed while it renames files into place leaves some of the old output and some of the new, and a journal that says so. The next run needs nothing of it: it makes every file again.",
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
    explanation:
      "Only files that are exactly as sundial wrote them are removed. This one was changed, or is not on record. Delete it by hand.",
  },
  "manifest-unreadable": {
    severity: "error",
    title: "The manifest of an output folder, sundial.json, cannot be read.",
    explanation:
      "The manifest says which files in the folder are generated, and how they were. Without it nothing can be replaced safely. After a merge conflict take either side, then run `sundial generate --force`: files with the generated header are replaced, others are left alone.",
  },
  "handler-orphaned": {
    severity: "warning",
    title: "A handler has no operation any more.",
    explanation:
      "The description has no operation of that name: it was removed or renamed. Handlers are yours, so nothing is deleted. Move the code to the operation's new name, or delete it.",
  },
  "handlers-unreadable": {
    severity: "warning",
    title: "A file of handlers cannot be read as TypeScript.",
    explanation: "It was left alone, so handlers of new operations were not added to it. Repair its syntax and generate again.",
  },
  "handlers-unrecognised": {
    severity: "warning",
    title: "It is not clear where in a file a new handler belongs.",
    explanation:
      "New handlers are added to a constant that is an object written out in the file, as it was generated. The file is shaped differently, so it was left alone: add the named handlers where they fit.",
  },
} as const satisfies Record<string, Entry>;
