/** What is known and collected while one check is compiled. */
import type { Api } from "../../model/ir/api.js";
import type { JsonType, SchemaId } from "../../model/ir/schema.js";
import { code, empty, ident, indent, join, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import type { EmitOptions, UserFormat, ValidatorOptions } from "../options.js";
import type { ImportExtension } from "../print/import-specifiers.js";
import type { Callee, Form } from "./callee.js";
import type { Graph } from "./graph.js";
import { createStructuralKey, type StructuralKey } from "../../model/ir/structural-key.js";
import type { Repeated, Remembered } from "./memo/needs-memo.js";
import type { Block } from "./statement.js";
import { createLocals, type Locals } from "./locals.js";

/** The file that checks are written into. */
export interface FileScope {
  readonly schemas: Api["schemas"];
  readonly graph: Graph;
  /** Schemas whose checks remember what they said of a value. */
  readonly repeated: Repeated;
  readonly imports: Imports;
  /** The file's own functions that make validators, by name. */
  readonly makers: Map<string, Code>;
  readonly choices: Choices;
  /** Formats that the configuration has a check for, by name. */
  readonly formats: ReadonlyMap<string, UserFormat>;
  readonly importExtension: ImportExtension;
  readonly structuralKey: StructuralKey;
  /** Checks of schemas without a name so far, by what they check and how they are called. */
  readonly checks: Map<string, PartCheck | undefined>;
  /** Checks of named schemas so far; the names of those that give every issue. */
  readonly units: Map<SchemaId, Unit>;
  readonly wholes: Map<SchemaId, Code>;
  /** What has been asked for and is not printed yet. */
  readonly waiting: Waiting[];
  /** Local names of what has been imported from runtime files, by file, for two may have a function of one name. */
  readonly runtime: Map<RuntimeFile, Map<string, Code>>;
  /** A name for a function or a constant at the top of the file; taken from then on. */
  take(name: string): string;
  /** The check of a named schema. */
  checkOf(id: SchemaId): Callee;
}

/** What a file of checks is begun with. */
type Begun = Pick<FileScope, "schemas" | "graph" | "repeated" | "imports" | "choices" | "formats" | "importExtension" | "checkOf">;

/** A file that no check is written into yet. */
export function createFileScope(begun: Begun): FileScope {
  const { imports } = begun;
  return {
    ...begun,
    makers: new Map(),
    runtime: new Map(),
    structuralKey: createStructuralKey(),
    checks: new Map(),
    units: new Map(),
    wholes: new Map(),
    waiting: [],
    take: (name) => imports.reserveLike(name, 2),
  };
}

/** What a configuration chooses, settled. */
export type Choices = Required<ValidatorOptions>;

export function choicesOf({ validators = {} }: EmitOptions): Choices {
  const { mode = "fast", issues = "all", formats = "assert", discriminator = "tag" } = validators;
  return { mode, issues, formats, discriminator };
}

/** A check in a form that is to be printed. */
export interface Waiting {
  readonly unit: Unit;
  readonly form: Form;
}

/** A check of a schema without a name; `deep`: it has to be told how deep the value is. */
export interface PartCheck extends Callee {
  readonly deep: boolean;
}

/** One check: a function of a value, in one form or two. */
export interface FunctionScope {
  readonly file: FileScope;
  readonly locals: Locals;
  /** Constants at the top of the file that only this check uses, until they are printed. */
  readonly constants: { readonly name: Code; readonly text: Code }[];
  /** Whether the function has a parameter that says how deep the value is. */
  readonly deep: boolean;
  /** What the body turned out to use. */
  readonly used: { depth: boolean; seen: boolean };
}

/** A check with all that is needed to print it. */
export interface Unit {
  readonly callee: Callee;
  readonly statements: Block;
  readonly scope: FunctionScope;
  readonly signature: Signature;
}

export interface Signature {
  /** Of which values it remembers what it said: those that it can be asked about again. */
  readonly remembers: Remembered | undefined;
  /** Whether it counts how deep it is, where it has to: the checks of named schemas do. */
  readonly entry: boolean;
  readonly marks: boolean;
  /** Whether other checks call it with a value: then it takes one, used or not. */
  readonly called: boolean;
}

/** The value that a schema is about, as the code at hand sees it. */
export interface Place {
  /** An expression: a parameter, a local constant, an element. */
  readonly value: Code;
  /** Keys that lead to it from the value of the function. */
  readonly path: readonly Code[];
  /** In PascalCase, for functions and constants of its own: "PetOwner". */
  readonly name: string;
  /** Its type, where an enclosing test has settled it. */
  readonly known: JsonType | undefined;
  /** The record of what was looked at in this very value, when somebody keeps one. */
  readonly seen: Code | undefined;
}

/** A place whose value has turned out to be of a type. Field by field: it is made for most schemas, and a copy with `...` takes far longer. */
export function knownAs(known: Place["known"], place: Place): Place {
  const { value, path, name, seen } = place;
  return place.known === known ? place : { value, path, name, known, seen };
}

export function functionScope(file: FileScope, deep: boolean): FunctionScope {
  return { file, locals: createLocals(), constants: [], deep, used: { depth: false, seen: false } };
}

/** A function or a constant of a runtime file. */
export function runtime(scope: FunctionScope, name: string, from: RuntimeFile = "validators"): Code {
  const { runtime, imports } = scope.file;
  const ofFile = runtime.get(from) ?? new Map<string, Code>();
  const known = ofFile.get(name);
  if (known !== undefined) return known;
  const local = imports.value(name, `./runtime/${from}.js`);
  runtime.set(from, ofFile.set(name, local));
  return local;
}

/** The files of the runtime that validators import. */
export type RuntimeFile = "validators" | "shared";

/** Columns up to which a list stays on one line. */
const listColumns = 100;

/** A constant at the top of the file, used by this function only. */
export function constant(scope: FunctionScope, name: string, value: Code): Code {
  return declare(scope, name, empty, value);
}

/** The same of a list between two pieces of an expression. Of values that may be empty lists or null TypeScript has to be told the type: without null checks it infers none. */
export function listConstant(scope: FunctionScope, name: string, type: Code, start: Code, items: readonly Code[], end: Code): Code {
  const list = join(items, ", ");
  return declare(
    scope,
    name,
    type,
    list.length <= listColumns ? code`${start}${list}${end}` : code`${start}\n${indent(fill(items))}\n${end}`,
  );
}

function declare(scope: FunctionScope, name: string, type: Code, value: Code): Code {
  const taken = ident(scope.file.take(scope.locals.keep(name)));
  scope.constants.push({ name: taken, text: code`const ${taken}${type} = ${value};` });
  return taken;
}

/** A long list in lines as full as they go: a thousand values on a line each would bury the code. */
function fill(items: readonly Code[]): Code {
  const lines: Code[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length > listColumns) lines.push(code`${item},`);
    else lines[lines.length - 1] = code`${last} ${item},`;
  }
  return join(lines, "\n");
}

/** The record at a place, for a statement that marks in it. */
export function seenAt(place: Place, scope: FunctionScope): Code | undefined {
  if (place.seen !== undefined) scope.used.seen = true;
  return place.seen;
}
