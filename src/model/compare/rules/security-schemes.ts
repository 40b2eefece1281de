import type { SecurityScheme } from "../../ir/api.js";
import { canonical } from "../canonical.js";
import type { Change } from "../change.js";
import { lifecycleChanges } from "../lifecycle-changes.js";

/** Security schemes by their names. */
export function securitySchemeChanges(before: readonly SecurityScheme[], now: readonly SecurityScheme[]): readonly Change[] {
  const [old, fresh] = [new Map(before.map((each) => [each.name, each])), new Map(now.map((each) => [each.name, each]))];
  const changes: Change[] = [];
  const say = (rule: string, name: string, text: string, breaking: boolean): void =>
    void changes.push({ rule, text: `the security scheme ${JSON.stringify(name)} ${text}`, breaking });
  for (const name of old.keys()) if (!fresh.has(name)) say("security-scheme-removed", name, "is gone", true);
  for (const [name, scheme] of fresh) {
    const was = old.get(name);
    if (was === undefined) {
      say("security-scheme-added", name, "is new", false);
      continue;
    }
    if (canonical({ ...was, doc: {} }).text !== canonical({ ...scheme, doc: {} }).text) say("security-scheme", name, "changed", true);
    for (const clause of lifecycleChanges(was.doc.lifecycle, scheme.doc.lifecycle)) say("lifecycle", name, clause, false);
  }
  return changes;
}
