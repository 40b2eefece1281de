/** Compiles emitted validators and imports them, as a program that uses the output would. */
import { writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { emitRuntime } from "../../src/emit/files/runtime-files.js";
import type { EmitOptions, Int64, ValidatorOptions } from "../../src/emit/options.js";
import { emitValidators } from "../../src/emit/files/validators-file.js";
import type { Api } from "../../src/model/ir/api.js";
import type { Validator } from "../../templates/runtime/validate/validate.js";
import { apiOf } from "./api.js";
import { temporaryFolder } from "./compile.js";

export const options: EmitOptions = { parts: new Set(["types", "validators"]), source: "api.yaml", command: "npm run generate" };

export interface Compiled {
  /** The text of `validators.ts`. */
  readonly text: string;
  /** An exported validator: "PetSchema". Throws when there is none. */
  readonly validator: (name: string) => Validator<unknown>;
}

/** The validators of an API, imported. `int64`: what its model holds integers of 64 bits as. The files are removed before it returns: the module is in memory by then. */
export async function validatorsOf(api: Api, validators: ValidatorOptions = {}, int64: Int64 = "number"): Promise<Compiled> {
  const file = emitValidators(api, { ...options, validators, int64 });
  const folder = await temporaryFolder();
  try {
    await mkdir(join(folder.path, "runtime"));
    for (const { path, text } of [file, ...emitRuntime([file], options)]) {
      const { code } = await transform(text, { loader: "ts" });
      await writeFile(join(folder.path, path.replace(/\.ts$/, ".js")), code);
    }
    const module = (await import(pathToFileURL(join(folder.path, "validators.js")).href)) as Record<string, Validator<unknown> | undefined>;
    return {
      text: file.text,
      validator(name) {
        const found = module[name];
        if (found === undefined) throw new Error(`No export ${name}`);
        return found;
      },
    };
  } finally {
    await folder.remove();
  }
}

/** The validators of schemas as JSON Schema has them, types that are not said included, by name; they refer to each other as `#/components/schemas/Name`. */
export async function validatorsOfSchemas(
  schemas: Readonly<Record<string, unknown>>,
  validators: ValidatorOptions = {},
): Promise<Compiled> {
  const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
  return validatorsOf(await apiOf(`${JSON.stringify(description)}\n`, { untyped: "any" }), validators);
}
