import { askPage } from "../ask.js";
import type { Project } from "../project.js";

export const vite: Project = {
  name: "vite",
  title: "Vite with React",
  of: "vite",
  quick: true,
  tools: ["node-24"],
  starter: { package: "create-vite@9", command: ["create-vite", "{folder}", "--template", "react-ts", "--no-interactive"] },
  imports: "",
  types: [["npx", "tsc", "-b"]],
  build: [["npx", "vite", "build"]],
  ask: askPage("dist"),
};
