import type { Json } from "../../../source/source-file.js";
import { effectOf, listed, shown } from "../change.js";
import { canonical } from "../canonical.js";
import type { Rule } from "../compare-schema.js";
import { datedValueChanges } from "../lifecycle-changes.js";
import type { NormalSchema } from "../normal-schema.js";
import { isOfTypes } from "../../ir/type-of-value.js";

/** `enum` and `const`, and what is said of the end of single values. */
export const valueRule: Rule = (before, now, { say }) => {
  const [old, fresh] = [valuesOf(before), valuesOf(now)];
  if (old !== undefined && fresh !== undefined) {
    const gone = [...old].filter(([text]) => !fresh.has(text)).map(([, value]) => value);
    const more = [...fresh].filter(([text]) => !old.has(text)).map(([, value]) => value);
    if (gone.length > 0) say("enum-value-removed", "narrower", `no longer has ${named(gone)}`);
    if (more.length > 0) say("enum-value-added", "wider", `has ${named(more)}, too`);
  } else if (old !== undefined || fresh !== undefined) {
    const list = listed([...(fresh ?? old ?? new Map<string, Json>()).values()]);
    say(
      "enum",
      effectOf(fresh !== undefined, fresh === undefined),
      fresh === undefined ? `is no longer one of ${list}` : list === "" ? "allows no value now" : `is one of ${list} now`,
    );
  }
  const kept = new Set([...(fresh?.values() ?? [])].map(shown));
  for (const clause of datedValueChanges(before.datedValues, now.datedValues, (value) => kept.has(value)))
    say("lifecycle", "none", `has a ${clause.replace(/^value (.*?) (is|has) /, "value $1 that $2 ")}`);
};

function named(values: readonly Json[]): string {
  return `the value${values.length === 1 ? "" : "s"} ${listed(values)}`;
}

/** Of the types that are allowed. */
function valuesOf({ values, types }: NormalSchema): ReadonlyMap<string, Json> | undefined {
  return values && new Map(values.filter((value) => isOfTypes(value, types)).map((value) => [canonical(value, "default").text, value]));
}
