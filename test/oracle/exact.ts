/**
 * Types in a form in which "can be assigned both ways" means "says the same": `a?: T` is `a: T | Absent`, `readonly a` has a property
 * beside it, and what other properties may be is a property of its own. Otherwise a missing optional property would not be seen.
 */
import ts from "typescript";
import type { Declarations } from "./declarations.js";
import { rewrite } from "./rewrite.js";

const { factory } = ts;
const otherProperties = "[other properties]";
const absent = factory.createTypeReferenceNode("Absent");
const anything = factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);

/** What both modules of a comparison import. */
export const marks = `declare const absent: unique symbol;
export type Absent = typeof absent;
declare const name: unique symbol;
export type Named<Name> = { [name]: Name };
`;

export interface ExactOptions {
  /** The members that are exported, as `Member0`, `Member1`, … */
  readonly names: readonly string[];
  /** The schema that a type refers to by name, if references are to be compared by name only. */
  readonly named: (node: ts.Node) => string | undefined;
}

/** The text of a module that exports members of an API's types in exact form. */
export function exactText({ file, statements, members }: Declarations, { names, named }: ExactOptions): string {
  const aliases = names.flatMap((name, index) => {
    const type = members.get(name);
    if (type === undefined) return [];
    return [
      factory.createTypeAliasDeclaration([factory.createModifier(ts.SyntaxKind.ExportKeyword)], `Member${String(index)}`, undefined, type),
    ];
  });
  const printer = ts.createPrinter({ removeComments: true });
  const text = [...statements, ...aliases].map((statement) =>
    printer.printNode(ts.EmitHint.Unspecified, exactForm(statement, named), file),
  );
  return `import type { Absent, Named } from "./marks.js";\n${text.join("\n")}\n`;
}

function exactForm(statement: ts.Statement, named: ExactOptions["named"]): ts.Statement {
  return rewrite(statement, (node) => {
    const name = named(node);
    if (name !== undefined) return factory.createTypeReferenceNode("Named", [literal(name)]);
    if (ts.isTypeLiteralNode(node)) return factory.createTypeLiteralNode(node.members.flatMap(exactMember));
    // `WithRequired` of openapi-typescript: required is what cannot be absent.
    if (ts.isMappedTypeNode(node) && node.questionToken?.kind === ts.SyntaxKind.MinusToken)
      return factory.updateMappedTypeNode(
        node,
        undefined,
        node.typeParameter,
        undefined,
        undefined,
        factory.createTypeReferenceNode("Exclude", [node.type ?? anything, absent]),
        undefined,
      );
    if (ts.isInterfaceDeclaration(node))
      return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, undefined, node.members.flatMap(exactMember));
    const [, values] =
      ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text === "Record" ? (node.typeArguments ?? []) : [];
    return values === undefined ? undefined : factory.createTypeLiteralNode([property(otherProperties, values)]);
  });
}

function exactMember(member: ts.TypeElement): readonly ts.TypeElement[] {
  if (ts.isIndexSignatureDeclaration(member)) return [property(otherProperties, member.type)];
  if (!ts.isPropertySignature(member) || member.type === undefined) return [member];
  const type = member.questionToken === undefined ? member.type : factory.createUnionTypeNode([member.type, absent]);
  const exact = factory.createPropertySignature(undefined, member.name, undefined, type);
  if (!member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword)) return [exact];
  return [exact, property(`readonly ${propertyName(member.name)}`, literal("readonly"))];
}

/** A property's name as it is in the description. */
export function propertyName(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : "";
}

/** A property that must be there. */
export function property(name: string, type: ts.TypeNode): ts.PropertySignature {
  return factory.createPropertySignature(undefined, factory.createStringLiteral(name), undefined, type);
}

/** The type of one string. */
export function literal(text: string): ts.TypeNode {
  return factory.createLiteralTypeNode(factory.createStringLiteral(text));
}
