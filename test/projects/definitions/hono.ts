import { askServer } from "../ask.js";
import type { Project } from "../project.js";

/** The files of create-hono's template `nodejs`, which create-hono would download. */
export const hono: Project = {
  name: "hono",
  title: "Hono on Node",
  of: "hono",
  quick: true,
  imports: ".js",
  serves: true,
  types: [["npx", "tsc", "--noEmit"]],
  build: [["npm", "run", "build"]],
  ask: askServer({ command: ["npm", "start"], mounted: "/v1" }),
};
