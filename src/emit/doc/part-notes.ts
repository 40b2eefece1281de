import type { Api } from "../../model/ir/api.js";
import type { DatedValue, Lifecycle } from "../../model/ir/lifecycle.js";
import { printJson } from "../../model/ir/print-json.js";
import type { Assertion, Schema } from "../../model/ir/schema.js";
import { surveyOf } from "../../model/ir/survey.js";
import { code, empty, ident, join, type Code } from "../print/code.js";
import { inline } from "../print/doc.js";
import { deprecationText } from "./deprecation-text.js";

/** A part of a value that no comment of its own can stand at, as a sentence begins: "Items are". */
interface DatedPart {
  readonly label: Code;
  readonly lifecycle: Lifecycle | undefined;
}

interface Found {
  readonly values: DatedValue[];
  readonly parts: DatedPart[];
}

/**
 * What the description says of the end, or of the newness, of single values, items, alternatives and unnamed properties: sentences for
 * the comment of what they are parts of. Named properties and named schemas have comments of their own.
 */
export function partNotes(api: Api, schema: Schema): readonly Code[] {
  if (!surveyOf(schema).dated) return [];
  const found: Found = { values: [], parts: [] };
  collect(schema, found);
  return [...valueNotes(api, found.values), ...found.parts.flatMap((part) => partNote(api, part))];
}

function collect(schema: Schema, found: Found): void {
  for (const item of schema.doc.datedValues ?? []) found.values.push(item);
  for (const assertion of schema.assertions) collectIn(assertion, found);
}

function collectIn(assertion: Assertion, found: Found): void {
  const add = (label: Code, schema: Schema | undefined): void => {
    if (schema === undefined) return;
    found.parts.push({ label, lifecycle: schema.doc.lifecycle });
    collect(schema, found);
  };
  switch (assertion.kind) {
    case "allOf":
      for (const member of assertion.members) add(code`A part of it is`, member);
      return;
    case "anyOf":
    case "oneOf":
      assertion.members.forEach((member, index) => {
        const value = onlyValue(member);
        if (value === undefined) add(code`${alternativeName(member, index)} is`, member);
        else if (member.doc.lifecycle !== undefined) found.values.push({ ...value, lifecycle: member.doc.lifecycle });
      });
      return;
    case "array":
      assertion.prefixItems.forEach((item, index) => {
        add(code`Item ${index + 1} is`, item);
      });
      add(code`Items are`, assertion.items);
      return;
    case "object":
      for (const { pattern, schema } of assertion.patternProperties) add(code`Properties that match \`${inline(pattern)}\` are`, schema);
      add(code`Other properties are`, assertion.additionalProperties);
      for (const { property, schema } of assertion.dependentSchemas) add(code`What comes with \`${inline(property)}\` is`, schema);
      return;
    case "if":
      for (const branch of [assertion.then, assertion.else]) add(code`A part of it is`, branch);
      return;
    case "unevaluatedProperties":
      add(code`Other properties are`, assertion.schema);
      return;
    case "unevaluatedItems":
      add(code`Other items are`, assertion.schema);
      return;
    // Says what a value is not.
    case "not":
    // Has a comment of its own.
    case "ref":
    // Have no parts.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return;
    default:
      assertion satisfies never;
  }
}

/** The value of a schema that allows one alone. */
function onlyValue({ assertions }: Schema): Pick<DatedValue, "value"> | undefined {
  const values = assertions.find(({ kind }) => kind === "enum");
  const [value, ...others] = values?.kind === "enum" ? values.values : [];
  return value === undefined || others.length > 0 ? undefined : { value };
}

function alternativeName({ assertions }: Schema, index: number): Code {
  const [only] = assertions;
  return only?.kind === "ref" && assertions.length === 1 ? code`The alternative \`${ident(only.target)}\`` : code`Alternative ${index + 1}`;
}

function partNote(api: Api, { label, lifecycle }: DatedPart): readonly Code[] {
  if (lifecycle === undefined) return [];
  const { stability } = lifecycle;
  const staged = stability === undefined || stability === "stable" ? [] : [code`${label} not stable yet (${inline(stability)}).`];
  return [...staged, ...(lifecycle.deprecated ? [withText(code`${label} deprecated.`, deprecationText(api, lifecycle, "types"))] : [])];
}

function valueNotes(api: Api, values: readonly DatedValue[]): readonly Code[] {
  const deprecated = values.filter(({ lifecycle }) => lifecycle.deprecated);
  const staged = values.filter(({ lifecycle }) => !["stable", undefined].includes(lifecycle.stability));
  const reasons = deprecated.flatMap((dated) => {
    const text = deprecationText(api, dated.lifecycle, "types");
    return text === "" ? [] : [code`${valueText(dated)}: ${text}`];
  });
  return [
    ...(staged.length === 0 ? [] : [code`Values that are not stable yet: ${listed(staged, ({ lifecycle }) => lifecycle.stability)}.`]),
    ...(deprecated.length === 0 ? [] : [join([code`Deprecated values: ${listed(deprecated, () => undefined)}.`, ...reasons], " ")]),
  ];
}

function listed(values: readonly DatedValue[], besides: (value: DatedValue) => string | undefined): Code {
  return join(
    values.map((value) => {
      const more = besides(value);
      return more === undefined ? valueText(value) : code`${valueText(value)} (${inline(more)})`;
    }),
    ", ",
  );
}

const valueText = ({ value }: Pick<DatedValue, "value">): Code => code`\`${inline(typeof value === "string" ? value : printJson(value))}\``;

const withText = (sentence: Code, text: Code): Code => (text === empty ? sentence : code`${sentence} ${text}`);
