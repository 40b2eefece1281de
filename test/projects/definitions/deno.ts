import { askServer } from "../ask.js";
import type { Project } from "../project.js";

/** `deno.json` and `main.ts` are where `deno init` puts them; no flag but those for permissions. */
export const deno: Project = {
  name: "deno",
  title: "Deno",
  of: "deno",
  quick: true,
  tools: ["deno"],
  sources: ".",
  imports: ".ts",
  serves: true,
  generate: ["deno", "task", "generate"],
  check: ["deno", "task", "generate:check"],
  types: [["deno", "check", "main.ts"]],
  ask: askServer({ command: ["deno", "run", "--allow-net", "--allow-env", "main.ts"], mounted: "/v1" }),
};
