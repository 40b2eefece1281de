/** What is emitted for random schemas compiles, also for a program in which nothing may be left unused. */
import { expect, test } from "vitest";
import { generateTexts } from "../support/pipeline.js";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { seeded, type Random } from "../support/sample-text.js";
import { variants } from "./compare.js";
import { randomBundle } from "./random-schema.js";

const options = {
  ...{ module: "nodenext", target: "es2022", lib: ["es2022", "dom"], types: [], noEmit: true, strict: true },
  ...{
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    allowUnreachableCode: false,
  },
};

/** The same schemas, some of them of files, dates and integers of 64 bits: formats that change what is emitted. */
function withFormats(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => withFormats(item, random));
  if (typeof value !== "object" || value === null) return value;
  const format = formatFor(value, random);
  const members = Object.entries(value).map(([name, member]) => [name, withFormats(member, random)] as const);
  return Object.fromEntries(format === undefined ? members : [...members, ["format", format]]);
}

function formatFor(schema: { readonly type?: unknown }, random: Random): string | undefined {
  if (schema.type === "string" && random() < 0.4) return random() < 0.5 ? "binary" : "date";
  return (schema.type === "integer" || schema.type === "number") && random() < 0.5 ? "int64" : undefined;
}

test.each([
  ["fast", 21, "number"],
  ["fast", 111, "string"],
  ["fast", 202, "bigint"],
  ["small", 44, "bigint"],
  ["first", 9, "number"],
] as const)("of the way %s, types and validators of the random schemas %i compile", { timeout: 600_000 }, async (variant, seed, int64) => {
  const schemas = withFormats(randomBundle(seeded(seed), 400), seeded(seed + 5));
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Random", version: "1" }, paths: {}, components: { schemas } });
  const validators = variants[variant];
  if (validators === undefined) throw new Error(`No way ${variant}`);
  const { files } = await generateTexts({ "api.json": text }, ["types", "validators"], { validators, int64 });
  expect(files.length).toBeGreaterThan(2);
  const folder = await temporaryFolder();
  await writeFiles(folder.path, files);
  const errors = await compile(folder.path, ["."], "5.9", options);
  await folder.remove();
  expect(errors).toEqual([]);
});
