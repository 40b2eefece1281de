import type { Operation } from "../../ir/operation.js";
import type { Change } from "../change.js";

type Security = Operation["security"];

/** Alternatives of security, the schemes of each and their scopes have no order. It breaks whoever has what sufficed, and does no longer. */
export function securityChanges(before: Security, now: Security): readonly Change[] {
  const [old, fresh] = [alternativesOf(before), alternativesOf(now)];
  const [was, is] = [textOf(before), textOf(now)];
  if (was === is) return [];
  const isEnough = (had: ReadonlySet<string>): boolean => fresh.some((needed) => [...needed].every((each) => had.has(each)));
  return [{ rule: "security", text: `its security is ${is} now, and was ${was}`, breaking: !old.every(isEnough) }];
}

/** What each needs: schemes, and scopes of them. */
function alternativesOf(security: Security): readonly ReadonlySet<string>[] {
  const all = security.map(
    (each) => new Set(each.flatMap(({ scheme, scopes }) => [scheme, ...scopes.map((scope) => `${scheme}:${scope}`)])),
  );
  return all.length === 0 ? [new Set()] : all;
}

/** `key, or oauth with the scopes read, write` */
function textOf(security: Security): string {
  const texts = security.map((each) => each.map(schemeText).sort().join(" and ") || "none");
  return [...new Set(texts)].sort().join(", or ") || "none";
}

function schemeText({ scheme, scopes }: Security[number][number]): string {
  const names = [...new Set(scopes)].sort();
  return names.length === 0 ? scheme : `${scheme} with the scope${names.length === 1 ? "" : "s"} ${names.join(", ")}`;
}
