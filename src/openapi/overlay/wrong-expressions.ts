import type { Expression, JsonPath, Segment } from "./json-path.js";
import { parseRegularExpression } from "./regular-expression.js";

/** The regular expressions of a query, as written in it, that are none. */
export function wrongExpressions({ segments }: Pick<JsonPath, "segments">): readonly string[] {
  return [...new Set(patternsIn(segments))].filter((pattern) => parseRegularExpression(pattern) === undefined);
}

function patternsIn(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap(({ selectors }) => selectors.flatMap((each) => (each.kind === "filter" ? patternsOf(each.expression) : [])));
}

function patternsOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "literal":
      return [];
    case "query":
      return patternsIn(expression.segments);
    case "not":
      return patternsOf(expression.operand);
    case "and":
    case "or":
    case "comparison":
      return [...patternsOf(expression.left), ...patternsOf(expression.right)];
    case "call": {
      const [, pattern] = expression.args;
      const isPattern = (expression.name === "match" || expression.name === "search") && pattern?.kind === "literal";
      return [...expression.args.flatMap(patternsOf), ...(isPattern && typeof pattern.value === "string" ? [pattern.value] : [])];
    }
  }
}
