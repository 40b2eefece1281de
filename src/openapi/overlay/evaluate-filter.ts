import { isJsonArray, type Json } from "../../source/source-file.js";
import { spend, type Expression, type Operator, type PathNode, type Query, type Segment, type Work } from "./json-path.js";
import { matches, parseRegularExpression, type RegularExpression } from "./regular-expression.js";

/** What a filter is evaluated with. */
export interface Evaluation {
  readonly root: PathNode;
  readonly work: Work;
  /** Tells of the nodes that segments select from a node; false where not all were wanted. */
  readonly visit: (segments: readonly Segment[], from: PathNode, visit: (node: PathNode) => boolean) => boolean;
  /** Regular expressions by their text: most filters ask the same one of many values. */
  readonly expressions: Map<string, RegularExpression | undefined>;
  /** What queries from the root have found: it is the same for every value that is looked at. */
  readonly absolute: Map<Query, readonly Json[]>;
}

/** Steps that a query in a filter counts for beside the values it looks at. */
const queryCost = 5;

/** A value, or none: undefined is RFC 9535's Nothing. */
type Value = Json | undefined;

/** Whether a node passes a filter. */
export function isTrue(expression: Expression, node: PathNode, evaluation: Evaluation): boolean {
  switch (expression.kind) {
    case "and":
      return isTrue(expression.left, node, evaluation) && isTrue(expression.right, node, evaluation);
    case "or":
      return isTrue(expression.left, node, evaluation) || isTrue(expression.right, node, evaluation);
    case "not":
      return !isTrue(expression.operand, node, evaluation);
    case "query":
      return exists(expression, node, evaluation);
    case "comparison": {
      const [left, right] = [valueOf(expression.left, node, evaluation), valueOf(expression.right, node, evaluation)];
      return compare(expression.operator, left, right, evaluation.work);
    }
    case "call":
      return matchesText(expression, node, evaluation);
    case "literal":
      return expression.value === true; // no filter that can be read has one here
  }
}

function exists(query: Query, node: PathNode, evaluation: Evaluation): boolean {
  if (query.isAbsolute) return valuesOf(query, node, evaluation).length > 0;
  return !evaluation.visit(query.segments, node, () => false) && evaluation.work.left >= 0;
}

function valuesOf(query: Query, node: PathNode, evaluation: Evaluation): readonly Json[] {
  const known = evaluation.absolute.get(query);
  if (known !== undefined) return known;
  const values: Json[] = [];
  if (!spend(evaluation.work, queryCost)) return values;
  evaluation.visit(query.segments, query.isAbsolute ? evaluation.root : node, ({ value }) => {
    values.push(value);
    return true;
  });
  if (query.isAbsolute) evaluation.absolute.set(query, values);
  return values;
}

/** What is compared, or given to a function: a literal, the value of a query that selects one at most, or what a function returns. */
function valueOf(expression: Expression, node: PathNode, evaluation: Evaluation): Value {
  if (expression.kind === "literal") return expression.value;
  if (expression.kind === "query") return onlyValue(valuesOf(expression, node, evaluation));
  return expression.kind === "call" ? resultOf(expression, node, evaluation) : undefined;
}

function onlyValue(values: readonly Json[]): Value {
  return values.length === 1 ? values[0] : undefined;
}

type Call = Expression & { readonly kind: "call" };

/** The functions that return a value. */
function resultOf({ name, args }: Call, node: PathNode, evaluation: Evaluation): Value {
  const [argument] = args;
  if (argument === undefined) return undefined;
  if (name === "length") return lengthOf(valueOf(argument, node, evaluation));
  const values = argument.kind === "query" ? valuesOf(argument, node, evaluation) : [];
  return name === "count" ? values.length : onlyValue(values);
}

/** Characters of a string, items of a list, members of an object. */
function lengthOf(value: Value): Value {
  if (typeof value === "string") return Array.from(value).length;
  if (typeof value !== "object" || value === null) return undefined;
  return isJsonArray(value) ? value.length : Object.keys(value).length;
}

/** `match` and `search`, which are true or false. */
function matchesText({ name, args }: Call, node: PathNode, evaluation: Evaluation): boolean {
  const [text, pattern] = args.map((each) => valueOf(each, node, evaluation));
  if (typeof text !== "string" || typeof pattern !== "string") return false;
  const { expressions, work } = evaluation;
  if (!expressions.has(pattern)) expressions.set(pattern, parseRegularExpression(pattern));
  const expression = expressions.get(pattern);
  return expression !== undefined && matches(expression, text, name === "match" ? "whole" : "part", work);
}

function compare(operator: Operator, left: Value, right: Value, work: Work): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right, work);
    case "!=":
      return !isEqual(left, right, work);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isEqual(left, right, work);
    case ">=":
      return isLess(right, left) || isEqual(left, right, work);
  }
}

function isLess(left: Value, right: Value): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  return typeof left === "string" && typeof right === "string" && left < right;
}

function isEqual(left: Value, right: Value, work: Work): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) return left === right;
  if (!spend(work)) return false;
  if (isJsonArray(left) || isJsonArray(right))
    return (
      isJsonArray(left) &&
      isJsonArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index], work))
    );
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key], work))
  );
}
