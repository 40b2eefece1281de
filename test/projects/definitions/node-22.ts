import { askServer } from "../ask.js";
import type { Project } from "../project.js";

/** `tsconfig.json` is what Node's documentation asks for where it runs TypeScript by itself. */
export const node22: Project = {
  name: "node-22",
  title: "Node 22, running .ts",
  of: "node-22",
  quick: true,
  tools: ["node-22"],
  imports: ".ts",
  serves: true,
  types: [["npx", "tsc"]],
  ask: askServer({ command: ["npm", "start"], mounted: "/v1" }),
};
