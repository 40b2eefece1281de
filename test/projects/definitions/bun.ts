import { askServer } from "../ask.js";
import type { Project } from "../project.js";

export const bun: Project = {
  name: "bun",
  title: "Bun",
  of: "bun",
  quick: true,
  tools: ["bun"],
  starter: { command: ["bun", "init", "-y", "{folder}"] },
  sources: ".",
  imports: "",
  serves: true,
  install: [["bun", "install"]],
  generate: ["bun", "run", "generate"],
  check: ["bun", "run", "generate:check"],
  types: [["bunx", "tsc"]],
  build: [["bun", "build", "./index.ts", "--outdir", "./out", "--target", "bun"]],
  ask: askServer({ command: ["bun", "run", "index.ts"], mounted: "/v1" }),
};
