import { askServer } from "../ask.js";
import type { Project } from "../project.js";

/** Express has no starter for TypeScript: this is what its documentation and `tsc --init` have, in CommonJS. */
export const express: Project = {
  name: "express",
  title: "Express 5, CommonJS by tsc",
  of: "express",
  quick: true,
  imports: ".js",
  serves: true,
  types: [["npx", "tsc", "--noEmit"]],
  build: [["npm", "run", "build"]],
  ask: askServer({ command: ["npm", "start"], mounted: "/v1" }),
};
