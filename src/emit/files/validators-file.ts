import type { Api } from "../../model/ir/api.js";
import type { Content, Operation } from "../../model/ir/operation.js";
import type { NamedSchema, Schema, SchemaId } from "../../model/ir/schema.js";
import { code, ident, indent, isUsed, join, literal, type Code } from "../print/code.js";
import { createCompletion, type Completion } from "../validators/defaults.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { moduleSpecifier } from "../print/import-specifiers.js";
import { int64sOf } from "./int64-file.js";
import type { OutputBudget } from "../print/output-budget.js";
import type { EmitOptions } from "../options.js";
import type { Callee } from "../validators/callee.js";
import { formsOf, namedFunctions, ownFunctions, wholeName } from "../validators/check.js";
import { choicesOf, createFileScope, type FileScope } from "../validators/function-scope.js";
import { failUserFormat, userFormatWords } from "../validators/format-check.js";
import { graphOf } from "../validators/graph.js";
import {
  hasPart,
  hasValidator,
  partLocations,
  partSchema,
  referredValidator,
  validatedContents,
  wholeQuery,
  type PartLocation,
} from "../validators/parts.js";
import { repeatedIds } from "../validators/memo/needs-memo.js";
import { surveyOf } from "../../model/ir/survey.js";
import { createStructuralKey, type StructuralKey } from "../../model/ir/structural-key.js";
import { takesRecord } from "../validators/tracking.js";
import { isAnything } from "../validators/walk.js";

/** Columns up to which a declaration stays on one line. */
const declarationColumns = 120;

/** What a program needs of the runtime to name what validators give and throw. */
const passedOn = code`export type { Issue, Key, LowerCaseKeys, ParseOptions, PlainIssue, Result, Validator } from "./runtime/validators.js";
export { ValidationError } from "./runtime/validators.js";`;
const passedOnExports: Emitted["exports"] = [
  { name: "ValidationError", type: false },
  { name: "Validator", type: true },
  { name: "Issue", type: true },
  { name: "Key", type: true },
  { name: "LowerCaseKeys", type: true },
  { name: "ParseOptions", type: true },
  { name: "PlainIssue", type: true },
  { name: "Result", type: true },
];

/**
 * `validators.ts`: a validator for every named schema, then for the parameters, the body and the responses of each
 * operation, in the order of the description. Needs `types.ts` beside it.
 */
export function emitValidators(api: Api, options: EmitOptions, budget?: OutputBudget): Emitted {
  const names = validatorNames(api);
  const checks = fileScope(api, names, options);
  const int64s = int64sOf(api, options);
  const completion = createCompletion(checks, (value, schema) => int64s?.literal(value, schema) ?? literal(value));
  const scope: ValidatorsScope = { ...checks, completion, typeKey: createStructuralKey("type"), own: new Map() };
  const body: Code[] = [];
  const count = budget?.of("validators.ts");
  const add = (items: readonly Code[]): void => {
    for (const item of items) {
      count?.(item);
      body.push(item);
    }
  };
  for (const named of api.schemas.values()) add(namedValidator(named, scope));
  for (const operation of api.operations) add(operationValidators(operation, scope));
  for (const maker of scope.makers.values()) body.push(maker);
  body.push(passedOn);
  const words = userFormatWords(checks);
  if (words !== undefined && body.some((part) => isUsed(ident(failUserFormat), part))) body.unshift(words);
  const exports = [...names.map((name) => ({ name, type: false })), ...passedOnExports];
  const foreign = [...checks.formats.values()].map(({ module }) => moduleSpecifier(module, checks.importExtension));
  return { ...file("validators.ts", header(options), scope.imports, body), exports, foreign };
}

interface ValidatorsScope extends FileScope {
  readonly completion: Completion;
  readonly typeKey: StructuralKey;
  /** Validators of schemas without a name so far, by what they are of and what their schemas say. */
  readonly own: Map<string, string>;
}

const makers = ["validator", "deepValidator"] as const;

type Maker = (typeof makers)[number];

/**
 * The file's own name for a function of the runtime that makes validators. TypeScript resolves an imported name through all constants
 * before each use, and the name of a function not at all. With an import, the time would grow with the square of the validators.
 */
function makerOf(name: Maker, { makers, imports }: FileScope): Code {
  if (!makers.has(name)) {
    const [make, functions, result] = [
      imports.value(name === "validator" ? "createValidator" : "createDeepValidator", "./runtime/validators.js"),
      imports.type("ValidatorFunctions", "./runtime/validators.js"),
      imports.type("Validator", "./runtime/validators.js"),
    ];
    const text = code`function ${ident(name)}<T, Parsed = T>(...functions: ${functions}): ${result}<T, Parsed> {
  return ${make}<T, Parsed>(...functions);
}`;
    makers.set(name, text);
  }
  return ident(name);
}

/** Whether there is anything to validate: without it there is no `validators.ts`. */
export function hasValidators(api: Api): boolean {
  return validatorNames(api).length > 0;
}

function validatorNames(api: Api): readonly string[] {
  const ofOperation = (operation: Operation): readonly string[] => [
    ...partLocations.flatMap((location) => (hasPart(operation, location) ? [operation.names.parts[location]] : [])),
    ...(wholeQuery(operation) === undefined ? [] : [operation.names.parts.querystring]),
    ...validatedContents(operation).map(({ validator }) => validator),
  ];
  return [
    ...new Set([
      ...[...api.schemas.values()].flatMap(({ names, hidden }) => (hidden === true ? [] : [names.validator])),
      ...api.operations.flatMap(ofOperation),
    ]),
  ];
}

function fileScope(api: Api, names: readonly string[], options: EmitOptions): FileScope {
  const choices = choicesOf(options);
  const formats = new Map(options.formats?.map((format) => [format.name, format]));
  const guards = choices.mode === "fast";
  const stems = [...api.schemas.values()].map(({ names: { stem } }) => stem);
  const taken = [
    ...names,
    ...makers,
    ...stems.map((stem) => `check${stem}`),
    ...(guards ? stems.map((stem) => `is${stem}`) : []),
    ...(formats.size === 0 ? [] : [failUserFormat]),
  ];
  const imports = new Imports(taken);
  const schemas = api.operations.flatMap((operation) => [
    ...operation.parameters.map(({ schema }) => schema),
    ...validatedContents(operation).flatMap(({ schema }) => schema ?? []),
  ]);
  const graph = graphOf(api.schemas, schemas);
  const named = new Map<SchemaId, Callee>();
  const scope = createFileScope({
    schemas: api.schemas,
    graph,
    repeated: repeatedIds(graph, choices),
    imports,
    choices,
    formats,
    importExtension: options.importExtension ?? "js",
    checkOf(id) {
      const known = named.get(id);
      if (known !== undefined) return known;
      const stem = api.schemas.get(id)?.names.stem ?? id;
      const [guard, check] = [ident(`is${stem}`), ident(`check${stem}`)];
      const callee: Callee = { name: (form) => (form === "all" ? wholeName(id, stem, scope) : form === "guard" ? guard : check) };
      named.set(id, callee);
      return callee;
    },
  });
  return scope;
}

function namedValidator(named: NamedSchema, file: ValidatorsScope): readonly Code[] {
  const { id, names, schema, parsed, hidden } = named;
  // Nobody calls the check of what accepts everything, and this one has no validator either.
  if (hidden === true && isAnything(schema)) return [];
  const target = file.graph.resolve(id);
  const complete = file.completion.of(schema, names.stem);
  // A name for another name shares its check.
  const functions = [...(target !== undefined && target.id !== id ? [] : namedFunctions(named, file)), ...file.completion.print(id)];
  if (hidden === true) return functions;
  const made: Made = {
    type: file.imports.type(names.type, "./types.js"),
    callee: file.checkOf(target?.id ?? id),
    deep: file.graph.deep(schema) || takesRecord(target ?? named, file.graph),
    complete: complete?.name,
    parsed,
  };
  return [declaration(names.validator, made, file), ...functions];
}

/** What a validator is made of. */
interface Made {
  readonly type: Code;
  readonly callee: Callee;
  /** Whether a value can turn out to be nested too deep while it is checked. */
  readonly deep: boolean;
  readonly complete: Code | undefined;
  /** The type of what is given back, where it is another. */
  readonly parsed: string | undefined;
}

function declaration(name: string, { type, callee, deep, complete, parsed }: Made, file: FileScope): Code {
  const { imports } = file;
  const wanted = imports.type("Validator", "./runtime/validators.js");
  const make = makerOf(deep ? "deepValidator" : "validator", file);
  const guard = formsOf(file).includes("guard") ? [callee.name("guard")] : complete === undefined ? [] : [code`undefined`];
  const functions = [callee.name("check"), ...guard, ...(complete === undefined ? [] : [complete])];
  const types = parsed === undefined ? [type] : [type, imports.type(parsed, "./types.js")];
  const line = code`export const ${ident(name)}: ${wanted}<${join(types, ", ")}> =`;
  const isLong = line.length > declarationColumns && types.length > 1;
  const start = isLong ? code`export const ${ident(name)}: ${wanted}<\n${indent(join(types, ",\n"))}\n> =` : line;
  const made = code`/* @__PURE__ */ ${make}(${join(functions, ", ")});`;
  return isLong || start.length + made.length < declarationColumns ? code`${start} ${made}` : code`${start}\n  ${made}`;
}

function operationValidators(operation: Operation, file: ValidatorsScope): readonly Code[] {
  // Asked for where it is printed: an operation whose schemas all have names does without.
  const type = (): Code => code`${file.imports.type("operations", "./types.js")}[${literal(operation.names.key)}]`;
  const aliases: Code[] = [];
  const orAlias = (validator: Own): readonly Code[] => {
    const shared = sharedValidator(validator, file);
    if (shared === undefined) return ownValidator(validator, file);
    aliases.push(code`${ident(shared)} as ${ident(validator.name)}`);
    return [];
  };
  const parts = partLocations
    .filter((location) => hasPart(operation, location))
    .flatMap((location) => orAlias(partValidator(operation, location, type, file)));
  const whole = wholeQuery(operation);
  const wholeType = (): Code => code`NonNullable<${type()}["parameters"]["querystring"]>`;
  const query =
    whole === undefined
      ? []
      : orAlias({ name: operation.names.parts.querystring, of: "querystring", schema: whole.schema, type: wholeType, parsed: undefined });
  const bodyType = (): Code =>
    operation.body?.required === true ? code`${type()}["requestBody"]` : code`NonNullable<${type()}["requestBody"]>`;
  const content = (of: "requestBody" | "responses", contentType: () => Code, { schema, validator, mediaType, parsed }: Content) =>
    schema === undefined
      ? []
      : orAlias({ name: validator, of, mediaType, schema, parsed, type: () => code`${contentType()}["content"][${literal(mediaType)}]` });
  const bodies = (operation.body?.contents ?? []).filter(hasValidator).flatMap((each) => content("requestBody", bodyType, each));
  const responses = operation.responses.flatMap(({ status, contents }) => {
    const key = /^[1-9]\d\d$/.test(status) ? code`${Number(status)}` : literal(status);
    return contents.filter(hasValidator).flatMap((each) => content("responses", () => code`${type()}["responses"][${key}]`, each));
  });
  return [...parts, ...query, ...bodies, ...responses, ...aliasExport(aliases)];
}

/** A validator of a part of an operation. */
interface Own {
  readonly name: string;
  /** What it is of: a type says something else of a member that is only sent, or only received. */
  readonly of: PartLocation | "querystring" | "requestBody" | "responses";
  /** As one media type, a value may be of another type than as another. */
  readonly mediaType?: string;
  readonly schema: Schema;
  readonly type: () => Code;
  readonly parsed: string | undefined;
}

function partValidator(operation: Operation, location: PartLocation, type: () => Code, file: ValidatorsScope): Own {
  const parameters = (): Code => code`NonNullable<${type()}["parameters"][${literal(location)}]>`;
  const lower = (): Code => code`${file.imports.type("LowerCaseKeys", "./runtime/validators.js")}<${parameters()}>`;
  return {
    name: operation.names.parts[location],
    of: location,
    schema: partSchema(operation, location),
    type: location === "header" ? lower : parameters,
    // What is left out of parameters is seen to where they are decoded.
    parsed: undefined,
  };
}

/** The validator that there is already for a part; `undefined` where it needs its own. */
function sharedValidator({ name, of, mediaType, schema }: Own, file: ValidatorsScope): string | undefined {
  const named = mediaType === undefined ? undefined : referredValidator(schema, file.schemas);
  if (named !== undefined) return named;
  const { default: hasDefault, readOnly, writeOnly } = surveyOf(schema);
  // Where nothing but assertions counts for the type, it has the key that the check needs too.
  const said = hasDefault || readOnly || writeOnly ? `annotated ${String(file.typeKey(schema))}` : String(file.structuralKey(schema));
  const key = `${of} ${mediaType ?? ""} ${said}`;
  const first = file.own.get(key);
  if (first === undefined) file.own.set(key, name);
  return first;
}

/** A validator with a check that no other check calls. */
function ownValidator({ name, mediaType, schema, type, parsed }: Own, file: ValidatorsScope): readonly Code[] {
  const printedType = type();
  const complete = mediaType === undefined ? undefined : file.completion.of(schema, stemOf(name))?.name;
  const { callee, functions } = ownFunctions(schema, stemOf(name), file);
  const made: Made = { type: printedType, callee, deep: file.graph.deep(schema), complete, parsed };
  return [declaration(name, made, file), ...functions, ...(mediaType === undefined ? [] : file.completion.print())];
}

/** Other names for validators. No constants: at each, TypeScript would go back through all that come before it. */
function aliasExport(aliases: readonly Code[]): readonly Code[] {
  if (aliases.length === 0) return [];
  const line = code`export { ${join(aliases, ", ")} };`;
  return [line.length <= declarationColumns ? line : code`export {\n${indent(code`${join(aliases, ",\n")},`)}\n};`];
}

const stemOf = (validator: string): string => validator.replace(/Schema$/, "");
