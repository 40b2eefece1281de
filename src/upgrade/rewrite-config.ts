import type { ts as Ts } from "ts-morph";
import type { FoundMove } from "../config/moved-keys.js";
import {
  afterComments,
  commaAfter,
  commentsFrom,
  configObject,
  keyText,
  memberAt,
  objectOf,
  withEdits,
  type TextEdit,
  type WrittenMember,
} from "./config-tree.js";

/**
 * The text of a configuration with a key at its new place: comments, order and layout of all else stay. Undefined where a person has to do it: the
 * configuration is made by more than a literal. `path`: decides whether it is JSON.
 */
export function withMove(path: string, text: string, { from, to }: Pick<FoundMove, "from" | "to">): string | undefined {
  const tree = configObject(path, text);
  const member = tree && memberAt(tree.object, from, tree.source);
  if (tree === undefined || member === undefined || member === "hidden") return undefined;
  const at = { ...tree, text, isJson: path.endsWith(".json") };
  const isRenamed = from.length === to.length && from.slice(0, -1).every((key, index) => key === to[index]);
  if (isRenamed) {
    const taken = memberAt(tree.object, to, tree.source);
    return taken === undefined ? withEdits(text, [renamed(member, to.at(-1) ?? "", at)]) : undefined;
  }
  const target = targetOf(to, at);
  if (target === undefined) return undefined;
  const value = memberText(target.keys, valueText(member, at), at.isJson);
  if (target.object === member.object) return withEdits(text, [{ ...spanOf(member.node, at), text: value }]);
  const gone = emptied(member, from, target.object, at);
  return gone && withEdits(text, [...insertion(target.object, member, value, at), ...removal(gone, at)]);
}

interface Tree {
  readonly source: Ts.SourceFile;
  readonly object: Ts.ObjectLiteralExpression;
  readonly text: string;
  readonly isJson: boolean;
}

function renamed({ node }: WrittenMember, key: string, { source, isJson }: Tree): TextEdit {
  const name = keyText(key, isJson);
  const isShort = !("initializer" in node);
  return { start: node.name.getStart(source), end: node.name.getEnd(), text: isShort ? `${name}: ${node.name.text}` : name };
}

function spanOf(node: Ts.Node, { source }: Tree): { readonly start: number; readonly end: number } {
  return { start: node.getStart(source), end: node.getEnd() };
}

function valueText({ node }: WrittenMember, { source }: Tree): string {
  return "initializer" in node ? node.initializer.getText(source) : node.name.text;
}

function memberText(keys: readonly string[], value: string, isJson: boolean): string {
  const [key = "", ...rest] = keys;
  return `${keyText(key, isJson)}: ${rest.length === 0 ? value : `{ ${memberText(rest, value, isJson)} }`}`;
}

/** The innermost object on a path that is there, and the keys that are to be made in it. */
function targetOf(
  path: readonly string[],
  { object, source }: Tree,
): { readonly object: Ts.ObjectLiteralExpression; readonly keys: readonly string[] } | undefined {
  let inner = object;
  for (const [index, key] of path.entries()) {
    const member = memberAt(inner, [key], source);
    if (member === "hidden" || (member !== undefined && index === path.length - 1)) return undefined;
    if (member === undefined) return { object: inner, keys: path.slice(index) };
    const next = objectOf(member, source);
    if (next === undefined) return undefined;
    inner = next;
  }
  return undefined;
}

/** The member that goes: the one that moves, or the one whose object is left empty by that. `kept`: the object that it moves to. */
function emptied(
  member: WrittenMember,
  from: readonly string[],
  kept: Ts.ObjectLiteralExpression,
  { object, source }: Tree,
): WrittenMember | undefined {
  let gone = member;
  for (let depth = from.length - 1; depth > 0 && gone.object.properties.length === 1; depth -= 1) {
    const above = memberAt(object, from.slice(0, depth), source);
    if (above === undefined || above === "hidden") return undefined;
    if (kept.pos >= gone.object.pos && kept.end <= gone.object.end) return gone;
    gone = above;
  }
  return gone;
}

/** Takes a member away with its comments and one comma. */
function removal({ node, object }: WrittenMember, { text }: Tree): readonly TextEdit[] {
  const start = afterComments(text, node.getFullStart());
  const comma = commaAfter(text, node.getEnd());
  if (comma !== undefined) return [{ start, end: afterComments(text, comma), text: "" }];
  const before = object.properties[object.properties.findIndex((each) => each === node) - 1];
  const commaBefore = before && commaAfter(text, before.getEnd());
  return [
    ...(commaBefore === undefined ? [] : [{ start: commaBefore - 1, end: commaBefore, text: "" }]),
    { start, end: afterComments(text, node.getEnd()), text: "" },
  ];
}

/** Puts a member behind the last one of an object, below the comments that it had. */
function insertion(
  target: Ts.ObjectLiteralExpression,
  { node }: WrittenMember,
  member: string,
  { source, text }: Tree,
): readonly TextEdit[] {
  const last = target.properties.at(-1);
  if (last === undefined) return [{ start: target.getStart(source), end: target.getEnd(), text: `{ ${member} }` }];
  const blank = text.slice(last.getFullStart(), last.getStart(source));
  const indentation = /\r?\n[\t ]*$/.exec(blank)?.[0];
  const separator = indentation ?? " ";
  const comments = commentsFrom(text, afterComments(text, node.getFullStart())).filter(
    (each) => indentation !== undefined || each.startsWith("/*"),
  );
  const put = [...comments, member].map((each) => separator + each).join("");
  const comma = commaAfter(text, last.getEnd());
  if (comma !== undefined) return [{ start: afterComments(text, comma), end: afterComments(text, comma), text: `${put},` }];
  const end = afterComments(text, last.getEnd());
  return end === last.getEnd()
    ? [{ start: end, end, text: `,${put}` }]
    : [
        { start: last.getEnd(), end: last.getEnd(), text: "," },
        { start: end, end, text: put },
      ];
}

/** The text of a configuration with all moves that could be made in it, and those that are left to a person. */
export function rewriteConfig(
  path: string,
  text: string,
  moves: readonly FoundMove[],
): { readonly text: string; readonly byHand: readonly FoundMove[] } {
  const byHand: FoundMove[] = [];
  let now = text;
  for (const move of moves) {
    const next = move.isTaken ? undefined : withMove(path, now, move);
    if (next === undefined || !isMoved(path, next, move)) byHand.push(move);
    else now = next;
  }
  return { text: now, byHand };
}

/** Whether a text is still one that can be read, with the key at its new place alone. */
function isMoved(path: string, text: string, { from, to }: FoundMove): boolean {
  const tree = configObject(path, text);
  if (tree === undefined) return false;
  return memberAt(tree.object, from, tree.source) === undefined && typeof memberAt(tree.object, to, tree.source) === "object";
}
