import type { Int64, ValidatorOptions } from "../emit/options.js";
import type { VulnerablePatterns } from "../model/build/build.js";
import type { ReadOnlyPolicy } from "../model/passes/direction-variants.js";
import type { UntypedPolicy } from "../model/passes/untyped-schemas.js";
import type { ConfigReader } from "./config-reader.js";

/** Options of validators. */
export interface ValidatorsConfig extends ValidatorOptions {
  /**
   * What becomes of a pattern that takes more than linear time on some text, and that nothing is known for which takes the same texts in
   * linear time. `bound`: it is given no text longer than what it is quick on; `skip`: it is not checked; `accept`: this and every other
   * pattern is checked as it stands. "bound" when absent.
   */
  readonly patterns?: VulnerablePatterns;
  /** What becomes of a `readOnly` property in a request. `drop`: it is taken out; `reject`: it is an issue. "drop" when absent. */
  readonly readOnly?: ReadOnlyPolicy;
}

const untypedPolicies = ["object", "any"] as const satisfies readonly UntypedPolicy[];
const int64Forms = ["number", "bigint", "string"] as const satisfies readonly Int64[];

/** Each key with the words it takes. The first one is what an absent key means. */
const choices = {
  mode: ["fast", "small"],
  issues: ["all", "first"],
  formats: ["assert", "annotate"],
  discriminator: ["tag", "exact"],
  patterns: ["bound", "skip", "accept"],
  readOnly: ["drop", "reject"],
} as const satisfies { readonly [Key in keyof ValidatorsConfig]-?: readonly Required<ValidatorsConfig>[Key][] };

/** The `int64` of an API. */
export function readInt64(reader: ConfigReader, api: Readonly<Record<string, unknown>>, at: readonly string[]): Int64 | undefined {
  return reader.word(api, "int64", at, int64Forms);
}

/** The `untyped` of an API. */
export function readUntyped(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): UntypedPolicy | undefined {
  return reader.word(api, "untyped", at, untypedPolicies);
}

/** The `validators` of an API. */
export function readValidators(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): ValidatorsConfig | undefined {
  if (api["validators"] === undefined) return undefined;
  const place = [...at, "validators"];
  const written = reader.record(api["validators"], place);
  if (written === undefined) return undefined;
  reader.onlyKeys(written, Object.keys(choices), place);
  const read: Record<string, string> = {};
  for (const [key, words] of Object.entries(choices)) {
    const word = reader.word<string>(written, key, place, words);
    if (word !== undefined) read[key] = word;
  }
  return read; // each key with one of its words
}
