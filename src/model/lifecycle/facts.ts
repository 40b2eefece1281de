import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { DateFact, Lifecycle } from "../ir/lifecycle.js";

/** What a description asks for as a replacement, before operations have names. */
export interface Wanted {
  readonly operationId?: string;
  readonly url?: string;
  readonly note?: string;
  /** Whether the key can only mean an operation: then one that does not exist is a mistake. */
  readonly strict: boolean;
}

/** What the keys of one object say. */
export interface Facts {
  readonly deprecated?: boolean;
  readonly since?: DateFact;
  readonly sunset?: DateFact;
  readonly message?: string;
  readonly replacement?: Wanted;
  readonly link?: string;
  readonly removedIn?: string;
  readonly code?: string;
  readonly stability?: NonNullable<Lifecycle["stability"]>;
  /** The version since which it is deprecated: text only. */
  readonly version?: string;
  /** What is said besides of its not being stable. */
  readonly note?: string;
  /** Its removal is announced without a date. */
  readonly undated?: boolean;
  /** The keys that said it, as a person would name them, and where they stand. */
  readonly saidBy?: { readonly [F in Fact]?: { readonly name: string; readonly at: Origin } };
}
export type Fact = Exclude<keyof Facts, "saidBy">;

/**
 * A value as read, and its members that mean nothing, or what it was read as where it is not spelled so; `ignored` says nothing and is no mistake; `unread` is a word that is no stage;
 * `wrong` says what was expected.
 */
export type Reading =
  | { readonly facts: Facts; readonly unknown?: readonly string[]; readonly readAs?: string; readonly doubt?: Doubt }
  | { readonly ignored: true }
  | { readonly unread: string; readonly meant?: string | undefined }
  | { readonly wrong: string; readonly hint?: string | undefined; readonly code: "date-invalid" | "lifecycle-value-invalid" };

/** A date that is doubtful, or that cannot be read inside what can: `member` is where. */
export interface Doubt {
  readonly member?: string;
  readonly says: string;
  readonly hint: string;
}

export interface Row {
  /** The extension's key, and the way to the value inside it. */
  readonly key: string;
  readonly path: readonly string[];
  readonly read: (value: Json) => Reading;
  /** Set where the key says nothing of what is deprecated: that it is new and may change is over then. */
  readonly newOnly?: true;
  /** Set where the key says that a thing ends, and can say nothing else: it takes no flag. */
  readonly ends?: true;
  /** Set where the key is known by how it is made, and not by its name. */
  readonly isGuess?: true;
  /** One of our own: a key without a value is a mistake there. */
  readonly canonical?: true;
}

/** Facts of which the first to say something is right. */
export function combined(all: readonly Facts[]): Facts {
  return all.reduceRight<Facts>((later, facts) => ({ ...later, ...facts, saidBy: { ...later.saidBy, ...facts.saidBy } }), {});
}
