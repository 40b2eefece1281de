/** Types as text of the output. */
import { bigintType, code, empty, ident, literal, typeKey, type Code } from "../print/code.js";
import type { DeclarationWriter } from "./declaration-writer.js";
import type { Keyword, PropertyNode, TypeNode } from "./type-node.js";

type Node<Kind extends TypeNode["kind"]> = Extract<TypeNode, { readonly kind: Kind }>;

const writers: { readonly [Kind in TypeNode["kind"]]: (type: Node<Kind>, to: DeclarationWriter) => void } = {
  keyword: ({ word }, to) => {
    to.word(keywords[word]);
  },
  named: ({ name }, to) => {
    to.word(ident(name));
  },
  bigint: ({ value }, to) => {
    to.word(bigintType(value));
  },
  literals: ({ values }, to) => {
    if (values.length === 0) to.word(code`never`);
    writeEach(values, to.bar, (value) => {
      to.word(literal(value));
    });
  },
  union: ({ members }, to) => {
    writeEach(members, to.bar, (member) => {
      writePart(member, to);
    });
  },
  intersection: ({ members }, to) => {
    writeEach(members, to.ampersand, (member) => {
      writePart(member, to);
    });
  },
  array: ({ items }, to) => {
    writePart(items, to);
    to.word(code`[]`);
  },
  tuple: writeTuple,
  object: writeObject,
};

const keywords: Readonly<Record<Keyword, Code>> = {
  unknown: code`unknown`,
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  null: code`null`,
  undefined: code`undefined`,
  bigint: code`bigint`,
  Blob: code`Blob`,
};

/** Writes a type. */
export function writeType(type: TypeNode, to: DeclarationWriter): void {
  // The writer is that of the kind: TypeScript does not follow the kind through the table.
  const write = writers[type.kind] as (type: TypeNode, to: DeclarationWriter) => void;
  write(type, to);
}

function writeEach<T>(parts: readonly T[], separate: () => void, write: (part: T) => void): void {
  parts.forEach((part, index) => {
    if (index > 0) separate();
    write(part);
  });
}

/** Writes a type as a part of another one, in round brackets where it has parts of its own. */
function writePart(type: TypeNode, to: DeclarationWriter): void {
  const hasParts = type.kind === "union" || type.kind === "intersection" || (type.kind === "literals" && type.values.length > 1);
  const write = (): void => {
    writeType(type, to);
  };
  if (hasParts) to.brackets("round", write);
  else write();
}

function writeTuple({ items, required, rest }: Node<"tuple">, to: DeclarationWriter): void {
  const separate = (): void => {
    to.word(code`, `);
  };
  to.brackets("square", () => {
    writeEach([...items.entries()], separate, ([index, item]) => {
      if (index < required) writeType(item, to);
      else {
        writePart(item, to);
        to.word(code`?`);
      }
    });
    if (rest === undefined) return;
    if (items.length > 0) separate();
    to.word(code`...`);
    writeType({ kind: "array", items: rest }, to);
  });
}

function writeObject({ properties, index }: Node<"object">, to: DeclarationWriter): void {
  if (properties.length === 0 && index === undefined) {
    to.word(code`Record<string, unknown>`);
    return;
  }
  to.braces(() => {
    for (const property of properties) writeProperty(property, to);
    if (index === undefined) return;
    to.member(code`[key: string]`, undefined, () => {
      writeType(index, to);
    });
  });
}

function writeProperty({ name, optional, readonly, doc, type }: PropertyNode, to: DeclarationWriter): void {
  to.member(code`${readonly ? code`readonly ` : empty}${typeKey(name)}${optional ? code`?` : empty}`, doc, () => {
    writeType(type, to);
  });
}
