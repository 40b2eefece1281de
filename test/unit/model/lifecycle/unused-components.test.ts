/** Components that nothing uses: what is said of their lives is carried as that of schemas is, unless they are left out. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

const keys = "deprecated: true, x-sunset: '2030-01-01'";
const component: Readonly<Record<string, string>> = {
  parameters: `{name: p, in: query, schema: {type: string}, ${keys}}`,
  headers: `{schema: {type: string}, ${keys}}`,
  requestBodies: `{content: {text/plain: {schema: {type: string}}}, ${keys}}`,
  responses: `{description: ok, ${keys}}`,
  links: `{operationId: a, ${keys}}`,
  examples: `{value: 1, ${keys}}`,
  schemas: `{type: string, ${keys}}`,
};
const later: Readonly<Record<string, string>> = {
  ...component,
  pathItems: `{get: {responses: {200: {description: ok}}}, ${keys}}`,
};
const latest: Readonly<Record<string, string>> = { ...later, mediaTypes: `{schema: {type: string}, ${keys}}` };

const described = (version: string, components: string): string => `openapi: ${version}
info: {title: T, version: '1'}
paths: {/a: {get: {operationId: a, responses: {200: {description: ok}}}}}
components: {${components}}
`;

const cells = Object.entries({ "3.0.3": component, "3.1.0": later, "3.2.0": latest }).flatMap(([version, sections]) =>
  Object.entries(sections).map(([section, value]) => ({ version, section, value })),
);

describe.each(cells)("$section of OpenAPI $version", ({ version, section, value }) => {
  const text = described(version, `${section}: {C: ${value}}`);

  it("are read where all components are kept", async () => {
    const { value: api, diagnostics } = await outcomeOf(text, { name: "shop" });
    expect(diagnostics.filter(({ code }) => code !== "replacement-unknown")).toEqual([]);
    expect(api?.deprecatedElements).toMatchObject([{ name: "C", pointer: `/components/${section}/C` }]);
    expect(api?.deprecatedElements[0]?.lifecycle.sunset?.text).toBe("2030-01-01");
  });

  it("are left out with the rest where only what is needed is kept", async () => {
    const { value: api, diagnostics } = await outcomeOf(text, { name: "shop", select: { components: "reachable" } });
    expect(diagnostics).toEqual([]);
    expect(api?.deprecatedElements).toEqual([]);
  });

  it.skipIf(section === "schemas")("are told where they are not stable yet, as no comment is about them", async () => {
    const { diagnostics } = await outcomeOf(text.replace(keys, "x-stability-level: beta"), { name: "shop" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["lifecycle-place-unread"]);
  });
});

it("reads those of OpenAPI 2.0 where the file has them", async () => {
  const { value: api } = await outcomeOf(
    `swagger: "2.0"
info: {title: T, version: '1'}
paths: {}
parameters: {P: {name: p, in: query, type: string, x-deprecated: true}, B: {name: b, in: body, schema: {type: string}, x-deprecated: true}}
responses: {R: {description: ok, x-deprecated: true, headers: {X-H: {type: string, x-deprecated: true}}}}
`,
    { name: "shop" },
  );
  expect(api?.deprecatedElements.map(({ pointer }) => pointer).sort()).toEqual([
    "/parameters/B",
    "/parameters/P",
    "/responses/R",
    "/responses/R/headers/X-H",
  ]);
});

it("reads what is used once, and links and callbacks behind references also of a part of a description", async () => {
  const text = `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    put:
      operationId: a
      parameters: [{$ref: '#/components/parameters/P'}]
      callbacks: {c: {$ref: '#/components/callbacks/C'}}
      responses: {200: {description: ok, links: {l: {$ref: '#/components/links/L'}}}}
components:
  parameters: {P: {$ref: '#/components/parameters/Q', x-none: 1}, Q: {name: q, in: query, schema: {type: string}, ${keys}}}
  links: {L: {operationId: a, x-deprecated: true}}
  callbacks: {C: {'{$url}': {post: {deprecated: true, responses: {200: {description: ok}}}}}}
`;
  for (const components of ["all", "reachable"] as const) {
    const { value: api, diagnostics } = await outcomeOf(text, { name: "shop", select: { components } });
    expect(diagnostics).toEqual([]);
    expect(api?.deprecatedElements.map(({ what, name, pointer }) => [what, name, pointer]).sort()).toEqual([
      ["callback", "C", "/components/callbacks/C/{$url}/post"],
      ["link", "L", "/components/links/L"],
    ]);
  }
});
