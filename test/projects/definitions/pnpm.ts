import { askProgram } from "../ask.js";
import type { Project } from "../project.js";

/** The client is built in one package, and called from another that has neither `openapi-fetch` nor sundial. */
export const pnpm: Project = {
  name: "pnpm",
  title: "pnpm workspace",
  of: "pnpm",
  tools: ["pnpm"],
  workspace: "packages/api",
  imports: ".js",
  install: [["pnpm", "install", "--no-frozen-lockfile"]],
  generate: ["pnpm", "run", "generate"],
  check: ["pnpm", "run", "generate:check"],
  types: [["pnpm", "exec", "tsc", "--noEmit"]],
  build: [["pnpm", "--recursive", "run", "build"]],
  ask: askProgram(["pnpm", "--silent", "--filter", "@acme/app", "start"]),
};
