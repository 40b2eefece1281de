import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { HeaderObject, OrReference } from "../../openapi/rules/types.js";
import { followReference } from "../build/follow-reference.js";
import type { OperationEntry } from "../build/list-operations.js";
import { originOf } from "../build/origin.js";
import type { GeneralFacts } from "./limit-facts.js";
import type { Sourced } from "./limit-values.js";

const named = /^(?:x-)?rate-?limit-(limit|remaining|reset)$/i;

/** What tells of what is left by other names: the IETF's fields, those of single windows and units, and Shopify's. */
const telling = /^ratelimit$|\brate-?limit-(?:\w+-)?remaining\b|-call-limit$/i;

/**
 * The headers of limits that responses describe, where all of them call them the same: then nobody has to guess names, only how a
 * reset is written. Where they have several names, or others, clients find them by their words. `undefined` where none are described.
 */
export function describedHeaders(
  entries: readonly OperationEntry[],
  resolved: Resolved,
): Pick<GeneralFacts, "limit" | "remaining" | "reset" | "detected"> | undefined {
  let detected: Sourced<true> | undefined;
  const found = new Map<string, Sourced<string>>();
  for (const [name, header] of entries.flatMap((entry) => headersOf(entry, resolved))) {
    const fact = named.exec(name)?.[1]?.toLowerCase();
    const first = fact === undefined ? undefined : found.get(fact);
    const isOther = fact === undefined ? telling.test(name) : first !== undefined && first.value.toLowerCase() !== name.toLowerCase();
    if (isOther) detected ??= { value: true, name, at: originOf(header, resolved) };
    else if (fact !== undefined && first === undefined) found.set(fact, { value: name, name, at: originOf(header, resolved) });
  }
  if (detected !== undefined) return { detected };
  const [limit, remaining, reset] = [found.get("limit"), found.get("remaining"), found.get("reset")];
  // A limit without what remains of it paces nobody.
  if (remaining === undefined) return undefined;
  return { ...(limit && { limit }), remaining, ...(reset && { reset: { ...reset, value: { name: reset.value, format: undefined } } }) };
}

function headersOf({ operation }: OperationEntry, resolved: Resolved): readonly (readonly [string, OrReference<HeaderObject>])[] {
  return Object.values(operation.responses ?? {}).flatMap((response) =>
    Object.entries(followReference("response", response, resolved).value.headers ?? {}),
  );
}
