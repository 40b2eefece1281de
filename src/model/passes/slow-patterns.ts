import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { inOrder } from "../../diagnostic/source-order.js";
import { sourceOrderIn } from "../../openapi/resolve/source-order.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { inside, stands } from "../build/origin.js";
import type { Api } from "../ir/api.js";
import type { Assertion, CheckedPattern, Schema } from "../ir/schema.js";
import { eachSchema } from "../ir/visit.js";
import type { PatternAnalyses } from "../patterns/analyse-patterns.js";
import { shownPattern, slownessOf } from "../patterns/apply-pattern-policy.js";

/** Patterns that are slow as they are written, and that generated validators match in another way: other readers of a description do not. */
export function slowPatterns({ schemas, operations, webhooks }: Api, resolved: Resolved, analyses: PatternAnalyses): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const look = (
    { pattern, linearPattern, patternLimit }: Partial<CheckedPattern>,
    { origin }: Schema,
    ...keys: readonly string[]
  ): void => {
    const analysis = pattern === undefined ? undefined : analyses.get(pattern);
    const at = inside(origin, ...keys);
    // What is not known to be slow is nothing to tell, and what has a limit has been told.
    if (
      pattern === undefined ||
      patternLimit !== undefined ||
      linearPattern === undefined ||
      analysis?.complexity === undefined ||
      !stands(at, resolved)
    )
      return;
    const message = `The pattern "${shownPattern(pattern)}" ${slownessOf(analysis)}; generated validators match the same texts in linear time.`;
    const hint =
      "Other tools match it as it is written. Write a pattern that matches each text in one way only, or bound the text with `maxLength`.";
    found.set(`${at.file}#${at.pointer}`, diagnostic("pattern-vulnerable", message, { at, hint, severity: "info" }));
  };
  eachSchema({ schemas, operations, webhooks }, (schema) => {
    for (const assertion of schema.assertions) {
      for (const each of patternsOfNames(assertion)) look(each, schema, "patternProperties", each.pattern);
      if (assertion.kind === "string") look(assertion, schema, "pattern");
    }
  });
  return inOrder([...found.values()], sourceOrderIn(resolved.files));
}

function patternsOfNames(assertion: Assertion): readonly CheckedPattern[] {
  return assertion.kind === "object" ? assertion.patternProperties : [];
}
