/** What `types.ts` declares, read off its syntax: the parts of `paths`, `webhooks`, `operations` and `components` that can be compared one by one. */
import ts from "typescript";
import { literal, propertyName } from "./exact.js";

export interface Declarations {
  /** What the syntax was read of. */
  readonly file: ts.SourceFile;
  /** What the types of members refer to. */
  readonly statements: readonly ts.Statement[];
  /** By a name that both sides have: "schema Pet", "GET /pets query", "GET /pets 200 application/json". */
  readonly members: ReadonlyMap<string, ts.TypeNode>;
}

type Members = readonly (readonly [string, ts.TypeNode])[];

/** The declarations of a file. */
export function readDeclarations(file: ts.SourceFile): Declarations {
  const reader = createReader(file);
  const { propertiesOf } = reader;
  const components = propertiesOf(reader.root("components"));
  const section = (name: string) => [...propertiesOf(components.get(name)?.type)];
  const members: Members = [
    ...section("schemas").map(([name, { type }]) => [`schema ${name}`, reader.declared(type)] as const),
    ...section("responses").flatMap(([name, { type }]) => reader.responseMembers(`response ${name}`, type)),
    ...section("requestBodies").flatMap(([name, body]) => reader.bodyMembers(`requestBody ${name}`, body)),
    ...section("parameters").map(([name, { type }]) => [`parameter ${name}`, type] as const),
    ...section("headers").map(([name, { type }]) => [`header ${name}`, type] as const),
    ...Array.from(propertiesOf(reader.root("operations")).keys(), (name) => [`operation ${name}`, anything] as const),
    ...["paths", "webhooks"].flatMap((root) =>
      Array.from(propertiesOf(reader.root(root))).flatMap(([path, { type }]) =>
        reader.pathMembers(root === "paths" ? path : `webhook ${path}`, type),
      ),
    ),
  ];
  const statements = file.statements.filter(
    (statement): statement is ts.TypeAliasDeclaration | ts.InterfaceDeclaration =>
      ts.isTypeAliasDeclaration(statement) || (ts.isInterfaceDeclaration(statement) && statement.name.text === "components"),
  );
  return {
    file,
    statements: statements.filter(({ name }) => !["paths", "webhooks", "operations"].includes(name.text)),
    members: new Map(members),
  };
}

interface Property {
  readonly type: ts.TypeNode;
  readonly optional: boolean;
}

const anything: ts.TypeNode = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function createReader(file: ts.SourceFile) {
  const roots = new Map(
    file.statements.flatMap((statement): readonly [string, ts.TypeNode][] => {
      if (ts.isInterfaceDeclaration(statement)) return [[statement.name.text, ts.factory.createTypeLiteralNode(statement.members)]];
      return ts.isTypeAliasDeclaration(statement) ? [[statement.name.text, statement.type]] : [];
    }),
  );
  /** What a name is declared as, which may be another name. */
  const declared = (type: ts.TypeNode): ts.TypeNode =>
    (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? roots.get(type.typeName.text) : undefined) ?? type;
  /** What `operations["x"]` and the like stand for. */
  const resolve = (type: ts.TypeNode | undefined): ts.TypeNode | undefined => {
    if (type === undefined) return undefined;
    const known = declared(type);
    if (known !== type) return resolve(known);
    if (!ts.isIndexedAccessTypeNode(type) || !ts.isLiteralTypeNode(type.indexType)) return type;
    const { literal: key } = type.indexType;
    return ts.isStringLiteral(key) || ts.isNumericLiteral(key) ? resolve(propertiesOf(type.objectType).get(key.text)?.type) : type;
  };
  /** The properties of an object, but those that cannot be there. */
  const propertiesOf = (type: ts.TypeNode | undefined): ReadonlyMap<string, Property> => {
    const object = resolve(type);
    if (object === undefined || !ts.isTypeLiteralNode(object)) return new Map();
    return new Map(
      object.members.flatMap((member): readonly [string, Property][] => {
        if (!ts.isPropertySignature(member) || member.type === undefined || member.type.kind === ts.SyntaxKind.NeverKeyword) return [];
        return [[propertyName(member.name), { type: member.type, optional: member.questionToken !== undefined }]];
      }),
    );
  };
  const contentMembers = (name: string, type: ts.TypeNode): Members =>
    Array.from(propertiesOf(propertiesOf(type).get("content")?.type), ([media, content]) => [`${name} ${media}`, content.type]);
  const bodyMembers = (name: string, { type, optional }: Property): Members => [
    [name, literal(optional ? "optional" : "required")],
    ...contentMembers(name, type),
  ];
  const responseMembers = (name: string, type: ts.TypeNode): Members => {
    const headers = Array.from(propertiesOf(propertiesOf(type).get("headers")?.type), ([header, value]) => signature(header, value));
    return [
      [name, anything],
      ...(headers.length === 0 ? [] : [[`${name} headers`, ts.factory.createTypeLiteralNode(headers)] as const]),
      ...contentMembers(name, type),
    ];
  };
  const operationMembers = (name: string, type: ts.TypeNode): Members => {
    const parts = propertiesOf(type);
    const locations = propertiesOf(parts.get("parameters")?.type);
    const body = parts.get("requestBody");
    return [
      [name, anything],
      ...Array.from(
        locations,
        ([location, each]) => [`${name} ${location}`, ts.factory.createTypeLiteralNode([signature(location, each)])] as const,
      ),
      ...(body === undefined ? [] : bodyMembers(`${name} body`, body)),
      ...[...propertiesOf(parts.get("responses")?.type)].flatMap(([status, response]) =>
        responseMembers(`${name} ${status}`, response.type),
      ),
    ];
  };
  const pathMembers = (path: string, type: ts.TypeNode): Members =>
    [...propertiesOf(type)].flatMap(([method, operation]) =>
      methods.has(method) ? operationMembers(`${method.toUpperCase()} ${path}`, operation.type) : [],
    );
  return { root: (name: string) => roots.get(name), declared, propertiesOf, bodyMembers, responseMembers, pathMembers };
}

function signature(name: string, { type, optional }: Property): ts.PropertySignature {
  const question = optional ? ts.factory.createToken(ts.SyntaxKind.QuestionToken) : undefined;
  return ts.factory.createPropertySignature(undefined, ts.factory.createStringLiteral(name), question, type);
}
