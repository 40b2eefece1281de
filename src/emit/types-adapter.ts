/**
 * The only file that knows openapi-typescript and TypeScript: strings go in, strings come out. Both are loaded on first use,
 * and as CommonJS: Node's lexer for ES modules would read TypeScript's nine megabytes first (0.57 s instead of 0.27 s).
 */
import { createRequire } from "node:module";
import type TypeScript from "typescript";
import { InternalError } from "../diagnostic/diagnostic.js";
import type { TypesDocument } from "./types-document.js";
import { querystringToken } from "./types-tokens.js";

/** Printed declarations, with tokens in them; each list in the order of the document. */
export interface PrintedTypes {
  /** Of each schema, what stands to the right of `export type Name =`. */
  readonly schemas: readonly { readonly name: string; readonly type: string }[];
  /** `export interface components { … }` */
  readonly components: string;
  /** `export interface operations { … }` */
  readonly operations: string;
}

/** A pure function of plain JSON to plain JSON: it may run in a thread of its own. */
export function printTypes(document: TypesDocument): PrintedTypes {
  const { ts, transformSchema, transformSchemaObject } = load();
  const statements = transformSchema(document, context(document, ts, transformSchemaObject));
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  const source = ts.createSourceFile("types.ts", "", ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);
  const print = (node: TypeScript.Node): string => printer.printNode(ts.EmitHint.Unspecified, node, source);
  const components = interfaceNamed(ts, statements, "components");
  const operations = interfaceNamed(ts, statements, "operations");
  const pruned = components && pruneComponents(ts, components);
  return {
    schemas: (pruned?.schemas ?? []).map(({ name, type }) => ({ name, type: print(type) })),
    components: pruned?.declaration === undefined ? "" : print(pruned.declaration),
    operations: operations === undefined ? "" : print(pruneOperations(ts, operations)),
  };
}

type Ts = typeof TypeScript;

interface Library {
  readonly ts: Ts;
  readonly transformSchema: (document: TypesDocument, context: object) => readonly TypeScript.Node[];
  readonly transformSchemaObject: (schema: object, options: object) => TypeScript.TypeNode;
}

function load(): Library {
  const here = createRequire(import.meta.url);
  const path = here.resolve("openapi-typescript/dist/transform/index.cjs");
  // Its own TypeScript, not ours: nodes of one copy mean nothing to another.
  const there = createRequire(path);
  const module = (name: string): unknown => there(name);
  return {
    ts: module("typescript") as Ts, // what the package declares
    transformSchema: defaultOf(module("./index.cjs")) as Library["transformSchema"], // version 7.13.0, pinned exactly
    transformSchemaObject: defaultOf(module("./schema-object.cjs")) as Library["transformSchemaObject"], // likewise
  };
}

function defaultOf(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : module;
}

/** The options of openapi-typescript, and what its command works out before it transforms. */
function context(document: TypesDocument, ts: Ts, transformSchemaObject: Library["transformSchemaObject"]): object {
  const options = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    excludeDeprecated: false,
    exportType: false,
    immutable: false,
    injectFooter: [],
    pathParamsAsTypes: false,
    rootTypes: false,
    silent: true,
    resolve: (ref: string): unknown => resolve(document, ref),
    transform: (schema: { readonly type?: string }, at: object) => ownType(schema, at),
  };
  const known = new WeakMap<object, TypeScript.TypeNode>();
  const factory = ts.factory;
  const tuple = (schema: TupleSchema, at: object): TypeScript.TypeNode =>
    factory.createTupleTypeNode([
      ...schema.prefixItems.map((item, index) => {
        const type = transformSchemaObject(item, at);
        return index < schema.required ? type : factory.createOptionalTypeNode(type);
      }),
      ...(schema.rest === undefined
        ? []
        : [factory.createRestTypeNode(factory.createArrayTypeNode(transformSchemaObject(schema.rest, at)))]),
    ]);
  // Asked for each schema, and again for each property: what is built is kept, or nesting would double the work each time.
  const ownType = (schema: { readonly type?: string }, at: object): TypeScript.TypeNode | undefined => {
    if (schema.type !== "tuple" && schema.type !== "blob" && schema.type !== "undefined") return undefined;
    const node = known.get(schema) ?? (schema.type === "tuple" ? tuple(schema as TupleSchema, at) : keyword(schema.type)); // a TypeDoc of that type
    known.set(schema, node);
    return node;
  };
  const keyword = (type: "blob" | "undefined"): TypeScript.TypeNode => {
    if (type === "undefined") return factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
    return factory.createTypeReferenceNode("Blob");
  };
  return options;
}

interface TupleSchema {
  readonly prefixItems: readonly object[];
  readonly required: number;
  readonly rest?: object;
}

function resolve(document: TypesDocument, ref: string): unknown {
  let value: unknown = document;
  for (const segment of ref.split("/").slice(1)) {
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, segment)
        ? (value as Record<string, unknown>)[segment]
        : undefined; // an object, as just asked
  }
  return value;
}

function interfaceNamed(ts: Ts, statements: readonly TypeScript.Node[], name: string): TypeScript.InterfaceDeclaration | undefined {
  return statements.find((node): node is TypeScript.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === name);
}

// ------------------------------------------------------------------------------ what openapi-typescript prints for nothing

/** Components without empty sections; of the schemas, only their names: each gets a declaration of its own. */
function pruneComponents(ts: Ts, components: TypeScript.InterfaceDeclaration) {
  const schemas: { readonly name: string; readonly type: TypeScript.TypeNode }[] = [];
  const sections = components.members.flatMap((member) => {
    const literal = literalOf(ts, member);
    if (literal === undefined) return [];
    const name = nameOf(ts, member);
    if (name === "responses")
      return [
        retyped(
          ts,
          member,
          literalWith(
            ts,
            literal.members.map((entry) => pruneResponse(ts, entry)),
          ),
        ),
      ];
    if (name !== "schemas") return [member];
    const references = literal.members.map((entry) => {
      const schema = nameOf(ts, entry);
      schemas.push({ name: schema, type: typeOfMember(ts, entry) });
      return retyped(ts, bare(ts, entry), ts.factory.createTypeReferenceNode(schema));
    });
    return [retyped(ts, member, literalWith(ts, references))];
  });
  return { schemas, declaration: sections.length === 0 ? undefined : withMembers(ts, components, sections) };
}

/** Operations without `requestBody?: never` and the like. */
function pruneOperations(ts: Ts, operations: TypeScript.InterfaceDeclaration): TypeScript.InterfaceDeclaration {
  const pruned = operations.members.map((operation) => {
    const members = (literalOf(ts, operation)?.members ?? []).flatMap((member) => {
      const name = nameOf(ts, member);
      const literal = literalOf(ts, member);
      if (name === "requestBody") return isNever(ts, member) ? [] : [member];
      if (name === "parameters" && literal !== undefined) return [retyped(ts, member, literalWith(ts, pruneParameters(ts, literal)))];
      if (name === "responses" && literal !== undefined)
        return [
          retyped(
            ts,
            member,
            literalWith(
              ts,
              literal.members.map((entry) => pruneResponse(ts, entry)),
            ),
          ),
        ];
      return [member];
    });
    return retyped(ts, operation, literalWith(ts, members));
  });
  return withMembers(ts, operations, pruned);
}

/** The locations that have parameters. None at all still refuses a query: openapi-fetch takes its absence for any. */
function pruneParameters(ts: Ts, parameters: TypeScript.TypeLiteralNode): readonly TypeScript.TypeElement[] {
  const some = parameters.members.filter((member) => !isNever(ts, member)).flatMap((member) => splitQuerystring(ts, member));
  return some.length > 0 ? some : parameters.members.slice(0, 1);
}

/** The whole query string travels as a cookie with a name of ours. */
function splitQuerystring(ts: Ts, location: TypeScript.TypeElement): readonly TypeScript.TypeElement[] {
  if (nameOf(ts, location) !== "cookie") return [location];
  const members = literalOf(ts, location)?.members ?? [];
  const whole = members.filter((member) => nameOf(ts, member) === querystringToken);
  if (whole.length === 0) return [location];
  const cookies = members.filter((member) => nameOf(ts, member) !== querystringToken);
  const optional = (list: readonly TypeScript.TypeElement[]): TypeScript.QuestionToken | undefined =>
    list.every((member) => member.questionToken !== undefined) ? ts.factory.createToken(ts.SyntaxKind.QuestionToken) : undefined;
  const named = (name: string, list: readonly TypeScript.TypeElement[], type: TypeScript.TypeNode): TypeScript.TypeElement =>
    ts.factory.createPropertySignature(undefined, name, optional(list), type);
  return [
    ...whole.map((member) => named("querystring", whole, typeOfMember(ts, member))),
    ...(cookies.length === 0 ? [] : [named("cookie", cookies, literalWith(ts, cookies))]),
  ];
}

/** A response without the headers it does not describe. `content?: never` stays: openapi-fetch looks at it. */
function pruneResponse(ts: Ts, response: TypeScript.TypeElement): TypeScript.TypeElement {
  const literal = literalOf(ts, response);
  if (literal === undefined) return response;
  const members = literal.members.flatMap((member) => {
    if (nameOf(ts, member) !== "headers") return [member];
    const headers = (literalOf(ts, member)?.members ?? []).filter((header) => !ts.isIndexSignatureDeclaration(header));
    return headers.length === 0 ? [] : [retyped(ts, member, literalWith(ts, headers))];
  });
  return retyped(ts, response, literalWith(ts, members));
}

// ------------------------------------------------------------------------------------------------------------- on nodes

function nameOf(ts: Ts, { name }: TypeScript.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) ? name.text : "";
}

function typeOfMember(ts: Ts, member: TypeScript.TypeElement): TypeScript.TypeNode {
  if (!ts.isPropertySignature(member) || member.type === undefined)
    throw new InternalError("openapi-typescript made a member without a type");
  return member.type;
}

function literalOf(ts: Ts, member: TypeScript.TypeElement): TypeScript.TypeLiteralNode | undefined {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  return type !== undefined && ts.isTypeLiteralNode(type) ? type : undefined;
}

function isNever(ts: Ts, member: TypeScript.TypeElement): boolean {
  return ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.NeverKeyword;
}

function literalWith(ts: Ts, members: readonly TypeScript.TypeElement[]): TypeScript.TypeLiteralNode {
  return ts.factory.createTypeLiteralNode(members);
}

function withMembers(
  ts: Ts,
  declaration: TypeScript.InterfaceDeclaration,
  members: readonly TypeScript.TypeElement[],
): TypeScript.InterfaceDeclaration {
  return ts.factory.createInterfaceDeclaration(declaration.modifiers, declaration.name, undefined, undefined, members);
}

/** The same property with another type, its comment kept. */
function retyped(ts: Ts, member: TypeScript.TypeElement, type: TypeScript.TypeNode): TypeScript.TypeElement {
  if (!ts.isPropertySignature(member)) return member;
  const made = ts.factory.createPropertySignature(member.modifiers, member.name, member.questionToken, type);
  return ts.setSyntheticLeadingComments(made, ts.getSyntheticLeadingComments(member));
}

/** The same property without its comment. */
function bare(ts: Ts, member: TypeScript.TypeElement): TypeScript.TypeElement {
  if (!ts.isPropertySignature(member)) return member;
  return ts.factory.createPropertySignature(member.modifiers, member.name, member.questionToken, member.type);
}
