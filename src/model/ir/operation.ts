/** An operation of the model, and what it takes and gives. */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { Server } from "./api.js";
import type { Doc } from "./doc.js";
import type { Schema, SchemaId } from "./schema.js";
import type { Lifecycle } from "./lifecycle.js";
import type { OperationLimit, OperationRetry } from "./limits.js";

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

/**
 * How bytes become a value. `json` includes `+json`; `lines` is one JSON value per line (ndjson, jsonl, json-seq); `events` is text/event-stream;
 * `unread` is text that describes a list or an object, and stays text, as `xml` does.
 */
export type Codec = "json" | "form" | "multipart" | "text" | "unread" | "binary" | "lines" | "events" | "xml";

export interface Content {
  readonly origin: Origin;
  /** As written, trimmed and in lower case but for parameters' values: "application/json", "image/*", "application/json; charset=utf-8". */
  readonly mediaType: string;
  readonly codec: Codec;
  /** What the description says of the value; `undefined` when it says nothing. Of `lines` and `events`: of one item, or, where it is a list, of the whole; 3.2 `itemSchema` is the list of what it describes. */
  readonly schema: Schema | undefined;
  /** Per property, for `form` and `multipart`. */
  readonly encoding: readonly PropertyEncoding[];
  /** Whether the description speaks of the parts of `multipart` by position (3.2 `prefixEncoding`, `itemEncoding`, `itemSchema`). */
  readonly byPosition?: true;
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
