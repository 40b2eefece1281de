/** Every key that docs/lifecycle.md lists, in every form of value that its kind has, and in another case. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/api.js";

async function lifeOf(key: string, value: unknown, more: object = {}) {
  const [first = key, ...path] = key.split(".");
  const said = path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
  const responses = { "200": { description: "ok" } };
  const paths = {
    "/a": { get: { operationId: "a", [first]: said, ...more, responses } },
    "/b": { get: { operationId: "other", responses } },
  };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths }, null, 1);
  const { value: api, diagnostics } = await outcomeOf(text, { name: "shop" });
  return { life: api?.operations[0]?.doc.lifecycle, codes: diagnostics.map(({ code }) => code), diagnostics };
}

/** The keys of a row of the table. */
function keysOf(row: string): readonly string[] {
  const line = readFileSync("docs/lifecycle.md", "utf8")
    .split("\n")
    .find((each) => each.startsWith(`| ${row} |`));
  return Array.from(line?.matchAll(/`(x-[\w.-]+)`/g) ?? [], ([, key = ""]) => key);
}

describe("what to use instead", () => {
  const forms: readonly (readonly [unknown, object])[] = [
    ["other", { kind: "operation" }],
    [{ operationId: "other" }, { kind: "operation" }],
    [
      { operationId: "other", note: "faster" },
      { kind: "operation", note: "faster" },
    ],
    [{ url: "https://x.example/new" }, { kind: "url", url: "https://x.example/new" }],
    [{ note: "Nothing." }, { kind: "text", note: "Nothing." }],
    ["https://x.example/new", { kind: "url" }],
  ];
  test.each(keysOf("what to use instead").flatMap((key) => forms.map((form) => [key, ...form] as const)))(
    "%s: %j",
    async (key, value, replacement) => {
      const { life, codes } = await lifeOf(key, value, { deprecated: true });
      expect([codes, life?.replacement]).toMatchObject([[], replacement]);
    },
  );
});

describe("how far it has come", () => {
  const words = { Beta: "beta", "Technical preview": "beta", EXPERIMENTAL: "alpha", "generally-available": undefined } as const;
  const flags = new Set(["x-beta", "x-is-beta", "x-alpha", "x-preview", "x-experimental", "x-unstable", "x-oai-beta", "x-github.previews"]);
  const keys = keysOf("how far it has come").map((key) => (key === "x-okta-lifecycle" ? `${key}.lifecycle` : key));
  const worded = keys.filter((key) => !flags.has(key));

  test.each(worded.flatMap((key) => Object.entries(words).map(([word, stage]) => [key, word, stage] as const)))(
    "%s: %s",
    async (key, word, stage) => {
      expect((await lifeOf(key, word)).life?.stability).toBe(stage);
    },
  );
  test.each(worded)("%s: End of life", async (key) => {
    for (const word of ["End of life", "end_of_life", "Deprecated", "RETIRED"])
      expect((await lifeOf(key, word)).life?.deprecated).toBe(true);
  });

  test.each(["Deprecated; added in 7.0.0", "Technical preview; added in 8.15.0", "Beta, since 9"])("x-state: %s", async (word) => {
    expect((await lifeOf("x-state", word)).life).toBeDefined();
  });
  test.each(["Added in 8.0", 5, { a: 1 }])("x-state: %j says nothing", async (value) => {
    expect(await lifeOf("x-state", value)).toMatchObject({ life: undefined, codes: [] });
  });

  test("unstable is alpha, as a flag and as a word", async () => {
    const said = [await lifeOf("x-unstable", true), await lifeOf("x-unstable", "True"), await lifeOf("x-stage", "Unstable")];
    expect(said.map(({ life }) => life?.stability)).toEqual(["alpha", "alpha", "alpha"]);
    expect((await lifeOf("x-unstable", "In preview.")).life).toMatchObject({ stability: "beta", note: "In preview." });
  });
});

describe("another case", () => {
  const rows: Readonly<Record<string, unknown>> = {
    "that it is deprecated": true,
    "since when": "2030-01-01",
    "when it goes": "2030-01-01",
    why: "Because.",
    "what to use instead": "other",
  };
  const keys = Object.entries(rows).flatMap(([row, value]) => keysOf(row).map((key) => [key, value] as const));
  const own = [["x-sunset", "2030-12-05"] as const, ["x-stability-level", "beta"] as const, ["x-deprecation.since", "2030-01-01"] as const];

  test.each([...own, ...keys])("%s with a capital is told", async (key, value) => {
    for (const written of [`X${key.slice(1)}`, key.replace(/(?<=^x-)[^.]+/, (word) => word.toUpperCase())]) {
      const { diagnostics } = await lifeOf(written, value, { deprecated: true });
      const [first = ""] = key.split(".");
      expect(diagnostics.map(({ code }) => code)).toEqual(["lifecycle-key-unknown"]);
      expect(diagnostics[0]?.hint?.replaceAll("-", "").toLowerCase()).toBe(`did you mean "${first.replaceAll("-", "").toLowerCase()}"?`);
    }
  });

  test("what a header or somebody's own key is called says nothing", async () => {
    for (const key of ["X-Status", "X-Request-Id", "X-State"]) expect((await lifeOf(key, "any")).codes).toEqual([]);
  });

  test("it is told where nothing is read, too", async () => {
    const text = "openapi: 3.1.0\ninfo: { title: T, version: '1', contact: { X-Sunset: 2030-01-01 } }\npaths: {}\n";
    expect((await outcomeOf(text)).diagnostics).toMatchObject([{ code: "lifecycle-place-unread" }]);
  });
});
