/** Takes out what openapi-typescript prints for nothing: `requestBody?: never` and the like. */
import { InternalError } from "../diagnostic/diagnostic.js";
import type { InterfaceDeclaration, Ts, TypeElement, TypeLiteralNode, TypeNode } from "./types-adapter.js";
import { querystringToken } from "./types-tokens.js";

/** Components without empty sections; of the schemas, only their names: each gets a declaration of its own. */
export function pruneComponents(ts: Ts, components: InterfaceDeclaration) {
  const schemas: { readonly name: string; readonly type: TypeNode }[] = [];
  const reference = (entry: TypeElement): TypeElement => {
    const name = nameOf(ts, entry);
    schemas.push({ name, type: typeOf(ts, entry) });
    return property(ts, entry, { type: ts.factory.createTypeReferenceNode(name), silent: true });
  };
  const sections = components.members.flatMap((section) => {
    if (isNever(ts, section)) return [];
    const name = nameOf(ts, section);
    if (name === "schemas") return [withMembers(ts, section, membersOf(ts, section).map(reference))];
    return [name === "responses" ? pruneResponses(ts, section) : section];
  });
  return { schemas, declaration: sections.length === 0 ? undefined : interfaceOf(ts, components, sections) };
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

/** The same property with another name or type; with its comment, unless `silent`. */
function property(
  ts: Ts,
  member: TypeElement,
  change: { readonly name?: string; readonly type?: TypeNode; readonly silent?: true },
): TypeElement {
  if (!ts.isPropertySignature(member)) return member;
  const made = ts.factory.createPropertySignature(
    member.modifiers,
    change.name ?? member.name,
    member.questionToken,
    change.type ?? member.type,
  );
  return change.silent === true ? made : ts.setSyntheticLeadingComments(made, ts.getSyntheticLeadingComments(member));
}
