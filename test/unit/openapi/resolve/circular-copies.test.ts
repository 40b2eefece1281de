/** A reference in the place of a map or a list is read as what it leads to, there: what holds itself in this way has no end. */
import { expect, test } from "vitest";
import { brief, description, resolving } from "./resolving.js";

const get = (members: string): string => `paths: {/a: {get: {responses: {200: {description: k}}, ${members}}}}`;
const schema = (members: string): string => `paths: {}\ncomponents: {schemas: {A: ${members}}}`;

/** By what leads back to itself. */
const circles: readonly (readonly [what: string, members: string])[] = [
  ["properties that refer to what holds them", schema("{properties: {id: {properties: {$ref: '#/components'}}}}")],
  ["properties that refer to themselves", schema("{properties: {id: {properties: {$ref: '#/components/schemas/A/properties'}}}}")],
  ["a list of properties elsewhere", `${schema("{properties: {$ref: '#/x-map'}}")}\nx-map: {id: {items: {properties: {$ref: '#/x-map'}}}}`],
  [
    "two maps in turn",
    `${schema("{properties: {$ref: '#/x-1'}}")}\nx-1: {a: {properties: {$ref: '#/x-2'}}}\nx-2: {b: {properties: {$ref: '#/x-1'}}}`,
  ],
  ["schemas by pattern", `${schema("{patternProperties: {$ref: '#/x-map'}}")}\nx-map: {id: {patternProperties: {$ref: '#/x-map'}}}`],
  ["definitions", `${schema("{$defs: {$ref: '#/x-map'}}")}\nx-map: {id: {$defs: {$ref: '#/x-map'}}}`],
  ["alternatives", `${schema("{anyOf: {$ref: '#/x-list'}}")}\nx-list: [{anyOf: {$ref: '#/x-list'}}]`],
  ["parts of a tuple", `${schema("{prefixItems: {$ref: '#/x-list'}}")}\nx-list: [{prefixItems: {$ref: '#/x-list'}}]`],
  [
    "parts of a schema in a body",
    `${get("requestBody: {content: {a/b: {schema: {allOf: {$ref: '#/x-list'}}}}}")}\nx-list: [{not: {allOf: {$ref: '#/x-list'}}}]`,
  ],
  [
    "media types",
    `${get("requestBody: {content: {$ref: '#/x-map'}}")}\nx-map: {a/b: {encoding: {c: {headers: {D: {content: {$ref: '#/x-map'}}}}}}}`,
  ],
];

/** Things in the place of a schema that hold nothing but a reference to one of them: none of them has a schema. */
const schemaless: typeof circles = [
  ["itself", "paths: {}\ncomponents: {responses: {A: {description: d, content: {a/b: {schema: {$ref: '#/components/responses/A'}}}}}}"],
  [
    "another one, of three kinds",
    "paths: {}\ncomponents: {responses: {A: {description: d, content: {a/b: {schema: {$ref: '#/components/requestBodies/A'}}}}}, requestBodies: {A: {content: {a/b: {schema: {$ref: '#/components/parameters/A'}}}}}, parameters: {A: {name: a, in: query, schema: {$ref: '#/components/responses/A'}}}}",
  ],
];

test.each(schemaless)("what refers to %s in place of its schema: it ends, and is said", async (_what, members) => {
  const { diagnostics } = await resolving({ "a.yaml": description(members, "3.1.0") });
  expect(diagnostics.map(brief).join()).toContain("ref-kind");
});

/** The same in 2.0, which has parts of its own. */
const earlier: readonly (readonly [what: string, members: string])[] = [
  ["responses of 2.0", "paths: {/a: {get: {responses: {200: {$ref: '#/responses/A'}}}}}\nresponses: {A: {$ref: '#/responses/A'}}"],
  [
    "responses of 2.0 in turn",
    "paths: {/a: {get: {responses: {200: {$ref: '#/responses/A'}}}}}\nresponses: {A: {$ref: '#/responses/B'}, B: {$ref: '#/responses/A'}}",
  ],
  [
    "parameters of 2.0",
    "paths: {/a: {get: {parameters: [{$ref: '#/parameters/A'}], responses: {}}}}\nparameters: {A: {$ref: '#/parameters/A'}}",
  ],
  ["a list of parameters of 2.0", "paths: {/a: {get: {parameters: {$ref: '#/x-list'}, responses: {}}}}\nx-list: [{$ref: '#/x-list'}]"],
];

const versioned = [...circles.map((each) => [...each, "3.1.0"] as const), ...earlier.map((each) => [...each, "2.0"] as const)];

test.each(versioned)("%s: it ends, and is said", async (_what, members, version) => {
  const { diagnostics } = await resolving({ "a.yaml": description(members, version) });
  expect(diagnostics.map(brief).filter((each) => /ref-cycle|wrong-type|ref-not-found/.test(each))).not.toEqual([]);
});

test("what is a part of itself is left out where it comes again, with its place", async () => {
  const { diagnostics } = await resolving({
    "a.yaml": description(`${schema("{properties: {$ref: '#/x-map'}}")}\nx-map: {id: {items: {properties: {$ref: '#/x-map'}}}}`),
  });
  expect(diagnostics.filter(({ code }) => code === "ref-cycle")).toMatchObject([{ assumed: "it is left out" }]);
});
