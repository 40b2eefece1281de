/**
 * The model: an API, checked, resolved, ordered and named. It knows no TypeScript and no version of OpenAPI.
 * Everything keeps the order of the description. Every name in a `names` field is final and unique in its scope:
 * an emitter prints names, it never makes one.
 */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { DeprecatedParts, Lifecycle } from "./lifecycle.js";
import type { OperationLimit, OperationRetry, RateLimits } from "./limits.js";

export type {
  DateFact,
  DeprecatedMember,
  DeprecatedMembers,
  DeprecatedNode,
  DeprecatedParts,
  Lifecycle,
  Replacement,
} from "./lifecycle.js";

export type { OperationLimit, OperationRetry, Plan, Policy, RateLimits, ResetFormat, RetryFormat } from "./limits.js";

export interface Api {
  /** `stem` in kebab-case ("petstore"), `type` in PascalCase ("Petstore"), `value` in camelCase ("petstore"). */
  readonly names: { readonly stem: string; readonly type: string; readonly value: string };
  readonly title: string;
  readonly version: string;
  readonly doc: Doc;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly operations: readonly Operation[];
  /** Requests the service sends: types only. */
  readonly webhooks: readonly Operation[];
  /** Every schema that is referred to or stands in `components`, in the order of the description, then as met. */
  readonly schemas: ReadonlyMap<SchemaId, NamedSchema>;
  /** What schemas in the bodies of requests become once their defaults are filled in: for types only, which `NamedSchema.parsed` and `Content.parsed` refer to. */
  readonly parsed: ReadonlyMap<SchemaId, NamedSchema>;
  readonly securitySchemes: readonly SecurityScheme[];
  readonly deprecatedParts: DeprecatedParts;
  readonly rateLimits: RateLimits | undefined;
}

/** Prose, as written: not escaped, not wrapped. */
export interface Doc {
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly lifecycle?: Lifecycle;
}

export interface Tag {
  readonly name: string;
  /** File stem for handler stubs, kebab-case. */
  readonly stem: string;
  /** Constant of its handler stubs: "petsHandlers". */
  readonly value: string;
  readonly doc: Doc;
}

export interface Server {
  /** Key in the generated `servers` constant: "production", or "server1" when the description offers no word. */
  readonly key: string;
  /** Template, as written: "https://{region}.example.com/v1", or a relative reference. */
  readonly url: string;
  readonly description: string | undefined;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly values: readonly string[] | undefined;
    readonly description: string | undefined;
  }[];
}

// ---------------------------------------------------------------------------------------------------- operations

export interface Operation {
  readonly origin: Origin;
  readonly names: OperationNames;
  /** As written; `undefined` when there is none. */
  readonly operationId: string | undefined;
  /** In upper case. */
  readonly method: string;
  /** As written: "/pets/{petId}"; of a webhook, its name. */
  readonly path: string;
  /** The path, split: text, and places for path parameters. Without what follows a `?` or `#`, which some descriptions use to tell operations apart; empty for a webhook. */
  readonly segments: readonly PathPart[];
  readonly tags: readonly string[];
  readonly doc: Doc;
  /** Those of the path item and of the operation, merged; by location path, query, querystring, header, cookie, each in the order written. */
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  /** Codes ascending, then ranges, then "default". */
  readonly responses: readonly Response[];
  /** Alternatives; each is a list of schemes that apply together. Empty: no credential. An empty alternative: a credential is optional. */
  readonly security: readonly (readonly { readonly scheme: string; readonly scopes: readonly string[] }[])[];
  /** Servers of this operation, when it has its own. */
  readonly servers: readonly Server[] | undefined;
  readonly rateLimit: OperationLimit | undefined;
  readonly retry: OperationRetry | undefined;
}

/** All in one scope per API with the names of schemas. */
export interface OperationNames {
  /** The function and the handler: "getPet". */
  readonly value: string;
  /** The key in the generated `operations`: the operationId as written ("get-pet"), where it is one operation's only. */
  readonly key: string;
  /** "GetPet": the stem of the others. Unique among operations; a schema may be called so. */
  readonly type: string;
  /** The descriptor: "getPetOperation". */
  readonly descriptor: string;
  /** "GetPetArgs", "GetPetResult". */
  readonly args: string;
  readonly result: string;
  /** Validators of its parts: "ListPetsQuerySchema", …; of a body and a response: see `Content.validator`. */
  readonly parts: Readonly<Record<Location, string>>;
}

export type PathPart = { readonly kind: "text"; readonly text: string } | { readonly kind: "parameter"; readonly name: string };

export type Location = "path" | "query" | "querystring" | "header" | "cookie";
export type Style = "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";

export interface Parameter {
  readonly origin: Origin;
  readonly in: Location;
  /** As written. */
  readonly name: string;
  readonly required: boolean;
  readonly doc: Doc;
  readonly schema: Schema;
  readonly encoding: ParameterEncoding;
  readonly examples: readonly Example[];
  /** Name in `components.parameters` of the generated types, when the description shares it. */
  readonly component: string | undefined;
}

export type ParameterEncoding =
  | {
      readonly kind: "style";
      readonly style: Style;
      readonly explode: boolean;
      readonly allowReserved: boolean;
      readonly allowEmptyValue: boolean;
    }
  | { readonly kind: "content"; readonly mediaType: string; readonly codec: Codec };

export interface RequestBody {
  readonly origin: Origin;
  readonly required: boolean;
  readonly doc: Doc;
  readonly contents: readonly Content[];
  readonly component: string | undefined;
}

/** How bytes become a value. `json` includes `+json`; `lines` is one JSON value per line (ndjson, jsonl, json-seq); `events` is text/event-stream. */
export type Codec = "json" | "form" | "multipart" | "text" | "binary" | "lines" | "events" | "xml";

export interface Content {
  readonly origin: Origin;
  /** As written, trimmed and in lower case but for parameters' values: "application/json", "image/*", "application/json; charset=utf-8". */
  readonly mediaType: string;
  readonly codec: Codec;
  /** What the description says of the value; `undefined` when it says nothing. Of `lines` and `events`: of one item (3.2 `itemSchema`), else of the whole. */
  readonly schema: Schema | undefined;
  /** Per property, for `form` and `multipart`. */
  readonly encoding: readonly PropertyEncoding[];
  readonly examples: readonly Example[];
  /** Of this representation only: APIs that version their media types date each by itself. */
  readonly lifecycle: Lifecycle | undefined;
  /** Name of its validator: "CreatePetBodySchema", "GetPet200Schema"; with the media type in it when there are several. */
  readonly validator: string;
  /** Key in `Api.parsed`, of the body of a request in which defaults are filled in. */
  readonly parsed?: SchemaId;
}

export interface PropertyEncoding {
  readonly property: string;
  /** As written; may be a list ("image/png, image/jpeg"). */
  readonly contentType: string | undefined;
  readonly style: { readonly style: Style; readonly explode: boolean; readonly allowReserved: boolean } | undefined;
}

export interface Response {
  readonly origin: Origin;
  /** "200", "4XX" or "default". */
  readonly status: string;
  readonly doc: Doc;
  readonly headers: readonly Header[];
  /** Empty: no body. */
  readonly contents: readonly Content[];
  readonly component: string | undefined;
}

export interface Header {
  readonly origin: Origin;
  /** As written. */
  readonly name: string;
  readonly required: boolean;
  readonly doc: Doc;
  readonly schema: Schema;
  /** Style is always `simple` for a header. */
  readonly encoding: ParameterEncoding;
  readonly examples: readonly Example[];
  readonly component: string | undefined;
}

/** An example beside a schema, as written: nobody has held it against the schema. Those of the schema itself are in `Schema.examples`. */
export type Example = {
  /** Its key in `examples`; `undefined` for `example`, which has no name. */
  readonly name: string | undefined;
  readonly doc: Doc;
} & (
  | { readonly kind: "value"; readonly value: Json }
  /** As it is sent, where the description has no more of it. */
  | { readonly kind: "serialized"; readonly text: string }
  /** `externalValue`: where it is, as written. It is not read. */
  | { readonly kind: "external"; readonly location: string }
);

export type SecurityScheme = {
  /** As written: the key in `components.securitySchemes` and in `auth`. */
  readonly name: string;
  readonly doc: Doc;
} & (
  | { readonly kind: "basic" }
  | { readonly kind: "bearer"; readonly format: string | undefined }
  /** Another scheme of the `Authorization` header (digest, hoba, …), in lower case. */
  | { readonly kind: "authorization"; readonly scheme: string }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly parameter: string }
  /** Both are sent as bearer tokens. */
  | { readonly kind: "oauth2" }
  | { readonly kind: "openIdConnect" }
  /** The client's certificate; also a scheme that is required without being declared. The request carries no credential that a client or server could see to. */
  | { readonly kind: "mutualTLS" }
);

// ------------------------------------------------------------------------------------------------------- schemas

/** Key of `Api.schemas`; equal to `NamedSchema.names.type`. */
export type SchemaId = string;

export interface NamedSchema {
  readonly id: SchemaId;
  /** `type`: the flat alias ("Pet"); `validator`: "PetSchema"; `stem`: for the validator's own functions ("Pet" in `isPet`, `checkPet`). */
  readonly names: { readonly type: string; readonly validator: string; readonly stem: string };
  /** The name as written, for messages and as the key in the generated `components.schemas`. */
  readonly wireName: string;
  readonly schema: Schema;
  /** Of a schema made of another one, for requests: without what is read-only. */
  readonly requestVariantOf?: SchemaId;
  /** What a parent with a discriminator says itself: it has neither a type nor a validator of its own. */
  readonly hidden?: true;
  /** Key in `Api.parsed`, where a body of a request may hold it and defaults are filled in. */
  readonly parsed?: SchemaId;
}

/**
 * A JSON Schema 2020-12 schema as what it is: a list of assertions that must all hold. `true` has none, `false` has
 * `never`. Keywords that work together (those of objects, those of arrays) are one assertion, so that each assertion can
 * be compiled by itself. An assertion about one type says nothing about values of another type.
 */
export interface Schema {
  readonly origin: Origin;
  readonly doc: Doc;
  readonly assertions: readonly Assertion[];
  readonly default: Json | undefined;
  readonly examples: readonly Json[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/**
 * The form in which a program holds the integers that an assertion is about, where it is not the number of JSON: a bigint, or a
 * string of decimal digits. Given by `withInt64`; a model that was only built has none.
 */
export interface Int64 {
  readonly as: "bigint" | "string";
  /** `uint64`: from 0 to 2^64-1. Else from -2^63 to 2^63-1. */
  readonly unsigned: boolean;
}

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export type Assertion =
  | { readonly kind: "never" }
  /** In the order null, boolean, integer, number, string, array, object; never both integer and number. */
  | { readonly kind: "type"; readonly types: readonly JsonType[]; readonly int64?: Int64 }
  /** `enum`, or `const` as one value. Equality is JSON Schema's. With `int64`, the integers among the values are of that form. */
  | { readonly kind: "enum"; readonly values: readonly Json[]; readonly int64?: Int64 }
  | NumberAssertion
  | StringAssertion
  | ArrayAssertion
  | ObjectAssertion
  | { readonly kind: "ref"; readonly target: SchemaId }
  | { readonly kind: "allOf"; readonly members: readonly Schema[] }
  | { readonly kind: "anyOf"; readonly members: readonly Schema[]; readonly discriminator: Discriminator | undefined }
  | { readonly kind: "oneOf"; readonly members: readonly Schema[]; readonly discriminator: Discriminator | undefined }
  | { readonly kind: "not"; readonly schema: Schema }
  | { readonly kind: "if"; readonly if: Schema; readonly then: Schema | undefined; readonly else: Schema | undefined }
  | { readonly kind: "unevaluatedProperties"; readonly schema: Schema }
  | { readonly kind: "unevaluatedItems"; readonly schema: Schema };

export interface NumberAssertion {
  readonly kind: "number";
  readonly int64?: Int64;
  /** Here and below: a bigint only with `int64`. */
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  /** "int32", "int64", … */
  readonly format?: string;
  /** The schema's metaschema has formats asserted, whatever the configuration says. */
  readonly formatAsserted?: true;
}

export interface StringAssertion {
  readonly kind: "string";
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMA-262, meant with the flag `u`. */
  readonly pattern?: string;
  /** Units of UTF-16 up to which a text is given to the pattern, which is slow on some texts. A longer one is refused. */
  readonly patternLimit?: number;
  /** As written. `binary` is never here: see `binary`. */
  readonly format?: string;
  /** The schema's metaschema has formats asserted, whatever the configuration says. */
  readonly formatAsserted?: true;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Raw bytes (OpenAPI 3.0 `format: binary` and its 3.1 forms): a Blob where the media type carries bytes, a string in JSON. */
  readonly binary?: true;
}

export interface ArrayAssertion {
  readonly kind: "array";
  readonly prefixItems: readonly Schema[];
  /** Of the items after the prefix. */
  readonly items?: Schema;
  readonly contains?: { readonly schema: Schema; readonly min: number; readonly max: number | undefined };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems: boolean;
}

export interface ObjectAssertion {
  readonly kind: "object";
  readonly properties: readonly Property[];
  /** Required names that have no entry in `properties`. */
  readonly required: readonly string[];
  /** `patternLimit`: see `StringAssertion`; here of a name. */
  readonly patternProperties: readonly { readonly pattern: string; readonly patternLimit?: number; readonly schema: Schema }[];
  /** Of names matched by neither; `undefined` when anything goes by default, an empty-assertion schema when it was said. */
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired: readonly { readonly property: string; readonly required: readonly string[] }[];
  readonly dependentSchemas: readonly { readonly property: string; readonly schema: Schema }[];
}

export interface Property {
  /** As written. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /**
   * Of a form for one direction: it belongs to the other one (`readOnly` in requests, `writeOnly` in responses), so types do not offer it.
   * Its schema takes any value, which is dropped, or none at all.
   */
  readonly hidden?: true;
}

/** OpenAPI's hint which member is meant. Only members that are a lone reference take part. */
export interface Discriminator {
  readonly property: string;
  /** Tag values of each member, by position in `members`: from the mapping, else the schema's name. Empty: the tag cannot say. */
  readonly tags: readonly (readonly string[])[];
  /** 3.2: the member that an absent or unknown tag means. */
  readonly defaultMember: number | undefined;
  /** Of a parent that stands for all that extend it: the member that is the parent itself, which a value without the tag is held against. */
  readonly parent?: number;
}
