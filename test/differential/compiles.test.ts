/** What is emitted for random schemas compiles, also for a program in which nothing may be left unused. */
import { expect, test } from "vitest";
import { generateTexts } from "../support/pipeline.js";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { seeded } from "../support/sample-text.js";
import { variants } from "./compare.js";
import { randomBundle } from "./random-schema.js";

const options = {
  ...{ module: "nodenext", target: "es2022", lib: ["es2022", "dom"], types: [], noEmit: true, strict: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, noImplicitReturns: true, noFallthroughCasesInSwitch: true },
};

test.each([
  ["fast", 21],
  ["fast", 111],
  ["small", 44],
  ["first", 9],
])("of the way %s, types and validators of the random schemas %i compile", { timeout: 600_000 }, async (variant, seed) => {
  const schemas = randomBundle(seeded(seed), 400);
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Random", version: "1" }, paths: {}, components: { schemas } });
  const validators = variants[variant];
  if (validators === undefined) throw new Error(`No way ${variant}`);
  const { files } = await generateTexts({ "api.json": text }, ["types", "validators"], { validators });
  expect(files.length).toBeGreaterThan(2);
  const folder = await temporaryFolder();
  await writeFiles(folder.path, files);
  const errors = await compile(folder.path, ["."], "5.9", options);
  await folder.remove();
  expect(errors).toEqual([]);
});
