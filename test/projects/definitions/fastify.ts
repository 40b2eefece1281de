import { askServer } from "../ask.js";
import type { Project } from "../project.js";

/** Its own `tsconfig.json` lacks the `rootDir` that its TypeScript 6 asks for. */
export const fastify: Project = {
  name: "fastify",
  title: "Fastify 5, fastify-cli",
  of: "fastify",
  starter: { package: "fastify-cli@8", command: ["fastify", "generate", "{folder}", "--lang=ts"] },
  imports: "",
  serves: true,
  types: [["npx", "tsc", "--noEmit"]],
  build: [["npm", "run", "build:ts"]],
  ask: askServer({ command: ["npx", "fastify", "start", "--port", "{port}", "dist/app.js"], mounted: "/v1" }),
};
