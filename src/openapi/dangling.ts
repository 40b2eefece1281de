import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { nearest } from "../diagnostic/nearest.js";
import * as pointer from "../source/json-pointer.js";
import { originOf, type Place, type Unit } from "./place.js";
import { isObject } from "./rule.js";

/**
 * A reference that leads to nothing is an error, with one exception: an *optional* property that says something of its own beside the
 * reference (`description`, `nullable`, …). There the description still tells the reader what the property is, no value has to be made
 * up to send a request, and what is lost is the type of one member: it is a warning, and the member takes any value. Published
 * descriptions have this where a schema in preview was left out on publishing and its properties were not.
 */
export function danglingReference(at: Place, unit: Unit | undefined, tokens: readonly string[]): Diagnostic {
  const text = pointer.at(at.unit.source.value, pointer.parse(originOf(at).pointer) ?? []);
  const where = unit === undefined || unit === at.unit ? "" : ` in ${unit.source.name}`;
  const severity = isOptionalProperty(at) ? "warning" : "error";
  const meant = unit === undefined ? undefined : suggestion(unit, tokens);
  const hint = meant === undefined ? (severity === "warning" ? "Any value is accepted there." : undefined) : `Did you mean "${meant}"?`;
  return diagnostic("ref-not-found", `${JSON.stringify(text)} leads to nothing${where}.`, { at: originOf(at), severity, hint });
}

/** The existing sibling with the nearest name, as a reference's fragment. */
function suggestion(unit: Unit, tokens: readonly string[]): string | undefined {
  for (let depth = 0; depth < tokens.length; depth++) {
    const parent = pointer.at(unit.source.value, tokens.slice(0, depth));
    const token = tokens[depth] ?? "";
    if (pointer.step(parent, token) !== undefined) continue;
    const found = isObject(parent) ? nearest(token, Object.keys(parent)) : undefined;
    const whole = found === undefined ? undefined : [...tokens.slice(0, depth), found, ...tokens.slice(depth + 1)];
    return whole !== undefined && pointer.at(unit.source.value, whole) !== undefined ? `#${pointer.format(whole)}` : undefined;
  }
  return undefined;
}

function isOptionalProperty(at: Place): boolean {
  const schema = at.parent;
  const properties = schema?.parent;
  if (at.key !== "$ref" || schema === undefined || properties?.key !== "properties" || properties.parent === undefined) return false;
  const read = (place: Place): unknown => pointer.at(at.unit.source.value, pointer.parse(originOf(place).pointer) ?? []);
  const owner = read(properties.parent);
  const own = read(schema);
  const required = isObject(owner) && Array.isArray(owner["required"]) ? (owner["required"] as readonly unknown[]) : [];
  return !required.includes(schema.key) && isObject(own) && Object.keys(own).length > 1;
}
