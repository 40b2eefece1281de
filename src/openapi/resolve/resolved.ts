import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import type { OpenApiObject } from "../rules/types.js";

/** What a reference may lead to; the same text may be read as two kinds when it is referred to as both. */
export interface Kinds {
  pathItem: import("../rules/types.js").PathItemObject;
  operation: import("../rules/types.js").OperationObject;
  parameter: import("../rules/types.js").ParameterObject;
  header: import("../rules/types.js").HeaderObject;
  requestBody: import("../rules/types.js").RequestBodyObject;
  mediaType: import("../rules/types.js").MediaTypeObject;
  response: import("../rules/types.js").ResponseObject;
  securityScheme: import("../rules/types.js").SecuritySchemeObject;
  schema: import("../rules/types.js").SchemaObject;
  /** `info.x-sla`, which is mostly a file of its own. As written: what it says is the model's business. */
  sla: { readonly [key: string]: Json };
}

/**
 * A whole description in the 3.1 dialect. Every file it refers to is loaded; every reference is absolute, and leads to a value of the
 * right kind. A reference that does not was reported, and leads to the empty value of that kind, so that later stages can report their
 * mistakes.
 *
 * A reference has one spelling: the file's URI, "#", and the JSON Pointer, not percent-encoded. That is the origin of what it
 * leads to, but for 2.0, whose `#/definitions/Pet` is spelled `#/components/schemas/Pet`.
 */
export interface Resolved {
  /** As the root file declares it: "2.0", "3.0", "3.1" or "3.2". */
  readonly version: string;
  readonly root: SourceFile;
  /** Every file read, root first, then in the order they were met. */
  readonly files: readonly SourceFile[];
  readonly document: OpenApiObject;
  /** What the whole description has names for, where a selection leaves out a part of it; undefined where all of it is there. */
  readonly whole: WholeDescription | undefined;
  /** The value an absolute reference leads to, one step. The value may itself be a reference (except a schema, where `$ref` is a keyword). */
  target<K extends keyof Kinds>(kind: K, ref: string): Kinds[K] | { readonly $ref: string };
  /** Where an object of `document`, or of a target, was written. Objects made up by the upgrade point at what they were made from. */
  origin(value: object): Origin;
  /** The same, spelled out when somebody asks; it keeps nothing of this alive. */
  originLater(value: object): Origin;
  /** The member of its file's root in which an object of the description was written. */
  section(value: object): string | number | undefined;
  /** Whether the metaschema of a schema has its formats asserted, whatever the configuration says. */
  assertsFormats(schema: object): boolean;
  /** Absent when no reference depends on how it was reached, as in nearly all descriptions. */
  readonly dynamic: DynamicReferences | undefined;
}

/** Names are settled with all of it, so that no name depends on what else is selected. In the order written. */
export interface WholeDescription {
  readonly paths: readonly NamedOperation[];
  readonly webhooks: readonly NamedOperation[];
  /** Names of the schemas in the components of the root. */
  readonly schemas: readonly string[];
}

/** An operation as far as its name is made of it. */
export interface NamedOperation {
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
}

/** What `$dynamicRef`s mean depends on the schema resources that were entered on the way to them: the first that has the anchor wins. */
export interface DynamicReferences {
  /** The anchor each schema with a `$dynamicRef` asks for; those of which it is a reference like others are left out. */
  readonly names: ReadonlyMap<object, string>;
  /** The URI of the resource that a schema belongs to. */
  resource(schema: object): string | undefined;
  /** By resource: the absolute reference to what each of its `$dynamicAnchor`s stands at. */
  readonly anchors: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Absolute reference to the root of a resource. */
  root(resource: string): string | undefined;
  /** The schema that a reference of the description leads to. */
  schema(ref: string): unknown;
  /** All that was referred to, of every kind. */
  targets(): readonly unknown[];
}
