/** What must hold of a value, once a branch of each choice is taken. */
import type { Assertion, JsonType, ObjectAssertion, Schema, TagValue } from "../../src/model/ir/schema.js";
import { Unsatisfiable, type Parts, type Run } from "./sample-run.js";
import { isValid, schemasOfProperty } from "./valid.js";

/** Adds what a schema says to the parts, with `choose` to take one of several alternatives. */
export function expand(run: Run, schema: Schema, parts: Parts, choose: (members: readonly Schema[]) => number, level: number): void {
  if (level > 60) throw new Unsatisfiable(schema.origin.pointer);
  for (const assertion of schema.assertions) expandAssertion(run, assertion, parts, choose, level + 1);
}

function expandAssertion(
  run: Run,
  assertion: Assertion,
  parts: Parts,
  choose: (members: readonly Schema[]) => number,
  level: number,
): void {
  switch (assertion.kind) {
    case "never":
      throw new Unsatisfiable("never");
    case "type":
      parts.types = parts.types === undefined ? assertion.types : intersect(parts.types, assertion.types);
      return;
    case "enum":
      parts.enums.push(assertion.values);
      return;
    case "number":
      parts.numbers.push(assertion);
      return;
    case "string":
      parts.strings.push(assertion);
      return;
    case "array":
      parts.arrays.push(assertion);
      return;
    case "object":
      parts.objects.push(assertion);
      return;
    case "ref": {
      const target = run.schemas.get(assertion.target);
      if (target !== undefined) expand(run, target.schema, parts, choose, level);
      return;
    }
    case "allOf":
      for (const member of assertion.members) expand(run, member, parts, choose, level);
      return;
    case "anyOf":
    case "oneOf":
      expandChoice(run, assertion, parts, choose, level);
      return;
    case "if":
      if (parts.attempt % 2 === 0 && assertion.then !== undefined)
        for (const branch of [assertion.if, assertion.then]) expand(run, branch, parts, choose, level);
      else if (assertion.else !== undefined) expand(run, assertion.else, parts, choose, level);
      return;
    case "not":
    case "unevaluatedItems":
    case "unevaluatedProperties":
      return; // Judged afterwards.
  }
}

function expandChoice(
  run: Run,
  assertion: Extract<Assertion, { kind: "anyOf" | "oneOf" }>,
  parts: Parts,
  choose: (members: readonly Schema[]) => number,
  level: number,
): void {
  const index = choose(assertion.members);
  const member = assertion.members[index];
  if (member === undefined) throw new Unsatisfiable("no member");
  expand(run, member, parts, choose, level);
  const { discriminator } = assertion;
  if (discriminator === undefined) return;
  // Real descriptions name tags that their members do not allow: a tag that cannot be, is none.
  const own = parts.objects.flatMap((object) => schemasOfProperty(object, discriminator.property));
  const tags = (discriminator.tags[index] ?? []).filter((tag) => own.every((schema) => isValid(run.schemas, schema, tag)));
  if (tags.length > 0) parts.objects.push(tagged(discriminator.property, tags, member));
}

/** The assertion that a discriminator stands for once a member is chosen. */
function tagged(property: string, tags: readonly TagValue[], member: Schema): ObjectAssertion {
  const tag: Schema = {
    origin: member.origin,
    doc: {},
    assertions: [{ kind: "enum", values: tags }],
    default: undefined,
    examples: [],
    readOnly: false,
    writeOnly: false,
  };
  return {
    kind: "object",
    properties: [{ name: property, required: true, schema: tag }],
    required: [],
    patternProperties: [],
    dependentRequired: [],
    dependentSchemas: [],
  };
}

/** `integer` is in `number`. */
function intersect(one: readonly JsonType[], other: readonly JsonType[]): readonly JsonType[] {
  const accepts = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...one.filter((type) => accepts(other, type)), ...other.filter((type) => !one.includes(type) && accepts(one, type))];
}
