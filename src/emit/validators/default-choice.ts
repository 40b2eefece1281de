import { isAlternatives, type AssertionOf } from "../../model/ir/kinds.js";
import type { ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { access, code, empty, indent, join, type Code } from "../print/code.js";
import { validTest } from "./condition.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { pascal } from "./locals.js";
import { labelOf } from "./alternatives/attempts.js";
import { tagsOf } from "./alternatives/tags.js";
import { printTest } from "./test.js";
import { readProperty } from "./object.js";
import { isPresent } from "./types-test.js";
import { completing, type Completer, type Writer } from "./defaults.js";

/** Whether a choice can be the whole of a function: at most one of its branches completes a value. */
export function isSingle({ kind }: Choice): boolean {
  return single[kind];
}

/** All of `anyOf` that fit complete a value, one after the other. */
const single = { anyOf: false, oneOf: true, if: true } as const satisfies Record<Choice["kind"], boolean>;

/**
 * Statements that complete a value by the branch that is meant: the one of its tag, or those that fit. `value` is asked, as it
 * came; what they complete is returned, or becomes `result`.
 */
export function choiceLines(
  assertion: Choice,
  place: Place,
  scope: FunctionScope,
  writer: Writer,
  into: "return" | "result",
): readonly Code[] {
  const from = into === "return" ? place.value : code`result`;
  const set = (complete: Completer): Code =>
    into === "return" ? code`return ${completing(complete, from)};` : code`result = ${completing(complete, from)};`;
  const end = into === "return" ? [code`return ${from};`] : [];
  if (!isAlternatives(assertion)) return conditionLines(assertion, place, scope, writer, set, end);
  const tagged = taggedLines(assertion, place, scope, writer, set, end);
  if (tagged !== undefined) return tagged;
  let isFilled = false;
  const branches = assertion.members.flatMap((member, index) => {
    const complete = writer.of(member, `${place.name}${index + 1}`);
    if (complete === undefined) return [];
    // Of several that fit, one may refuse what another has filled in: then the other is enough.
    const asked = isFilled && assertion.kind === "anyOf" ? from : place.value;
    isFilled ||= complete.fills;
    const part: Place = { ...place, value: asked, name: `${place.name}${index + 1}` };
    return [code`if (${printTest(validTest(member, part, scope))}) ${set(complete)}`];
  });
  const chained =
    assertion.kind === "oneOf" && into === "result"
      ? branches.map((branch, index) => (index === 0 ? branch : code`else ${branch}`))
      : branches;
  return [...chained, ...end];
}

/** Schemas of which one completes a value, or some do. */
export type Choice = AssertionOf<"anyOf" | "oneOf" | "if">;

type Alternatives = AssertionOf<"anyOf" | "oneOf">;

/** By the tag of a discriminator, and `end` where that may be another; `undefined` where a member does not say which tag is its own: the value is held against each then, as its check does. */
function taggedLines(
  assertion: Alternatives,
  { value, name }: Place,
  scope: FunctionScope,
  writer: Writer,
  set: (complete: Completer) => Code,
  end: readonly Code[],
): readonly Code[] | undefined {
  const { discriminator, members } = assertion;
  if (discriminator === undefined) return undefined;
  const all = members.map((_, index) => index);
  const tags = tagsOf(all, assertion, { objects: false, exact: writer.file.choices.discriminator === "exact" }, writer.file.graph);
  if (tags === undefined) return undefined;
  const leave = end.length > 0 ? empty : code`\nbreak;`;
  const completeOf = (member: number): Completer | undefined => {
    const schema = members[member];
    return schema && writer.of(schema, `${name}${member + 1}`);
  };
  const fallback = tags.otherwise ?? tags.absent;
  const otherwise = fallback === undefined ? undefined : completeOf(fallback);
  const cases = tags.branches.flatMap(({ tags: labels, member }) => {
    const complete = completeOf(member);
    // What has nothing to complete is not what any other tag means.
    const isLeft = complete === undefined && otherwise !== undefined && member !== fallback;
    if (labels.length === 0 || (complete === undefined && !isLeft)) return [];
    const untouched = end.length > 0 ? join(end, "\n") : code`break;`;
    const body = complete === undefined ? untouched : code`${set(complete)}${leave}`;
    const heads = labels.map((label) => code`case ${labelOf(label)}:`);
    return [code`${join(heads, "\n")}\n${indent(body)}`];
  });
  const last = otherwise === undefined ? [] : [code`default:\n${indent(set(otherwise))}`];
  if (cases.length + last.length === 0) return end;
  const on = code`${runtime(scope, "isObject")}(${value}) ? ${access(value, tags.property)} : undefined`;
  return [code`switch (${on}) {\n${indent(join([...cases, ...last], "\n"))}\n}`, ...(last.length === 0 ? end : [])];
}

/** By the branch of a condition, and `end` where that has none. */
function conditionLines(
  assertion: AssertionOf<"if">,
  place: Place,
  scope: FunctionScope,
  writer: Writer,
  set: (complete: Completer) => Code,
  end: readonly Code[],
): readonly Code[] {
  const branch = (schema: Schema | undefined, name: string): Code | undefined => {
    const complete = schema && writer.of(schema, `${place.name}${name}`);
    return complete && set(complete);
  };
  const then = branch(assertion.then, "Then");
  const otherwise = branch(assertion.else, "Else");
  if (then === undefined && otherwise === undefined) return end;
  const test = printTest(validTest(assertion.if, { ...place, name: `${place.name}If` }, scope));
  if (then === undefined) return otherwise === undefined ? end : [code`if (!(${test})) ${otherwise}`, ...end];
  if (otherwise === undefined) return [code`if (${test}) ${then}`, ...end];
  return [code`if (${test}) ${then}`, end.length === 0 ? code`else ${otherwise}` : otherwise];
}

/** Statements that complete `result` by what the value has to be where it has a property. */
export function dependentLines(objects: readonly ObjectAssertion[], place: Place, scope: FunctionScope, writer: Writer): readonly Code[] {
  return objects.flatMap(({ dependentSchemas }) =>
    dependentSchemas.flatMap(({ property, schema }) => {
      const complete = writer.of(schema, `${place.name}With${pascal(property)}`);
      if (complete === undefined) return [];
      const isThere = printTest(isPresent(readProperty(place, property, scope)));
      return [code`if (${runtime(scope, "isObject")}(${place.value}) && ${isThere}) result = ${completing(complete, code`result`)};`];
    }),
  );
}
