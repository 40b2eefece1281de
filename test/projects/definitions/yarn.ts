import { askProgram } from "../ask.js";
import type { Project } from "../project.js";

/** There is no node_modules: every import goes by `.pnp.cjs`. */
export const yarn: Project = {
  name: "yarn",
  title: "Yarn 4, Plug'n'Play",
  of: "yarn",
  // Its files can do less than those of Node.
  quick: true,
  tools: ["yarn"],
  imports: ".js",
  install: [["yarn", "install", "--no-immutable"]],
  generate: ["yarn", "generate"],
  check: ["yarn", "generate:check"],
  types: [["yarn", "tsc", "--noEmit"]],
  build: [["yarn", "build"]],
  ask: askProgram(["yarn", "start"]),
};
