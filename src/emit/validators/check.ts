/** Checks as functions: what a schema asserts, printed in the forms that are called. */
import type { NamedSchema, Schema, SchemaId } from "../../model/ir/schema.js";
import { failUserFormat } from "./format-check.js";
import { code, empty, ident, isUsed, join, variablesIn, type Code } from "../print/code.js";
import { apartIn } from "./call.js";
import type { Callee, Form } from "./callee.js";
import { compile } from "./compile.js";
import { functionScope, runtime, type FileScope, type FunctionScope, type PartCheck, type Signature, type Unit } from "./function-scope.js";
import { printAll, printFirst } from "./print-collector.js";
import { guardOf } from "./print-guard.js";
import { printLines } from "./print.js";
import { conditional, failsUnread, type Block } from "./statement.js";
import { fits, lengthOf, not } from "./test.js";
import { tidied } from "./tidy.js";
import { countsDepth, takesRecord } from "./tracking.js";
import { isAnything } from "./walk.js";
import { alternativesWholly, wholly } from "./collect-all.js";

/** The forms in which a check that has a validator is printed. */
export function formsOf({ choices }: FileScope): readonly Form[] {
  return choices.mode === "fast" ? ["guard", "check"] : ["check"];
}

/** The functions of a named schema, with those of its parts after them. */
export function namedFunctions(named: NamedSchema, file: FileScope): readonly Code[] {
  const { id, names, schema } = named;
  const scope = functionScope(file, countsDepth(named, file.graph));
  const marks = takesRecord(named, file.graph);
  const statements = compileBody(schema, names.stem, scope, marks);
  // Nobody calls the check of a schema that accepts everything.
  const signature = { entry: true, marks, called: !isAnything(schema), remembers: file.repeated.of.get(id) };
  const unit: Unit = { callee: file.checkOf(id), statements, scope, signature };
  // Who asks for every issue may come before it or after it.
  if (file.choices.issues === "first") file.units.set(id, unit);
  if (file.wholes.has(id)) file.waiting.push({ unit, form: "all" });
  return printed(unit, file);
}

/** The name of the check of a named schema that gives every issue: to ask for it is to use it. */
export function wholeName(id: SchemaId, stem: string, file: FileScope): Code {
  const known = file.wholes.get(id);
  if (known !== undefined) return known;
  const name = ident(file.take(`checkAll${stem}`));
  file.wholes.set(id, name);
  const unit = file.units.get(id);
  if (unit !== undefined) file.waiting.push({ unit, form: "all" });
  return name;
}

/** The check that only validators call, and its functions with those of its parts, unless an equal one was made before. */
export function ownFunctions(
  schema: Schema,
  stem: string,
  file: FileScope,
): { readonly callee: Callee; readonly functions: readonly Code[] } {
  const key = `${String(file.structuralKey(schema))} own`;
  const known = file.checks.get(key);
  if (known !== undefined) return { callee: known, functions: [] };
  const callee = { ...callable(stem, file), deep: false };
  file.checks.set(key, callee);
  const scope = functionScope(file, false);
  const statements = compileBody(schema, stem, scope, false);
  return {
    callee,
    functions: printed({ callee, statements, scope, signature: { entry: false, marks: false, called: false, remembers: undefined } }, file),
  };
}

/** A check of a part of a schema, printed in the forms that are asked for; `undefined` where it has nothing to do. */
export function partCheck(schema: Schema, stem: string, marks: boolean, { file, deep }: FunctionScope): PartCheck | undefined {
  const scope = functionScope(file, deep);
  const statements = compileBody(schema, stem, scope, marks);
  if (statements.length === 0) return undefined;
  const names = callable(stem, file);
  const asked = new Set<Form>();
  const check: PartCheck = {
    deep: scope.used.depth,
    name(form) {
      if (!asked.has(form)) file.waiting.push({ unit, form });
      asked.add(form);
      return names.name(form);
    },
  };
  // The unit calls itself as others do, so that the form it calls is printed too.
  const unit: Unit = { callee: check, statements, scope, signature: { entry: false, marks, called: true, remembers: undefined } };
  return check;
}

/** Names for the functions of a check: `isPet` and `checkPet`. */
export function callable(stem: string, file: FileScope): Callee {
  const check = ident(file.take(`check${stem}`));
  const guard = file.choices.mode === "fast" ? ident(file.take(`is${stem}`)) : check;
  let all: Code | undefined;
  return {
    name(form) {
      if (form === "all") return (all ??= ident(file.take(`checkAll${stem}`)));
      return form === "guard" ? guard : check;
    },
  };
}

function compileBody(schema: Schema, stem: string, scope: FunctionScope, marks: boolean): Block {
  return compile(schema, { value: code`value`, path: [], name: stem, known: undefined, seen: marks ? code`seen` : undefined }, scope);
}

function printed(unit: Unit, file: FileScope): readonly Code[] {
  return [...formsOf(file).map((form) => printUnit(unit, form)), ...waitingFunctions(file)];
}

/** The checks of parts that were asked for and are not printed yet. */
export function waitingFunctions(file: FileScope): readonly Code[] {
  const functions: Code[] = [];
  for (let next = file.waiting.shift(); next !== undefined; next = file.waiting.shift()) functions.push(printUnit(next.unit, next.form));
  return functions;
}

/** One function, after the constants it is the first to use. */
function printUnit({ callee, statements, scope, signature }: Unit, form: Form): Code {
  const { file } = scope;
  const guard = form === "guard" ? guardOf(statements) : undefined;
  const counts = signature.entry && scope.deep;
  const seen = signature.marks ? code`seen?: ${file.imports.type("Evaluated", "./runtime/validators.js")}` : undefined;
  const limit = counts ? code`  if (depth > ${runtime(scope, "maxDepth")}) return ${runtime(scope, "tooDeep")}();\n` : empty;
  const body = guard === undefined ? printIssues(statements, callee, form, scope) : printLines(guard, 1, issuesOf(scope));
  const ignores =
    (guard === undefined ? failsUnread(statements, code`value`) : guard.length === 1 && isSettled(guard)) || !isUsed(code`value`, body);
  const type = guard === undefined ? file.imports.type("Issues", "./runtime/validators.js") : code`boolean`;
  const parameters: Code[] = [];
  if (guard === undefined || !ignores || signature.called || counts || signature.marks) parameters.push(code`value: unknown`);
  if (guard === undefined) parameters.push(code`issues: ${type}`);
  if (counts) parameters.push(signature.remembers !== undefined ? code`depth: number` : code`depth = 0`);
  else if (scope.used.depth) parameters.push(code`depth: number`);
  if (seen !== undefined) parameters.push(seen);
  const first: Code[] = [];
  if (ignores && parameters.length > 0) first.push(code`  void value;\n`);
  if (!counts && scope.used.depth && !isUsed(code`depth`, body)) first.push(code`  void depth;\n`);
  if (signature.marks && !isUsed(code`seen`, body)) first.push(code`  void seen;\n`);
  const uncached = signature.remembers !== undefined ? ident(file.take(`${callee.name(form)}Uncached`)) : undefined;
  const remembering = uncached === undefined ? empty : code`${printRemembering(uncached, type, form, signature, callee, scope)}\n\n`;
  const head = code`function ${uncached ?? callee.name(form)}(${join(parameters, ", ")}): ${type}`;
  return code`${constantsOf(scope, body)}${remembering}${head} {\n${join(first, "")}${limit}${body}\n}`;
}

/** What others call in place of a check that can be asked about the same part of a value by several. */
function printRemembering(
  uncached: Code,
  type: Code,
  form: Form,
  { marks, remembers }: Signature,
  callee: Callee,
  scope: FunctionScope,
): Code {
  const [isGuard, ofAll, counts] = [form === "guard", remembers === "values", scope.deep];
  const issues = isGuard ? empty : code`issues, `;
  const depth = counts ? code`depth` : code`0`;
  const recall = code`${runtime(scope, isGuard ? "memoized" : "memoizedIssues")}(${uncached}, value, ${issues}${depth}${ofAll ? code`, true` : empty})`;
  const seen = marks ? code`, seen?: ${scope.file.imports.type("Evaluated", "./runtime/validators.js")}` : empty;
  // What was looked at has to be reported each time.
  const reported = !ofAll
    ? code`${uncached}(value, ${issues}depth, seen)`
    : code`${runtime(scope, isGuard ? "memoizedSeen" : "memoizedIssuesSeen")}(${uncached}, value, ${issues}depth, seen)`;
  const answer = marks ? code`seen === undefined ? ${recall} : ${reported}` : recall;
  const taken = isGuard ? empty : code`, issues: ${type}`;
  const head = code`function ${callee.name(form)}(value: unknown${taken}${counts ? code`, depth = 0` : empty}${seen}): ${type}`;
  return code`// Alternatives ask for the same parts of a value: what was said of one is remembered.\n${head} {\n  return ${answer};\n}`;
}

const isSettled = ([only]: Block): boolean => only?.kind === "return" && typeof only.value === "string";

const issuesOf =
  (scope: FunctionScope) =>
  (wanted: string): Code =>
    wanted === "Issues"
      ? scope.file.imports.type("Issues", "./runtime/validators.js")
      : wanted === failUserFormat
        ? ident(failUserFormat)
        : runtime(scope, wanted);

/** Tests of a value that are longer than this are not written twice. */
const longestTest = 50;

function printIssues(statements: Block, callee: Callee, form: Form, scope: FunctionScope): Code {
  const { mode, issues } = scope.file.choices;
  if (form === "all") return printAll(tidied(wholly(statements)), issuesOf(scope));
  if (issues === "first") return printFirst(alternativesWholly(statements), issuesOf(scope));
  const tidy = tidied(statements);
  const refusal = mode === "fast" && !scope.used.depth && !scope.used.seen ? soleRefusal(tidy) : undefined;
  if (refusal === undefined) return printAll(tidy, issuesOf(scope));
  const asked = { callee, value: code`value`, more: [], marks: false, apart: apartIn(scope) };
  return printAll([conditional(not(fits(asked, "guard")), refusal, [])], issuesOf(scope));
}

/** What is said of a value where nothing else can be: then the guard says whether it is. `undefined` where it takes few words to ask. */
function soleRefusal([only, ...others]: Block): Block | undefined {
  if (only === undefined || others.length > 0) return undefined;
  // Of several alternatives that fit each has no issues.
  if (only.kind === "one") return only.none.kind === "none" ? [only.none] : undefined;
  if (only.kind !== "if" || only.else.length > 0 || lengthOf(only.test) <= longestTest) return undefined;
  return only.then[0]?.kind === "fail" || only.then[0]?.kind === "none" ? only.then : undefined;
}

/** Those that the body came to use: a test can turn out to be decided before it gets to one. */
function constantsOf(scope: FunctionScope, body: Code): Code {
  if (scope.constants.length === 0) return empty;
  const variables = variablesIn(body);
  const used: typeof scope.constants = [];
  const unused: typeof scope.constants = [];
  for (const constant of scope.constants) (variables.has(constant.name) ? used : unused).push(constant);
  scope.constants.length = 0;
  for (const constant of unused) scope.constants.push(constant);
  return used.length === 0
    ? empty
    : code`${join(
        used.map(({ text }) => text),
        "\n",
      )}\n\n`;
}
