import { describe, expect, it } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";
import { head, lint, withSchemas } from "../../support/linted.js";

describe("other values beside a schema", () => {
  it.each<[string, object, string, string, string]>([
    [
      "a default by its format",
      { format: "date-time", default: "now" },
      "default-invalid",
      "/default",
      '"now" is not a date and time such as 2026-03-01T09:30:00Z',
    ],
    [
      "a value of an enumeration by bounds",
      { maxLength: 1, enum: ["a", "bc"] },
      "enum-invalid",
      "/enum/1",
      '"bc" is longer than 1 characters',
    ],
    ["one by its format", { format: "date", enum: ["today"] }, "enum-invalid", "/enum/0", '"today" is not a date such as 2026-03-01'],
    ["a constant by its format", { format: "date", const: "today" }, "enum-invalid", "/const", '"today" is not a date such as 2026-03-01'],
    [
      "one that stands behind what is no value of the type",
      { type: "string", maxLength: 1, enum: [null, "a", "bc"] },
      "enum-invalid",
      "/enum/2",
      '"bc" is longer than 1 characters',
    ],
  ])("%s", async (_what, schema, code, at, said) => {
    const found = (await lint(withSchemas({ A: { type: "string", ...schema } }))).filter((each) => each.code === code);
    expect(found.map(({ at: { pointer }, message }) => [pointer, message])).toEqual([
      [`/components/schemas/A${at}`, expect.stringContaining(`schema: the value ${said}.`)],
    ]);
  });

  it("are not told twice where no value is left", async () => {
    const found = await lint(withSchemas({ A: { type: "string", maxLength: 1, enum: ["ab", "bc"] } }));
    expect(found.map(({ code }) => code)).toEqual(["schema-impossible"]);
  });
});

describe("lint of what no code is made of", () => {
  const told = async (description: object): Promise<readonly (readonly [code: string, pointer: string])[]> =>
    (await lint({ ...head, paths: {}, ...description })).map(({ code, at }) => [code, at.pointer]);

  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ info: { ...head.info, license: { url: "https://a.example/l" } } }, [["metadata-invalid", "/info/license"]]],
    [{ info: { ...head.info, contact: { url: "not a url" } } }, [["metadata-invalid", "/info/contact/url"]]],
    [{ info: { ...head.info, contact: { url: "a.example/%zz" } } }, [["metadata-invalid", "/info/contact/url"]]],
    [{ info: { ...head.info, contact: { url: "../support" }, license: { name: "MIT" }, termsOfService: "https://a.example/%C3%A9" } }, []],
    [{ externalDocs: { description: "Wiki" } }, [["metadata-invalid", "/externalDocs"]]],
    [
      { tags: [{ name: "a", externalDocs: { url: "" } }, { name: "b" }, { name: "a" }] },
      [
        ["metadata-invalid", "/tags/0/externalDocs/url"],
        ["tag-repeated", "/tags/2/name"],
      ],
    ],
    [
      { components: { schemas: { "Page«Pet»": {}, "a.b-C_1": {} }, responses: { "a b": { description: "d" } }, "x-a b": { "c d": 1 } } },
      [
        ["component-name", "/components/schemas/Page«Pet»"],
        ["component-name", "/components/responses/a b"],
      ],
    ],
    [{ paths: { "/a": { get: { responses: { 200: {} } } } } }, []],
  ])("%j", async (description, expected) => {
    expect(await told(description)).toEqual(expected);
  });

  it("is nothing that `generate` says", async () => {
    const description = { ...head, info: { ...head.info, license: {} }, paths: {}, tags: [{ name: "a" }, { name: "a" }] };
    const io = memoryIo({ "/project/api.json": JSON.stringify(description) }, { cwd: "/project" });
    expect(await run(["generate", "--input", "api.json", "--output", "out"], io)).toBe(0);
    expect(io.printed.stderr).toBe("");
  });
});
