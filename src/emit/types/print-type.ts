/** Types as text of the output. */
import { bigintType, code, ident, literal, typeKey, type Code } from "../print/code.js";
import type { DeclarationWriter } from "./declaration-writer.js";
import { hasNameInList, type Keyword, type PropertyNode, type TypeNode } from "./type-node.js";

type Node<Kind extends TypeNode["kind"]> = Extract<TypeNode, { readonly kind: Kind }>;

const bar = code` | `;
const ampersand = code` & `;

const writers: { readonly [Kind in TypeNode["kind"]]: (type: Node<Kind>, to: DeclarationWriter) => void } = {
  keyword: ({ word }, to) => {
    to.write(keywords[word]);
  },
  named: ({ name, lists }, to) => {
    to.write(lists === undefined ? ident(name) : code`${listTypes[lists]}<${ident(name)}, unknown[]>`);
  },
  bigint: ({ value }, to) => {
    to.write(bigintType(value));
  },
  literals: ({ values }, to) => {
    if (values.length === 0) to.write(code`never`);
    values.forEach((value, index) => {
      if (index > 0) to.write(bar);
      to.write(literal(value));
    });
  },
  union: ({ members }, to) => {
    writeParts(members, bar, to);
  },
  intersection: ({ members }, to) => {
    writeParts(members, ampersand, to);
  },
  array: ({ items }, to) => {
    writePart(items, to);
    to.write(code`[]`);
  },
  tuple: writeTuple,
  object: writeObject,
};

const listTypes = { only: code`Extract`, none: code`Exclude` } as const;

const keywords: Readonly<Record<Keyword, Code>> = {
  unknown: code`unknown`,
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  null: code`null`,
  undefined: code`undefined`,
  bigint: code`bigint`,
  object: code`object`,
  Blob: code`Blob`,
};

/** Writes a type. */
export function writeType(type: TypeNode, to: DeclarationWriter): void {
  // The writer is that of the kind: TypeScript does not follow the kind through the table.
  const write = writers[type.kind] as (type: TypeNode, to: DeclarationWriter) => void;
  write(type, to);
}

function writeParts(parts: readonly TypeNode[], separator: Code, to: DeclarationWriter): void {
  parts.forEach((part, index) => {
    if (index > 0) to.write(separator);
    writePart(part, to);
  });
}

/** Writes a type as a part of another one, in round brackets where it has parts of its own. */
function writePart(type: TypeNode, to: DeclarationWriter): void {
  const hasParts = type.kind === "union" || type.kind === "intersection" || (type.kind === "literals" && type.values.length > 1);
  if (hasParts) to.write(code`(`);
  writeType(type, to);
  if (hasParts) to.write(code`)`);
}

/**
 * An item that is optional, or one of the rest, has a name where a list in it has the type of a schema: without, TypeScript takes such a list
 * apart at once, and may find that the schema's type is the one it is about to declare.
 */
function writeTuple({ items, required, rest }: Node<"tuple">, to: DeclarationWriter): void {
  to.write(code`[`);
  items.forEach((item, index) => {
    if (index > 0) to.write(code`, `);
    if (index < required) writeType(item, to);
    else if (hasNameInList(item)) {
      to.write(code`item${index + 1}?: `);
      writeType(item, to);
    } else {
      writePart(item, to);
      to.write(code`?`);
    }
  });
  if (rest !== undefined) {
    to.write(items.length > 0 ? code`, ...` : code`...`);
    if (hasNameInList(rest)) to.write(code`items: `);
    writeType({ kind: "array", items: rest }, to);
  }
  to.write(code`]`);
}

function writeObject({ properties, index }: Node<"object">, to: DeclarationWriter): void {
  if (properties.length === 0 && index === undefined) {
    to.write(code`Record<string, unknown>`);
    return;
  }
  to.open();
  for (const property of properties) writeProperty(property, to);
  if (index !== undefined) {
    to.member(code`[key: string]`);
    writeType(index, to);
    to.endMember();
  }
  to.close();
}

function writeProperty({ name, optional, readonly, doc, type }: PropertyNode, to: DeclarationWriter): void {
  const key = optional ? code`${typeKey(name)}?` : typeKey(name);
  to.member(readonly ? code`readonly ${key}` : key, doc);
  writeType(type, to);
  to.endMember();
}
