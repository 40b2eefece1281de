/** Nodes of TypeScript as text of the output: in one go, where TypeScript's printer would give text that has to be read again. */
import { InternalError } from "../../diagnostic/diagnostic.js";
import { code, empty, ident, literal, trusted, typeKey, type Code } from "../print/code.js";
import type { IndexedAccess, Node, PropertyName, Ts, TypeElement } from "./adapter.js";
import { docIn, indexToken } from "./tokens.js";
import type { Described, TypeWriter } from "./writer.js";

/** Writes a type. It has to be one of those that openapi-typescript and the adapter make. */
export function writeType(ts: Ts, node: Node, to: TypeWriter): void {
  const inner = (part: Node): void => {
    writeType(ts, part, to);
  };
  if (ts.isTypeLiteralNode(node)) writeMembers(ts, node.members, to);
  else if (ts.isUnionTypeNode(node)) writeList(node.types, code` | `, inner, to);
  else if (ts.isIntersectionTypeNode(node)) writeList(node.types, code` & `, inner, to);
  else if (ts.isParenthesizedTypeNode(node)) {
    to.write(code`(`);
    inner(node.type);
    to.write(code`)`);
  } else if (ts.isArrayTypeNode(node)) {
    inner(node.elementType);
    to.write(code`[]`);
  } else if (ts.isTupleTypeNode(node)) {
    to.write(code`[`);
    writeList(node.elements, code`, `, inner, to);
    to.write(code`]`);
  } else if (ts.isOptionalTypeNode(node)) {
    inner(node.type);
    to.write(code`?`);
  } else if (ts.isRestTypeNode(node)) {
    to.write(code`...`);
    inner(node.type);
  } else if (ts.isTypeReferenceNode(node) && node.typeArguments !== undefined) {
    to.write(code`${wordOf(ts, node.typeName, to)}<`);
    writeList(node.typeArguments, code`, `, inner, to);
    to.write(code`>`);
  } else to.write(wordOf(ts, node, to));
}

function writeList(parts: readonly Node[], separator: Code, write: (part: Node) => void, to: TypeWriter): void {
  parts.forEach((part, index) => {
    if (index > 0) to.write(separator);
    write(part);
  });
}

function writeMembers(ts: Ts, members: readonly TypeElement[], to: TypeWriter): void {
  if (members.length === 0) {
    to.write(code`{}`);
    return;
  }
  to.block(() => {
    for (const member of members) writeMember(ts, member, to);
  });
}

export function writeMember(ts: Ts, member: TypeElement, to: TypeWriter): void {
  if (!ts.isPropertySignature(member) || member.type === undefined)
    throw new InternalError("openapi-typescript made a member without a type");
  const { type, questionToken, modifiers } = member;
  const readonly = modifiers === undefined || modifiers.length === 0 ? empty : code`readonly `;
  const key = code`${readonly}${keyOf(ts, member.name, to)}${questionToken === undefined ? empty : code`?`}`;
  to.member(key, commentOf(ts, member), () => {
    writeType(ts, type, to);
  });
}

function keyOf(ts: Ts, name: PropertyName, to: TypeWriter): Code {
  if (ts.isNumericLiteral(name)) return code`${Number(name.text)}`;
  if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) throw new InternalError("Not the name of a property");
  return name.text === indexToken ? code`[key: string]` : typeKey(to.word(name.text));
}

/** What the description says of a member; what openapi-typescript says of its own accord (`@enum`) goes. */
function commentOf(ts: Ts, member: TypeElement): Described {
  const [comment] = ts.getSyntheticLeadingComments(member) ?? [];
  const description = comment === undefined ? undefined : docIn(comment.text);
  return description === undefined ? {} : { description };
}

/** Types without parts. */
function wordOf(ts: Ts, node: Node, to: TypeWriter): Code {
  if (ts.isTypeReferenceNode(node)) return wordOf(ts, node.typeName, to);
  if (ts.isIndexedAccessTypeNode(node)) return referenceTo(ts, node, to);
  if (ts.isLiteralTypeNode(node)) return literalOf(ts, node.literal);
  if (ts.isIdentifier(node)) {
    // A string is an identifier in quotation marks there.
    const { text } = node;
    return text.startsWith('"') ? literal(to.word(text.slice(1, -1))) : ident(text);
  }
  const word = ts.tokenToString(node.kind);
  if (word === undefined) throw new InternalError(`No text for a node of kind ${String(node.kind)}`);
  return trusted(word);
}

/** A schema by its own name; what else is shared by the way to it. */
function referenceTo(ts: Ts, { objectType, indexType }: IndexedAccess, to: TypeWriter): Code {
  const key = literalOf(ts, ts.isLiteralTypeNode(indexType) ? indexType.literal : indexType);
  const way = wordOf(ts, objectType, to);
  return way === `components["schemas"]` ? ident(JSON.parse(key) as string) : code`${way}[${key}]`; // a name of ours, quoted just now
}

function literalOf(ts: Ts, node: Node): Code {
  if (ts.isStringLiteral(node)) return literal(node.text);
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return trusted(node.text);
  if (ts.isPrefixUnaryExpression(node)) return code`-${literalOf(ts, node.operand)}`;
  const word = ts.tokenToString(node.kind);
  if (word === undefined) throw new InternalError(`No text for a literal of kind ${String(node.kind)}`);
  return trusted(word);
}
