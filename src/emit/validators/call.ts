/** Where one check hands over to another: the check of a named schema, or a function made for a part that is large. */
import { loneReference } from "../../model/ir/lone-reference.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import { hasChildren } from "../../model/ir/visit.js";
import { code, type Code } from "../print/code.js";
import type { Call, Callee } from "./callee.js";
import { partCheck } from "./check.js";
import { compile } from "./compile.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import type { Block } from "./statement.js";
import { canMark, countsDepth, takesRecord } from "./tracking.js";
import { isAnything } from "./walk.js";

/** Inline parts heavier than this become functions; deeper ones sooner. */
const heaviest = [30, 30, 10, 3] as const;

/** The issues that the check of a named schema finds at a place. */
export function callNamed(id: SchemaId, place: Place, scope: FunctionScope): Block {
  const call = namedCall(id, place, scope);
  return call === undefined ? [] : [{ kind: "nested", call, path: place.path }];
}

/** `undefined` where the schema accepts everything. */
export function namedCall(id: SchemaId, place: Place, scope: FunctionScope): Call | undefined {
  const { graph } = scope.file;
  const named = graph.resolve(id);
  if (named === undefined || isAnything(named.schema)) return undefined;
  const deep = countsDepth(named, graph);
  const marks = place.seen !== undefined && takesRecord(named, graph);
  return callOf(scope.file.checkOf(named.id), { deep, marks, circular: graph.circular.has(named.id) }, place, scope);
}

function callOf(
  callee: Callee,
  { deep, marks, circular }: { readonly deep: boolean; readonly marks: boolean; readonly circular: boolean },
  place: Place,
  scope: FunctionScope,
): Call {
  const seen = marks ? seenAt(place, scope) : undefined;
  const passesDepth = deep && scope.deep;
  if (passesDepth) scope.used.depth = true;
  // Levels of the value count, not calls: another check of the same value is no deeper, unless that could go on for ever.
  const step = circular || place.value !== "value";
  const depth = passesDepth ? (step ? code`depth + 1` : code`depth`) : deep && seen !== undefined ? code`0` : undefined;
  const more = [depth, seen].filter((argument) => argument !== undefined);
  return { callee, value: place.value, more, marks: seen !== undefined, apart: apartIn(scope) };
}

/** A check may be asked where no issues are at hand. */
export const apartIn = (scope: FunctionScope) => (): Code => code`${runtime(scope, "noIssues")}()`;

/** Whether a part is checked by a call: of the check of a named schema, or of a function of its own, where it is large. */
export function isCalled(schema: Schema, { path }: Pick<Place, "path">, { file }: FunctionScope): boolean {
  if (loneReference(schema) !== undefined) return true;
  return nests(schema) && file.graph.weight(schema) > (heaviest[path.length] ?? 0);
}

/** A part of a schema: in place where it is small, a call where it is not. */
export function compilePart(schema: Schema, place: Place, scope: FunctionScope): Block {
  if (!isCalled(schema, place, scope)) return compile(schema, place, scope);
  const call = callTo(schema, place, scope);
  return call === undefined ? [] : [{ kind: "nested", call, path: place.path }];
}

/** A call of the check of a schema; `undefined` where it would have nothing to do. */
export function callTo(schema: Schema, place: Place, scope: FunctionScope): Call | undefined {
  if (isAnything(schema)) return undefined;
  const target = loneReference(schema);
  return target === undefined ? hoist(schema, place, scope) : namedCall(target, place, scope);
}

/** A call of a function made for this part, or for an equal one before. */
function hoist(schema: Schema, place: Place, scope: FunctionScope): Call | undefined {
  const { checks, graph, structuralKey } = scope.file;
  const marks = place.seen !== undefined && canMark(schema, graph);
  const key = `${String(structuralKey(schema))} ${String(marks)} ${String(scope.deep)}`;
  const check = checks.has(key) ? checks.get(key) : partCheck(schema, place.name, marks, scope);
  checks.set(key, check);
  return check === undefined ? undefined : callOf(check, { deep: check.deep, marks, circular: false }, place, scope);
}

function nests(schema: Schema): boolean {
  return schema.assertions.some((assertion) => assertion.kind === "ref" || hasChildren(assertion));
}
