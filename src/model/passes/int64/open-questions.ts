import { isOfParts } from "../../ir/kinds.js";
import { surveyOf } from "../../ir/survey.js";
import { eachChild, roleOf } from "../../ir/visit.js";
import { withOpenReferences, type Reference } from "./open-references.js";
import { opened } from "./opened-values.js";
import { partFinder, type Said } from "./parts-of-values.js";
import { eachValueOf64Bits } from "./values-of-64-bits.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Int64, Schema } from "../../ir/schema.js";

interface Search {
  readonly api: Api;
  readonly formOf: (schema: Schema) => Int64 | undefined;
  readonly found: Set<Reference>;
}

/**
 * The API with what references in a `not`, an `if` or a `contains` lead to in place of them, where a value may be an integer of 64 bits, or has some inside. A
 * value is asked in the form that it is held in, and what is referred to is asked of others in theirs.
 * @param formOf What a schema says itself.
 */
export function withOpenQuestions(api: Api, formOf: (schema: Schema) => Int64 | undefined): Api {
  const search: Search = { api, formOf, found: new Set() };
  eachValueOf64Bits(
    api,
    (survey) => survey.asks,
    (schema) => surveyOf(schema).asks || formOf(schema) !== undefined,
    (all) => {
      for (const { schema } of all) for (const assertion of schema.assertions) lookIn(assertion, all, search);
    },
  );
  return withOpenReferences(api, search.found);
}

function lookIn(assertion: Assertion, all: readonly Said[], search: Search): void {
  eachChild(assertion, (inner, relation) => {
    if (roleOf[relation] === "question") look(inner, all, search);
    if (relation === "contained") look(inner, opened(partFinder(all)(Infinity), search.api), search);
  });
}

/** `all`: what is said of the value that a schema is asked of. */
function look(question: Schema, all: readonly Said[], search: Search): void {
  const { api, formOf, found } = search;
  const isHeld = all.some(({ schema }) => formOf(schema) !== undefined);
  const find = partFinder(all);
  const inside = (part: Schema, key: string | number | undefined): void => {
    look(part, opened(find(key), api), search);
  };
  const within = (assertion: Assertion): void => {
    switch (assertion.kind) {
      case "ref": {
        const target = api.schemas.get(assertion.target)?.schema;
        if (target !== undefined && (isHeld || target.assertions.some(isOfParts))) found.add(assertion);
        return;
      }
      case "object":
        for (const { name, schema } of assertion.properties) inside(schema, name);
        if (assertion.additionalProperties !== undefined) inside(assertion.additionalProperties, undefined);
        return;
      case "array":
        if (assertion.items !== undefined) inside(assertion.items, Infinity);
        return;
      case "allOf":
      case "anyOf":
      case "oneOf":
      case "not":
      case "if":
        eachChild(assertion, (inner) => {
          look(inner, all, search);
        });
        return;
      case "never": // lead to nothing
      case "type":
      case "enum":
      case "number":
      case "string":
      case "unevaluatedProperties": // of which parts is not known
      case "unevaluatedItems":
        return;
      default:
        assertion satisfies never;
    }
  };
  question.assertions.forEach(within);
}
