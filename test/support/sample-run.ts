/** What the parts of the sampler share. */
import type { ArrayAssertion, JsonType, NumberAssertion, ObjectAssertion, Schema, StringAssertion } from "../../src/model/ir/schema.js";
import type { Random } from "./sample-text.js";
import type { Schemas } from "./valid.js";

export interface SampleOptions {
  readonly seed: number;
  /** `request` leaves out optional `readOnly` properties, `response` optional `writeOnly` ones. */
  readonly direction: "request" | "response";
  /**
   * What the place can carry. `json`: everything. `multipart`: everything, and a Blob where a part is binary. `bytes`: a
   * Blob. `text`: what survives as text, so no null and nothing empty. `plain`: text without a character that any style of
   * parameter gives a meaning.
   */
  readonly carrier: "json" | "multipart" | "bytes" | "text" | "plain";
  /** `plain` keeps characters away that serialisers think about, whatever the carrier. */
  readonly words?: "plain" | undefined;
  /** How many optional properties are filled. */
  readonly optional: "all" | "some" | "none";
}

/** No instance was found: the schema has none, or is too hard for this sampler. */
export class Unsatisfiable extends Error {
  override readonly name = "Unsatisfiable";
}

/** One making of an instance. */
export interface Run {
  readonly schemas: Schemas;
  readonly cost: (schema: Schema) => number;
  readonly options: SampleOptions;
  readonly random: Random;
  /** Values until only what is required is filled, and attempts until the sampler gives up. */
  readonly left: { values: number; attempts: number };
  /** An instance of all of the schemas, for a part of the value. */
  readonly generate: (run: Run, wanted: readonly Schema[], depth: number, bytes: boolean) => unknown;
}

/** Everything that must hold of one value, once a branch of each choice is taken. */
export interface Parts {
  /** Counts failures before this try: what is chosen by chance once is chosen in turn afterwards. */
  readonly attempt: number;
  types: readonly JsonType[] | undefined;
  readonly enums: (readonly unknown[])[];
  readonly numbers: NumberAssertion[];
  readonly strings: StringAssertion[];
  readonly arrays: ArrayAssertion[];
  readonly objects: ObjectAssertion[];
}

/** Whether the value is carried as text. */
export function isTextual(run: Run): boolean {
  return run.options.carrier === "text" || run.options.carrier === "plain";
}

/** Whether a list or an object is written member by member: as text, or as parts of a form. */
export function isWritten(run: Run, depth: number): boolean {
  return isTextual(run) || (run.options.carrier === "multipart" && depth === 1);
}

/** Whether it is time to come to an end. */
export function deep(run: Run, depth: number): boolean {
  return depth > 3 || run.left.values < 0;
}
