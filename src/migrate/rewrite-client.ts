import type * as Morph from "ts-morph";
import { nameOf, serializers, type ClientCall } from "./client-calls.js";
import type { Library } from "./read-modules.js";
import type { TextEdit } from "./text-edits.js";

/** A call that is rewritten. */
export type KnownCall = Extract<ClientCall, { readonly problem: undefined }>;

/** Names in the file of what makes the new client. */
export interface ClientNames {
  /** "createPetstoreClient" */
  readonly create: string;
  /** "petstorePaths" */
  readonly paths: string;
  /** What makes a client by path alone of another; only for calls of that kind. */
  readonly wrap: string | undefined;
}

/** What of a rewritten call is another thing than before, unless somebody looks. */
export interface RewrittenCall {
  readonly edits: readonly TextEdit[];
  /** Whether it had no base URL, so that one was written. */
  readonly isWithoutBase: boolean;
}

/**
 * The edits that make a call one of the generated client. `quote` and `lineEnd`: those of the file. The options stay where they are, but for the
 * serializers, which go into a second argument.
 */
export function rewriteClient(known: KnownCall, names: ClientNames, quote: string, lineEnd: string, morph: Library): RewrittenCall {
  const { call, options } = known;
  const opening = `${names.wrap === undefined ? "" : `${names.wrap}(`}${names.paths}(${names.create}(`;
  const closing = names.wrap === undefined ? "" : ")";
  const bare = `{ baseUrl: ${quote}${quote} }`;
  const start = call.getExpression().getStart();
  if (options === undefined) {
    const text = `${opening}${bare}))${closing}`;
    return { edits: [{ start, end: call.getEnd(), text }], isWithoutBase: true };
  }
  const members = options.getProperties();
  const moved = members.filter((each) => serializers.has(nameOf(each, morph.Node) ?? ""));
  const kept = members.filter((each) => !moved.includes(each));
  const base = kept.find((each) => nameOf(each, morph.Node) === "baseUrl");
  const second = moved.length === 0 ? "" : `, { ${moved.map((each) => each.getText()).join(", ")} }`;
  return {
    edits: [
      { start, end: options.getStart(), text: opening },
      ...(kept.length === 0
        ? [{ start: options.getStart(), end: options.getEnd(), text: bare }]
        : [
            ...removed(members, moved),
            ...(base === undefined ? [insertedBase(kept, options, quote, lineEnd)] : withBase(base, quote, morph)),
          ]),
      { start: options.getEnd(), end: call.getEnd(), text: `)${second})${closing}` },
    ],
    isWithoutBase: base === undefined,
  };
}

/** Members of a list taken out, with their commas. Comments that stand alone between them stay. */
export function removed(all: readonly Morph.Node[], gone: readonly Morph.Node[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const [index, node] of all.entries()) {
    if (!gone.includes(node)) continue;
    const next = all[index + 1];
    const before = all.slice(0, index).findLast((each) => !gone.includes(each));
    // What follows moves up; of the last ones, the comma before them goes, too.
    if (next !== undefined && all.slice(index).some((each) => !gone.includes(each)))
      edits.push({ start: node.getStart(), end: next.getStart(), text: "" });
    else if (before !== undefined) {
      const last = all.at(-1) ?? node;
      edits.push({ start: before.getEnd(), end: last.getEnd(), text: "" });
      return edits;
    }
  }
  return edits;
}

/** Without a base URL openapi-fetch sends to the page's own origin, and a generated client to the first server of the description. */
function insertedBase(kept: readonly Morph.Node[], options: Morph.Node, quote: string, lineEnd: string): TextEdit {
  const at = kept[0]?.getStart() ?? options.getStart() + 1;
  const text = options.getSourceFile().getFullText();
  const lead = text.slice(options.getStart() + 1, at);
  const indent = /\n([ \t]*)$/.exec(lead)?.[1];
  return { start: at, end: at, text: `baseUrl: ${quote}${quote},${indent === undefined ? " " : `${lineEnd}${indent}`}` };
}

/** A variable of the environment may not be set, which is the origin of the page to openapi-fetch. */
function withBase(base: Morph.Node, quote: string, { Node, VariableDeclarationKind }: Library): readonly TextEdit[] {
  const value = Node.isPropertyAssignment(base) ? base.getInitializer() : Node.isShorthandPropertyAssignment(base) ? base : undefined;
  const name = Node.isIdentifier(value) ? value : Node.isShorthandPropertyAssignment(value) ? value.getNameNode() : undefined;
  const symbol = Node.isShorthandPropertyAssignment(value) ? value.getValueSymbol() : name?.getSymbol();
  const declared = symbol?.getDeclarations()[0];
  const isConstant =
    Node.isVariableDeclaration(declared) &&
    declared.getTypeNode() === undefined &&
    declared.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const;
  const written = isConstant ? declared.getInitializer() : value;
  if (value === undefined || written === undefined || !isOfEnvironment(written.getText())) return [];
  const fallback = ` ?? ${quote}${quote}`;
  if (Node.isShorthandPropertyAssignment(value))
    return [{ start: value.getEnd(), end: value.getEnd(), text: `: ${value.getName()}${fallback}` }];
  return [{ start: value.getEnd(), end: value.getEnd(), text: fallback }];
}

function isOfEnvironment(text: string): boolean {
  return /^(?:process\.env|import\.meta\.env|Bun\.env)(?:\.\w+|\[["']\w+["']\])$/.test(text);
}
