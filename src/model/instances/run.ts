/** What the makers of instances share. */
import type { Json } from "../../source/source-file.js";
import type { ArrayAssertion, JsonType, NumberAssertion, ObjectAssertion, Schema, SchemaId, StringAssertion } from "../ir/schema.js";
import type { PatternTexts } from "./pattern-text.js";
import type { Held } from "../refusal/refusal.js";

export interface Left {
  values: number;
  attempts: number;
  steps: number;
}

/** The making of one instance. */
export interface Run {
  readonly held: Held;
  /** Whether programs can hold a value, whatever its schema says. */
  readonly isHeld: (value: Json) => boolean;
  /** How deep the smallest instance of a schema is; Infinity where every one is endless. */
  readonly cost: (schema: Schema) => number;
  readonly patternText: PatternTexts;
  /** Whether a value of the description is short enough to stand inside another one. */
  readonly isShort: (value: Json) => boolean;
  /** Values until only what is required is filled, and attempts and looks at schemas until the search is given up. */
  readonly left: Left;
  /** The named schemas that the value is a part of. */
  readonly within: ReadonlySet<SchemaId>;
  /** Levels of objects and lists around the value. */
  readonly depth: number;
  /** Of values that have to differ, which one this is: 0 for the plainest. */
  readonly variant: number;
  /** A value of all of the schemas; `undefined` where none is found. */
  readonly instance: (run: Run, wanted: readonly Schema[]) => Json | undefined;
}

/** All that must hold of a value, once an alternative of each choice is taken. */
export interface Parts {
  types: readonly JsonType[] | undefined;
  /** Values that the description itself gives: examples first. */
  readonly given: Json[];
  readonly enums: (readonly Json[])[];
  readonly numbers: NumberAssertion[];
  readonly strings: StringAssertion[];
  readonly arrays: ArrayAssertion[];
  readonly objects: ObjectAssertion[];
  /** Named schemas that were followed. */
  readonly refs: Set<SchemaId>;
}

/** Whether it is time to come to an end. */
export const isDeep = ({ depth, left }: Run): boolean => depth > 3 || left.values < 0;

/** The same for a member or an item. */
export const inside = (run: Run, refs: ReadonlySet<SchemaId>, variant = run.variant): Run => ({
  ...run,
  variant,
  depth: run.depth + 1,
  within: refs.size === 0 ? run.within : new Set([...run.within, ...refs]),
});

/** Whether schemas lead back to one that the value is a part of, by no member or item in between. */
export function leadsBack(run: Run, refs: ReadonlySet<SchemaId>, schemas: readonly Schema[]): boolean {
  return schemas.some(({ assertions }) =>
    assertions.some((assertion) => {
      switch (assertion.kind) {
        case "ref":
          return run.within.has(assertion.target) || refs.has(assertion.target);
        case "allOf":
        case "anyOf":
        case "oneOf":
          return leadsBack(run, refs, assertion.members);
        case "never":
        case "type":
        case "enum":
        case "number":
        case "string":
        case "array":
        case "object":
        case "not":
        case "if":
        case "unevaluatedProperties":
        case "unevaluatedItems":
          return false;
      }
    }),
  );
}
