/** What a project is, and what comes of trying it. */
import type { Petstore } from "./petstore.js";

export type Command = readonly [program: string, ...args: string[]];

/** Programs that npm has and that a project runs on, or is installed by. */
export type ToolName = "node-22" | "node-24" | "deno" | "bun" | "pnpm" | "yarn";

/** Where and with what a project is tried. */
export interface Place {
  /** The project's folder, outside of any repository. */
  readonly folder: string;
  /** The packed package. */
  readonly tarball: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly petstore: Petstore;
  /** Runs a command to its end and returns what it printed; throws where it fails. */
  readonly run: (command: Command) => Promise<string>;
}

/** Names of animals, in the order of the service's answers. */
export interface Answers {
  /** `listPets(petstore, { query: { status: "available" } })` */
  readonly byFunction: readonly string[];
  /** `petstorePaths(petstore).GET("/pets", { params: { query: { limit: 2 } } })` */
  readonly byPath: readonly string[];
}

export interface Starter {
  /** Whose program it is; without one, it is a tool of the project. */
  readonly package?: string;
  readonly command: Command;
}

export interface Project {
  /** As `--only` has it. */
  readonly name: string;
  /** The folder of its files in `files/`, where that is not its name. */
  readonly files?: string;
  readonly title: string;
  /** The package whose version the table has; a tool's name for what is no package of the project. */
  readonly of: string;
  /** Takes seconds: `--quick` has it. */
  readonly quick?: boolean;
  /** Found before all other programs, the first of them first. */
  readonly tools?: readonly ToolName[];
  /** The makers' own starter, `{folder}` in its arguments standing for where the project goes. Otherwise its files are all there is. */
  readonly starter?: Starter;
  /** What a user adds to the starter's `package.json`. */
  readonly adds?: {
    readonly dependencies?: readonly string[];
    readonly devDependencies?: readonly string[];
    readonly scripts?: Readonly<Record<string, string>>;
  };
  /** The package that calls the API, in a repository with several. */
  readonly workspace?: string;
  /** Where its sources are, inside its package: `src` when absent. */
  readonly sources?: string;
  /** How its own imports of files end. */
  readonly imports: ".js" | ".ts" | "";
  /** It mounts the generated server, too. */
  readonly serves?: boolean;
  readonly install?: readonly Command[];
  readonly generate?: Command;
  readonly check?: Command;
  readonly types: readonly Command[];
  readonly build?: readonly Command[];
  readonly ask: (place: Place) => Promise<Answers>;
}

/** What only exists with a download from outside of the registry. */
export interface Unavailable {
  readonly title: string;
  readonly reason: string;
}
