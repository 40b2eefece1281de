import type { Entry } from "./diagnostic.js";

/** What `sundial init` can report. */
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
    title: "The package.json cannot be read, so scripts cannot be added to it.",
    explanation:
      "`sundial init` adds the scripts `generate` and `generate:check` to package.json, and learns from it what the project uses. Correct the file first: `npm pkg get scripts` says whether it can be read. Nothing was written.",
  },
} as const satisfies Record<string, Entry>;
