/** A member that one part of an `allOf` marks as `readOnly` and another as `writeOnly`: it is in neither direction, for types, validators and servers. */
import { afterAll, expect, test } from "vitest";
import { generateTexts } from "../support/pipeline.js";
import { echoPrograms } from "./roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const part = (mark: string): object => ({ type: "object", required: ["id"], properties: { id: { type: "string", [mark]: true } } });
const other = { type: "object", properties: { o: { type: "integer" } } };
const schemas = {
  Read: part("readOnly"),
  InPlace: { allOf: [part("readOnly"), part("writeOnly"), other] },
  ByName: { allOf: [{ $ref: "#/components/schemas/Read" }, other], ...part("writeOnly") },
  Turned: { allOf: [part("writeOnly"), other, { $ref: "#/components/schemas/Read" }] },
};
const names = ["InPlace", "ByName", "Turned"] as const;
const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded", multipart: "multipart/form-data" };
const cases = names.flatMap((name) => Object.entries(mediaTypes).map(([kind, mediaType]) => ({ name, mediaType, id: `${kind}${name}` })));
const paths = cases.map(({ name, mediaType, id }) => {
  const schema = { $ref: `#/components/schemas/${name}` };
  const responses = { 200: { description: "ok", content: { "application/json": { schema } } } };
  return [
    `/${id}`,
    { post: { operationId: id, requestBody: { required: true, content: { [mediaType]: { schema } } }, responses } },
  ] as const;
});
const described = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: Object.fromEntries<object>(paths),
  components: { schemas },
};
const description = `${JSON.stringify(described)}\n`;

test("types have it in neither direction", async () => {
  const { files } = await generateTexts({ "a.json": description }, ["types"]);
  const text = files.find(({ path }) => path === "types.ts")?.text ?? "";
  for (const name of names.flatMap((each) => [each, `${each}Request`])) {
    const declared = new RegExp(`export type ${name} =[^;]*(?:\\{[^}]*\\})?[^;]*;`).exec(text)?.[0];
    expect(declared).toBeDefined();
    expect(declared).not.toMatch(/\bid\b/);
  }
});

test.each(cases)("$id: a server drops it from a request, whatever it is", async ({ id }) => {
  const program = await programs;
  for (const given of [{}, { id: "a" }, { id: 5 }]) {
    const { seen } = await program.send(id, { body: { o: 1, ...given } });
    expect(seen?.["body"]).toEqual({ o: 1 });
  }
});
const programs = programOf(description);
