/**
 * What is wrong with a template that somebody has taken over. What passes can neither fail when it is filled nor reach anything but its view,
 * and puts nothing of a description where it would become code.
 */
import { diagnostic, type DiagnosticCode } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Member, Members } from "../print/views.js";
import { afterEither, afterHole, afterText, placeIn, start, type PlaceState, type TextPlace } from "../print/text-place.js";

/** A template and what it is given. */
export interface Checked {
  /** URI. */
  readonly file: string;
  readonly members: Members;
}

/** What a part of a template knows: the members of its view or of the item of a list, and whether it is in a list. */
interface Scope {
  readonly members: Members;
  /** The name of the list, for messages; undefined outside of lists. */
  readonly list: string | undefined;
  readonly outer: Scope | undefined;
  /** How many blocks are around it. */
  readonly depth: number;
}

type Report = (code: DiagnosticCode, at: hbs.AST.Node, message: string, hint: string, offset?: Offset) => void;

/** How far behind the start of a node something is. */
interface Offset {
  readonly lines: number;
  readonly columns: number;
}

interface Walk {
  readonly report: Report;
  place: PlaceState;
  /** Whether what was printed last may be the beginning of a tag of a comment. */
  isTag: boolean;
}

export const blockHelpers = ["if", "unless", "each"] as const;

/** Every mistake in a template that could be parsed, in the order in which they stand. */
export function checkTemplate(program: hbs.AST.Program, { file, members }: Checked): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, { loc }, message, hint, offset = { lines: 0, columns: 0 }) => {
    const at = optional(loc)?.start ?? { line: 1, column: 0 };
    const column = (offset.lines === 0 ? at.column : 0) + offset.columns + 1;
    diagnostics.push(diagnostic(code, message, { at: { file, line: at.line + offset.lines, column }, hint }));
  };
  const walk: Walk = { report, place: start, isTag: false };
  checkProgram(program, { members, list: undefined, outer: undefined, depth: 0 }, walk);
  const last = program.body.at(-1);
  if (program.body.every((node) => isKind<hbs.AST.CommentStatement>(node, "CommentStatement") || isBlank(node)))
    report("template-empty", program, "The template has no text.", "Delete the file to have ours again, or write at least `export {};`.");
  if (last !== undefined && !["code", "line comment"].includes(placeIn(walk.place)))
    report("template-place-unsafe", last, `The template ends inside of a ${wordOf(placeIn(walk.place))}.`, "Close it.");
  return diagnostics;
}

function checkProgram(program: hbs.AST.Program, scope: Scope, walk: Walk): void {
  for (const statement of program.body) checkStatement(statement, scope, walk);
}

const isKind = <Node extends hbs.AST.Node>(node: hbs.AST.Node, type: Node["type"]): node is Node => node.type === type;

const isBlank = (node: hbs.AST.Node): boolean => isKind<hbs.AST.ContentStatement>(node, "ContentStatement") && node.value.trim() === "";

function checkStatement(node: hbs.AST.Statement, scope: Scope, walk: Walk): void {
  if (isKind<hbs.AST.ContentStatement>(node, "ContentStatement")) checkText(node, walk);
  else if (isKind<hbs.AST.MustacheStatement>(node, "MustacheStatement")) checkHole(node, scope, walk);
  else if (isKind<hbs.AST.BlockStatement>(node, "BlockStatement")) checkBlock(node, scope, walk);
  else if (!isKind<hbs.AST.CommentStatement>(node, "CommentStatement"))
    refuse(walk, node, node.type.includes("Partial") ? "partials" : "decorators", "Write the text where it is to stand.");
}

function refuse({ report }: Walk, node: hbs.AST.Node, what: string, hint: string): void {
  report("template-construct-refused", node, `Templates have no ${what}.`, hint);
}

function checkText(node: hbs.AST.ContentStatement, walk: Walk): void {
  const { state, doubts } = afterText(walk.place, node.value);
  const original = node.original as unknown as string; // what the parser has there, whatever its types say
  // What stands alone on a line is taken off with the line.
  const taken = Math.max(0, original.indexOf(node.value));
  for (const at of doubts) {
    const lines = original.slice(0, taken + at).split("\n");
    const offset = { lines: lines.length - 1, columns: (lines.at(-1) ?? "").length };
    const { what, hint } = doubtIn[placeIn(afterText(walk.place, node.value.slice(0, at)).state)];
    walk.report("template-place-unsafe", node, `It is not certain whether ${what} here.`, hint, offset);
  }
  walk.place = state;
  walk.isTag = /[@#][\w-]*$/.test(node.value) || (walk.isTag && /^[\w-]*$/.test(node.value));
}

const ofString = { what: "a hole of the string begins", hint: "Put a blank before the brace." };
const ofComment = { what: "the comment ends", hint: "Put a blank before the slash: the words before it may be none." };
const doubtIn = {
  code: { what: "a regular expression begins", hint: "Put it into a module of yours that the template imports." },
  "line comment": ofComment,
  comment: ofComment,
  string: ofString,
  template: ofString,
} as const satisfies Record<TextPlace, object>;

/** Why a path is not the name of a member; nothing where it is one. */
function pathProblem(node: hbs.AST.Expression): string | undefined {
  if (!isKind<hbs.AST.PathExpression>(node, "PathExpression"))
    return node.type === "SubExpression" ? "expressions in parentheses" : "values of their own";
  if (node.depth > 0) return "`../`";
  if (node.data)
    return node.parts.length === 1 && ["first", "last", "index"].includes(String(node.parts[0])) ? undefined : `\`${node.original}\``;
  if (node.parts.length === 0) return `\`${node.original}\``;
  return node.parts.length > 1 ? `paths such as \`${node.original}\`` : undefined;
}

/** The member that an expression names, or nothing where something is wrong with it, which is reported. `data`: `@first` and the like. */
function memberOf(
  node: hbs.AST.Expression,
  scope: Scope,
  walk: Walk,
): { readonly name: string; readonly member: Member | "data" } | undefined {
  const problem = pathProblem(node);
  if (problem !== undefined) {
    refuse(walk, node, problem, "A template has the members of its view, and inside of `{{#each}}` those of the item.");
    return undefined;
  }
  const { data, parts, original } = node as hbs.AST.PathExpression; // what has no problem is a path
  const name = String(parts[0]);
  if (data) {
    if (scope.list !== undefined) return { name: original, member: "data" };
    refuse(walk, node, `\`${original}\` outside of \`{{#each}}\``, "It is about the items of a list.");
    return undefined;
  }
  const member = Object.hasOwn(scope.members, name) ? scope.members[name] : undefined;
  if (member !== undefined) return { name, member };
  const whose = scope.list === undefined ? "The view has" : `An item of \`${scope.list}\` has`;
  walk.report("template-member-unknown", node, `${whose} no member \`${name}\`.`, unknownHint(name, scope));
  return undefined;
}

function unknownHint(name: string, { members, outer }: Scope): string {
  for (let scope = outer; scope !== undefined; scope = scope.outer)
    if (Object.hasOwn(scope.members, name)) return "It is known outside of this `{{#each}}`, and only there.";
  const known = Object.keys(members);
  const meant = spellingSuggestion(name, known);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  return known.length === 0 ? "It has no members." : `It has ${known.join(", ")}.`;
}

function checkHole(node: hbs.AST.MustacheStatement, scope: Scope, walk: Walk): void {
  const isCall = node.params.length > 0 || hasArguments(node);
  if (isCall) unknownHelper(node, originalOf(node.path), walk);
  const found = isCall ? undefined : memberOf(node.path, scope, walk);
  const { isTag } = walk;
  const place = placeIn(walk.place);
  const kind = found && (found.member === "data" ? (found.name === "@index" ? "name" : "flag") : found.member.kind);
  walk.place = afterHole(walk.place, kind !== "name");
  walk.isTag = isTag && kind === "comment"; // which may be no words
  if (found === undefined || kind === undefined) return;
  const { name } = found;
  if (kind === "flag" || kind === "list") {
    const hint = kind === "flag" ? `Write \`{{#if ${name}}}…{{/if}}\`.` : `Write \`{{#each ${name}}}…{{/each}}\`.`;
    walk.report("template-member-misused", node, `\`${name}\` is a ${kind}, and cannot be printed.`, hint);
  } else checkPlace(node, { name, kind, place, isTag }, walk);
}

interface Hole {
  readonly name: string;
  readonly kind: "code" | "name" | "comment";
  readonly place: TextPlace;
  readonly isTag: boolean;
}

const isComment = (place: TextPlace): boolean => place === "comment" || place === "line comment";

const whatItIs = { code: "code", name: "a name", comment: "words of the description" } as const;

function checkPlace(node: hbs.AST.Node, { name, kind, place, isTag }: Hole, { report }: Walk): void {
  const isSafe = kind === "name" || (kind === "code" ? place === "code" : isComment(place));
  const hint = kind === "code" ? "Put it where code stands." : "Put it into a comment.";
  if (!isSafe) report("template-place-unsafe", node, `\`${name}\` is ${whatItIs[kind]}, which is not safe in ${placeWords[place]}.`, hint);
  else if (isComment(place) && isTag)
    report("template-place-unsafe", node, `\`${name}\` would become a part of a tag.`, "Put a blank before it.");
}

const placeWords = {
  code: "code",
  "line comment": "a comment",
  comment: "a comment",
  string: "a string",
  template: "a string",
} as const satisfies Record<TextPlace, string>;

const wordOf = (place: TextPlace): string => placeWords[place].replace(/^a /, "");

const originalOf = (path: hbs.AST.Expression): string => ("original" in path ? String(path.original) : path.type);

function unknownHelper(node: hbs.AST.Node, name: string, { report }: Walk): void {
  const meant = spellingSuggestion(name, blockHelpers);
  const hint = meant === undefined ? "There are if, unless and each." : `Did you mean \`{{#${meant} …}}\`?`;
  report("template-helper-unknown", node, `Templates have no helper \`${name}\`.`, hint);
}

/** Levels of blocks that a template may have: ours have three. */
export const maxDepth = 20;

function checkBlock(node: hbs.AST.BlockStatement, around: Scope, walk: Walk): void {
  const scope = { ...around, depth: around.depth + 1 };
  if (scope.depth > maxDepth) {
    refuse(walk, node, `blocks in more than ${String(maxDepth)} levels`, "Take out levels that say the same.");
    return;
  }
  const { params } = node;
  const helper = blockHelpers.find((each) => each === originalOf(node.path));
  const [param, second] = params;
  let inner: Scope | undefined = scope;
  if (helper === undefined || optional(node.program) === undefined) unknownBlock(node, scope, walk);
  else if (param === undefined || second !== undefined || hasArguments(node) || hasBlockParams(node)) {
    refuse(walk, node, `\`{{#${helper}}}\` with anything but one member`, `Write \`{{#${helper} member}}\`.`);
    inner = undefined;
  } else inner = scopeOf(helper, param, scope, walk);
  const before = walk.place;
  const wasTag = walk.isTag;
  let after = before;
  let isTag = wasTag;
  for (const program of programsOf(node)) {
    walk.place = before;
    walk.isTag = wasTag;
    const isItem = program === node.program;
    // Of what is in a list that is none, nothing can be said but where it is.
    const own = helper === "each" && isItem ? inner : scope;
    if (own === undefined || helper === undefined || optional(node.program) === undefined) skip(program, walk);
    else checkProgram(program, own, walk);
    isTag ||= walk.isTag;
    const either = afterEither(after, walk.place);
    if (either !== undefined) after = either;
    else {
      const hint = "Begin and end it inside of the same comment or string, or outside of all.";
      walk.report("template-place-unsafe", node, "A block ends in another place of the text than it begins in.", hint);
    }
  }
  walk.place = after;
  walk.isTag = isTag;
}

// The types of Handlebars say that all of it is there. The parser leaves out what is not.
const optional = <Part>(part: Part): Part | undefined => part;
const hasArguments = ({ hash }: hbs.AST.MustacheStatement | hbs.AST.BlockStatement): boolean => optional(hash) !== undefined;
const hasBlockParams = ({ program }: hbs.AST.BlockStatement): boolean => (optional(program.blockParams)?.length ?? 0) > 0;
const programsOf = ({ program, inverse }: hbs.AST.BlockStatement): readonly hbs.AST.Program[] =>
  [program, optional(inverse)].filter((part) => part !== undefined);

/** Whether a block begins with what is printed where it does not hold: the parser has that part as the other one. */
function isTurnedRound({ program, inverse }: hbs.AST.BlockStatement): boolean {
  const [held, other] = [optional(program), optional(inverse)].map((part) => part?.body[0]?.loc.start);
  if (optional(program) === undefined) return true;
  return held !== undefined && other !== undefined && (other.line - held.line || other.column - held.column) < 0;
}

/** A block of a member, or one that is turned round: `{{^member}}`, `{{^if member}}`. */
function unknownBlock(node: hbs.AST.BlockStatement, scope: Scope, walk: Walk): void {
  const name = originalOf(node.path);
  const helper = blockHelpers.find((each) => each === name);
  const member = Object.hasOwn(scope.members, name) ? scope.members[name] : undefined;
  if (helper === undefined && member === undefined) {
    unknownHelper(node, name, walk);
    return;
  }
  const isTurned = isTurnedRound(node);
  const [param] = node.params;
  const what = helper === undefined ? name : param === undefined ? "member" : originalOf(param);
  const turned = helper === "unless" ? "if" : "unless";
  const advice = isTurned ? turned : member?.kind === "list" ? "each" : "if";
  refuse(walk, node, `\`{{${isTurned ? "^" : "#"}${name}}}\``, `Write \`{{#${advice} ${what}}}\`.`);
}

/** What the inside of a block knows; nothing where the list is none. */
function scopeOf(helper: (typeof blockHelpers)[number], param: hbs.AST.Expression, scope: Scope, walk: Walk): Scope | undefined {
  const found = memberOf(param, scope, walk);
  if (helper !== "each") return scope;
  if (found === undefined) return undefined;
  const { name, member } = found;
  if (member !== "data" && member.kind === "list") return { members: member.members, list: name, outer: scope, depth: scope.depth };
  walk.report("template-member-misused", param, `\`${name}\` is no list.`, `Write \`{{#if ${name}}}\`, or \`{{${name}}}\`.`);
  return undefined;
}

/** Goes on behind a part of which nothing can be said, because of a mistake that is reported. */
function skip(program: hbs.AST.Program, walk: Walk): void {
  for (const node of program.body) {
    if (isKind<hbs.AST.ContentStatement>(node, "ContentStatement")) checkText(node, walk);
    else if (isKind<hbs.AST.MustacheStatement>(node, "MustacheStatement")) walk.place = afterHole(walk.place);
    else if (isKind<hbs.AST.BlockStatement>(node, "BlockStatement")) for (const part of programsOf(node).slice(0, 1)) skip(part, walk);
  }
}
