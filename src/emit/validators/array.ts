/** Assertions about arrays. */
import { allRead } from "../../model/ir/assertion-fields.js";
import type { ArrayAssertion } from "../../model/ir/schema.js";
import { code, empty, literal, type Code } from "../print/code.js";
import { compilePart, isCalled } from "./call.js";
import { validTest } from "./condition.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { eachItem } from "./loop.js";
import { failsUnread, failure, line, when, type Block, type Statement } from "./statement.js";
import { atom, not, type Test } from "./test.js";
import { acceptsAll, isAnything, isNever } from "./walk.js";

export function compileArray(assertion: ArrayAssertion, place: Place, scope: FunctionScope): Block {
  const { minItems = 0, maxItems, uniqueItems, ...rest } = assertion;
  allRead(rest, "prefixItems", "items", "contains");
  const { value, path } = place;
  const fewer = atom(code`${value}.length < ${minItems}`, code`${value}.length >= ${minItems}`);
  const more = maxItems === undefined ? undefined : longer(value, maxItems);
  return [
    ...(minItems > 0 ? when(fewer, [failure("failMinItems", path, literal(minItems))]) : []),
    ...(more === undefined ? [] : when(more, [failure("failMaxItems", path, literal(maxItems ?? 0))])),
    ...(uniqueItems ? when(atom(code`${runtime(scope, "hasDuplicates")}(${value})`), [failure("failUniqueItems", path)]) : []),
    ...compilePrefix(assertion, place, scope),
    ...compileItems(assertion, place, scope),
    ...compileContains(assertion, place, scope),
  ];
}

const longer = (value: Code, count: number): Test => atom(code`${value}.length > ${count}`, code`${value}.length <= ${count}`);

function compilePrefix({ prefixItems }: ArrayAssertion, place: Place, scope: FunctionScope): Block {
  const items = prefixItems.flatMap((schema, index) => {
    if (acceptsAll(schema, scope.file.graph)) return [];
    const path = [...place.path, code`${index}`];
    if (isNever(schema)) return when(longer(place.value, index), [failure("failPrefixItems", path)]);
    const item = scope.locals.take(`item${String(index)}`);
    const part = { value: item, path, name: `${place.name}Item${String(index)}`, known: undefined, seen: undefined };
    const body = compilePart(schema, part, scope);
    if (body.length === 0) return [];
    const read = failsUnread(body, item) ? [] : [line(code`const ${item}: unknown = ${place.value}[${index}];`)];
    return when(longer(place.value, index), [...read, ...body]);
  });
  return prefixItems.length === 0 ? items : [...items, ...mark(place, code`${prefixItems.length}`, scope)];
}

function compileItems({ prefixItems, items }: ArrayAssertion, place: Place, scope: FunctionScope): Block {
  if (items === undefined) return [];
  const marks = mark(place, code`Infinity`, scope);
  const start = prefixItems.length;
  if (isNever(items)) return [...when(longer(place.value, start), [failure("failItems", place.path, literal(start))]), ...marks];
  const part = { path: [...place.path, empty] };
  const walk = { name: `${place.name}Item`, from: start, handedOn: isCalled(items, part, scope) };
  const loop = eachItem(place, scope, walk, (item) => compilePart(items, item, scope));
  return [...loop.map((statement) => withEach(statement, start)), ...marks];
}

/** A loop over all items that asks one check of each, and no more. */
function withEach(statement: Statement, start: number): Statement {
  if (statement.kind !== "for" || start > 0) return statement;
  const [only, ...rest] = statement.body;
  return only?.kind === "nested" && rest.length === 0 ? { ...statement, each: only.call } : statement;
}

function compileContains({ contains }: ArrayAssertion, place: Place, scope: FunctionScope): Block {
  if (contains === undefined) return [];
  const { schema, min, max } = contains;
  const count = scope.locals.take("matching", place.value);
  const seen = seenAt(place, scope);
  // Where no item is looked at, only their number counts.
  const walk = { name: `${place.name}Contained`, handedOn: isAnything(schema) };
  const loop = eachItem(place, scope, walk, (item, index) => {
    const marked = seen === undefined ? [] : [line(code`${runtime(scope, "sawItem")}(${seen}, ${index});`)];
    return when(validTest(schema, { ...item, path: [] }, scope), [line(code`${count} += 1;`), ...marked]);
  });
  return [
    line(code`let ${count} = 0;`),
    ...loop,
    ...(min > 0 ? when(not(atLeastMatches(count, min)), [failure("failContains", place.path, literal(min))]) : []),
    ...(max === undefined ? [] : when(longerCount(count, max), [failure("failMaxContains", place.path, literal(max))])),
  ];
}

const atLeastMatches = (count: Code, min: number): Test => atom(code`${count} >= ${min}`, code`${count} < ${min}`);
const longerCount = (count: Code, max: number): Test => atom(code`${count} > ${max}`, code`${count} <= ${max}`);

function mark(place: Place, count: Code, scope: FunctionScope): Block {
  const seen = seenAt(place, scope);
  return seen === undefined ? [] : [line(code`${runtime(scope, "sawItems")}(${seen}, ${count});`)];
}
