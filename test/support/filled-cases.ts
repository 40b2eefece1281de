/** Schemas with defaults: what is filled in is valid, and of the type that says so. */
import { expect } from "vitest";
import { literal } from "../../src/emit/print/code.js";
import { emitTypes } from "../../src/emit/files/types-file.js";
import type { Json } from "../../src/source/source-file.js";
import { outcomeOf } from "./api.js";
import { temporaryFolder, typeCheck, writeFiles } from "./compile.js";
import { options, validatorsOf } from "./validators.js";

export interface FilledCase {
  readonly schema: object;
  readonly values: readonly Json[];
  /** Schemas that it refers to by name. The schema itself is `Root`. */
  readonly named?: Readonly<Record<string, object>>;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** One description with all cases of a way, each the body of an operation. */
async function made(cases: Readonly<Record<string, FilledCase>>) {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, unknown> = {};
  Object.values(cases).forEach(({ schema, named = {} }, index) => {
    const own = (inner: object): unknown =>
      JSON.parse(
        JSON.stringify(inner).replace(/schemas\/(\w+)/g, (_, name: string) => `schemas/${name === "Root" ? "A" : name}${String(index)}`),
      );
    schemas[`A${String(index)}`] = own(schema);
    for (const [name, each] of Object.entries(named)) schemas[`${name}${String(index)}`] = own(each);
    const content = { "application/json": { schema: ref(`A${String(index)}`) } };
    paths[`/a${String(index)}`] = { post: { requestBody: { content }, responses: { "204": { description: "ok" } } } };
  });
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  const { value: api } = await outcomeOf(`${JSON.stringify(description)}\n`, { untyped: "any" });
  if (api === undefined) throw new Error("no API");
  return api;
}

/** Holds what `parse` gives of the values of each case that are valid against its validator and its type. */
export async function holdsFilled(cases: Readonly<Record<string, FilledCase>>): Promise<void> {
  const api = await made(cases);
  const { validator } = await validatorsOf(api);
  const wrong: string[] = [];
  const checks: string[] = [];
  let count = 0;
  Object.entries(cases).forEach(([what, { values }], index) => {
    const { is, parse } = validator(`A${String(index)}Schema`);
    const type = api.schemas.get(`A${String(index)}`)?.parsed ?? `A${String(index)}`;
    for (const value of new Map(values.filter(is).map((each) => [JSON.stringify(each), each])).values()) {
      const parsed = parse(value) as Json;
      count += 1;
      if (!is(parsed)) wrong.push(`${what}: ${JSON.stringify(value)} became ${JSON.stringify(parsed)}`);
      checks.push(`export const c${String(checks.length)}: t.${type} = ${literal(parsed)}; // ${what}: ${JSON.stringify(value)}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(9);
  const folder = await temporaryFolder();
  try {
    const text = `import type * as t from "./types.js";\n${checks.join("\n")}\n`;
    await writeFiles(folder.path, [emitTypes(api, options), { path: "checks.ts", text }]);
    const errors = await typeCheck(folder.path, ["*.ts"], "7", "browser");
    expect(errors.map((error) => `${text.split("\n")[error.line - 1] ?? ""}\n${error.text}`)).toEqual([]);
  } finally {
    await folder.remove();
  }
}
