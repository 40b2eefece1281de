import type { Entry } from "./diagnostic.js";

/** What `sundial init` and `sundial migrate` can report. */
export const setupCodes = {
  "setup-description-missing": {
    severity: "error",
    title: "No description was found to set the project up for.",
    explanation:
      "`sundial init` looks for files that begin as an OpenAPI description does, in the current folder and in the repository around it. It leaves out node_modules, folders of build output and hidden folders, and looks at a limited number of files. Name the description: `sundial init --input FILE`, or its URL.",
  },
  "setup-description-unclear": {
    severity: "error",
    title: "Several descriptions were found, and none was chosen.",
    explanation:
      "On a terminal `sundial init` asks which one is meant. Where nobody can answer, `--input FILE` says it. For several APIs, write `apis` in the configuration afterwards: each has an input and an output of its own.",
  },
  "setup-package-unreadable": {
    severity: "error",
    title: "The package.json cannot be read.",
    explanation:
      "It is no JSON of an object, such as with the marks of a merge. `sundial generate` warns, and keeps in its files the command that they name; `sundial upgrade` would write the range of versions, and writes nothing. `sundial init` adds the scripts `generate` and `generate:check` to package.json, and learns from it what the project uses. Correct the file first: `npm pkg get scripts` says whether it can be read. Nothing was written.",
  },
  "migrate-input-unknown": {
    severity: "error",
    title: "Nothing says which description the types of openapi-typescript are made from.",
    explanation:
      "`sundial migrate` finds the description in scripts of package.json and in `x-openapi-ts` of redocly.yaml. A program that calls openapi-typescript, a script with a variable and a Makefile are not read. Name the description: `sundial migrate --input FILE`, or its URL. It is for a project with one such file of types; for several, write their commands into scripts of package.json first.",
  },
} as const satisfies Record<string, Entry>;
