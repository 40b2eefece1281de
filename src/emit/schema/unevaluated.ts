/** `unevaluatedProperties` and `unevaluatedItems`: what nobody else has looked at. */
import type { Assertion } from "../../model/types.js";
import { code } from "../code.js";
import { compilePart } from "./call.js";
import { failure } from "./compile.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { eachItem, eachProperty } from "./loop.js";
import { line, when, type Block } from "./statement.js";
import { atom, not } from "./test.js";
import { guard } from "./types-test.js";
import { isNever } from "./walk.js";

type Unevaluated = Assertion & { readonly kind: "unevaluatedProperties" | "unevaluatedItems" };

/** Comes after everything else that a schema says: the record at the place is complete then. */
export function compileUnevaluated(assertion: Unevaluated, place: Place, scope: FunctionScope): Block {
  seenAt(place, scope);
  return assertion.kind === "unevaluatedProperties" ? properties(assertion, place, scope) : items(assertion, place, scope);
}

function properties({ schema }: Unevaluated, place: Place, scope: FunctionScope): Block {
  const record = place.seen ?? code`undefined`;
  const marked = line(code`${runtime(scope, "sawAllNames", "evaluated")}(${record});`);
  const walk = { name: `${place.name}Unevaluated` };
  const loop = eachProperty(place, scope, walk, (member, key) => {
    const isSeen = atom(code`${runtime(scope, "isNameSeen", "evaluated")}(${record}, ${key})`);
    return when(
      not(isSeen),
      isNever(schema) ? [failure("unevaluatedProperties", "is not allowed", member.path)] : compilePart(schema, member, scope),
    );
  });
  return when(guard("object", place, scope), [...loop, marked]);
}

function items({ schema }: Unevaluated, place: Place, scope: FunctionScope): Block {
  const record = place.seen ?? code`undefined`;
  const marked = line(code`${runtime(scope, "sawItems", "evaluated")}(${record}, Infinity);`);
  const walk = { name: `${place.name}Unevaluated`, handedOn: isNever(schema) };
  const loop = eachItem(place, scope, walk, (item, index) => {
    const isSeen = atom(code`${runtime(scope, "isItemSeen", "evaluated")}(${record}, ${index})`);
    return when(
      not(isSeen),
      isNever(schema) ? [failure("unevaluatedItems", "is not allowed", item.path)] : compilePart(schema, item, scope),
    );
  });
  return when(guard("array", place, scope), [...loop, marked]);
}
