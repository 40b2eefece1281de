/** Where one check hands over to another: the check of a named schema, or a function made for a part that is large. */
import type { Schema, SchemaId } from "../../model/types.js";
import { code, empty, ident, join, type Code } from "../code.js";
import { compile } from "./compile.js";
import { functionScope, runtime, seenAt, type FileScope, type FunctionScope, type Place } from "./function-scope.js";
import { printBody } from "./print.js";
import type { Block } from "./statement.js";
import { canMark } from "./tracking.js";
import { children, isAnything, loneReference } from "./walk.js";

/** Inline parts heavier than this become functions; deeper ones sooner. */
const heaviest = [30, 30, 10, 3] as const;

/** The issues that the check of a named schema finds at a place. */
export function callNamed(id: SchemaId, place: Place, scope: FunctionScope): Block {
  const call = namedCall(id, place, scope);
  return call === undefined ? [] : [{ kind: "within", inner: call, path: place.path }];
}

/** The call as an expression; `undefined` where the schema accepts everything. */
export function namedCall(id: SchemaId, place: Place, scope: FunctionScope): Code | undefined {
  const named = scope.file.graph.resolve(id);
  if (named === undefined || isAnything(named.schema)) return undefined;
  const deep = scope.file.graph.recursive.has(named.id);
  const marks = place.seen !== undefined && scope.file.graph.tracked.has(named.id) && canMark(named.schema, scope.file.graph);
  return call(scope.file.checkOf(named.id), { deep, marks, step: true }, place, scope);
}

function call(
  name: Code,
  { deep, marks, step }: { readonly deep: boolean; readonly marks: boolean; readonly step: boolean },
  place: Place,
  scope: FunctionScope,
): Code {
  const seen = marks ? seenAt(place, scope) : undefined;
  const passesDepth = deep && scope.deep;
  if (passesDepth) scope.used.depth = true;
  const depth = passesDepth ? (step ? code`depth + 1` : code`depth`) : deep && seen !== undefined ? code`0` : undefined;
  return code`${name}(${join(
    [place.value, depth, seen].filter((argument) => argument !== undefined),
    ", ",
  )})`;
}

/** Whether a part is checked by a call: of the check of a named schema, or of a function of its own, where it is large. */
export function isCalled(schema: Schema, { path }: Pick<Place, "path">, { file }: FunctionScope): boolean {
  if (loneReference(schema) !== undefined) return true;
  return file.graph.weight(schema) > (heaviest[path.length] ?? 0) && nests(schema);
}

/** A part of a schema: in place where it is small, a call where it is not. */
export function compilePart(schema: Schema, place: Place, scope: FunctionScope): Block {
  if (!isCalled(schema, place, scope)) return compile(schema, place, scope);
  const target = loneReference(schema);
  if (target !== undefined) return callNamed(target, place, scope);
  return [{ kind: "within", inner: hoist(schema, place, scope), path: place.path }];
}

/** A call of a function made for this part. */
export function hoist(schema: Schema, place: Place, scope: FunctionScope): Code {
  const name = ident(scope.file.take(`check${place.name}`));
  const inner = functionScope(scope.file, scope.deep);
  const marks = place.seen !== undefined && canMark(schema, scope.file.graph);
  const made = printFunction(name, schema, place.name, inner, { named: false, marks });
  scope.parts.push(made, ...inner.parts);
  return call(name, { deep: inner.used.depth, marks, step: false }, place, scope);
}

/** The whole function, after the constants it uses. */
export function printFunction(
  name: Code,
  schema: Schema,
  stem: string,
  scope: FunctionScope,
  { named, marks }: { readonly named: boolean; readonly marks: boolean },
): Code {
  const seen = marks ? code`seen` : undefined;
  const statements = compile(schema, { value: code`value`, path: [], name: stem, known: undefined, seen }, scope);
  const guard = named && scope.deep ? code`${depthGuard(scope)}\n` : empty;
  // Only a schema that accepts nothing says nothing about the value.
  const ignores = statements.every(({ kind }) => kind === "fail");
  const depth = named && scope.deep ? code`depth = 0` : scope.used.depth ? code`depth: number` : undefined;
  const record = seen === undefined ? undefined : code`seen?: ${scope.file.imports.type("Evaluated", "./runtime/evaluated.js")}`;
  const parameters = [ignores && depth === undefined && record === undefined ? undefined : code`value: unknown`, depth, record];
  const unused = seen !== undefined && !scope.used.seen ? code`  void seen;\n` : empty;
  const body = printBody(statements, (name) => (name === "Issues" ? issuesType(scope.file) : runtime(scope, name)));
  return code`${constantsOf(scope, body)}function ${name}(${join(
    parameters.filter((parameter) => parameter !== undefined),
    ", ",
  )}): ${issuesType(scope.file)} {\n${guard}${unused}${body}\n}`;
}

function depthGuard(scope: FunctionScope): Code {
  return code`  if (depth > ${runtime(scope, "maxDepth")}) return ${runtime(scope, "tooDeep")}();`;
}

/** Those that the body came to use: a test can turn out to be decided before it gets to one. */
function constantsOf(scope: FunctionScope, body: Code): Code {
  const used = scope.constants.filter(({ name }) => body.includes(name)).map(({ text }) => text);
  return used.length === 0 ? empty : code`${join(used, "\n")}\n\n`;
}

const issuesType = (file: FileScope): Code => file.imports.type("Issues", "./runtime/validate.js");

function nests(schema: Schema): boolean {
  return schema.assertions.some((assertion) => assertion.kind === "ref" || children(assertion).length > 0);
}
