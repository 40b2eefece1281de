/**
 * OpenAPI as it is after `upgrade`: version 3.1 with JSON Schema 2020-12, plus the parts of 3.2 that 3.1 cannot say.
 * Every reference is absolute (`file:///…/petstore.yaml#/components/schemas/Pet`), whatever was written.
 * Unknown keys are kept: extensions are read by the model.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
import type { Json } from "../../source/source-file.js";

export interface ReferenceObject extends Extensible {
  readonly $ref: string;
  readonly summary?: string;
  readonly description?: string;
  /** No member of OpenAPI's, and meant all the same: it changes nothing that is valid. */
  readonly deprecated?: boolean;
}
export type OrReference<T> = T | ReferenceObject;
type Named<T> = { readonly [name: string]: T };
/** Extensions (`x-…`), as written. */
export type Extensible = { readonly [key: `x-${string}`]: Json };

export interface OpenApiObject extends Extensible {
  readonly openapi: string;
  readonly info: InfoObject;
  readonly servers?: readonly ServerObject[];
  readonly paths?: Named<PathItemObject>;
  readonly webhooks?: Named<PathItemObject>;
  readonly components?: ComponentsObject;
  readonly security?: readonly SecurityRequirementObject[];
  readonly tags?: readonly TagObject[];
}
export interface InfoObject extends Extensible {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  /** As written, and here below: no rule looks at them. */
  readonly contact?: Json;
  readonly license?: Json;
}
export interface ServerObject extends Extensible {
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables?: Named<{ readonly default: string; readonly enum?: readonly string[]; readonly description?: string }>;
}
export interface TagObject extends Extensible {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
}
export interface ComponentsObject extends Extensible {
  readonly schemas?: Named<SchemaObject>;
  readonly responses?: Named<OrReference<ResponseObject>>;
  readonly parameters?: Named<OrReference<ParameterObject>>;
  readonly requestBodies?: Named<OrReference<RequestBodyObject>>;
  readonly headers?: Named<OrReference<HeaderObject>>;
  readonly securitySchemes?: Named<OrReference<SecuritySchemeObject>>;
  readonly pathItems?: Named<PathItemObject>;
}
export interface PathItemObject extends Extensible {
  readonly $ref?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly servers?: readonly ServerObject[];
  readonly parameters?: readonly OrReference<ParameterObject>[];
  /** Keyed by method in upper case, as written order; `additionalOperations` of 3.2 are in here too. */
  readonly operations: Named<OrReference<OperationObject>>;
}
export interface OperationObject extends Extensible {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly OrReference<ParameterObject>[];
  readonly requestBody?: OrReference<RequestBodyObject>;
  readonly responses?: Named<OrReference<ResponseObject>>;
  readonly security?: readonly SecurityRequirementObject[];
  readonly servers?: readonly ServerObject[];
}
export type ParameterStyle = "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";
export interface HeaderObject extends Extensible {
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema?: SchemaObject;
  readonly content?: Named<OrReference<MediaTypeObject>>;
  readonly example?: Json;
  /** Example Objects and references to some, as written: no rule looks at them. */
  readonly examples?: Json;
}
export interface ParameterObject extends HeaderObject {
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
}
export interface RequestBodyObject extends Extensible {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Named<OrReference<MediaTypeObject>>;
}
export interface MediaTypeObject extends Extensible {
  readonly schema?: SchemaObject;
  readonly itemSchema?: SchemaObject;
  readonly encoding?: Named<EncodingObject>;
  readonly example?: Json;
  /** As in a header. */
  readonly examples?: Json;
}
export interface EncodingObject extends Extensible {
  readonly contentType?: string;
  readonly headers?: Named<OrReference<HeaderObject>>;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}
export interface ResponseObject extends Extensible {
  readonly summary?: string;
  readonly description?: string;
  readonly headers?: Named<OrReference<HeaderObject>>;
  readonly content?: Named<OrReference<MediaTypeObject>>;
}
export type SecurityRequirementObject = Named<readonly string[]>;
export interface SecuritySchemeObject extends Extensible {
  readonly type: "apiKey" | "http" | "mutualTLS" | "oauth2" | "openIdConnect";
  readonly description?: string;
  readonly name?: string;
  readonly in?: "query" | "header" | "cookie";
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly deprecated?: boolean;
}

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** JSON Schema 2020-12 with OpenAPI's additions, or a boolean schema. `$ref` has siblings here: they count. */
export type SchemaObject = boolean | SchemaKeywords;
export interface SchemaKeywords extends Extensible {
  readonly $ref?: string;
  readonly $dynamicRef?: string;
  readonly $id?: string;
  readonly $anchor?: string;
  readonly $dynamicAnchor?: string;
  readonly $defs?: Named<SchemaObject>;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly multipleOf?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: SchemaObject;
  readonly prefixItems?: readonly SchemaObject[];
  readonly items?: SchemaObject;
  readonly contains?: SchemaObject;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Named<SchemaObject>;
  readonly patternProperties?: Named<SchemaObject>;
  readonly additionalProperties?: SchemaObject;
  readonly propertyNames?: SchemaObject;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly dependentRequired?: Named<readonly string[]>;
  readonly dependentSchemas?: Named<SchemaObject>;
  readonly allOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly not?: SchemaObject;
  readonly if?: SchemaObject;
  readonly then?: SchemaObject;
  readonly else?: SchemaObject;
  readonly unevaluatedItems?: SchemaObject;
  readonly unevaluatedProperties?: SchemaObject;
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Named<string>; readonly defaultMapping?: string };
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly example?: Json;
  readonly examples?: readonly Json[];
}
