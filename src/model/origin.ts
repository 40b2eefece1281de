import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import { LazyOrigin } from "../openapi/place.js";
import type { Resolved } from "../openapi/resolved.js";

/** The origin of an object of the description. */
export function originOf(value: object, resolved: Resolved): Origin {
  return resolved.originLater(value);
}

/** A diagnostic whose place is spelled out: it leaves the model, and may be copied or printed as it is. */
export function spelledOut(found: Diagnostic): Diagnostic {
  const { at } = found;
  return at instanceof LazyOrigin ? { ...found, at: at.toJSON() } : found;
}
