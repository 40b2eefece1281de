/** What tells routes whether a value that a text may stand for is one that its schema takes. */
import { InternalError } from "../../diagnostic/diagnostic.js";
import { typeName } from "../../model/names/identifiers.js";
import { partCheck, waitingFunctions } from "../validators/check.js";
import { choicesOf, createFileScope, functionScope } from "../validators/function-scope.js";
import { graphOf } from "../validators/graph.js";
import type { Schema } from "../../model/ir/schema.js";
import type { EmitOptions } from "../options.js";
import { moduleSpecifier } from "../print/import-specifiers.js";
import type { Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { noneRepeated } from "../validators/memo/needs-memo.js";

export interface ScalarGuards {
  /** The name of the function of a schema; `undefined` where it takes every value. The schema refers to no other. */
  readonly of: (schema: Schema, name: string) => Code | undefined;
  /** The functions that were asked for. */
  readonly print: () => readonly Code[];
  /** Modules of formats that are not of the output. */
  readonly foreign: readonly string[];
}

export function scalarGuards(imports: Imports, options: EmitOptions): ScalarGuards {
  const { importExtension = "js", formats = [] } = options;
  const schemas = new Map<never, never>();
  const file = createFileScope({
    schemas,
    graph: graphOf(schemas, []),
    repeated: noneRepeated,
    imports,
    // They answer yes or no, however validators are made.
    choices: { ...choicesOf(options), mode: "fast" },
    formats: new Map(formats.map((format) => [format.name, format])),
    importExtension,
    checkOf(id) {
      throw new InternalError(`A guard of scalars refers to ${id}`);
    },
  });
  return {
    of(schema, name) {
      const key = String(file.structuralKey(schema));
      const check = file.checks.has(key) ? file.checks.get(key) : partCheck(schema, stemOf(name), false, functionScope(file, false));
      file.checks.set(key, check);
      return check?.name("guard");
    },
    print: () => waitingFunctions(file),
    foreign: formats.map(({ module }) => moduleSpecifier(module, importExtension)),
  };
}

/** What functions are called after: a wire name may be "0", or have no letter. */
function stemOf(name: string): string {
  const stem = typeName(name);
  return stem === "" ? "Value" : stem;
}
