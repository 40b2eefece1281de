import type { Json } from "../../source/source-file.js";

/**
 * The metaschema of JSON Schema 2020-12 and its vocabularies of structure, as published.
 *
 * @see https://json-schema.org/draft/2020-12
 */
export const draft202012: readonly Json[] = [
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://json-schema.org/draft/2020-12/schema",
    $vocabulary: {
      "https://json-schema.org/draft/2020-12/vocab/core": true,
      "https://json-schema.org/draft/2020-12/vocab/applicator": true,
      "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
      "https://json-schema.org/draft/2020-12/vocab/validation": true,
      "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
      "https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
      "https://json-schema.org/draft/2020-12/vocab/content": true,
    },
    $dynamicAnchor: "meta",
    title: "Core and Validation specifications meta-schema",
    allOf: [
      {
        $ref: "meta/core",
      },
      {
        $ref: "meta/applicator",
      },
      {
        $ref: "meta/unevaluated",
      },
      {
        $ref: "meta/validation",
      },
      {
        $ref: "meta/meta-data",
      },
      {
        $ref: "meta/format-annotation",
      },
      {
        $ref: "meta/content",
      },
    ],
    type: ["object", "boolean"],
    properties: {
      definitions: {
        $comment:
          "While no longer an official keyword as it is replaced by $defs, this keyword is retained in the meta-schema to prevent incompatible extensions as it remains in common use.",
        type: "object",
        additionalProperties: {
          $dynamicRef: "#meta",
        },
        default: {},
      },
      dependencies: {
        $comment:
          '"dependencies" is no longer a keyword, but schema authors should avoid redefining it to facilitate a smooth transition to "dependentSchemas" and "dependentRequired"',
        type: "object",
        additionalProperties: {
          anyOf: [
            {
              $dynamicRef: "#meta",
            },
            {
              $ref: "meta/validation#/$defs/stringArray",
            },
          ],
        },
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/core",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Core vocabulary meta-schema",
    type: ["object", "boolean"],
    properties: {
      $id: {
        type: "string",
        format: "uri-reference",
        $comment: "Non-empty fragments not allowed.",
        pattern: "^[^#]*#?$",
      },
      $schema: {
        type: "string",
        format: "uri",
      },
      $anchor: {
        type: "string",
        pattern: "^[A-Za-z_][-A-Za-z0-9._]*$",
      },
      $ref: {
        type: "string",
        format: "uri-reference",
      },
      $dynamicRef: {
        type: "string",
        format: "uri-reference",
      },
      $dynamicAnchor: {
        type: "string",
        pattern: "^[A-Za-z_][-A-Za-z0-9._]*$",
      },
      $vocabulary: {
        type: "object",
        propertyNames: {
          type: "string",
          format: "uri",
        },
        additionalProperties: {
          type: "boolean",
        },
      },
      $comment: {
        type: "string",
      },
      $defs: {
        type: "object",
        additionalProperties: {
          $dynamicRef: "#meta",
        },
        default: {},
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/applicator",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Applicator vocabulary meta-schema",
    type: ["object", "boolean"],
    properties: {
      prefixItems: {
        $ref: "#/$defs/schemaArray",
      },
      items: {
        $dynamicRef: "#meta",
      },
      contains: {
        $dynamicRef: "#meta",
      },
      additionalProperties: {
        $dynamicRef: "#meta",
      },
      properties: {
        type: "object",
        additionalProperties: {
          $dynamicRef: "#meta",
        },
        default: {},
      },
      patternProperties: {
        type: "object",
        additionalProperties: {
          $dynamicRef: "#meta",
        },
        propertyNames: {
          format: "regex",
        },
        default: {},
      },
      dependentSchemas: {
        type: "object",
        additionalProperties: {
          $dynamicRef: "#meta",
        },
      },
      propertyNames: {
        $dynamicRef: "#meta",
      },
      if: {
        $dynamicRef: "#meta",
      },
      then: {
        $dynamicRef: "#meta",
      },
      else: {
        $dynamicRef: "#meta",
      },
      allOf: {
        $ref: "#/$defs/schemaArray",
      },
      anyOf: {
        $ref: "#/$defs/schemaArray",
      },
      oneOf: {
        $ref: "#/$defs/schemaArray",
      },
      not: {
        $dynamicRef: "#meta",
      },
    },
    $defs: {
      schemaArray: {
        type: "array",
        minItems: 1,
        items: {
          $dynamicRef: "#meta",
        },
      },
    },
  },
  {
    $id: "https://json-schema.org/draft/2020-12/meta/unevaluated",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $dynamicAnchor: "meta",
    title: "Unevaluated applicator vocabulary meta-schema",
    type: ["object", "boolean"],
    properties: {
      unevaluatedItems: {
        $dynamicRef: "#meta",
      },
      unevaluatedProperties: {
        $dynamicRef: "#meta",
      },
    },
  },
];
