import type { Api, SecurityScheme } from "../../model/ir/api.js";
import type { DeprecatedMember, DeprecatedMembers, DeprecatedNode } from "../../model/ir/lifecycle.js";
import type { Operation } from "../../model/ir/operation.js";
import { code, ident, join, literal, propertyKey, type Code } from "../print/code.js";
import { deprecationEntries } from "./deprecation-entries.js";
import { block, braces, brackets, entry } from "../print/layout.js";

type ByName = ReadonlyMap<string, Operation>;

/** A constant of `lifecycle.ts`. */
export interface Constant {
  readonly name: string;
  readonly text: Code;
}

/** The constants about what is deprecated besides whole operations, those that have something in them. */
export function deprecatedPartsCode(api: Api): readonly Constant[] {
  const { deprecatedParts: parts } = api;
  const byName = new Map(api.operations.map((operation) => [operation.names.value, operation]));
  const operations = [...parts.operations].map(([name, groups]) => entry(ident(name), membersCode(groups, byName, 1)));
  const schemas = [...parts.schemas].map(([id, node]) => entry(propertyKey(id), nodeCode(node, byName, 1)));
  return [
    ...constant(
      "deprecatedParts",
      code`/** Deprecated parameters and properties of what operations send, and what leads to one. */`,
      operations,
    ),
    ...constant(
      "deprecatedProperties",
      code`/** The same by schema, as \`parts\` refers to it. "*" is every property without an entry. */`,
      schemas,
    ),
    ...schemesCode(api, byName),
  ];
}

function constant(name: string, comment: Code, entries: readonly Code[]): readonly Constant[] {
  return entries.length === 0 ? [] : [{ name, text: code`${comment}\nexport const ${ident(name)} = ${block(entries)} as const;` }];
}

/** The deprecated ones of the schemes that a client sends a credential for. */
export function deprecatedSchemes(api: Api): readonly SecurityScheme[] {
  return api.securitySchemes.filter(({ kind, doc }) => kind !== "mutualTLS" && doc.lifecycle?.deprecated === true);
}

function schemesCode(api: Api, byName: ByName): readonly Constant[] {
  const entries = deprecatedSchemes(api).flatMap(({ name, doc: { lifecycle } }) =>
    lifecycle === undefined ? [] : [entry(propertyKey(name), braces(deprecationEntries(lifecycle, byName), name.length + 6))],
  );
  return constant("deprecatedSchemes", code`/** Deprecated security schemes, by name. */`, entries);
}

function membersCode(members: DeprecatedMembers, byName: ByName, depth: number): Code {
  return block([...members].map(([name, member]) => entry(propertyKey(name), memberCode(member, name.length, byName, depth + 1))));
}

function memberCode({ lifecycle, parts }: DeprecatedMember, room: number, byName: ByName, depth: number): Code {
  const column = 2 * depth + room + 4;
  return braces(
    [
      ...(lifecycle === undefined ? [] : [code`deprecation: ${braces(deprecationEntries(lifecycle, byName), column + 15)}`]),
      ...(parts.length === 0 ? [] : [code`parts: ${nodeCode(parts, byName, depth)}`]),
    ],
    column,
  );
}

/** One item stands for itself. */
function nodeCode(node: DeprecatedNode, byName: ByName, depth: number): Code {
  const items = node.map((item) => (typeof item === "string" ? literal(item) : membersCode(item, byName, depth)));
  return items.length === 1 ? join(items, "") : brackets(items, 2 * depth + 16);
}
