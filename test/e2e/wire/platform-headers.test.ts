/** Headers that platforms send by themselves: a call of which the caller said nothing of them is not refused for them. */
import { afterAll, describe, expect, test } from "vitest";
import { generateTexts } from "../../support/pipeline.js";
import { echoPrograms } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const head = `openapi: 3.1.0\ninfo: { title: Echo, version: "1" }\n`;
const operation = (id: string, name: string, schema: string, more = ""): string =>
  `  /${id}: { get: { operationId: ${id}, parameters: [{ name: ${name}, in: header, schema: ${schema}${more} }], responses: { 200: { description: ok } } } }\n`;

const languages = "{ type: string, enum: [en, de] }";
const program = programOf(
  `${head}paths:\n${[
    operation("optional", "Accept-Language", languages),
    operation("lower", "accept-language", languages),
    operation("needed", "Accept-Language", languages, ", required: true"),
    operation("preset", "Accept-Language", "{ type: string, enum: [en, de], default: de }"),
    operation("listed", "Accept-Language", "{ type: array, items: { type: string, enum: [en, de] } }"),
    operation("numbered", "Accept-Language", "{ type: integer }"),
    operation("content", "Accept-Language", "{ type: string }", "").replace(
      "schema: { type: string }",
      "content: { application/json: { schema: { type: string } } }",
    ),
    operation("any", "Accept-Language", "{ type: string }"),
    operation("agent", "User-Agent", '{ type: string, pattern: "^app/" }'),
    operation("codings", "Accept-Encoding", "{ type: string, enum: [gzip] }"),
    operation("cache", "Cache-Control", '{ type: string, enum: ["only-if-cached"] }'),
    operation("track", "DNT", "{ type: boolean }"),
    operation("origin", "Origin", '{ type: string, enum: ["https://a.example"] }'),
    operation("site", "Sec-Fetch-Site", "{ type: string, enum: [same-origin] }"),
    operation("own", "X-Language", languages),
  ].join("")}`,
);

describe("an optional header", () => {
  const chrome = "en-US,en;q=0.9,fr;q=0.8";
  const [absent, refused] = [{}, undefined];
  test.each([
    // Nothing said: Node sends `*`.
    ["optional", {}, absent],
    ["lower", {}, absent],
    ["needed", {}, refused],
    ["preset", {}, { "Accept-Language": "de" }],
    ["listed", {}, absent],
    ["numbered", {}, absent],
    ["content", {}, absent],
    ["any", {}, { "Accept-Language": "*" }],
    ["agent", {}, absent],
    ["codings", {}, absent],
    // What is taken is taken, and what no platform sends is refused.
    ["optional", { "Accept-Language": "en" }, { "Accept-Language": "en" }],
    ["lower", { "ACCEPT-LANGUAGE": "de" }, { "accept-language": "de" }],
    ["preset", { "Accept-Language": "en" }, { "Accept-Language": "en" }],
    ["listed", { "Accept-Language": "en, de" }, { "Accept-Language": ["en", "de"] }],
    ["optional", { "Accept-Language": chrome }, absent],
    ["preset", { "Accept-Language": chrome }, { "Accept-Language": "de" }],
    ["listed", { "Accept-Language": chrome }, absent],
    ["optional", { "Accept-Language": "zh-Hant-TW" }, absent],
    ["optional", { "Accept-Language": "en_US" }, refused],
    ["optional", { "Accept-Language": "everything, please!" }, refused],
    ["optional", { "Accept-Language": "" }, refused],
    ["needed", { "Accept-Language": chrome }, refused],
    ["agent", { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)" }, absent],
    ["agent", { "User-Agent": "app/1" }, { "User-Agent": "app/1" }],
    ["codings", { "Accept-Encoding": "gzip, deflate, br, zstd" }, absent],
    ["codings", { "Accept-Encoding": "gzip;q=1.0, *;q=0.5" }, absent],
    ["codings", { "Accept-Encoding": "rar" }, refused],
    ["cache", { "Cache-Control": "no-cache" }, absent],
    ["cache", { "Cache-Control": "only-if-cached" }, { "Cache-Control": "only-if-cached" }],
    ["cache", { "Cache-Control": "public" }, refused],
    ["track", { DNT: "1" }, absent],
    ["track", { DNT: "yes" }, refused],
    // These say where a request comes from: a server may mean to refuse by them.
    ["origin", { Origin: "https://b.example" }, refused],
    ["site", { "Sec-Fetch-Site": "cross-site" }, refused],
    // Nobody sends this by itself.
    ["own", { "X-Language": "*" }, refused],
  ])("%s with %j is %j", async (operation, headers, expected) => {
    const { ask } = await program;
    const { status, seen } = await ask(`/${operation}`, headers);
    expect(status).toBe(expected === undefined ? 400 : 200);
    expect(seen?.["header"]).toEqual(expected);
  });
  test("of which a call says nothing does not fail the generated client", async () => {
    const { send } = await program;
    for (const operation of ["optional", "listed", "agent"]) expect((await send(operation)).result.status).toBe(200);
    expect((await send("optional", { header: { "Accept-Language": "de" } })).seen?.["header"]).toEqual({ "Accept-Language": "de" });
  });
});

test("a header that no browser lets a program set is told, whatever its letters, and so is a key in one", async () => {
  const told = ["Referer", "ORIGIN", "Sec-Custom", "proxy-hint", "Accept-Encoding", "Date", "Cookie"];
  const free = ["User-Agent", "Accept-Language", "X-Origin", "Secret", "Cache-Control"];
  const paths = [...told, ...free].map((name, index) => operation(`get${index}`, name, "{ type: string }"));
  const schemes = ["Cookie", "X-Key"].map((name) => `${name}: { type: apiKey, in: header, name: ${name} }`);
  const description = `${head}paths:\n${paths.join("")}components: { securitySchemes: { ${schemes.join(", ")} } }\n`;
  const { diagnostics } = await generateTexts({ "a.yaml": description }, ["client"], { strict: false });
  const found = diagnostics.filter(({ code }) => code === "header-forbidden");
  expect(found.map(({ severity, message }) => [severity, message])).toEqual([
    ...told.map((name) => ["info", `No browser lets a program set the header "${name}".`]),
    ["info", 'No browser lets a program set the header "Cookie", which the security scheme "Cookie" sends a key in.'],
  ]);
});
