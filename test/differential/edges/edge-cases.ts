/** Cases with one right answer, asked of validators in every mode and through every door. */
import { expect, test } from "vitest";
import { ValidationError, type Validator } from "../../../templates/runtime/validate/validate.js";
import { validatorsOfSchemas, type Compiled } from "../../support/validators.js";
import { variants } from "../compare.js";

export interface Edge {
  readonly says: string;
  readonly schema: unknown;
  readonly accepts?: readonly unknown[];
  readonly refuses?: readonly unknown[];
}

/** Parsed JSON: the way to an own `__proto__`, and to Infinity. */
export const json = (text: string): unknown => JSON.parse(text);

/** One test per case and mode; `others` are schemas that the cases refer to. */
export function testEdges(edges: readonly Edge[], others: Readonly<Record<string, unknown>> = {}): void {
  const schemas = { ...others, ...Object.fromEntries(edges.map(({ schema }, index) => [`Edge${String(index)}`, schema])) };
  for (const [mode, options] of Object.entries(variants)) {
    const compiled: Promise<Compiled> = validatorsOfSchemas(schemas, options);
    test.each(edges.map((edge, index) => ({ ...edge, index })))(`$says (${mode})`, async ({ index, accepts = [], refuses = [] }) => {
      const validator = (await compiled).validator(`Edge${String(index)}Schema`);
      for (const [place, value] of accepts.entries()) expect(verdicts(validator, value), `accepts[${String(place)}]`).toEqual(allTrue);
      for (const [place, value] of refuses.entries()) expect(verdicts(validator, value), `refuses[${String(place)}]`).toEqual(allFalse);
    });
  }
}

/** Every validator that is asked here has the same schema, in the modes there are. */
export async function inEveryMode(schema: unknown, ask: (validator: Validator<unknown>) => void): Promise<void> {
  for (const options of Object.values(variants)) {
    const compiled = await validatorsOfSchemas({ Edge: schema }, options);
    ask(compiled.validator("EdgeSchema"));
  }
}

interface Verdicts {
  readonly is: boolean;
  readonly safeParse: boolean;
  readonly parse: boolean;
  readonly standard: boolean;
}

const allTrue: Verdicts = { is: true, safeParse: true, parse: true, standard: true };
const allFalse: Verdicts = { is: false, safeParse: false, parse: false, standard: false };

/** What each door says. Only a `ValidationError` is a refusal: anything else that is thrown comes out. */
export function verdicts(validator: Validator<unknown>, value: unknown): Verdicts {
  return {
    is: validator.is(value),
    safeParse: validator.safeParse(value).success,
    parse: parses(validator, value),
    standard: validator["~standard"].validate(value).issues === undefined,
  };
}

function parses(validator: Validator<unknown>, value: unknown): boolean {
  try {
    validator.parse(value);
    return true;
  } catch (error) {
    // The runtime was copied: its class is another one.
    if (error instanceof Error && error.name === ValidationError.name) return false;
    throw error;
  }
}
