import type { VulnerablePatterns } from "../model/build/build.js";
import type { Part } from "./emitters.js";
import type { ImportExtension } from "./print/import-specifiers.js";
import type { OwnTemplates } from "./print/template.js";

export type { Part } from "./emitters.js";

/** What to emit. Everything here is part of the manifest: a change makes the output stale. */
export interface EmitOptions {
  readonly parts: ReadonlySet<Part>;
  /** How a person names the description, for the header line: never an absolute path. */
  readonly source: string;
  /** The command in the header line. */
  readonly command: string;
  /**
   * Whether the output has anything to do with limits. False: calls are sent at once, and what the description says of limits is left out.
   * "auto": a client keeps to limits that the service reports, described or not. True when absent: it does where they are described.
   */
  readonly limits?: boolean | "auto";
  /** Whether a client takes a store by which several processes share its gates. Only where it has gates. */
  readonly gateStore?: boolean;
  /**
   * "service": a client hears what the service says of the end of any operation. When absent: of those alone that the description calls
   * deprecated.
   */
  readonly deprecations?: "service";
  /** What holds a 64-bit integer in types, validators, client and server. "number" when absent. */
  readonly int64?: Int64;
  /** How files of the output import one another. "js" when absent. */
  readonly importExtension?: ImportExtension;
  /** The folder of the runtime where several outputs share one, relative to the output: "../../sundial". The output has its own when absent. */
  readonly runtime?: string;
  /** Formats of strings that modules of the user's check. */
  readonly formats?: readonly UserFormat[];
  /** How validators are emitted. `patterns`: what the model has of slow ones; with "accept" they have no limit, so that none is tried. */
  readonly validators?: ValidatorOptions & { readonly patterns?: VulnerablePatterns };
  /** Templates that people have taken over. */
  readonly templates?: OwnTemplates;
  /** Lines of the user's above the first line of ours, without marks of a comment. */
  readonly header?: readonly string[];
  /** Whether ESLint is to leave the files alone. */
  readonly eslintDisable?: boolean;
}

/** A format of strings that a module of the user's checks. */
export interface UserFormat {
  /** As the description has it. */
  readonly name: string;
  /** A path relative to the output folder, with its extension as the file has it, or a package. */
  readonly module: string;
  /** What the module exports: a function of a string that says whether it is of the format. An identifier. */
  readonly export: string;
  /** What a string must be, for messages. */
  readonly words?: string;
}

/** `number` refuses what is not a safe integer; `bigint` and `string` (of decimal digits) hold every value. On the wire it is a JSON number in any case. */
export type Int64 = "number" | "bigint" | "string";

export interface ValidatorOptions {
  /** `fast`: a guard that answers yes or no, and a collector of issues that runs where it says no; `small`: the collector alone. "fast" when absent. */
  readonly mode?: "fast" | "small";
  /** Whether a validator reports every issue or stops at the first. "all" when absent. */
  readonly issues?: "all" | "first";
  /** Whether a value of a wrong format is refused. "assert" when absent. */
  readonly formats?: "assert" | "annotate";
  /** What a discriminator decides. `tag`: a known tag settles which alternative is meant; `exact`: `oneOf` still counts. "tag" when absent. */
  readonly discriminator?: "tag" | "exact";
}
