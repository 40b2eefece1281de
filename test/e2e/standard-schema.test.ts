/** Generated validators, unmodified, in three libraries that take any Standard Schema. @see https://standardschema.dev */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyInto, projectRoot, temporaryFolder, typeCheck, writeFiles, type Compiler } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

/** What `use.ts` exports, as far as it is called here. */
interface Program {
  readonly caller: Readonly<Record<"greet" | "settings" | "broken", (input?: unknown) => Promise<unknown>>>;
  readonly app: { request(path: string, init?: RequestInit): Promise<Response> };
  readonly environment: (env: Record<string, string>) => unknown;
  readonly schemas: readonly { readonly "~standard": { validate(value: unknown): { readonly issues?: readonly object[] } } }[];
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let program: Program;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyInto(folder.path, "test/types/standard-schema");
  const text = await readFile(join(projectRoot, "test/types/standard-schema/openapi.yaml"), "utf8");
  const { files } = await generateTexts({ "openapi.yaml": text }, ["types", "validators"]);
  await writeFiles(join(folder.path, "api"), files);
  const outfile = join(folder.path, "program.mjs");
  await build({ entryPoints: [join(folder.path, "use.ts")], outfile, bundle: true, format: "esm", platform: "node", logLevel: "silent" });
  program = (await import(pathToFileURL(outfile).href)) as Program;
});

afterAll(() => folder.remove());

describe("what a library infers from a validator", () => {
  it.each<Compiler>(["5.9", "7"])("is the type of the description, under TypeScript %s", async (compiler) => {
    expect(await typeCheck(folder.path, ["use.ts", "api"], compiler, "both")).toEqual([]);
  });
});

const pet = { name: "Rex", status: "sold", tags: ["a", "b"], weight: 4.5 };

describe("tRPC", () => {
  it("takes a valid input", async () => {
    expect(await program.caller.greet(pet)).toBe("Rex is sold");
  });

  it("refuses an invalid one, and tells why", async () => {
    const refused = program.caller.greet({ ...pet, name: "", tags: ["a", "a"] });
    await expect(refused).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: {
        issues: [
          { path: ["name"], message: "must have at least 1 character" },
          { path: ["tags"], message: "must not have the same item twice" },
        ],
      },
    });
  });

  it("refuses an invalid output as a fault of the server", async () => {
    await expect(program.caller.broken()).rejects.toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  });

  it("gets the input with its defaults, and leaves the caller's as it is", async () => {
    const given = Object.freeze({ size: 3 });
    expect(await program.caller.settings(given)).toEqual({ size: 3, colour: "red" });
    expect(given).toEqual({ size: 3 });
  });
});

describe("Hono", () => {
  const post = (body: unknown): Promise<Response> =>
    program.app.request("/pets", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

  it("takes a valid body", async () => {
    const response = await post(pet);
    expect([response.status, await response.json()]).toEqual([200, { name: "Rex", same: true }]);
  });

  it("refuses an invalid one, and tells why", async () => {
    const response = await post({ name: 1, status: "lost" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      error: [
        { path: ["name"], message: "must be a string" },
        { path: ["status"], message: expect.stringContaining('"available"') as unknown },
      ],
    });
  });

  it("checks a query", async () => {
    const [good, bad] = await Promise.all([program.app.request("/pets?status=sold"), program.app.request("/pets?status=lost")]);
    expect([good.status, await good.json()]).toEqual([200, { status: "sold" }]);
    expect(bad.status).toBe(400);
  });
});

describe("t3-env", () => {
  it("takes a valid environment", () => {
    expect(program.environment({ PORT: "8080", STATUS: "sold" })).toEqual({ port: "8080", status: "sold" });
  });

  it("refuses an invalid one, and tells why", () => {
    expect(() => program.environment({ PORT: "80a", STATUS: "lost" })).toThrow(/^PORT must match the pattern .*; STATUS must be one of/);
    expect(() => program.environment({})).toThrow("PORT must be a string; STATUS must be");
  });
});

// The interface promises objects; some libraries spread them to put a path of their own in front.
it("an issue stays one when a library copies it", () => {
  for (const schema of program.schemas) {
    const { issues = [] } = schema["~standard"].validate(1);
    expect(issues.length).toBeGreaterThan(0);
    for (const issue of issues) {
      expect({ ...issue }).toMatchObject({ message: expect.any(String) as unknown, path: expect.any(Array) as unknown });
      expect(structuredClone(issue)).toMatchObject({ message: expect.any(String) as unknown });
    }
  }
});
