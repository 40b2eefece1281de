/** Whatever is broken in a description: what has a meaning is generated and compiles, and what has none is a message. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isFixedError } from "../../src/diagnostic/strictness.js";
import { parse } from "yaml";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { dice } from "../support/dice.js";
import { generateTexts } from "../support/pipeline.js";
import { isRuntime, runtimeOf, withRuntimeIn } from "../support/shared-runtime.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { damaged } from "./damage.js";

const options = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: ["node"],
  noEmit: true,
  strict: true,
};

const read = (path: string): unknown => parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const descriptions = {
  petstore: read("../../spec/petstore.yaml"),
  bodies: read("../golden/bodies/description.yaml"),
  parameters: read("../golden/parameters/description.yaml"),
  inheritance: read("../golden/inheritance/description.yaml"),
  security: read("../golden/security/description.yaml"),
  responses: read("../golden/responses/description.yaml"),
  "swagger-2": read("../golden/swagger-2/description.yaml"),
  "openapi-3.2": read("../golden/openapi-3.2/description.yaml"),
};

const count = Number(process.env["SUNDIAL_DAMAGES"] ?? 40);
const firstSeed = Number(process.env["SUNDIAL_SEED"] ?? 1);

test.each(Object.entries(descriptions))("%s, damaged", { timeout: 900_000 }, async (name, description) => {
  const folder = await temporaryFolder();
  const all: GeneratedFile[] = [];
  let generated = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const random = dice(seed);
    const text = JSON.stringify(damaged(description, 1 + random.below(6), random));
    const run = await generateTexts({ "api.json": text }, undefined, { strict: false, name: "thing" }).catch((error: unknown) => {
      throw new Error(`${name}, seed ${String(seed)}: ${text}`, { cause: error });
    });
    const errors = run.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.length === 0 || run.files.length === 0).toBe(true);
    expect(errors.length > 0 || run.files.length > 0).toBe(true);
    for (const { code, assumed } of errors) expect(`${code} ${isFixedError(code) || assumed === undefined}`).toBe(`${code} true`);
    if (run.files.length === 0) continue;
    generated += 1;
    all.push(...run.files);
    const own = run.files
      .filter((file) => !isRuntime(file))
      .map(({ path, text }) => ({ path, text: withRuntimeIn(text, "../../runtime") }));
    await writeFiles(
      folder.path,
      own.map(({ path, text }) => ({ path: `cases/${seed}/${path}`, text })),
    );
  }
  expect(generated).toBeGreaterThan(count / 2);
  await writeFiles(folder.path, runtimeOf(all));
  const found = await compile(folder.path, ["cases/*/*.ts"], "7", options);
  if (process.env["SUNDIAL_KEEP"] === undefined) await folder.remove();
  else console.log(folder.path);
  expect(found).toEqual([]);
});
