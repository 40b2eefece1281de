/** Where one check hands over to another: the check of a named schema, or a function made for a part that is large. */
import type { NamedSchema, Schema, SchemaId } from "../../model/types.js";
import { code, empty, ident, join, type Code } from "../code.js";
import { compile } from "./compile.js";
import { functionScope, runtime, seenAt, type FileScope, type FunctionScope, type PartCheck, type Place } from "./function-scope.js";
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
  const inner = hoist(schema, place, scope);
  return inner === undefined ? [] : [{ kind: "within", inner, path: place.path }];
}

/** A call of a function made for this part, or for an equal one before; `undefined` where it would have nothing to do. */
export function hoist(schema: Schema, place: Place, scope: FunctionScope): Code | undefined {
  const { checks, graph, sameness } = scope.file;
  const marks = place.seen !== undefined && canMark(schema, graph);
  const key = `${String(sameness(schema))} ${String(marks)} ${String(scope.deep)}`;
  const check = checks.has(key) ? checks.get(key) : partFunction(schema, place.name, marks, scope);
  checks.set(key, check);
  return check === undefined ? undefined : call(check.name, { deep: check.deep, marks, step: false }, place, scope);
}

function partFunction(schema: Schema, stem: string, marks: boolean, scope: FunctionScope): PartCheck | undefined {
  const inner = functionScope(scope.file, scope.deep);
  const statements = compileBody(schema, stem, inner, marks);
  if (statements.length === 0) return undefined;
  const name = ident(scope.file.take(`check${stem}`));
  scope.parts.push(printFunction(name, statements, inner, { entry: false, marks, called: true }), ...inner.parts);
  return { name, deep: inner.used.depth };
}

function compileBody(schema: Schema, stem: string, scope: FunctionScope, marks: boolean): Block {
  return compile(schema, { value: code`value`, path: [], name: stem, known: undefined, seen: marks ? code`seen` : undefined }, scope);
}

/** The check of a named schema, with the functions of its parts after it. */
export function namedFunction({ id, names, schema }: NamedSchema, file: FileScope): readonly Code[] {
  const scope = functionScope(file, file.graph.recursive.has(id));
  const marks = file.graph.tracked.has(id) && canMark(schema, file.graph);
  const statements = compileBody(schema, names.stem, scope, marks);
  // Nobody calls the check of a schema that accepts everything.
  return [printFunction(file.checkOf(id), statements, scope, { entry: true, marks, called: !isAnything(schema) }), ...scope.parts];
}

/** The name of a check that only validators call, and the check with the functions of its parts, unless an equal one was made before. */
export function ownFunction(schema: Schema, stem: string, file: FileScope): { readonly name: Code; readonly functions: readonly Code[] } {
  const key = `${String(file.sameness(schema))} own`;
  const known = file.checks.get(key);
  if (known !== undefined) return { name: known.name, functions: [] };
  const name = ident(file.take(`check${stem}`));
  file.checks.set(key, { name, deep: false });
  const scope = functionScope(file, false);
  const statements = compileBody(schema, stem, scope, false);
  return { name, functions: [printFunction(name, statements, scope, { entry: false, marks: false, called: false }), ...scope.parts] };
}

interface Signature {
  /** Whether it counts how deep it is, where it has to: the checks of named schemas do. */
  readonly entry: boolean;
  readonly marks: boolean;
  /** Whether other checks call it with a value: then it takes one, used or not. */
  readonly called: boolean;
}

/** The whole function, after the constants it uses. */
function printFunction(name: Code, statements: Block, scope: FunctionScope, { entry, marks, called }: Signature): Code {
  const { file } = scope;
  const counts = entry && scope.deep;
  // What refuses every value, or none, does not look at it.
  const ignores = statements.every(({ kind }) => kind === "fail");
  const parameters = [
    ...(ignores && !called && !counts && !marks ? [] : [code`value: unknown`]),
    ...(counts ? [code`depth = 0`] : scope.used.depth ? [code`depth: number`] : []),
    ...(marks ? [code`seen?: ${file.imports.type("Evaluated", "./runtime/evaluated.js")}`] : []),
  ];
  const unused = [
    ...(ignores && parameters.length > 0 ? [code`  void value;\n`] : []),
    ...(marks && !scope.used.seen ? [code`  void seen;\n`] : []),
    ...(counts ? [code`${depthGuard(scope)}\n`] : []),
  ];
  const body = printBody(statements, (wanted) => (wanted === "Issues" ? issuesType(file) : runtime(scope, wanted)));
  const head = code`function ${name}(${join(parameters, ", ")}): ${issuesType(file)}`;
  return code`${constantsOf(scope, body)}${head} {\n${join(unused, "")}${body}\n}`;
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
