import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { DynamicScope } from "../passes/dynamic-scope.js";
import type { ComponentNames } from "../names/component-names.js";
import type { Elements } from "../lifecycle/elements.js";
import type { PatternAnalyses } from "../patterns/analyse-patterns.js";
import type { Checks } from "../refusal/checks.js";
import type { SchemaRegistry } from "./schema-registry.js";

/** Of a pattern without a linear form. `bound`: the length of the text is limited first; `skip`: it is not checked; `accept`: it is checked, as all are, as it stands. */
export type VulnerablePatterns = "bound" | "skip" | "accept";

/** What the builders of one API share. */
export interface BuildContext {
  readonly resolved: Resolved;
  readonly report: Report;
  readonly schemas: SchemaRegistry;
  readonly elements: Elements;
  readonly components: ComponentNames;
  /** Absent when no schema depends on how it is reached. */
  readonly dynamic: DynamicScope | undefined;
  /** Schemes that a requirement names and nobody declares, in the order met, each with the declared one that it is read as, if any; it grows. */
  readonly undeclaredSchemes: Map<string, string | undefined>;
  /** What was made of an object of the description, when it was made before: shared things are built and reported once. */
  once<T>(kind: string, value: object, make: () => T): T;
  /** What is known of patterns that are not known to be fast. */
  readonly analyses: PatternAnalyses;
  /** What formats and divisors of defaults are held against, where there are such. */
  readonly checks: Checks | undefined;
  readonly vulnerablePatterns: VulnerablePatterns;
  /** `names.value` of each operation, by its operationId as written. */
  readonly operationIds: ReadonlyMap<string, string>;
}

/** A memory for `Build.once`. */
export function createMemory(): BuildContext["once"] {
  const kinds = new Map<string, Map<object, unknown>>();
  return <T>(kind: string, value: object, make: () => T): T => {
    const known = kinds.get(kind) ?? new Map<object, unknown>();
    kinds.set(kind, known);
    if (!known.has(value)) known.set(value, make());
    return known.get(value) as T; // whoever asks for a kind always makes the same type of it
  };
}
