/** What the tests of deprecation warnings share: operations that no other test has used, for the process remembers. */
import type { Deprecation } from "../../../../../templates/runtime/shared/deprecated-operation.js";
import type { DeprecationEvent, DeprecationOptions } from "../../../../../templates/runtime/client/deprecation/deprecation.js";
import type { Operation } from "../../../../../templates/runtime/shared/operation.js";

/** A date of removal, and the milliseconds of its first instant. */
export const sunset = { date: "2030-12-05", epoch: 1922659200 };
export const sunsetTime = sunset.epoch * 1000;
export const before = sunsetTime - 1;

let count = 0;

/** `getPet`, with a path of its own. */
export function fresh(): Operation {
  count += 1;
  return { id: "getPet", method: "GET", path: `/${String(count)}/{petId}`, responses: {} };
}

/** The same, deprecated, with a code of its own. */
export function deprecated(facts: Partial<Deprecation> = {}): Operation & { readonly deprecation: Deprecation } {
  const operation = fresh();
  return { ...operation, deprecation: { code: `TEST_DEP_${String(count)}`, ...facts } };
}

/** Options that remember what they were told. */
export function listening(options: DeprecationOptions = {}): { readonly options: DeprecationOptions; readonly events: DeprecationEvent[] } {
  const events: DeprecationEvent[] = [];
  return { options: { ...options, onDeprecation: (event) => events.push(event) }, events };
}
