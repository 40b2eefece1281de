import type { TextFormat } from "../formats/format.js";
import { decimalScale } from "../ir/decimal-scale.js";
import type { NumberAssertion, StringAssertion } from "../ir/schema.js";
import type * as Runtime from "./runtime-checks.gen.js";

/** What the validators of an output hold formats and divisors against. */
export interface Checks {
  /** Whether a format is asserted, and by nothing that this program does not know. */
  readonly asserts: (assertion: NumberAssertion | StringAssertion) => boolean;
  readonly isOfFormat: (text: string, format: TextFormat) => boolean;
  readonly isMultiple: (value: number, divisor: number) => boolean;
}

export interface ChecksOptions {
  /** Whether formats without a word in the description are asserted. */
  readonly formats: "assert" | "annotate";
  /** Formats that the project has a check of its own for. */
  readonly own: ReadonlySet<string>;
}

/** Loads the checks of the runtime, which are as large as the rest of the model is small. */
export async function loadChecks({ formats, own }: ChecksOptions): Promise<Checks> {
  const runtime: typeof Runtime = await import("./runtime-checks.gen.js");
  return {
    asserts: ({ format = "", formatAsserted }) => !own.has(format) && (formats === "assert" || formatAsserted === true),
    isOfFormat: (text, { check }) => runtime.textChecks[check]?.(text) ?? true,
    isMultiple: (value, divisor) =>
      Number.isSafeInteger(divisor) ? value % divisor === 0 : runtime.isMultipleOf(value, divisor, decimalScale(divisor)),
  };
}
