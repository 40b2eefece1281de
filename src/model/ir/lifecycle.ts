/** What the model says of lives and ends: of operations, parameters, properties and whatever else a description deprecates. */
import type { Json } from "../../source/source-file.js";
import type { SchemaId } from "./schema.js";

/** One record per deprecated or unstable thing. Facts come from keys of the description only, never from prose. */
export interface Lifecycle {
  readonly deprecated: boolean;
  /** When it became deprecated. */
  readonly since: DateFact | undefined;
  /** When it is to be removed. */
  readonly sunset: DateFact | undefined;
  readonly message: string | undefined;
  readonly replacement: Replacement | undefined;
  /** https only. */
  readonly link: string | undefined;
  /** The version of the API that no longer has it. */
  readonly removedIn: string | undefined;
  /** Code of the run-time warning: "PETSTORE_DEP_GETPET". Operations only. */
  readonly code: string | undefined;
  readonly stability: "draft" | "alpha" | "beta" | "stable" | undefined;
  /** What the description says besides of its not being stable. */
  readonly note: string | undefined;
  /** It is to be removed, and no date is known yet. */
  readonly undated: boolean;
}

/** What two say of one thing, such as a parameter and its schema: of each fact what the first says, else the second. */
export function joinedLives(first: Lifecycle | undefined, second: Lifecycle | undefined): Lifecycle | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    deprecated: first.deprecated || second.deprecated,
    since: first.since ?? second.since,
    sunset: first.sunset ?? second.sunset,
    message: first.message ?? second.message,
    replacement: first.replacement ?? second.replacement,
    link: first.link ?? second.link,
    removedIn: first.removedIn ?? second.removedIn,
    code: first.code ?? second.code,
    stability: first.stability ?? second.stability,
    note: first.note ?? second.note,
    undated: (first.undated || second.undated) && (first.sunset ?? second.sunset) === undefined,
  };
}

/** A date as written, and the instant it means: a full-date is the first instant of that day, UTC. */
export interface DateFact {
  readonly text: string;
  /** Seconds since the epoch. */
  readonly epoch: number;
}

export type Replacement =
  /** `operation` is the replacement's `names.value`. */
  | { readonly kind: "operation"; readonly operation: string; readonly note: string | undefined }
  | { readonly kind: "url"; readonly url: string; readonly note: string | undefined }
  | { readonly kind: "text"; readonly note: string };

/** What a description can deprecate besides operations, their parameters and security schemes. */
export type ElementKind =
  | "webhook"
  | "callback"
  | "parameter"
  | "path item"
  | "request body"
  | "response"
  | "response header"
  | "media type"
  | "media type of a parameter"
  | "media type of a header"
  | "encoding"
  | "encoding header"
  | "schema"
  | "property"
  | "enum value"
  | "discriminator"
  | "example"
  | "link"
  | "server"
  | "server of an operation"
  | "server variable"
  | "tag"
  | "OAuth flow"
  | "security scheme";

/** Something that is deprecated, and where it stands. */
export interface DeprecatedElement {
  readonly what: ElementKind;
  /** A property's, a header's or a tag's, that of a component, a status, a media type, a server's address; `undefined` of what has none. */
  readonly name: string | undefined;
  /** JSON Pointer in its file. */
  readonly pointer: string;
  /** Of an enum value: the value. */
  readonly value?: Json;
  readonly lifecycle: Lifecycle;
}

/** A value of an enum that is deprecated, or not stable yet. */
export interface DatedValue {
  readonly value: Json;
  readonly lifecycle: Lifecycle;
}

/** A parameter or property of requests that is deprecated, or leads to one that is. */
export interface DeprecatedMember {
  readonly lifecycle: Lifecycle | undefined;
  readonly parts: DeprecatedNode;
}

/** By name as written; `"*"` stands for every name that is not among the properties. */
export type DeprecatedMembers = ReadonlyMap<string, DeprecatedMember>;

/** What is deprecated in a value: members listed here, and those listed under a schema. Lists have no members: their items are meant. */
export type DeprecatedNode = readonly (SchemaId | DeprecatedMembers)[];

/** What is deprecated in requests, besides whole operations. Empty where nothing is. */
export interface DeprecatedParts {
  /** By `names.value` of the operation; members are "path", "query", "querystring", "header", "cookie" and "body". */
  readonly operations: ReadonlyMap<string, DeprecatedMembers>;
  /** Every schema that a node refers to. */
  readonly schemas: ReadonlyMap<SchemaId, DeprecatedNode>;
}
