/** What a change is made to: a repository in which one generator writes files from one description, and says whether they are current. */
import type { Command } from "../project.js";
import type { Tools } from "../tools.js";
import type { Repository } from "./repository.js";

/** Changes of a description, by what they mean. */
export interface DescriptionEdits {
  /** A comment, and other white space. */
  readonly comment: (text: string) => string;
  /** Words that go into the comments of generated code. */
  readonly words: (text: string) => string;
  /** The version of the API, which is in no generated file. */
  readonly version: (text: string) => string;
  /** One more member of an object. */
  readonly member: (text: string) => string;
  /** Another one, far from it. */
  readonly other: (text: string) => string;
  /** The same place as `member`, and something else. */
  readonly clash: (text: string) => string;
}

export interface Subject {
  readonly repository: Repository;
  /** Where its configuration is, and what it advises is run. */
  readonly home: string;
  readonly description: string;
  readonly edits: DescriptionEdits;
  /** The folder of generated files; a file where there is one only. */
  readonly output: string;
  /** A generated file with types in it. */
  readonly types: string;
  readonly generate: Command;
  readonly check: Command;
  readonly generator: Generator;
  /** The file that says from what and where to it generates. */
  readonly config: string;
  /** Tells it of another description, or another output; paths are relative to the root. */
  readonly point: (to: Pointed) => Promise<void>;
  /** Other versions of Node. */
  readonly tools: Tools;
}

export interface Pointed {
  readonly description?: string;
  /** Instead of a file. */
  readonly url?: string;
  readonly output?: string;
}

export type Generator = "sundial" | "openapi-typescript" | "git diff" | "graphql-codegen";

/** What sundial keeps beside the files that it writes. */
export const manifestOf = ({ output }: Subject): string => `${output}/sundial.json`;
