import { processRegistry } from "./process-registry.js";

/** Warnings that were given of an origin. */
interface GivenWarnings {
  readonly texts: Set<string>;
  isIdle(): boolean;
}

const given = /* @__PURE__ */ processRegistry<GivenWarnings>("sundial.limit-warnings.v1");

/** The warnings that this process has given of an origin: of a thousand keys, all would say the same. */
export const givenWarnings = (origin: string): Set<string> => given(origin, () => ({ texts: new Set(), isIdle: () => true })).texts;

/** A service may write another one into each answer. */
const mostWarnings = 100;

/** Whether a warning is not given yet; from now on it is. */
export function isNewWarning(warnings: Set<string>, text: string): boolean {
  return warnings.size < mostWarnings && warnings.size < warnings.add(text).size;
}
