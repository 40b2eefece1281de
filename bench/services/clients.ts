/** The clients of the table, each with the program that it is in. */
import { bundleProgram, type Program } from "./programs.js";
import type { Scenario } from "./scenarios.js";
import type { Style } from "./style.js";

export interface Client {
  readonly name: string;
  /** A file of the folder `clients`, and the client's name in it. */
  readonly file: string;
  readonly create: string;
  /** What it knows of limits: what a description says, or its figures; what answers say in common headers; nothing but `Retry-After`. */
  readonly knows: "description" | "headers" | "nothing";
  readonly ours: boolean;
  /** Whether it can be set up for that. */
  readonly fits: (style: Style, scenario: Scenario) => boolean;
}

/** What is for one process has nothing to share. */
const inOneProcess: Client["fits"] = (_, { store }) => !store;

/** It counts what begins, not what is under way. */
const withoutConcurrency: Client["fits"] = (style, scenario) =>
  inOneProcess(style, scenario) && !style.known.figures.some((figure) => "concurrency" in figure);

export const clients: readonly Client[] = [
  { name: "sundial", file: "sundial.ts", create: "described", knows: "description", ours: true, fits: () => true },
  { name: "sundial auto", file: "sundial.ts", create: "auto", knows: "headers", ours: true, fits: () => true },
  { name: "sundial plain", file: "sundial.ts", create: "plain", knows: "nothing", ours: true, fits: inOneProcess },
  { name: "bottleneck", file: "limiters.mjs", create: "bottleneck", knows: "description", ours: false, fits: inOneProcess },
  { name: "p-throttle", file: "limiters.mjs", create: "throttle", knows: "description", ours: false, fits: withoutConcurrency },
  { name: "p-ratelimit", file: "limiters.mjs", create: "rateLimit", knows: "description", ours: false, fits: inOneProcess },
  // It has GitHub's figures in it.
  { name: "octokit", file: "octokit.mjs", create: "octokit", knows: "description", ours: false, fits: inOneProcess },
  { name: "aws adaptive", file: "aws.mjs", create: "adaptive", knows: "nothing", ours: false, fits: inOneProcess },
  { name: "ky", file: "ky.mjs", create: "kyClient", knows: "nothing", ours: false, fits: inOneProcess },
];

/** Gives the program of a file, bundled once. */
export function programs(): (file: string) => Promise<Program> {
  const known = new Map<string, Promise<Program>>();
  return (file) => {
    const found = known.get(file) ?? bundleProgram(file);
    known.set(file, found);
    return found;
  };
}
