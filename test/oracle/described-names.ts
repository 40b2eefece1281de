/** Names of our types, as the description has them. */
import ts from "typescript";
import type { Api } from "../../src/model/ir/api.js";
import type { Sides } from "./compile.js";
import type { Declarations } from "./declarations.js";
import type { Direction } from "./rules.js";

/** What a type of ours is called in the description, and so in `components.schemas` of openapi-typescript. */
function describedNames({ schemas }: Api): ReadonlyMap<string, string> {
  return new Map(
    [...schemas.values()]
      .filter(({ schema, form }) => form !== undefined || /^\/components\/schemas\/[^/]+$/.test(schema.origin.pointer))
      .map(({ names, wireName }) => [names.type, wireName]),
  );
}

/** Members by the description's names; of schemas that are sent otherwise than received, the form for the direction. */
export function withDescribedNames(declarations: Declarations, api: Api, direction: Direction): Declarations {
  const described = describedNames(api);
  const forms = new Set([...api.schemas.values()].filter(({ form }) => form !== undefined).map(({ names }) => names.type));
  const found = new Map<string, ts.TypeNode>();
  for (const [member, type] of declarations.members) {
    const key = /^schema (.*)$/.exec(member)?.[1];
    if (key === undefined) found.set(member, type);
    // A form follows what it is a form of.
    else if (!forms.has(key) || direction === "sent") found.set(`schema ${described.get(key) ?? key}`, type);
  }
  return { ...declarations, members: found };
}

/** References to schemas, on each side, by the description's names. */
export function namesOf(api: Api): Sides["named"] {
  const described = describedNames(api);
  return {
    ours: (node) => (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) ? described.get(node.typeName.text) : undefined),
    theirs: (node) => {
      if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
      return keyOf(node.objectType) === "schemas" ? keyOf(node) : undefined;
    },
  };
}

function keyOf({ indexType }: ts.IndexedAccessTypeNode): string | undefined {
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : undefined;
}
