import { merge, own, type At, type Keys } from "./parts.js";

type Value = unknown;

/** Places whose text the checks of validators print, each in a way of its own. */
export function checked(at: At, key: Keys): { readonly [key: string]: Value } {
  const tagged = (tag: Value): Value => ({
    type: "object",
    required: [key("tag.property")],
    properties: own(key("tag.property"), { const: tag }),
  });
  return {
    // Beyond a few values an enumeration is printed as a set, and one of objects as a list.
    Fruit: { enum: [...Array.from({ length: 40 }, (_, index) => `kind ${String(index)}`), at("enum.long")] },
    Deep: { enum: [{ a: at("enum.deep") }, [at("enum.deep")], "plain"] },
    Constant: { const: own(key("const.key"), [at("const.deep")]) },
    Names: { type: "object", propertyNames: { enum: [at("names.enum"), "other"] } },
    Evaluated: {
      type: "object",
      anyOf: [{ properties: own(key("evaluated.name"), { type: "string" }) }, { patternProperties: own(key("evaluated.pattern"), true) }],
      unevaluatedProperties: false,
    },
    Dependent: {
      type: "object",
      dependentSchemas: own(key("dependent.schema"), { required: [key("dependent.required")] }),
      dependentRequired: { a: [key("dependent.required")] },
    },
    Shape: { oneOf: [tagged(at("tag.const")), tagged("square")] },
    Vehicle: {
      type: "object",
      required: [key("parent.property")],
      properties: own(key("parent.property"), { type: "string" }),
      discriminator: { propertyName: key("parent.property"), mapping: own(key("parent.tag"), "#/components/schemas/Car") },
    },
    Car: { allOf: [{ $ref: "#/components/schemas/Vehicle" }, { type: "object", properties: { doors: { type: "integer" } } }] },
    Recursive: {
      $dynamicAnchor: at("schema.dynamicAnchor"),
      type: "object",
      properties: { next: { $dynamicRef: `#${key("schema.dynamicAnchor")}` } },
    },
    Bounds: {
      type: "object",
      properties: merge(own(key("int64.property"), { type: "integer", format: "int64", maximum: at("int64.bound") }), {
        steps: { type: "integer", multipleOf: at("multipleOf") },
        short: { type: "string", maxLength: at("maxLength") },
      }),
    },
  };
}

/** Schemas of which there are several forms, and copies that are completed. */
export function forms(at: At, key: Keys): { readonly [key: string]: Value } {
  return {
    Completed: {
      type: "object",
      properties: own(key("default.property"), { type: "object", default: own(key("default.key"), [at("default.deep")]) }),
    },
    ...own(key("form.name"), {
      type: "object",
      required: ["id", key("form.property")],
      properties: merge({ id: { type: "integer", readOnly: true } }, own(key("form.property"), { type: "string", writeOnly: true })),
    }),
  };
}
