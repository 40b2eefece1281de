/** Items of lists of which the schema says little, in parameters and forms: they are read so that what is sent is what arrives. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { echoPrograms, type EchoProgram } from "./roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const integer = { type: "integer" };
const list = (schema: object): object => ({ type: "array", ...schema });
const refused = Symbol("refused");

const cases: readonly (readonly [what: string, schema: object, sent: readonly string[], read: unknown])[] = [
  ["after a first one", list({ prefixItems: [integer] }), ["1", "b"], [1, "b"]],
  ["after a first one, of digits", list({ prefixItems: [integer] }), ["1", "2"], [1, "2"]],
  ["after two that are read alike", list({ prefixItems: [integer, integer] }), ["1", "2", "true"], [1, 2, "true"]],
  [
    "after those of two parts",
    list({ allOf: [{ prefixItems: [integer] }, { prefixItems: [true, integer] }] }),
    ["1", "2", "x"],
    [1, 2, "x"],
  ],
  ["after a first one, where another part says it", list({ allOf: [{ prefixItems: [{}] }, { items: integer }] }), ["1", "2"], [1, 2]],
  ["after a first one, where nothing else looks at them", list({ prefixItems: [{}], unevaluatedItems: integer }), ["1", "2"], ["1", 2]],
  [
    "after a first one of either alternative",
    list({ anyOf: [{ prefixItems: [integer] }, { prefixItems: [{ type: "boolean" }] }] }),
    ["true", "x"],
    [true, "x"],
  ],
  ["after the last there may be", list({ prefixItems: [integer], items: false }), ["1", "b"], refused],
  ["after the last that others leave", list({ prefixItems: [integer], unevaluatedItems: false }), ["1", "b"], refused],
  ["some of which are numbers", list({ contains: integer }), ["1", "b"], [1, "b"]],
  ["some of which have to be numbers", list({ contains: integer }), ["a", "b"], refused],
  ["one of which is a constant", list({ contains: { const: true } }), ["true", "b"], [true, "b"]],
];

const description = {
  openapi: "3.1.0",
  info: { title: "Echo", version: "1" },
  paths: Object.fromEntries(
    cases.map(([, schema], index) => [
      `/c${String(index)}`,
      {
        get: {
          operationId: `c${String(index)}`,
          parameters: [{ name: "f", in: "query", schema }],
          responses: { 200: { description: "ok" } },
        },
      },
    ]),
  ),
};

describe("items", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    program = await programOf(`${JSON.stringify(description)}\n`);
  });

  it.each(cases.map(([what, , sent, read], index) => [what, index, sent, read] as const))("%s", async (_what, index, sent, read) => {
    const { status, seen } = await program.get(`/c${String(index)}?${sent.map((each) => `f=${each}`).join("&")}`);
    expect(status === 200 ? (seen?.["query"] as { f: unknown }).f : refused).toEqual(read);
  });

  it("that the client sends are those that arrive", async () => {
    for (const [index, [, , , read]] of cases.entries()) {
      if (read === refused) continue;
      const { seen } = await program.send(`c${String(index)}`, { query: { f: read } });
      expect((seen?.["query"] as { f: unknown } | undefined)?.f).toEqual(read);
    }
  });
});
