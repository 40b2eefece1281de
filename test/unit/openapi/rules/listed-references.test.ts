/** A reference in a list of its own, where one value belongs: it is read, told of, and followed as any other. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

type Places = Readonly<Record<string, (written: unknown) => object>>;
const operation = (members: object): object => ({ paths: { "/t": { post: { operationId: "g", responses: {}, ...members } } } });
const body = (media: unknown): object => operation({ requestBody: { content: { "multipart/form-data": media } } });
const answer = (members: object): object => operation({ responses: { 200: { description: "Done.", ...members } } });

const places: Places = {
  responses: (written) => operation({ responses: { 200: written } }),
  headers: (written) => answer({ headers: { h: written } }),
  links: (written) => answer({ links: { l: written } }),
  requestBodies: (written) => operation({ requestBody: written }),
  parameters: (written) => operation({ parameters: [written] }),
  examples: (written) => operation({ parameters: [{ name: "a", in: "query", schema: { type: "string" }, examples: { e: written } }] }),
  callbacks: (written) => operation({ callbacks: { c: written } }),
  mediaTypes: (written) => body(written),
  securitySchemes: (written) => ({ ...operation({ security: [{ s: [] }] }), components: { securitySchemes: { s: written } } }),
};
const meant: Readonly<Record<keyof typeof places, object>> = {
  responses: { description: "Done." },
  headers: { schema: { type: "string" } },
  links: { operationId: "g" },
  requestBodies: { content: { "application/json": { schema: { type: "string" } } } },
  parameters: { name: "a", in: "query", schema: { type: "string" } },
  examples: { value: "x" },
  callbacks: {},
  mediaTypes: { schema: { type: "object" } },
  securitySchemes: { type: "http", scheme: "bearer" },
};

const generated = (description: object) =>
  generateTexts({ "a.json": JSON.stringify({ openapi: "3.2.0", info: { title: "T", version: "1" }, ...description }) }, undefined, {
    strict: false,
  });
function described(place: string, written: unknown, section: string, component: unknown): object {
  const description = places[place]?.(written) as { readonly components?: Readonly<Record<string, object>> };
  const { components = {} } = description;
  return { ...description, components: { ...components, [section]: { ...components[section], X: component } } };
}

/** The others are read as they are written, and left out where they are no objects. */
const followed = Object.keys(places).filter((place) => !["links", "examples", "callbacks"].includes(place));

test.each(followed)("is that to one of %s", async (place) => {
  const reference = { $ref: `#/components/${place}/X` };
  const [plain, listed] = [
    await generated(described(place, reference, place, meant[place])),
    await generated(described(place, [reference], place, meant[place])),
  ];
  expect(listed.diagnostics.map(({ code }) => code)).toContain("wrong-type");
  expect(listed.files).toEqual(plain.files);
});

const ways: Readonly<Record<string, (reference: object) => unknown>> = {
  "by itself": (reference) => reference,
  "in a list": (reference) => [reference],
  "in a list of a list": (reference) => [[reference]],
  "under another key, in a list": ({ $ref }: { $ref?: unknown }) => [{ ref: $ref }],
  "whose text is in a list": ({ $ref }: { $ref?: unknown }) => [{ $ref: [$ref] }],
};
const rings = ["schemas", "responses", "headers", "parameters"];

test.each(Object.keys(places).flatMap((place) => Object.keys(ways).map((way) => [place, way] as const)))(
  "that leads only back to itself is left out: of %s, %s",
  async (place, way) => {
    for (const section of rings) {
      const reference = { $ref: `#/components/${section}/X` };
      for (const component of [reference, [reference]])
        await expect(generated(described(place, ways[way]?.(reference), section, component))).resolves.toBeDefined();
    }
  },
);
