/**
 * The model: an API, checked, resolved, ordered and named. It knows no TypeScript and no version of OpenAPI.
 * Everything keeps the order of the description. Every name in a `names` field is final and unique in its scope:
 * an emitter prints names, it never makes one.
 */
import type { Doc } from "./doc.js";
import type { Operation } from "./operation.js";
import type { NamedSchema, SchemaId } from "./schema.js";
import type { DeprecatedElement, DeprecatedParts, Lifecycle } from "./lifecycle.js";
import type { RateLimits } from "./limits.js";

export interface Api {
  /** `stem` in kebab-case ("petstore"), `type` in PascalCase ("Petstore"), `value` in camelCase ("petstore"), which is no type's name. */
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
  /** Whatever else is deprecated, as met. */
  readonly deprecatedElements: readonly DeprecatedElement[];
  readonly rateLimits: RateLimits | undefined;
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
  readonly lifecycle: Lifecycle | undefined;
  readonly variables: readonly {
    readonly name: string;
    /** Undefined where the description does not have the variable: a program must give it. */
    readonly default: string | undefined;
    readonly values: readonly string[] | undefined;
    readonly description: string | undefined;
  }[];
}

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
