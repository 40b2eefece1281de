import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { format, resolveConfig as prettierOptions } from "prettier";
import { beforeAll, describe, expect, test } from "vitest";
import { resolveConfig } from "../../../src/config/resolve-config.js";
import { configSchema, type SchemaNode } from "../../support/config-schema.js";
import { projectFolder } from "../../support/cli.js";
import { memoryIo } from "../../support/memory-io.js";
import { readConfig } from "../../../src/config/read-config.js";

const file = join(projectFolder, "schema/config.schema.json");
const written = (): SchemaNode => JSON.parse(readFileSync(file, "utf8")) as SchemaNode;
type Node = Readonly<Record<string, unknown>>;
const base = { input: "openapi.yaml", output: "src/api" };

let schema: Node = {};
beforeAll(async () => {
  if (process.env["UPDATE"] === "1") {
    const options = await prettierOptions(file);
    writeFileSync(file, await format(JSON.stringify(configSchema()), { ...options, parser: "json" }));
  }
  schema = written() as Node;
});

const codesOf = (value: unknown): readonly string[] =>
  resolveConfig({ path: "/project/sundial.config.json", value }).diagnostics.map(({ code }) => code);
const isValid = (value: unknown): boolean => new Validator(schema, "7").validate(value).valid;
const memberOf = (node: unknown, ...path: readonly string[]): unknown => path.reduce((at, key) => (at as Node)[key], node);
const known = (value: unknown, at: string): readonly string[] => {
  const { diagnostics } = resolveConfig({ path: "/project/sundial.config.json", value });
  const found = diagnostics.find(({ code, message }) => code === "config-unknown-key" && message.startsWith(`\`${at}\``));
  return /^Known keys are (.*)\.$/.exec(found?.hint ?? "")?.[1]?.split(", ") ?? [];
};

test("the schema has the keys, words and sentences of the configuration's types: UPDATE=1 writes it", () => {
  expect(written()).toEqual(JSON.parse(JSON.stringify(configSchema())));
});

test("every key is described", () => {
  const bare: string[] = [];
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, value] of Object.entries((node as Node)["properties"] ?? {}))
      if (!("description" in (value as Node)) && !("$ref" in (value as Node))) bare.push(`${at}.${name}`);
    for (const [name, value] of Object.entries(node)) visit(value, `${at}.${name}`);
  };
  visit(memberOf(schema, "definitions", "api", "properties"), "api");
  visit({ properties: schema["properties"] }, "root");
  // Words of `x-rate-limits` say themselves what they are.
  expect(bare.filter((each) => !each.includes(".limits."))).toEqual([]);
});

describe("the keys are those that are read", () => {
  test("of one API", () => {
    const keys = Object.keys(memberOf(schema, "properties") as Node).filter((key) => key !== "$schema");
    expect(keys.sort()).toEqual([...known({ ...base, xxxxxxxxxxxx: 1 }, "xxxxxxxxxxxx")].sort());
  });
  test("of one API among several", () => {
    const keys = Object.keys(memberOf(schema, "definitions", "api", "properties") as Node);
    expect(keys.sort()).toEqual([...known({ apis: { a: { ...base, xxxxxxxxxxxx: 1 } } }, "apis.a.xxxxxxxxxxxx")].sort());
  });
  test.each(["input", "validators", "names"])("of %s", (key) => {
    const node = memberOf(schema, "definitions", "api", "properties", key) as Node;
    const objects = [node, ...((node["anyOf"] ?? []) as readonly Node[])].flatMap((each) => Object.keys(each["properties"] ?? {}));
    const found = known({ ...base, [key]: { url: "https://a.example", xxxxxxxxxxxx: 1 } }, `${key}.xxxxxxxxxxxx`);
    expect(objects.length).toBeGreaterThan(0);
    if (found.length > 0) expect(objects.sort()).toEqual([...found].sort());
  });
});

/** Every key with a list of words that it takes: its path, and the words. */
function* choices(node: Node, at: readonly string[] = []): Generator<readonly [readonly string[], readonly string[]]> {
  for (const [name, value] of Object.entries((node["properties"] ?? {}) as Readonly<Record<string, Node>>)) {
    const all = [value, ...((value["anyOf"] ?? []) as readonly Node[])];
    for (const each of all) {
      if (Array.isArray(each["enum"])) yield [[...at, name], each["enum"] as readonly string[]];
      if (each["const"] !== undefined && typeof each["const"] === "string") yield [[...at, name], [each["const"]]];
    }
    if (name !== "limits") for (const each of all) yield* choices(each, [...at, name]);
  }
}

test("every word of a choice is one that is read, and no other", () => {
  const tried: string[] = [];
  for (const [path, words] of choices(memberOf(schema, "definitions", "api") as Node)) {
    const valueOf = (word: string): unknown =>
      path.reduceRight<unknown>((value, key, index) => (index === 0 ? { ...base, [key]: value } : { [key]: value }), word);
    for (const word of words) {
      tried.push(`${path.join(".")}=${word}`);
      expect(codesOf(valueOf(word)), `${path.join(".")}: ${word}`).toEqual([]);
      expect(isValid(valueOf(word))).toBe(true);
      expect(codesOf(valueOf(`${word}x`)), `${path.join(".")}: ${word}x`).toEqual(["config-invalid-value"]);
      expect(isValid(valueOf(`${word}x`))).toBe(false);
    }
  }
  expect(tried).toEqual(expect.arrayContaining(["int64=bigint", "validators.readOnly=reject", "strict=auto", "importExtension=ts"]));
});

test.each<readonly [string, unknown]>([
  ["one API", base],
  ["with the schema's own place", { $schema: "./node_modules/openapi-sundial/schema/config.schema.json", ...base }],
  ["several APIs", { command: "npm run api", runtime: false, apis: { a: base, b: { ...base, output: "src/b" } } }],
  ["parts", { ...base, emit: ["types", "client"] }],
  ["a URL with headers", { ...base, input: { url: "https://a.example/openapi.json", headers: { A: "b" }, snapshot: "spec/a.json" } }],
  ["severities", { ...base, severity: { "unknown-key": "off" }, silence: ["unknown-key"] }],
  ["extensions", { ...base, exclude: [{ extensions: { "x-audience": ["partner"] } }, { extensions: "x-internal" }] }],
  ["a choice", { ...base, include: { tags: ["pets"] }, components: "reachable" }],
  ["a header of lines", { ...base, header: ["A", "B"], eslintDisable: true }],
])("what is read, the schema takes: %s", async (_, value) => {
  const io = memoryIo({ "sundial.config.json": JSON.stringify(value) });
  const read = await readConfig(io, "sundial.config.json");
  expect(read.value === undefined ? read.diagnostics : resolveConfig(read.value).diagnostics).toEqual([]);
  expect(isValid(value)).toBe(true);
});

test.each<readonly [string, unknown]>([
  ["no input", { output: "src/api" }],
  ["an unknown key", { ...base, outptu: "src/api" }],
  ["keys of one API beside several", { apis: { a: base }, emit: ["types"] }],
  ["an unknown key of an API", { apis: { a: { ...base, aa: 1 } } }],
  ["an unknown part", { ...base, emit: ["typse"] }],
  ["an unknown code", { ...base, silence: ["no-such-code"] }],
  ["a number for a text", { ...base, name: 1 }],
])("what is refused, the schema refuses: %s", (_, value) => {
  expect(codesOf(value)).not.toEqual([]);
  expect(isValid(value)).toBe(false);
});
