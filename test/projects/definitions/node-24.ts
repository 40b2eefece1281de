import { askServer } from "../ask.js";
import type { Project } from "../project.js";

/** `tsconfig.json` is what Node's documentation asks for where it runs TypeScript by itself. */
export const node24: Project = {
  name: "node-24",
  title: "Node 24, running .ts",
  of: "node-24",
  quick: true,
  tools: ["node-24"],
  imports: ".ts",
  serves: true,
  types: [["npx", "tsc"]],
  ask: askServer({ command: ["npm", "start"], mounted: "/v1" }),
};
