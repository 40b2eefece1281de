/** The description of the small workloads: Petstore's Pet, a tree, and events told apart by their type. */
import { described, type Description, type JsonSchema } from "./schema.js";

const components = "#/components/schemas/";
const ref = (name: string): JsonSchema => ({ $ref: `${components}${name}` });
const int64: JsonSchema = { type: "integer", format: "int64" };
const text: JsonSchema = { type: "string" };

/** The Pet of the classical Petstore; its name has lengths, as names of real services do. */
function pet(prefix: string, closed: { readonly additionalProperties?: false }): Readonly<Record<string, JsonSchema>> {
  return {
    [`${prefix}Pet`]: {
      type: "object",
      required: ["name", "photoUrls"],
      properties: {
        id: int64,
        name: { type: "string", minLength: 1, maxLength: 100 },
        category: ref(`${prefix}Category`),
        photoUrls: { type: "array", maxItems: 20, items: text },
        tags: { type: "array", items: ref(`${prefix}Tag`) },
        status: { type: "string", enum: ["available", "pending", "sold"] },
      },
      ...closed,
    },
    [`${prefix}Category`]: { type: "object", properties: { id: int64, name: text }, ...closed },
    [`${prefix}Tag`]: { type: "object", properties: { id: int64, name: text }, ...closed },
  };
}

const event = (type: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: "object",
  required: ["type", "id", ...Object.keys(properties)],
  properties: { type: { const: type }, id: { type: "integer" }, ...properties },
});

/** Eight kinds, by the tag that tells them apart. */
const events: Readonly<Record<string, JsonSchema>> = {
  opened: event("opened", { title: text, author: text }),
  closed: event("closed", { reason: { type: "string", enum: ["done", "duplicate", "stale"] } }),
  assigned: event("assigned", { assignee: text }),
  labelled: event("labelled", { label: text, colour: text }),
  commented: event("commented", { body: { type: "string", minLength: 1 }, author: text }),
  renamed: event("renamed", { from: text, to: text }),
  moved: event("moved", { column: text, position: { type: "integer", minimum: 0 } }),
  locked: event("locked", { locked: { type: "boolean" } }),
};

const eventName = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1)}Event`;

const schemas: Readonly<Record<string, JsonSchema>> = {
  ...pet("", {}),
  ...pet("Strict", { additionalProperties: false }),
  Pets: { type: "array", items: ref("Pet") },
  Tree: {
    type: "object",
    required: ["id", "label", "children"],
    properties: { id: { type: "integer" }, label: text, children: { type: "array", items: ref("Tree") } },
  },
  ...Object.fromEntries(Object.entries(events).map(([tag, schema]) => [eventName(tag), schema])),
  Event: {
    oneOf: Object.keys(events).map((tag) => ref(eventName(tag))),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(Object.keys(events).map((tag) => [tag, `${components}${eventName(tag)}`])),
    },
  },
};

export const small: Description = described(schemas);
