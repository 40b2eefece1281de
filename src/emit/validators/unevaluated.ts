/** `unevaluatedProperties` and `unevaluatedItems`: what nobody else has looked at. */
import { isUnevaluated, typeConcerned, type AssertionOf } from "../../model/ir/kinds.js";
import type { Assertion, Schema } from "../../model/ir/schema.js";
import { code } from "../print/code.js";
import { compilePart } from "./call.js";
import { evaluatedMembers, othersThan, type Members } from "../../model/ir/evaluated-members.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { eachItem, eachProperty } from "./loop.js";
import { compileNames } from "./names.js";
import { readProperty } from "./object.js";
import { failure, line, when, type Block } from "./statement.js";
import { atom, isKnown, not } from "./test.js";
import { guard } from "./types-test.js";
import { isNever } from "./walk.js";

type Unevaluated = AssertionOf<"unevaluatedProperties" | "unevaluatedItems">;

/** The same assertion, with what is looked at in every value. */
type Settled = Unevaluated & { readonly members?: Members };

/** The assertions of a schema without those about unevaluated members, and then these. */
export function unevaluatedLast({ assertions }: Schema): readonly Assertion[] {
  return [...assertions.filter((assertion) => !isUnevaluated(assertion)), ...assertions.filter(isUnevaluated)];
}

/** A schema whose assertions about unevaluated members need no record; `undefined` where they do. */
export function withoutRecord(schema: Schema, place: Place, { file }: FunctionScope): Schema | undefined {
  const members = place.seen === undefined ? evaluatedMembers(schema, (id) => file.graph.resolve(id)) : undefined;
  if (members === undefined) return undefined;
  const settle = (assertion: Assertion): Settled | Assertion => (isUnevaluated(assertion) ? { ...assertion, members } : assertion);
  return { ...schema, assertions: unevaluatedLast(schema).map(settle) };
}

/** Comes after everything else that a schema says: the record at the place is complete then. */
export function compileUnevaluated(assertion: Settled, place: Place, scope: FunctionScope): Block {
  const isAbout = guard(typeConcerned[assertion.kind], place, scope);
  if (assertion.members !== undefined) {
    const compileFixed = assertion.kind === "unevaluatedProperties" ? fixedProperties : fixedItems;
    return when(isAbout, compileFixed(assertion.schema, assertion.members, place, scope));
  }
  if (isKnown(isAbout, false)) return [];
  seenAt(place, scope);
  return when(isAbout, assertion.kind === "unevaluatedProperties" ? properties(assertion, place, scope) : items(assertion, place, scope));
}

function fixedProperties(schema: Schema, members: Members, place: Place, scope: FunctionScope): Block {
  if (members.allNames) return [];
  const asked = othersThan(members, schema);
  const read = asked.properties.map(({ name }) => ({ required: false, value: readProperty(place, name, scope), block: [] }));
  return compileNames(asked, read, place, scope, "failUnevaluatedProperties");
}

function fixedItems(schema: Schema, { items: from }: Members, place: Place, scope: FunctionScope): Block {
  if (from === Infinity) return [];
  const walk = { name: `${place.name}Unevaluated`, from, handedOn: isNever(schema) };
  if (!isNever(schema)) return eachItem(place, scope, walk, (item) => compilePart(schema, item, scope));
  const none = atom(code`${place.value}.length <= ${from}`, code`${place.value}.length > ${from}`);
  const loop = eachItem(place, scope, walk, ({ path }) => [failure("failUnevaluatedItems", path)]);
  return loop.map((statement) => (statement.kind === "for" ? { ...statement, idle: { before: [], test: none } } : statement));
}

function properties({ schema }: Unevaluated, place: Place, scope: FunctionScope): Block {
  const record = place.seen ?? code`undefined`;
  const marked = line(code`${runtime(scope, "sawAllNames")}(${record});`);
  const walk = { name: `${place.name}Unevaluated` };
  const loop = eachProperty(place, scope, walk, (member, key) => {
    const isSeen = atom(code`${runtime(scope, "isNameSeen")}(${record}, ${key})`);
    return when(not(isSeen), isNever(schema) ? [failure("failUnevaluatedProperties", member.path)] : compilePart(schema, member, scope));
  });
  return [...loop, marked];
}

function items({ schema }: Unevaluated, place: Place, scope: FunctionScope): Block {
  const record = place.seen ?? code`undefined`;
  const marked = line(code`${runtime(scope, "sawItems")}(${record}, Infinity);`);
  const walk = { name: `${place.name}Unevaluated`, handedOn: isNever(schema) };
  const loop = eachItem(place, scope, walk, (item, index) => {
    const isSeen = atom(code`${runtime(scope, "isItemSeen")}(${record}, ${index})`);
    return when(not(isSeen), isNever(schema) ? [failure("failUnevaluatedItems", item.path)] : compilePart(schema, item, scope));
  });
  return [...loop, marked];
}
