/** Descriptions that `sundial lint` judges in memory, and what it says of them. */
import { expect } from "vitest";
import { run } from "../../src/cli/run.js";
import { memoryIo } from "./memory-io.js";

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly at: { readonly pointer: string };
}

/** What lint says of a description. */
export async function lint(
  description: object,
  config: object = {},
  others: Readonly<Record<string, string>> = {},
): Promise<readonly Found[]> {
  const files = {
    ...others,
    "/project/api.json": `${JSON.stringify(description)}\n`,
    "/project/sundial.config.json": JSON.stringify({ apis: { api: { input: "api.json", output: "out", ...config } } }),
  };
  const io = memoryIo(files, { cwd: "/project" });
  await run(["lint", "--format", "json"], io);
  const { diagnostics } = JSON.parse(io.printed.stdout) as { readonly diagnostics: readonly Found[] };
  return diagnostics;
}

/** What it says of the examples of one that is right otherwise. */
export async function ofExamples(description: object, config: object = {}): Promise<readonly (readonly [pointer: string, said: string])[]> {
  const diagnostics = await lint(description, config);
  expect(diagnostics.filter(({ code }) => code !== "example-invalid")).toEqual([]);
  return diagnostics.map(({ at, message }) => [at.pointer, /schema: the value (.*)\.$/.exec(message)?.[1] ?? message]);
}

export const head = { openapi: "3.1.0", info: { title: "T", version: "1" } };
export const withSchemas = (schemas: object) => ({ ...head, paths: {}, components: { schemas } });
export const withOperation = (operation: object, schemas: object = {}) => ({
  ...head,
  paths: { "/a": { post: { operationId: "a", responses: { 204: { description: "done" } }, ...operation } } },
  components: { schemas },
});

/** The schema of the very first kind that people mistake. */
export const pet = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
export const json = (content: object) => ({ content: { "application/json": content } });
