/** What docs/pinned-inputs.md shows is what is done. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { run } from "../../src/cli/run.js";
import { catalogue } from "../../src/diagnostic/catalogue.js";
import { memoryIo } from "../support/memory-io.js";

const page = readFileSync(new URL("../../docs/pinned-inputs.md", import.meta.url), "utf8");
const blocks = (language: string): readonly string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm")), ([, text = ""]) => text);
const [written = ""] = blocks("ts");
const url = /url: "(.*)"/.exec(written)?.[1] ?? "";
const snapshot = /snapshot: "(.*)"/.exec(written)?.[1] ?? "";
const headers = { Authorization: /Authorization: "(.*)" \}/.exec(written)?.[1] ?? "" };
const config = JSON.stringify({ apis: { vendor: { input: { url, headers, snapshot }, output: "src/vendor", emit: ["client"] } } });
const env = { DOCS_TOKEN: "t0k3n-of-docs" };

const start = `openapi: 3.1.0
info: { title: Vendor, version: "1" }
paths:
  /pets: { get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } } } }
  /pets/{petId}: { delete: { parameters: [{ name: petId, in: path, required: true, schema: {} }], responses: { "204": { description: ok } } } }
  /owners: { get: { responses: { "204": { description: ok } } } }
components: { schemas: { Pet: { type: object } } }
`;
const later = start
  .replace(/.*delete.*\n/, '  /toys: { get: { responses: { "204": { description: ok } } } }\n')
  .replace("/owners: { get: {", '/owners: { get: { deprecated: true, x-sunset: "2030-12-05",')
  .replace("type: object", "type: string");

test("the summary of changes", async () => {
  const io = memoryIo({ "/project/sundial.config.json": config }, { env, web: { [url]: start } });
  expect(await run(["pull"], io)).toBe(0);
  const next = memoryIo(Object.fromEntries(io.files), { env, web: { [url]: later } });
  expect(await run(["pull"], next)).toBe(0);
  expect(page).toContain(`\`\`\`\n${next.printed.stdout}\`\`\``);
});

test("the message of a variable that is not set", async () => {
  const io = memoryIo({ "/project/sundial.config.json": config });
  expect(await run(["pull"], io)).toBe(2);
  expect(page).toContain(`\`\`\`\n${io.printed.stderr.split("\n")[0] ?? ""}\n\`\`\``);
});

test("every command of the page is one that there is", async () => {
  const [workflow = ""] = blocks("yaml");
  const { jobs } = parse(workflow) as { jobs: { changed: { steps: readonly { run?: string; env?: object }[] } } };
  const steps = jobs.changed.steps.flatMap((step) => (step.run?.includes("sundial") === true ? [step.run] : []));
  const commands = [...steps, ...page.split("\n").filter((line) => line.startsWith("npx openapi-sundial "))].map((line) =>
    line.replace(/ *#.*/, ""),
  );
  expect(commands.length).toBeGreaterThanOrEqual(5);
  const io = memoryIo({ "/project/sundial.config.json": config }, { env, web: { [url]: start } });
  expect(await run(["pull"], io)).toBe(0);
  for (const line of commands) expect([line, await run(line.split(" ").slice(2), io)]).toEqual([line, 0]);
});

test("every code of the page is one that can be explained", () => {
  const codes = Array.from(page.matchAll(/\(`([a-z]+(?:-[a-z]+)+)`\)/g), ([, code = ""]) => code);
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !(code in catalogue))).toEqual([]);
});
