import { askServer } from "../ask.js";
import type { Project } from "../project.js";

export const svelte: Project = {
  name: "svelte",
  title: "SvelteKit 2",
  of: "@sveltejs/kit",
  tools: ["node-24"],
  starter: {
    package: "sv@0.17",
    command: ["sv", "create", "{folder}", "--template", "minimal", "--types", "ts", "--no-add-ons", "--no-install"],
  },
  adds: { devDependencies: ["@types/node@24"] },
  sources: "src/lib",
  imports: "",
  serves: true,
  types: [["npm", "run", "check"]],
  build: [["npm", "run", "build"]],
  ask: askServer({ command: ["npx", "vite", "preview", "--host", "127.0.0.1", "--port", "{port}"], mounted: "/v1" }),
};
