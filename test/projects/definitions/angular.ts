import { askPage } from "../ask.js";
import type { Project } from "../project.js";

export const angular: Project = {
  name: "angular",
  title: "Angular 22",
  of: "@angular/core",
  tools: ["node-24"],
  starter: {
    package: "@angular/cli@22",
    command: ["ng", "new", "{folder}", "--defaults", "--skip-install", "--skip-git", "--ssr=false", "--interactive=false"],
  },
  imports: "",
  types: [["npx", "ngc", "-p", "tsconfig.app.json", "--noEmit"]],
  build: [["npx", "ng", "build"]],
  ask: askPage("dist/angular-project/browser"),
};
