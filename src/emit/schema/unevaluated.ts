/** `unevaluatedProperties` and `unevaluatedItems`: what nobody else has looked at. */
import type { Assertion } from "../../model/types.js";
import { code } from "../code.js";
import { compilePart } from "./call.js";
import { failure } from "./compile.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { line, when, type Block } from "./statement.js";
import { atom, not } from "./test.js";
import { guard } from "./types-test.js";
import { isAnything, isNever } from "./walk.js";

type Unevaluated = Assertion & { readonly kind: "unevaluatedProperties" | "unevaluatedItems" };

/** Comes after everything else that a schema says: the record at the place is complete then. */
export function compileUnevaluated(assertion: Unevaluated, place: Place, scope: FunctionScope): Block {
  seenAt(place, scope);
  return assertion.kind === "unevaluatedProperties" ? properties(assertion, place, scope) : items(assertion, place, scope);
}

function properties({ schema }: Unevaluated, place: Place, scope: FunctionScope): Block {
  const record = place.seen ?? code`undefined`;
  const marked = line(code`${runtime(scope, "sawAllNames", "evaluated")}(${record});`);
  const test = guard("object", place, scope);
  if (isAnything(schema)) return when(test, [marked]);
  const key = scope.locals.takeCode("key");
  const item = scope.locals.takeCode("item");
  const part: Place = { value: item, path: [...place.path, key], name: `${place.name}Unevaluated`, known: undefined, seen: undefined };
  const body = isNever(schema) ? [failure("unevaluatedProperties", "is not allowed", part.path)] : compilePart(schema, part, scope);
  const isOpen = not(atom(code`${runtime(scope, "isNameSeen", "evaluated")}(${record}, ${key})`));
  const read = line(code`const ${item} = ${place.value}[${key}];`);
  const present = atom(code`${item} !== undefined`, code`${item} === undefined`);
  return when(test, [
    { kind: "for", head: code`for (const ${key} in ${place.value})`, body: [read, ...when(present, when(isOpen, body))] },
    marked,
  ]);
}

function items({ schema }: Unevaluated, place: Place, scope: FunctionScope): Block {
  const record = place.seen ?? code`undefined`;
  const marked = line(code`${runtime(scope, "sawItems", "evaluated")}(${record}, Infinity);`);
  const test = guard("array", place, scope);
  if (isAnything(schema)) return when(test, [marked]);
  const index = scope.locals.takeCode("i");
  const item = scope.locals.takeCode("item");
  const part: Place = { value: item, path: [...place.path, index], name: `${place.name}Unevaluated`, known: undefined, seen: undefined };
  const body = isNever(schema) ? [failure("unevaluatedItems", "is not allowed", part.path)] : compilePart(schema, part, scope);
  const isOpen = not(atom(code`${runtime(scope, "isItemSeen", "evaluated")}(${record}, ${index})`));
  const named = isNever(schema) ? body : [line(code`const ${item}: unknown = ${place.value}[${index}];`), ...body];
  const head = code`for (let ${index} = 0; ${index} < ${place.value}.length; ${index} += 1)`;
  return when(test, [{ kind: "for", head, body: when(isOpen, named) }, marked]);
}
