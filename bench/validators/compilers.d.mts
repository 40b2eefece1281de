import type { JsonSchema } from "./schema.js";

/** The ES module that ajv writes for some schemas: `v0`, `v1`, … */
export function ajvStandalone(schemas: readonly JsonSchema[], options: { readonly formats: boolean; readonly allErrors: boolean }): string;

/** The ES module that ata writes for a schema, with `isValid` and `validate`; undefined where it writes none. */
export function ataModule(schema: JsonSchema): string | undefined;

/** A TypeScript module with typia's calls replaced by what it makes of them. `folder`: below the peers, so that its types are found. */
export function typiaProgram(source: string, folder: string): string;
