import type { Json } from "../../source/source-file.js";

/**
 * The vocabularies of JSON Schema 2020-12 that speak of values, as published.
 *
 * @see https://json-schema.org/draft/2020-12
 */
export const draft202012Values: readonly Json[] = [
  {
    $id: "https://json-schema.org/draft/2020-12/meta/validation",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Validation vocabulary meta-schema",
    type: ["object", "boolean"],
    properties: {
      multipleOf: {
        type: "number",
        exclusiveMinimum: 0,
      },
      maximum: {
        type: "number",
      },
      exclusiveMaximum: {
        type: "number",
      },
      minimum: {
        type: "number",
      },
      exclusiveMinimum: {
        type: "number",
      },
      maxLength: {
        $ref: "#/$defs/nonNegativeInteger",
      },
      minLength: {
        $ref: "#/$defs/nonNegativeIntegerDefault0",
      },
      pattern: {
        type: "string",
        format: "regex",
      },
      maxItems: {
        $ref: "#/$defs/nonNegativeInteger",
      },
      minItems: {
        $ref: "#/$defs/nonNegativeIntegerDefault0",
      },
      uniqueItems: {
        type: "boolean",
        default: false,
      },
      maxContains: {
        $ref: "#/$defs/nonNegativeInteger",
      },
      minContains: {
        $ref: "#/$defs/nonNegativeInteger",
        default: 1,
      },
      maxProperties: {
        $ref: "#/$defs/nonNegativeInteger",
      },
      minProperties: {
        $ref: "#/$defs/nonNegativeIntegerDefault0",
      },
      required: {
        $ref: "#/$defs/stringArray",
      },
      dependentRequired: {
        type: "object",
        additionalProperties: {
          $ref: "#/$defs/stringArray",
        },
      },
      const: true,
      enum: {
        type: "array",
        items: true,
      },
      type: {
        anyOf: [
          {
            $ref: "#/$defs/simpleTypes",
          },
          {
            type: "array",
            items: {
              $ref: "#/$defs/simpleTypes",
            },
            minItems: 1,
            uniqueItems: true,
          },
        ],
      },
    },
    $defs: {
      nonNegativeInteger: {
        type: "integer",
        minimum: 0,
      },
      nonNegativeIntegerDefault0: {
        $ref: "#/$defs/nonNegativeInteger",
        default: 0,
      },
      simpleTypes: {
        enum: ["array", "boolean", "integer", "null", "number", "object", "string"],
      },
      stringArray: {
        type: "array",
        items: {
          type: "string",
        },
        uniqueItems: true,
        default: [],
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/meta-data",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Meta-data vocabulary meta-schema",
    type: ["object", "boolean"],
    properties: {
      title: {
        type: "string",
      },
      description: {
        type: "string",
      },
      default: true,
      deprecated: {
        type: "boolean",
        default: false,
      },
      readOnly: {
        type: "boolean",
        default: false,
      },
      writeOnly: {
        type: "boolean",
        default: false,
      },
      examples: {
        type: "array",
        items: true,
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/format-annotation",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Format vocabulary meta-schema for annotation results",
    type: ["object", "boolean"],
    properties: {
      format: {
        type: "string",
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/format-assertion",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Format vocabulary meta-schema for assertion results",
    type: ["object", "boolean"],
    properties: {
      format: {
        type: "string",
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/content",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Content vocabulary meta-schema",
    type: ["object", "boolean"],
    properties: {
      contentMediaType: {
        type: "string",
      },
      contentEncoding: {
        type: "string",
      },
      contentSchema: {
        $dynamicRef: "#meta",
      },
    },
  },
];
