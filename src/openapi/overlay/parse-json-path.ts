import { jsonpath, JSONPathEnvironment, JSONPathError, TokenKind } from "json-p3";
import type { JSONPathQuery } from "json-p3";
import { InternalError } from "../../diagnostic/diagnostic.js";
import type { Expression, JsonPath, Operator, Query, Segment, Selector } from "./json-path.js";

const { expressions, selectors } = jsonpath;

type WrittenSegment = JSONPathQuery["segments"][number];
type WrittenSelector = WrittenSegment["selectors"][number];
type WrittenExpression = InstanceType<typeof expressions.FilterExpression>;

/** Why a text is no JSONPath, and the column of its first character that is not understood (1-based). */
export interface PathMistake {
  readonly reason: string;
  readonly column: number;
}

const environment = new JSONPathEnvironment();

/** Characters that a query may have, and levels of brackets in it: its reader, and what evaluates it, recurse. */
const maxLength = 10_000;
const maxNesting = 100;

/** Reads a JSONPath query. The package reads and checks it; it is evaluated here, where work is bounded. */
export function parseJsonPath(text: string): JsonPath | PathMistake {
  const tooMuch = tooMuchIn(text);
  if (tooMuch !== undefined) return tooMuch;
  try {
    return { text, segments: environment.compile(text).segments.map(segmentOf) };
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error; // our bug
    return { reason: reasonOf(error.message), column: Math.min(Math.max(error.token.index, 0), text.length) + 1 };
  }
}

export function isMistake(path: JsonPath | PathMistake): path is PathMistake {
  return "reason" in path;
}

function tooMuchIn(text: string): PathMistake | undefined {
  if (text.length > maxLength) return { reason: `it has more than ${maxLength} characters`, column: maxLength + 1 };
  let depth = 0;
  for (const [index, character] of Array.from(text).entries()) {
    if (character === "(" || character === "[" || character === "!") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
    else if (character === "=") depth -= text[index - 1] === "!" ? 1 : 0;
    if (depth > maxNesting) return { reason: `it is nested more than ${maxNesting} levels deep`, column: index + 1 };
  }
  return undefined;
}

/** The message without what the package adds to it, and with characters in place of its names for them. */
function reasonOf(message: string): string {
  return message
    .replace(/ \('[^]*':-?\d+\)$/, "")
    .replace(/ (?:starting )?at index \d+$/, "")
    .replace(/(?:token )?'(TOKEN_\w+|NUMBER)'/g, (_, name: string) => characters.get(name) ?? "something else")
    .replace(/found ''|unexpected ''/, (found) => found.replace("''", "the end"));
}

const characters: ReadonlyMap<string, string> = new Map([
  [TokenKind.EOF, "the end"],
  [TokenKind.RBRACKET, "]"],
  [TokenKind.LBRACKET, "["],
  [TokenKind.RPAREN, ")"],
  [TokenKind.LPAREN, "("],
  [TokenKind.COMMA, "a comma"],
  [TokenKind.COLON, "a colon"],
  [TokenKind.DDOT, ".."],
  [TokenKind.NAME, "a name"],
  [TokenKind.INDEX, "an index"],
  [TokenKind.NUMBER, "a number"],
  [TokenKind.WILD, "*"],
  [TokenKind.FILTER, "?"],
  [TokenKind.ROOT, "$"],
  [TokenKind.CURRENT, "@"],
  [TokenKind.SINGLE_QUOTE_STRING, "a string"],
  [TokenKind.DOUBLE_QUOTE_STRING, "a string"],
]);

function segmentOf(segment: WrittenSegment): Segment {
  return {
    isDescendant: segment.token.kind === TokenKind.DDOT,
    selectors: segment.selectors.map(selectorOf),
    text: segment.toString(),
  };
}

function selectorOf(selector: WrittenSelector): Selector {
  if (selector instanceof selectors.NameSelector) return { kind: "name", name: selector.name };
  if (selector instanceof selectors.IndexSelector) return { kind: "index", index: selector.index };
  if (selector instanceof selectors.SliceSelector)
    return { kind: "slice", start: selector.start, stop: selector.stop, step: selector.step ?? 1 };
  if (selector instanceof selectors.FilterSelector) return { kind: "filter", expression: expressionOf(selector.expression) };
  return { kind: "wildcard" };
}

function expressionOf(written: WrittenExpression): Expression {
  if (written instanceof expressions.LogicalExpression) return expressionOf(written.expression);
  if (written instanceof expressions.NullLiteral) return { kind: "literal", value: null };
  if (
    written instanceof expressions.BooleanLiteral ||
    written instanceof expressions.StringLiteral ||
    written instanceof expressions.NumberLiteral
  )
    return { kind: "literal", value: written.value };
  if (written instanceof expressions.PrefixExpression) return { kind: "not", operand: expressionOf(written.right) };
  if (written instanceof expressions.InfixExpression) return infixOf(written);
  if (written instanceof expressions.FunctionExtension) return { kind: "call", name: written.name, args: written.args.map(expressionOf) };
  if (written instanceof expressions.RelativeQuery) return queryOf(written, false);
  if (written instanceof expressions.RootQuery) return queryOf(written, true);
  throw new InternalError("A JSONPath has an expression of an unknown kind");
}

function infixOf(written: InstanceType<typeof expressions.InfixExpression>): Expression {
  const [left, right] = [expressionOf(written.left), expressionOf(written.right)];
  if (written.operator === "&&") return { kind: "and", left, right };
  if (written.operator === "||") return { kind: "or", left, right };
  return { kind: "comparison", operator: written.operator as Operator, left, right }; // the reader knows no others
}

function queryOf(written: InstanceType<typeof expressions.FilterQuery>, isAbsolute: boolean): Query {
  return { kind: "query", isAbsolute, segments: written.path.segments.map(segmentOf) };
}
