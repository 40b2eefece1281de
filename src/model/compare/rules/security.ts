import type { Operation } from "../../ir/operation.js";
import type { Change } from "../change.js";

type Security = Operation["security"];

/** Alternatives of security, the schemes of each and their scopes have no order. It breaks whoever has what sufficed, and does no longer. */
export function securityChanges(before: Security, now: Security): readonly Change[] {
  const [old, fresh] = [alternativesOf(before), alternativesOf(now)];
  if (textOf(old) === textOf(fresh)) return [];
  const isEnough = (had: ReadonlySet<string>): boolean => fresh.some((needed) => [...needed].every((each) => had.has(each)));
  return [{ rule: "security", text: `its security is ${textOf(fresh)} now, and was ${textOf(old)}`, breaking: !old.every(isEnough) }];
}

/** What each needs: schemes, and scopes of them. */
function alternativesOf(security: Security): readonly ReadonlySet<string>[] {
  const all = security.map(
    (each) => new Set(each.flatMap(({ scheme, scopes }) => [scheme, ...scopes.map((scope) => `${scheme}:${scope}`)])),
  );
  return all.length === 0 ? [new Set()] : all;
}

function textOf(alternatives: readonly ReadonlySet<string>[]): string {
  const texts = alternatives.map((each) => (each.size === 0 ? "none" : [...each].sort().join(" and ")));
  return [...new Set(texts)].sort().join(", or ");
}
