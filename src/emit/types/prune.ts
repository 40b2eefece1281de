/** Takes out what openapi-typescript prints for nothing: `requestBody?: never` and the like. */
import { InternalError } from "../../diagnostic/diagnostic.js";
import type { InterfaceDeclaration, Ts, TypeElement, TypeLiteralNode, TypeNode } from "./adapter.js";
import { querystringToken } from "./tokens.js";

/** Components without empty sections, and with the schemas of these names: only their names, as each gets a declaration of its own. */
export function pruneComponents(ts: Ts, components: InterfaceDeclaration, schemas: readonly string[]): InterfaceDeclaration | undefined {
  const others = components.members
    .filter((section) => !isNever(ts, section))
    .map((section) => (nameOf(ts, section) === "responses" ? pruneResponses(ts, section) : section));
  const references = schemas.map((name) => named(ts, name, ts.factory.createTypeReferenceNode(name)));
  const sections = schemas.length === 0 ? others : [named(ts, "schemas", literalOf(ts, references)), ...others];
  return sections.length === 0 ? undefined : interfaceOf(ts, components, sections);
}

/** The schemas among components. */
export function schemasOf(ts: Ts, components: InterfaceDeclaration | undefined) {
  const section = components?.members.find((each) => nameOf(ts, each) === "schemas");
  return (section === undefined ? [] : membersOf(ts, section)).map((schema) => ({ name: nameOf(ts, schema), type: typeOf(ts, schema) }));
}

/** Operations with the parts that they have. */
export function pruneOperations(ts: Ts, operations: InterfaceDeclaration): InterfaceDeclaration {
  const pruned = operations.members.map((operation) => {
    const parts = membersOf(ts, operation).filter((part) => !isNever(ts, part));
    return withMembers(
      ts,
      operation,
      parts.map((part) => {
        const name = nameOf(ts, part);
        if (name === "parameters") return withMembers(ts, part, pruneParameters(ts, membersOf(ts, part)));
        return name === "responses" ? pruneResponses(ts, part) : part;
      }),
    );
  });
  return interfaceOf(ts, operations, pruned);
}

/** The locations that have parameters. Where there is none, `query?: never` stays: openapi-fetch takes its absence for any query. */
function pruneParameters(ts: Ts, locations: readonly TypeElement[]): readonly TypeElement[] {
  const some = locations.filter((location) => !isNever(ts, location)).flatMap((location) => splitQuerystring(ts, location));
  return some.length > 0 ? some : locations.slice(0, 1);
}

/** The whole query string came as a cookie with a name of ours. */
function splitQuerystring(ts: Ts, location: TypeElement): readonly TypeElement[] {
  if (nameOf(ts, location) !== "cookie") return [location];
  const members = membersOf(ts, location);
  const whole = members.filter((member) => nameOf(ts, member) === querystringToken);
  const cookies = members.filter((member) => nameOf(ts, member) !== querystringToken);
  const question = cookies.every(({ questionToken }) => questionToken !== undefined) ? cookies[0]?.questionToken : undefined;
  return [
    ...whole.map((member) => property(ts, member, { name: "querystring" })),
    ...(cookies.length === 0 ? [] : [ts.factory.createPropertySignature(undefined, "cookie", question, literalOf(ts, cookies))]),
  ];
}

/** Responses without the headers they do not describe. `content?: never` stays: openapi-fetch looks at it. */
function pruneResponses(ts: Ts, responses: TypeElement): TypeElement {
  const pruned = membersOf(ts, responses).map((response) => {
    const parts = membersOf(ts, response);
    if (parts.length === 0) return response; // a reference
    const kept = parts.flatMap((part) => {
      if (nameOf(ts, part) !== "headers") return [part];
      const headers = membersOf(ts, part).filter((header) => !ts.isIndexSignatureDeclaration(header));
      return headers.length === 0 ? [] : [withMembers(ts, part, headers)];
    });
    return withMembers(ts, response, kept);
  });
  return pruned.length === 0 ? responses : withMembers(ts, responses, pruned);
}

// ------------------------------------------------------------------------------------------------------------- on nodes

function nameOf(ts: Ts, { name }: TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) ? name.text : "";
}

function typeOf(ts: Ts, member: TypeElement): TypeNode {
  if (ts.isPropertySignature(member) && member.type !== undefined) return member.type;
  throw new InternalError("openapi-typescript made a member without a type");
}

function isNever(ts: Ts, member: TypeElement): boolean {
  return ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.NeverKeyword;
}

/** The members of a property that is an object; none of another. */
function membersOf(ts: Ts, member: TypeElement): readonly TypeElement[] {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  return type !== undefined && ts.isTypeLiteralNode(type) ? type.members : [];
}

function literalOf(ts: Ts, members: readonly TypeElement[]): TypeLiteralNode {
  return ts.factory.createTypeLiteralNode(members);
}

function withMembers(ts: Ts, member: TypeElement, members: readonly TypeElement[]): TypeElement {
  return property(ts, member, { type: literalOf(ts, members) });
}

function interfaceOf(ts: Ts, { modifiers, name }: InterfaceDeclaration, members: readonly TypeElement[]): InterfaceDeclaration {
  return ts.factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, members);
}

function named(ts: Ts, name: string, type: TypeNode): TypeElement {
  return ts.factory.createPropertySignature(undefined, name, undefined, type);
}

/** The same property with another name or type, and its comment. */
function property(ts: Ts, member: TypeElement, change: { readonly name?: string; readonly type?: TypeNode }): TypeElement {
  if (!ts.isPropertySignature(member)) return member;
  const made = ts.factory.createPropertySignature(
    member.modifiers,
    change.name ?? member.name,
    member.questionToken,
    change.type ?? member.type,
  );
  return ts.setSyntheticLeadingComments(made, ts.getSyntheticLeadingComments(member));
}
