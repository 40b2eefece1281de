import { describe, expect, test } from "vitest";
import type { WrittenNames } from "../../../../src/model/names/asked-names.js";
import { generateTexts, type Generated } from "../../../support/pipeline.js";

const asked = (names: Pick<WrittenNames, "schemas" | "operations">): WrittenNames => ({
  ...names,
  name: "names",
  at: { file: "file:///c.ts", pointer: "/names" },
});
const generate = (
  texts: Readonly<Record<string, string>>,
  names: Pick<WrittenNames, "schemas" | "operations">,
  more: object = {},
): Promise<Generated> => generateTexts(texts, ["types", "validators", "client", "server"], { strict: false, names: asked(names), ...more });
const schemas = ({ api }: Generated) => Object.fromEntries([...(api?.schemas.values() ?? [])].map(({ wireName, id }) => [wireName, id]));
const operations = ({ api }: Generated) =>
  Object.fromEntries(
    [...(api?.operations ?? []), ...(api?.webhooks ?? [])].map(({ method, path, names }) => [`${method} ${path}`, names.value]),
  );
const said = ({ diagnostics }: Generated) => diagnostics.map(({ code, message }) => `${code}: ${message}`);

const ok = (ref: string): string =>
  `responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "${ref}" } } } } }`;
const files = {
  "api.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a: { get: { operationId: a, ${ok("one/Pet.yaml")} } }
  /b: { get: { ${ok("#/components/schemas/A")} }, put: { operationId: B, ${ok("two/Pet.yaml")} } }
webhooks:
  sold: { post: { operationId: onSold, ${ok("#/components/schemas/B")} } }
components:
  schemas: { A: { type: object }, B: { type: object } }
`,
  "one/Pet.yaml": "type: object\nproperties: { id: { type: string, readOnly: true }, b: { type: string, default: x } }\n",
  "two/Pet.yaml": "type: string\n",
};

describe("names that are asked for", () => {
  test("may be exchanged with one another, and are those of webhooks, and of schemas in other files", async () => {
    const { "two/Pet.yaml": _, ...one } = { ...files, "api.yaml": files["api.yaml"].replace("two/Pet.yaml", "one/Pet.yaml") };
    const result = await generate(one, {
      schemas: { A: "B", B: "A", Pet: "Animal" },
      operations: { a: "b", B: "a", "get /b": "getBee", onSold: "sold" },
    });
    expect(said(result)).toEqual([]);
    expect(schemas(result)).toEqual({ A: "B", B: "A", Pet: "Animal" });
    expect(operations(result)).toEqual({ "GET /a": "b", "GET /b": "getBee", "PUT /b": "a", "POST sold": "sold" });
  });

  test("are told where they are the name of several", async () => {
    const result = await generate(files, { schemas: { Pet: "Animal" } });
    expect(said(result)).toEqual([
      'rename-ambiguous: `names.schemas` cannot say which it means: "Pet" is the name of several schemas, in several files.',
    ]);
    expect(result.files).toEqual([]);
  });

  test.each([
    [{ schemas: { A: "B" } }, 'rename-taken: `names.schemas` calls "A" "B", a name that the schema "B" has.'],
    [{ schemas: { A: "Pet" } }, 'rename-taken: `names.schemas` calls "A" "Pet", a name that the schema "Pet" has.'],
    [{ schemas: { A: "C", B: "C" } }, 'rename-taken: `names.schemas` calls "B" "C", a name that `names.schemas` asks for, too.'],
    [{ schemas: { A: "Promise" } }, 'rename-taken: `names.schemas` calls "A" "Promise", a name that generated code uses itself.'],
    [
      { operations: { a: "createShopClient" } },
      'rename-taken: `names.operations` calls "a" "createShopClient", a name that generated code uses itself.',
    ],
    [{ operations: { a: "b" } }, 'rename-taken: `names.operations` calls "a" "b", a name that PUT /b has.'],
    [{ operations: { a: "getB" } }, 'rename-taken: `names.operations` calls "a" "getB", a name that GET /b has.'],
  ])("are refused where they are taken: %j", async (names, message) => {
    const result = await generate(files, names);
    expect(said(result)).toContain(message);
    expect(result.files).toEqual([]);
  });

  test("may be those of what is left out, and for what is left out, which is no mistake", async () => {
    const include = [{ value: { paths: ["/b"], methods: ["get"] }, name: "include" }];
    const result = await generate(files, { schemas: { A: "B", B: "Gone" }, operations: { "GET /b": "a", onSold: "gone" } }, { include });
    expect([said(result), schemas(result), operations(result)]).toEqual([[], { A: "B" }, { "GET /b": "a" }]);
  });

  test("do no harm where nothing has the key", async () => {
    const result = await generate(
      { ...files, "api.yaml": files["api.yaml"].replace("two/Pet", "one/Pet") },
      { schemas: { AA: "B", __proto__x: "Pet" } },
    );
    expect(said(result)).toEqual([
      'rename-unmatched: There is no schema "AA", which `names.schemas` gives a name.',
      'rename-unmatched: There is no schema "__proto__x", which `names.schemas` gives a name.',
    ]);
    expect(schemas(result)).toMatchObject({ A: "A" });
  });
});
