/**
 * The only file that knows openapi-typescript and TypeScript (with `types-prune.ts` and `types-nodes.ts`, which walk the nodes): a document
 * goes in, text comes out. Both are loaded on first use, and as CommonJS: Node's lexer for ES modules would read TypeScript's nine
 * megabytes first (0.57 s instead of 0.27 s).
 */
import { createRequire } from "node:module";
import type TypeScript from "typescript";
import { code, empty, ident, type Code } from "../print/code.js";
import type { TypesDocument } from "./document.js";
import { writeMember, writeType } from "./nodes.js";
import { pruneComponents, pruneOperations, schemasOf } from "./prune.js";
import type { Words } from "./tokens.js";
import { createTypeWriter } from "./writer.js";

/** Declarations as they stand in the output. */
export interface PrintedTypes {
  /** By the name of its type, the declaration of each schema. */
  readonly schemas: ReadonlyMap<string, Code>;
  /** `export interface components { … }`, or nothing. */
  readonly components: Code;
  /** `export interface operations { … }`, or nothing. */
  readonly operations: Code;
}

/**
 * Prints the types of a document. Schemas and paths are printed a few at a time:
 * the nodes of one batch are garbage before those of the next are made, and what openapi-typescript does for each operation to
 * all operations before it stays small.
 */
export function writtenTypes(document: TypesDocument, words: Words): PrintedTypes {
  const library = load();
  const { ts } = library;
  const nodes = (part: Partial<TypesDocument>, name: string): InterfaceDeclaration | undefined =>
    interfaceNamed(ts, library.transformSchema(part, settings(document, library)), name);
  const { schemas, ...others } = document.components;
  return withoutPaths(library.names, () => {
    const components = nodes({ components: { ...others, schemas: {} } }, "components");
    const pruned = components && pruneComponents(ts, components, Object.keys(schemas));
    return {
      schemas: new Map(
        batches(schemas).flatMap((some) =>
          schemasOf(ts, nodes({ components: { ...none, schemas: some } }, "components")).map(({ name, type }): [string, Code] => {
            const to = createTypeWriter(words);
            to.write(code`export type ${ident(name)} = `);
            writeType(ts, type, to);
            to.write(code`;`);
            return [name, to.text()];
          }),
        ),
      ),
      components: declaration("components", pruned === undefined ? [] : [pruned], ts, words),
      operations: declaration("operations", eachOperations(document, nodes, ts), ts, words),
    };
  });
}

const none: TypesDocument["components"] = { schemas: {}, responses: {}, parameters: {}, requestBodies: {}, headers: {} };

/** Operations, a few at a time. */
function* eachOperations(
  { paths }: TypesDocument,
  nodes: (part: Partial<TypesDocument>, name: string) => InterfaceDeclaration | undefined,
  ts: Ts,
): Generator<InterfaceDeclaration> {
  for (const some of batches(paths)) {
    const operations = nodes({ paths: some }, "operations");
    if (operations !== undefined) yield pruneOperations(ts, operations);
  }
}

/** One interface with the members of all; nothing where there is none. */
function declaration(name: string, interfaces: Iterable<InterfaceDeclaration>, ts: Ts, words: Words): Code {
  const to = createTypeWriter(words);
  let written = 0;
  to.write(code`export interface ${ident(name)} `);
  to.block(() => {
    for (const { members } of interfaces) {
      for (const member of members) {
        writeMember(ts, member, to);
        written += 1;
      }
    }
  });
  return written === 0 ? empty : to.text();
}

const batchSize = 32;

/** The members of an object, in order, in objects of a few. */
function batches<T>(all: { readonly [name: string]: T }): readonly { readonly [name: string]: T }[] {
  const entries = Object.entries(all);
  return Array.from({ length: Math.ceil(entries.length / batchSize) }, (_, index) =>
    Object.fromEntries(entries.slice(index * batchSize, (index + 1) * batchSize)),
  );
}

export type Ts = typeof TypeScript;
export type Node = TypeScript.Node;
export type PropertyName = TypeScript.PropertyName;
export type IndexedAccess = TypeScript.IndexedAccessTypeNode;
export type TypeNode = TypeScript.TypeNode;
export type TypeElement = TypeScript.TypeElement;
export type TypeLiteralNode = TypeScript.TypeLiteralNode;
export type InterfaceDeclaration = TypeScript.InterfaceDeclaration;

interface Library {
  readonly ts: Ts;
  readonly transformSchema: (document: Partial<TypesDocument>, settings: object) => readonly TypeScript.Node[];
  readonly transformSchemaObject: (schema: object, at: object) => TypeNode;
  readonly names: { createRef: (parts: readonly unknown[]) => string };
}

function load(): Library {
  const path = createRequire(import.meta.url).resolve("openapi-typescript/dist/transform/index.cjs");
  // Its own TypeScript, not ours: nodes of one copy mean nothing to another.
  const there = createRequire(path);
  const module = (name: string): unknown => there(name);
  // The version is pinned exactly: what these modules hold is read off 7.13.0.
  return {
    ts: module("typescript") as Ts,
    transformSchema: defaultOf(module("./index.cjs")) as Library["transformSchema"],
    transformSchemaObject: defaultOf(module("./schema-object.cjs")) as Library["transformSchemaObject"],
    names: module("../lib/utils.cjs") as Library["names"],
  };
}

function defaultOf(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : module;
}

/**
 * openapi-typescript keeps the JSON Pointer of where it is, for options that are not used here, and takes a third of its time to
 * build them. While it works, and nothing else can, all pointers are one.
 */
function withoutPaths<T>(names: Library["names"], work: () => T): T {
  const { createRef } = names;
  names.createRef = () => "#/operations/any";
  try {
    return work();
  } finally {
    names.createRef = createRef;
  }
}

/** The options of openapi-typescript, and what its command works out before it transforms. */
function settings(document: TypesDocument, library: Library): object {
  return {
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
    transform: ownTypes(library),
  };
}

/** A schema of `TypeDoc`, as far as it is read here. */
interface TypedSchema {
  readonly type?: string;
  readonly items?: TypedSchema;
  readonly prefixItems?: readonly object[];
  readonly required?: number;
  readonly rest?: object;
  readonly digits?: string;
}

/** The types that openapi-typescript has no word for, or would print wrongly: bytes, bigints, `undefined`, tuples and arrays of them. */
function ownTypes({ ts, transformSchemaObject }: Library): (schema: TypedSchema, at: object) => TypeNode | undefined {
  const { factory } = ts;
  // It asks for each schema, and again for each property: what was built is kept, or nesting would double the work each time.
  const known = new WeakMap<object, TypeNode>();
  const tuple = ({ prefixItems = [], required = 0, rest }: TypedSchema, at: object): TypeNode => {
    const types = prefixItems.map((item) => transformSchemaObject(item, at));
    const elements = types.map((type, index) => (index < required ? type : factory.createOptionalTypeNode(type)));
    const others = rest === undefined ? [] : [factory.createRestTypeNode(factory.createArrayTypeNode(transformSchemaObject(rest, at)))];
    return ts.setEmitFlags(factory.createTupleTypeNode([...elements, ...others]), ts.EmitFlags.SingleLine);
  };
  const bigint = (digits: string | undefined): TypeNode => {
    if (digits === undefined) return factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
    const magnitude = factory.createBigIntLiteral(`${digits.replace("-", "")}n`);
    return factory.createLiteralTypeNode(
      digits.startsWith("-") ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, magnitude) : magnitude,
    );
  };
  const build = (schema: TypedSchema, at: object): TypeNode | undefined => {
    if (schema.type === "tuple") return tuple(schema, at);
    if (schema.type === "array" && schema.items?.type === "tuple")
      return factory.createArrayTypeNode(transformSchemaObject(schema.items, at));
    if (schema.type === "bigint") return bigint(schema.digits);
    if (schema.type === "blob") return factory.createTypeReferenceNode("Blob");
    return schema.type === "undefined" ? factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword) : undefined;
  };
  return (schema, at) => {
    const node = known.get(schema) ?? build(schema, at);
    if (node !== undefined) known.set(schema, node);
    return node;
  };
}

function resolve(document: TypesDocument, ref: string): unknown {
  let value: unknown = document;
  for (const segment of ref.split("/").slice(1)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment]; // an object, as just asked
  }
  return value;
}

function interfaceNamed(ts: Ts, statements: readonly TypeScript.Node[], name: string): InterfaceDeclaration | undefined {
  return statements.find((node): node is InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === name);
}
