import type { Report } from "../diagnostic/diagnostic.js";
import type { Resolved } from "../openapi/resolved.js";
import type { ComponentNames } from "./component-names.js";
import type { SchemaRegistry } from "./schema-registry.js";

/** What the builders of one API share. */
export interface Build {
  readonly resolved: Resolved;
  readonly report: Report;
  readonly schemas: SchemaRegistry;
  readonly components: ComponentNames;
  /** `names.value` of each operation, by its operationId as written. */
  readonly operationIds: ReadonlyMap<string, string>;
}
