import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { nearest } from "../diagnostic/nearest.js";
import * as pointer from "../source/json-pointer.js";
import type { Json } from "../source/source-file.js";
import { originOf, type Place, type Unit } from "./place.js";
import { formatReference } from "./reference.js";
import { isObject } from "./rule.js";
import { toUpgradedTokens } from "./swagger-pointers.js";
import type { Walked } from "./walk.js";

/** A reference that leads to nothing: `found` is where it should have led, when its file is there. */
export function danglingReference(
  at: Place,
  found: { readonly unit: Unit; readonly tokens: readonly string[] } | undefined,
  dispensable: boolean,
): Diagnostic {
  const where = found === undefined || found.unit === at.unit ? "" : ` in ${found.unit.source.name}`;
  const value = valueAt(at);
  const written = typeof value === "string" ? value : "";
  const meant = found === undefined ? undefined : suggestion(found.unit, found.tokens, written.slice(0, Math.max(0, written.indexOf("#"))));
  const hints = [
    ...(meant === undefined ? [] : [`Did you mean "${meant}"?`]),
    ...(dispensable && at.key === "$ref" ? ["Any value is accepted there."] : []),
  ];
  return diagnostic("ref-not-found", `${JSON.stringify(written)} leads to nothing${where}.`, {
    at: originOf(at),
    severity: dispensable ? "warning" : "error",
    hint: hints.length === 0 ? undefined : hints.join(" "),
  });
}

/**
 * Whether the description stands without what a schema's lost reference should have led to: it says something of its own beside the
 * reference (`description`, `nullable`, …), and it is an optional property, or a component that nothing refers to. Then no value has
 * to be made up to send a request, the reader is still told what it is, and what is lost is the type of one member. Published
 * descriptions have this where a schema in preview was left out on publishing, and the properties of its type were not.
 */
export function isDispensable(at: Place, walked: Walked): boolean {
  // A discriminator only helps to choose among schemas that are listed beside it.
  if (at.key === "defaultMapping" || at.parent?.key === "mapping") return true;
  // An extension: the agreement is often published elsewhere than the description, or not at all.
  if (at.parent?.key === "x-sla" && at.parent.parent?.key === "info") return true;
  const schema = at.parent;
  const holder = schema?.parent;
  const own = schema === undefined ? undefined : valueAt(schema);
  if (at.key !== "$ref" || schema === undefined || holder?.parent === undefined || !isObject(own) || Object.keys(own).length < 2)
    return false;
  const tokens = pointer.parse(originOf(schema).pointer) ?? [];
  const upgraded = toUpgradedTokens(at.unit, tokens);
  if (upgraded.length === 3 && upgraded[0] === "components" && upgraded[1] === "schemas") {
    return walked.targets.get("schema")?.has(formatReference(at.unit.source.uri, upgraded)) !== true;
  }
  const owner = valueAt(holder.parent);
  const required = isObject(owner) && Array.isArray(owner["required"]) ? (owner["required"] as readonly Json[]) : [];
  return holder.key === "properties" && !required.includes(String(schema.key));
}

function valueAt(place: Place): Json | undefined {
  return pointer.at(place.unit.source.value, pointer.parse(originOf(place).pointer) ?? []);
}

/** The same reference with the first token that leads nowhere replaced by its nearest sibling; `file` is what stands before its "#". */
function suggestion(unit: Unit, tokens: readonly string[], file: string): string | undefined {
  const depth = tokens.findIndex((_, index) => pointer.at(unit.source.value, tokens.slice(0, index + 1)) === undefined);
  const parent = pointer.at(unit.source.value, tokens.slice(0, depth));
  const found = isObject(parent) ? nearest(tokens[depth] ?? "", Object.keys(parent)) : undefined;
  if (found === undefined) return undefined;
  const whole = tokens.with(depth, found);
  return pointer.at(unit.source.value, whole) === undefined ? undefined : `${file}#${pointer.format(whole)}`;
}
