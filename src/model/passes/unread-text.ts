import { changed, each } from "../ir/map-schema.js";
import type { Content, Operation } from "../ir/operation.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";
import type { Parts } from "./request-variants.js";

/** Operations whose text stays text where a list or an object is described: how YAML, CSV or a page of HTML writes one, programs know. */
export function withUnreadText<P extends Parts>(parts: P): P {
  const ofContent = (content: Content): Content =>
    content.codec === "text" && content.schema !== undefined && structureOf(content.schema, parts.schemas, []) === "some"
      ? { ...content, codec: "unread" }
      : content;
  const ofOperation = (operation: Operation): Operation => {
    const { body, responses } = operation;
    return changed(operation, {
      body: body && changed(body, { contents: each(body.contents, ofContent) }),
      responses: each(responses, (response) => changed(response, { contents: each(response.contents, ofContent) })),
    });
  };
  return { ...parts, operations: each(parts.operations, ofOperation), webhooks: each(parts.webhooks, ofOperation) };
}

/** Whether lists or objects are among the values that a schema describes; `unsaid` where it speaks of none. */
type Structure = "some" | "none" | "unsaid";

/** `open`: the names that led here. */
function structureOf(schema: Schema, schemas: Parts["schemas"], open: readonly SchemaId[]): Structure {
  return schema.assertions.map((assertion) => structureIn(assertion, schemas, open)).reduce(both, "unsaid");
}

function structureIn(assertion: Assertion, schemas: Parts["schemas"], open: readonly SchemaId[]): Structure {
  switch (assertion.kind) {
    case "type":
      return assertion.types.some((type) => type === "array" || type === "object") ? "some" : "none";
    case "enum":
      return assertion.values.some((value) => typeof value === "object" && value !== null) ? "some" : "none";
    case "array":
    case "object":
      return "some";
    case "ref": {
      const target = open.includes(assertion.target) ? undefined : schemas.get(assertion.target);
      return target === undefined ? "unsaid" : structureOf(target.schema, schemas, [...open, assertion.target]);
    }
    case "allOf":
      return assertion.members.map((member) => structureOf(member, schemas, open)).reduce(both, "unsaid");
    case "anyOf":
    case "oneOf":
      return either(assertion.members.map((member) => structureOf(member, schemas, open)));
    case "never":
    case "number":
    case "string":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return "unsaid";
  }
}

/** Of two assertions that both hold. */
function both(a: Structure, b: Structure): Structure {
  return a === "none" || b === "none" ? "none" : a === "some" ? a : b;
}

function either(all: readonly Structure[]): Structure {
  if (all.includes("some")) return "some";
  return all.every((one) => one === "none") ? "none" : "unsaid";
}
