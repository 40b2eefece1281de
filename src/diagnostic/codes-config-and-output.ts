import type { Entry } from "./diagnostic.js";

/** What the configuration, the output folder and handler stubs can report. */
export const configAndOutputCodes = {
  "config-not-found": {
    severity: "error",
    title: "There is no configuration, and no --input and --output instead of one.",
    explanation:
      "`sundial generate` reads sundial.config.ts (or .mts, .cts, .js, .mjs, .cjs, .json) in the current folder, or the file given with --config. Without a configuration, name the description and the folder: `sundial generate --input openapi.yaml --output generated/api`.",
  },
  "config-unreadable": {
    severity: "error",
    title: "The configuration cannot be loaded.",
    explanation:
      "The file does not exist, does not compile, throws while it is loaded, or has no default export. Its default export is what `defineConfig({ … })` returns. A JSON file is that object. A configuration is a program: it must not end the process, leave a rejected promise, or wait for a promise that never settles.",
  },
  "config-several": {
    severity: "warning",
    title: "A folder has several configurations, one of which is read.",
    explanation:
      "The first is read of sundial.config.ts, .mts, .cts, .js, .mjs, .cjs and .json. The others have no effect, and may be left over. Remove them, or name one with --config.",
  },
  "config-unknown-key": {
    severity: "error",
    title: "The configuration has an unknown key.",
    explanation: "Keys are checked, because a misspelt key would have no effect. `defineConfig` offers the known keys in your editor.",
  },
  "config-invalid-value": {
    severity: "error",
    title: "A value in the configuration is not valid for its key.",
    explanation: "The message names the key and the values that it takes.",
  },
  "config-shared-output": {
    severity: "error",
    title: "Two APIs of the configuration write to the same folder.",
    explanation:
      "Each output folder has a manifest of its own files. Two APIs in one folder would remove each other's files. An output may lie inside another one, but not in its `runtime` folder, where both have files of the same names. Handlers of two APIs in one folder would be added to each other's files. Give each API folders of its own.",
  },
  "version-mismatch": {
    severity: "error",
    title: "Another version of openapi-sundial is asked for, or has made what is there.",
    explanation:
      "An output says in sundial.json which version made it. `generate` of an older version does not write over it: mostly an installation is out of date. Install the version that the project names, or run the one that the hint names. `generate --force` goes back to the older version. `check` compares, and says which version it is. `upgrade VERSION` is run by that version itself.",
  },
  "runtime-version": {
    severity: "error",
    title: "A shared runtime is of a newer version, which another configuration is generated with.",
    explanation:
      "`runtime` names a folder that several configurations use. Their generated code imports its files, so all of them need the same version of openapi-sundial. An older version does not write over the files of a newer one. Update it, or give each configuration a runtime of its own.",
  },
  "runtime-copies": {
    severity: "info",
    title: "Several APIs of a configuration have copies of the same runtime.",
    explanation:
      'Without `runtime`, each output has its own copy of the fixed part of the code. A `RateLimitError` of one is then not of the class of another\'s, and a bundle has the code twice. `runtime: "src/sundial"` in the configuration lets all APIs share one folder. `runtime: false` keeps the copies, and this remark away.',
  },
  "output-left": {
    severity: "warning",
    title: "An output that no API has any more imports the shared runtime.",
    explanation:
      "An API is gone from the configuration, or has another `output`, and its old folder is still there. Nothing brings that code up to date, and the shared runtime has only what the APIs of the configuration need: it may not compile. Delete the folder if nothing uses it, or configure it again.",
  },
  "too-many-warnings": {
    severity: "error",
    title: "There are more warnings than `--max-warnings` allows.",
    explanation:
      "`sundial lint --max-warnings 0` exits with 1 where there is a warning. Mend what they are about, silence single codes, or allow more.",
  },
  "cache-not-kept": {
    severity: "info",
    title: "Nothing of a run is kept for the next one, because node_modules is a link.",
    explanation:
      "`generate` keeps what it had to say in node_modules/.cache/sundial, and repeats it where nothing has changed. No link is followed there, as it may lead to a folder that others write to. So each run is a whole one. Put a folder in place of the link, or silence the code.",
  },
  "silence-unused": {
    severity: "warning",
    title: "A warning is silenced that does not occur.",
    explanation:
      "`silence` in the configuration names codes of warnings that are not printed. A code that no longer occurs would hide the next warning of that code.",
  },
  "api-name-kept": {
    severity: "info",
    title: "An output keeps the API's name that it was generated with, though the title gives another.",
    explanation:
      "`createPetstoreClient` and similar names come from `name` in the configuration, the key in `apis`, the title of the description, or the file name. The first of these that exists decides. Programs use these names, so an existing output keeps its names when the title changes. It also keeps names that an older version took from the file. Set `name` in the configuration to choose one.",
  },
  "tsconfig-unreadable": {
    severity: "warning",
    title: "The tsconfig.json around an output cannot be read.",
    explanation:
      "The nearest tsconfig.json decides how generated files import one another: `./client.js`, `./client.ts` or `./client`. This one is not JSON, extends itself, or has a value of a wrong type. The output keeps the import extension that it has, or takes it from the rest of the project. `importExtension` in the configuration decides without a tsconfig.json.",
  },
  "tsconfig-base-not-found": {
    severity: "warning",
    title: "A tsconfig.json extends or references a file that does not exist.",
    explanation:
      "The nearest tsconfig.json, with all that it extends, decides how generated files import one another. Perhaps a package is not installed yet. Some frameworks write such files themselves (`nuxt prepare`, `svelte-kit sync`). An existing output keeps the import extension that it has: then this is a remark only, and `sundial check` does not look.",
  },
  "import-extension-impossible": {
    severity: "warning",
    title: "The configuration asks for import extensions that the tsconfig.json does not allow.",
    explanation:
      'Imports that end in `.ts` need `rewriteRelativeImportExtensions`, or `allowImportingTsExtensions` with `noEmit`. Under `moduleResolution` "nodenext" and "node16", ES modules must name an extension. The code is generated as the configuration says. `importExtension: "auto"` follows the tsconfig.json.',
  },
  "format-module-not-found": {
    severity: "warning",
    title: "The module that checks a format of the configuration does not exist.",
    explanation:
      "`formats` names a module for each format that your own code checks. That is a package, or a path that begins with `./` or `../`, relative to the configuration file. The code is generated, and does not compile until the module exists.",
  },
  "format-export-not-found": {
    severity: "warning",
    title: "The module that checks a format of the configuration has no such export.",
    explanation:
      'The export has the name of the format, or the name after `#`: `formats: { iban: "./src/formats.ts#isIban" }`. It is a function that takes a string and returns a boolean: `export function isIban(text: string): boolean`. The code is generated, and does not compile until the module has the export.',
  },
  "openapi-fetch-outdated": {
    severity: "warning",
    title: "The installed openapi-fetch is older than calls by path need.",
    explanation:
      "Calls by path use `pathSerializer`, which openapi-fetch has from 0.16.0 on. With an older version `paths.ts` does not compile. A bundler that does not check types would build a client that sends wrong URLs. The version that counts is in the nearest `node_modules`, at the output or above it. Functions need no openapi-fetch: without `paths` in `emit`, no file imports it.",
  },
  "openapi-fetch-missing": {
    severity: "info",
    title: "The generated code imports openapi-fetch, and the project does not list it.",
    explanation:
      'Calls by path (`petstorePaths(client).GET("/pets")`) are made with openapi-fetch. Until it is installed, `paths.ts` does not compile, and neither does `index.ts`, which exports it. Functions (`listPets(client)`) need no other package: name the parts that you use in `emit`, without `paths`, and no file imports openapi-fetch.',
  },
  usage: {
    severity: "error",
    title: "The command line has a mistake.",
    explanation: "`sundial COMMAND --help` lists the flags of a command.",
  },

  "output-stale": {
    severity: "error",
    title: "The files on disk are not what `sundial generate` would write.",
    explanation:
      "`sundial check` compares every file with what the description, the options and this version generate now. It says of each file whether it is missing, changed, edited by hand or left over. Run the command that it prints, and commit the result.",
  },
  "output-refused": {
    severity: "error",
    title: "A folder or path is never written to, whatever it holds.",
    explanation:
      "Some folders are never output folders: the root of a file system, a home folder, a project's own folder (with .git or package.json), and every folder above the current one. No file is written outside the output folder. Give generated files a folder of their own.",
  },
  "output-symlink": {
    severity: "error",
    title: "A symbolic link is inside the output folder, where a generated file or its folder belongs.",
    explanation:
      "Writing through a link would change files elsewhere. The output folder itself may be a link; nothing below it may be one.",
  },
  "output-in-the-way": {
    severity: "error",
    title: "A file or folder of yours is where a generated file belongs.",
    explanation: "A file that sundial did not write is never overwritten, not even with --force. Move it, or generate into another folder.",
  },
  "output-locked": {
    severity: "error",
    title: "Another run is writing to the same output folder.",
    explanation:
      "A run waits up to 30 seconds for another one. It takes over the lock of a process that has ended, and a lock that does not name its owner. It takes over a lock of another machine or container after ten seconds without activity.",
  },
  "output-failed": {
    severity: "error",
    title: "The output could not be written.",
    explanation:
      "All files are first written beside the output and then renamed into place. When the first step fails, nothing has changed. When the second step fails, the next run completes it. Until then `sundial check` says that a run was interrupted.",
  },
  "handlers-missing": {
    severity: "info",
    title: "The folder of handlers has no handlers.",
    explanation:
      "`handlers` in the configuration names a folder where `sundial generate` writes a stub for each operation that has no handler there. `sundial check` finds no file in it. That is no fault of the output: a compiler says which handlers a server needs. Run `sundial generate` to have them written, or remove `handlers` where they stand elsewhere.",
  },
  "output-interrupted": {
    severity: "info",
    title: "An earlier run was interrupted while it wrote, and this run completes it.",
    explanation:
      "A run that is killed while it renames files leaves some old files, some new files, and a journal. The next run generates every file again.",
  },
  "edited-by-hand": {
    severity: "error",
    title: "A generated file was changed after it was generated.",
    explanation:
      "`sundial generate` does not overwrite a change that somebody may want to keep. Move the change into the description, the configuration or a file of your own. `sundial check --diff` shows the change; `sundial generate --force` discards it.",
  },
  "leftover-kept": {
    severity: "warning",
    title: "A file that looks generated is no longer part of the output, and was kept.",
    explanation:
      "Only files that are exactly as sundial wrote them are removed. This file was changed, or the manifest does not list it. Delete it by hand.",
  },
  "manifest-unreadable": {
    severity: "error",
    title: "The manifest of an output folder, sundial.json, cannot be read.",
    explanation:
      "The manifest lists the generated files of the folder with their hashes. Nothing of it can be read, and some files are not what would be written now: they may have been edited. `sundial generate --force` replaces files with the generated header, and leaves other files alone.",
  },
  "formatter-missing": {
    severity: "warning",
    title: "The formatter that the configuration asks for is not there.",
    explanation:
      "`format` names Prettier, Biome or a command, and it cannot be run: its package is not installed, or the program is in no folder where one is looked for. The output is written as it is, and `check` takes it for the same as a formatted one.",
  },
  "formatter-failed": {
    severity: "warning",
    title: "A formatter refused a file, ended with an error, or took too long.",
    explanation:
      "`format` lets the formatter of the repository go through what is written. Its configuration or a plugin may be broken, or it may not know a syntax. What it failed with is written as it is, and `check` takes it for the same as a formatted file.",
  },
  "manifest-rebuilt": {
    severity: "info",
    title: "The manifest of an output folder, sundial.json, is written anew.",
    explanation:
      "It was merged from two branches, holds the marks of a merge conflict, or is no manifest any more. What can be read of it, or the files themselves, say what is generated, so that nothing of yours is overwritten. A file that both branches changed is taken for what git made of the two. Commit what was written.",
  },
  "handler-orphaned": {
    severity: "warning",
    title: "A handler has no operation any more.",
    explanation:
      "The description has no operation of that name: it was removed or renamed. Handlers are your code, so nothing is deleted. Move the code to the operation's new name, or delete it.",
  },
  "handlers-unreadable": {
    severity: "warning",
    title: "A file of handlers cannot be read as TypeScript.",
    explanation: "The file was left alone, so handlers of new operations were not added to it. Correct its syntax and generate again.",
  },
  "handlers-unrecognised": {
    severity: "warning",
    title: "It is not clear where a new handler belongs in a file.",
    explanation:
      "New handlers are added to an object literal that is assigned to a constant, as it was generated. This file has another structure, so it was left alone. Add the handlers that the message names.",
  },
  "handlers-without-principal": {
    severity: "info",
    title: "Operations ask who is calling, and the handlers of a file are not told.",
    explanation:
      "The file was written when no operation asked for credentials, so it names the type of handlers without a principal. It compiles, and its handlers get a principal of the type `unknown`. Write `PetstoreHandlers<Principal>`, in the file that puts all handlers together too, and give `authenticate` to the server. Files are yours, so none is changed; principal.ts is written where no file names a principal.",
  },
  "handlers-principal-unused": {
    severity: "info",
    title: "A file of handlers names a principal, and no operation asks who is calling.",
    explanation:
      "The description no longer has an operation that asks for credentials. The file compiles, and its handlers get `undefined` for the principal. Write the type of handlers without a principal, `PetstoreHandlers`, and take `authenticate` from what the server is made of. Files are yours, so none is changed, and principal.ts stays.",
  },
} as const satisfies Record<string, Entry>;
