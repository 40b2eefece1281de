import { typesInCommon } from "../ir/asserted-types.js";
import { emptySchema } from "../ir/empty-schema.js";
import type { AssertionOf } from "../ir/kinds.js";
import type { Assertion, ObjectAssertion, Schema, SchemaId, TagValue } from "../ir/schema.js";
import { isInvalid } from "../refusal/refusal.js";
import { isDeep, leadsBack, type Parts, type Run } from "./run.js";

/** References that are followed one after the other: longer chains are circles. */
const maxLevels = 300;

/** More ways to choose are not told apart. */
export const maxWays = 64;

/** Takes alternatives: of all the ways to choose there are, the one of a number. */
export interface Choice {
  rest: number;
  ways: number;
}

/** Adds to `parts` what schemas say, with alternatives as `choice` has them; false where no value is possible. */
export function expand(run: Run, { examples, default: usual, assertions }: Schema, parts: Parts, choice: Choice, level = 0): boolean {
  run.left.steps -= 1;
  if (level > maxLevels || run.left.steps < 0) return false;
  for (const example of examples) parts.given.push(example);
  if (usual !== undefined) parts.given.push(usual);
  return assertions.every((assertion) => expandAssertion(run, assertion, parts, choice, level + 1));
}

function expandAssertion(run: Run, assertion: Assertion, parts: Parts, choice: Choice, level: number): boolean {
  switch (assertion.kind) {
    case "never":
      return false;
    case "type":
      parts.types = parts.types === undefined ? assertion.types : typesInCommon(parts.types, assertion.types);
      return parts.types.length > 0;
    case "enum":
      parts.enums.push(assertion.values);
      return true;
    case "number":
      parts.numbers.push(assertion);
      return true;
    case "string":
      parts.strings.push(assertion);
      return true;
    case "array":
      parts.arrays.push(assertion);
      return true;
    case "object":
      parts.objects.push(assertion);
      return true;
    case "ref": {
      // What is said twice says no more: by many ways, it would be said without end.
      if (parts.refs.has(assertion.target)) return true;
      const target = run.held.schemas.get(assertion.target);
      parts.refs.add(assertion.target);
      return target === undefined || expand(run, target.schema, parts, choice, level);
    }
    case "allOf":
      return assertion.members.every((member) => expand(run, member, parts, choice, level));
    case "anyOf":
    case "oneOf":
      return expandAlternatives(run, assertion, parts, choice, level);
    case "if": {
      const ways = [
        [assertion.if, ...(assertion.then === undefined ? [] : [assertion.then])],
        assertion.else === undefined ? [] : [assertion.else],
      ];
      return (ways[take(choice, ways.length)] ?? []).every((branch) => expand(run, branch, parts, choice, level));
    }
    case "not":
    case "unevaluatedItems":
    case "unevaluatedProperties":
      return true; // the value is held against the whole afterwards
  }
}

/** The next of `count`, and one more place for the number of the way. */
function take(choice: Choice, count: number): number {
  const taken = choice.rest % count;
  choice.rest = Math.floor(choice.rest / count);
  choice.ways = Math.min(choice.ways * count, maxWays);
  return taken;
}

function expandAlternatives(
  run: Run,
  { members, discriminator }: AssertionOf<"anyOf" | "oneOf">,
  parts: Parts,
  choice: Choice,
  level: number,
) {
  run.left.steps -= members.length + parts.objects.length;
  const ordered = inOrder(run, members, parts.refs);
  const index = ordered[take(choice, Math.max(ordered.length, 1))];
  const member = index === undefined ? undefined : members[index];
  if (index === undefined || member === undefined || !expand(run, member, parts, choice, level)) return false;
  if (discriminator === undefined) return true;
  const { property } = discriminator;
  const own = parts.objects.flatMap(({ properties }) => properties.filter(({ name }) => name === property));
  // Real descriptions name tags that their alternatives do not allow.
  const tags = (discriminator.tags[index] ?? []).filter((tag) => !own.some(({ schema }) => isInvalid(schema, tag, run.held)));
  if (tags.length > 0) parts.objects.push(tagged(property, tags));
  return true;
}

/** As described, but for what leads back, and null; the cheapest first where it is time to come to an end. None that is endless. */
function inOrder(run: Run, members: readonly Schema[], refs: ReadonlySet<SchemaId>): readonly number[] {
  const possible = members.map((member, index) => {
    const [cost, isBack] = [run.cost(member), leadsBack(run, refs, [member])];
    return { index, cost, rank: isDeep(run) ? cost : 2 * Number(isBack) + Number(isNull(member)) };
  });
  return possible
    .filter(({ cost }) => cost < Infinity)
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ index }) => index);
}

const isNull = ({ assertions }: Schema): boolean => assertions.some((each) => each.kind === "type" && each.types.join() === "null");

/** What a discriminator says once an alternative is chosen. */
function tagged(property: string, tags: readonly TagValue[]): ObjectAssertion {
  const schema: Schema = { ...emptySchema, assertions: [{ kind: "enum", values: tags }] };
  return {
    kind: "object",
    properties: [{ name: property, required: true, schema }],
    required: [],
    patternProperties: [],
    dependentRequired: [],
    dependentSchemas: [],
  };
}
