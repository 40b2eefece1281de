/** A credential of an input is taken out of what a server sends, by whatever way the input has it, and however the text writes it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startVendorProject, type VendorProject } from "../support/vendor-project.js";

let project: VendorProject;
beforeEach(async () => {
  project = await startVendorProject();
});
afterEach(() => project.close());

const secret = "lit-key-112233";
const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
const description = (text: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/a": { get: { operationId: "a", description: text, responses: {} } } },
  });

/** The user of a URL, its path and query, headers, and what is repeated. */
const inputs: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
  ["", `/o.json?api_key=${secret}`, {}, secret],
  ["", `/o.json?v=1&access_token=a%2Fb+c%2B${secret}`, {}, `a/b c+${secret}`],
  ["", `/o.json;token=${secret}`, {}, secret],
  ["", "/o.json", { "X-Api-Key": secret }, secret],
  ["", "/o.json", { Authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` }, token],
  [`bob:${secret}@`, "/o.json", {}, secret],
  [`${token}@`, "/o.json", {}, token],
  [`${token}:x-oauth-basic@`, "/o.json", {}, token],
  [`bob:${secret}@`, "/o.json", {}, Buffer.from(`bob:${secret}`).toString("base64")],
  ["", "/o.json", { Authorization: `Bearer ${token}` }, Buffer.from(token).toString("base64").replace(/=+$/, "")],
  ["", "/o.json", { Authorization: `Bearer ${token}` }, Buffer.from(token).toString("base64url")],
  ["", "/o.json", { Authorization: `Bearer ${token}` }, Buffer.from(token).toString("hex")],
  ["", `/o.json?api_key=${secret}`, {}, Buffer.from(secret).toString("hex").toUpperCase()],
];

test.each(inputs)("%s %s %j", async (user, path, headers, repeated) => {
  const { vendor, sundial, configure, tree } = project;
  vendor.answers.set(path, description(`curl with ${repeated}`));
  const url = vendor.origin.replace("//", `//${user}`) + path;
  const wanted: readonly (readonly [object | string, string])[] = [
    [{ url, headers, snapshot: "spec/v.json" }, "pull"],
    [{ url, headers }, "generate"],
    ...(Object.keys(headers).length === 0 ? [[url, "generate"] as const] : []),
  ];
  for (const [input, command] of wanted) {
    await configure({ input, output: "out", emit: ["types", "client"] });
    const ran = await sundial([command]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("[credential-repeated]")]);
    const { "sundial.config.json": _, ...files } = await tree();
    expect(JSON.stringify([ran, files])).not.toContain(repeated);
    expect(JSON.stringify(files)).toContain("curl with REDACTED");
  }
});

test("the key of an overlay is taken out of it", async () => {
  const { vendor, sundial, configure, tree } = project;
  vendor.answers.set("/o.json", description("A list."));
  const update = { description: `curl with ${secret}` };
  const overlay = { overlay: "1.0.0", info: { title: "O", version: "1" }, actions: [{ target: "$.info", update }] };
  vendor.answers.set(`/l.json?key=${secret}`, JSON.stringify(overlay));
  const overlays = [`${vendor.origin}/l.json?key=${secret}`];
  for (const input of [`${vendor.origin}/o.json`, { url: `${vendor.origin}/o.json`, snapshot: "spec/v.json" }]) {
    await configure({ input, output: "out", overlays, emit: ["types", "client"] });
    const ran = await sundial([typeof input === "string" ? "generate" : "pull"]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("[credential-repeated]")]);
    const { "sundial.config.json": _, ...files } = await tree();
    expect(JSON.stringify([ran, files])).not.toContain(secret);
  }
});

test("the key of an input is taken out of an overlay, which is sent without it", async () => {
  const { vendor, sundial, configure, tree } = project;
  vendor.answers.set("/o.json", description("A list."));
  const update = { description: `curl with ${secret}` };
  vendor.answers.set(
    "/l.json",
    JSON.stringify({ overlay: "1.0.0", info: { title: "O", version: "1" }, actions: [{ target: "$.info", update }] }),
  );
  const url = `${vendor.origin}/o.json`;
  const headers = { "X-Api-Key": secret };
  for (const input of [
    { url, headers },
    { url, headers, snapshot: "spec/v.json" },
  ]) {
    await configure({ input, output: "out", overlays: [`${vendor.origin}/l.json`], emit: ["types", "client"] });
    const ran = await sundial(["snapshot" in input ? "pull" : "generate"]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("[credential-repeated]")]);
    const { "sundial.config.json": _, ...files } = await tree();
    expect(JSON.stringify([ran, files])).not.toContain(secret);
  }
});

test("a reference that repeats the key of its URL is followed with it", async () => {
  const { vendor, sundial, configure, tree } = project;
  const schema = { $ref: `part.json?api_key=${secret}` };
  const responses = { "200": { description: "A", content: { "application/json": { schema } } } };
  vendor.answers.set(
    `/o.json?api_key=${secret}`,
    JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths: { "/a": { get: { operationId: "a", responses } } } }),
  );
  vendor.answers.set(`/part.json?api_key=${secret}`, '{"type": "object", "properties": {"own": {"type": "string"}}}');
  const url = `${vendor.origin}/o.json?api_key=${secret}`;
  for (const input of [url, { url, snapshot: "spec/v.json" }]) {
    await configure({ input, output: "out", emit: ["types", "client"] });
    for (const command of typeof input === "string" ? ["generate"] : ["pull", "generate"])
      expect(await sundial([command])).toMatchObject({ code: 0 });
    const { "sundial.config.json": _, ...files } = await tree();
    expect(files["out/types.ts"]).toContain("own?: string");
    expect(JSON.stringify(files)).not.toContain(secret);
  }
});

const folds: Readonly<Record<string, string>> = {
  "within a word": '"curl with lit-key\\\n      -112233"',
  "behind an empty line": '"curl with lit-key\\\n\n      -112233"',
  "behind a line of a backslash": '"curl with lit-key\\\n      \\\n      -112233"',
  "in escapes of eight digits": '"curl with \\U0000006cit-key-\\U0000003112233"',
  "before a blank": '"curl with lit key\\\n      \\ 112233"',
  "at a blank": '"curl with lit key\n      112233"',
  "in a plain text": "curl with lit key\n      112233",
  "in a block": ">\n      curl with lit key\n      112233",
};

test.each(Object.entries(folds))("one that is written in YAML over lines or in escapes, %s, is taken out", async (_, text) => {
  const { vendor, sundial, configure, tree } = project;
  const yaml = `openapi: 3.1.0\ninfo:\n  title: Shop\n  version: "1"\n  description: ${text}\npaths: {}\n`;
  for (const end of ["\n", "\r\n", "\r"]) {
    vendor.answers.set("/o.yaml", yaml.replaceAll("\n", end));
    const key = /lit-key|it-key/.test(text) ? secret : "lit key 112233";
    await configure({ input: { url: `${vendor.origin}/o.yaml`, headers: { "X-Api-Key": key }, snapshot: "spec/v.yaml" }, output: "out" });
    expect((await sundial(["pull", "--force"])).stderr).toContain("[credential-repeated]");
    const { "sundial.config.json": __, ...files } = await tree();
    expect(JSON.stringify(files)).toContain("curl with REDACTED");
    expect(JSON.stringify(files)).not.toContain("112233");
  }
});

test.each(["utf16le", "latin1"] as const)("one in a text of %s is taken out", async (encoding) => {
  const { vendor, sundial, configure, tree } = project;
  const bytes = Buffer.from(description(`curl with ${secret} - ü`), encoding);
  vendor.answers.set("/o.json", (_, response) =>
    response.writeHead(200, { "content-type": "application/json; charset=ISO-8859-1" }).end(bytes),
  );
  await configure({ input: { url: `${vendor.origin}/o.json`, headers: { "X-Api-Key": secret }, snapshot: "spec/v.json" }, output: "out" });
  expect((await sundial(["pull"])).stderr).toContain("[credential-repeated]");
  const { "sundial.config.json": _, ...files } = await tree();
  expect(files["spec/v.json"]).toContain("curl with REDACTED - ü");
});
