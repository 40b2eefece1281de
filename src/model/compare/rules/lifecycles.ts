import type { Rule } from "../compare-schema.js";
import { lifecycleChanges } from "../lifecycle-changes.js";

/** Dates and stages. */
export const lifecycleRule: Rule = (before, now, { say }) => {
  for (const clause of lifecycleChanges(before.lifecycle, now.lifecycle)) say("lifecycle", "none", clause);
};
