import { askServer } from "../ask.js";
import type { Project } from "../project.js";

export const nest: Project = {
  name: "nest",
  title: "Nest 12",
  of: "@nestjs/core",
  tools: ["node-24"],
  starter: { package: "@nestjs/cli@12", command: ["nest", "new", "{folder}", "--skip-install", "--skip-git", "--package-manager", "npm"] },
  imports: ".js",
  serves: true,
  types: [["npx", "tsc", "--noEmit", "-p", "tsconfig.build.json"]],
  build: [["npm", "run", "build"]],
  ask: askServer({ command: ["npm", "run", "start:prod"], mounted: "/v1" }),
};
