/** A credential of a description on the network is sent to its own origin, and stands nowhere else, whatever the servers do with it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { nodeIo } from "../../src/io-node.js";
import { readTree } from "../support/cli.js";
import { startVendor, type Vendor } from "../support/vendor.js";

const secrets = { TOKEN: "tok/s3cr3t+12&34=56", KEY: "k3y-0f-th3-vendor", PASSWORD: "pa55word-of-docs", QUERY: "qu3ry s3cret/ü" };
/** Every spelling that a server or a URL gives them. */
const spellings = Object.values(secrets).flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([["", secret]]).toString().slice(1),
  secret.replaceAll("/", "\\/"),
  encodeURIComponent(secret).toLowerCase(),
  secret.replaceAll("&", "&amp;"),
]);

let vendor: Vendor;
let other: Vendor;
let folder = "";
beforeEach(async () => {
  [vendor, other] = await Promise.all([startVendor(), startVendor()]);
  folder = await mkdtemp(join(tmpdir(), "sundial-pull-"));
});
afterEach(async () => {
  await Promise.all([vendor.close(), other.close()]);
  await rm(folder, { recursive: true, force: true });
});

const description = (more: object = {}): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/a": {
        get: {
          operationId: "a",
          responses: { "200": { description: "A", content: { "application/json": { schema: { $ref: "./part.json" } } } } },
        },
      },
    },
    ...more,
  });
const part = '{"type": "object", "properties": {"a": {"type": "string"}}}';

interface Ran {
  readonly code: number;
  readonly printed: string;
}

async function sundial(env: object, ...args: readonly string[]): Promise<Ran> {
  let printed = "";
  const sink = { write: (text: string) => void (printed += text), isTTY: false, columns: 80 };
  return { code: await run(args, { ...nodeIo(), cwd: folder, env: { ...env }, stdout: sink, stderr: sink }), printed };
}

const headers = { Authorization: "Bearer ${TOKEN}", "X-Api-Key": "${KEY}", "X-Docs-Password": secrets.PASSWORD };

async function configure(snapshot: string | undefined, path = "/api.json?v=${QUERY}"): Promise<void> {
  const input = { url: vendor.origin + path, headers, ...(snapshot === undefined ? {} : { snapshot }) };
  await writeFile(join(folder, "sundial.config.json"), JSON.stringify({ apis: { shop: { input, output: "out", handlers: "handlers" } } }));
}

/** Everything that commands print, and everything that they leave on the disk but the configuration. */
async function everything(...commands: readonly (readonly string[])[]): Promise<string> {
  let all = "";
  for (const command of commands)
    for (const format of command[0] === "lint" ? ["pretty", "json", "github", "gitlab", "sarif"] : ["pretty", "json", "github"])
      all += (await sundial(secrets, ...command, "--format", format)).printed;
  const { "sundial.config.json": _, ...tree } = await readTree(folder);
  return all + Object.entries(tree).flat().join("\n");
}

const commands = [
  ["pull"],
  ["pull", "--check"],
  ["generate", "--verbose"],
  ["check", "--diff", "--full", "--verbose"],
  ["lint"],
  ["pull", "--force"],
];
const root = `/api.json?v=${encodeURIComponent(secrets.QUERY)}`;

/** How programs write a text into JSON: PHP, .NET, Go; and what may stand in a string besides. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  slashes: (text) => text.replaceAll("/", "\\/"),
  plus: (text) => text.replaceAll("+", "\\u002B"),
  lower: (text) => text.replaceAll("&", "\\u0026").replaceAll("+", "\\u002b"),
  all: (text) => Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  percent: (text) => encodeURIComponent(text).toLowerCase(),
  html: (text) => text.replaceAll("&", "&amp;").replaceAll("+", "&#43;").replaceAll("/", "&#x2F;"),
};

type Answer = Parameters<Vendor["answers"]["set"]>[1];
/** What servers do with what they are sent. */
const servers: Readonly<Record<string, () => Readonly<Record<string, Answer>>>> = {
  "says nothing of it": () => ({ [root]: description(), "/part.json": part }),
  "repeats it in the description": () => ({
    [root]: description({
      info: { title: secrets.KEY, version: secrets.TOKEN, description: `curl -H 'X-Api-Key: ${secrets.KEY}' ?v=${secrets.QUERY}` },
    }),
    "/part.json": JSON.stringify({
      type: "object",
      title: secrets.PASSWORD,
      properties: { [secrets.KEY]: { enum: [encodeURIComponent(secrets.TOKEN)] } },
    }),
  }),
  "repeats it in escapes": () => ({
    [root]: Object.values(escapes).reduce(
      (text, escape, index) => text.replace(`MARK${String(index)}`, () => escape(secrets.TOKEN)),
      description({
        info: {
          title: "Shop",
          version: "1",
          description: Object.keys(escapes)
            .map((_, index) => `MARK${String(index)}`)
            .join(" "),
        },
      }),
    ),
    "/part.json": part,
  }),
  "repeats it where something is wrong": () => ({
    [root]: description({
      [secrets.KEY]: 1,
      paths: { [`/${secrets.TOKEN}`]: { get: { operationId: 1, responses: { [secrets.KEY]: 2 } } } },
    }),
  }),
  "repeats it in broken JSON": () => ({ [root]: `{"openapi": "3.1.0", "${secrets.KEY}": ${secrets.TOKEN}` }),
  "refuses it, and repeats it": () => ({ [root]: (_, response) => response.writeHead(403).end(`no ${JSON.stringify(secrets)}`) }),
  "repeats it in a redirect": () => ({
    [root]: (_, response) =>
      response
        .writeHead(302, { location: `/moved/${encodeURIComponent(secrets.KEY)}.json?echo=${encodeURIComponent(secrets.TOKEN)}` })
        .end(),
    [`/moved/${encodeURIComponent(secrets.KEY)}.json?echo=${encodeURIComponent(secrets.TOKEN)}`]: description(),
    "/moved/part.json": part,
  }),
  "repeats it in a redirect that leads to nothing": () => ({
    [root]: (_, response) =>
      response.writeHead(302, { location: `ftp://${encodeURIComponent(secrets.KEY)}/${encodeURIComponent(secrets.TOKEN)}` }).end(),
  }),
  "repeats it in a tag": () => ({
    [root]: (_, response) => response.writeHead(200, { etag: `"${secrets.KEY}"`, "last-modified": secrets.PASSWORD }).end(description()),
    "/part.json": part,
  }),
  "repeats it in the reason": () => ({
    [root]: (request) => request.socket.end(`HTTP/1.1 200 ${secrets.KEY}\r\n${secrets.TOKEN}\r\n\r\n`),
  }),
};

describe("no secret is printed or written where a server", () => {
  for (const snapshot of ["spec/shop.json", undefined])
    test.each(Object.entries(servers))(`%s (snapshot: ${String(snapshot)})`, async (_, answers) => {
      for (const [path, answer] of Object.entries(answers())) vendor.answers.set(path, answer);
      await configure(snapshot);
      const all = await everything(...commands);
      expect(spellings.filter((secret) => all.includes(secret))).toEqual([]);
      expect(vendor.asked[0]?.headers).toMatchObject({
        authorization: `Bearer ${secrets.TOKEN}`,
        "x-api-key": secrets.KEY,
        "x-docs-password": secrets.PASSWORD,
      });
      expect(vendor.asked[0]?.url).toBe(root);
    });

  test("lets a description be read that repeats it, and says so", async () => {
    const answers = servers["repeats it in the description"]?.() ?? {};
    for (const [path, answer] of Object.entries(answers)) vendor.answers.set(path, answer);
    await configure("spec/shop.json");
    const pulled = await sundial(secrets, "pull");
    expect([pulled.code, pulled.printed]).toEqual([0, expect.stringContaining("[credential-repeated]")]);
    expect((await readTree(folder))["spec/shop.json"]).toContain('"title":"REDACTED"');
    expect((await sundial({}, "generate")).code).toBe(0);
  });
});

describe("headers go to the URL's origin alone", () => {
  const own = (vendor: Vendor): readonly boolean[] => vendor.asked.map(({ headers }) => JSON.stringify(headers).includes(secrets.KEY));
  const redirect =
    (to: string): Answer =>
    (_, response) =>
      response.writeHead(302, { location: to }).end();

  test("also those of files that it refers to", async () => {
    vendor.answers.set("/api.json", description());
    vendor.answers.set("/part.json", part);
    await configure("spec/shop.json", "/api.json");
    expect((await sundial(secrets, "pull")).code).toBe(0);
    expect(own(vendor)).toEqual([true, true]);
  });

  test("a redirect to another one drops them, and one that comes back does not bring them back", async () => {
    vendor.answers.set("/api.json", redirect(`${other.origin}/away.json`));
    other.answers.set("/away.json", redirect(`${vendor.origin}/back.json`));
    vendor.answers.set("/back.json", '{"openapi": "3.1.0", "info": {"title": "Back", "version": "1"}, "paths": {}}');
    await configure("spec/shop.json", "/api.json");
    expect(await sundial(secrets, "pull")).toMatchObject({ code: 0 });
    expect(own(vendor)).toEqual([true, false]);
    expect(own(other)).toEqual([false]);
  });

  test("a redirect to the same host by another port, too", async () => {
    vendor.answers.set("/api.json", redirect(`${other.origin}/api.json`));
    other.answers.set("/api.json", description());
    other.answers.set("/part.json", part);
    await configure("spec/shop.json", "/api.json");
    expect(await sundial(secrets, "pull")).toMatchObject({ code: 0 });
    expect(own(other)).toEqual([false, false]);
    // What is kept says where it is from, and is read as from there.
    expect((await sundial({}, "generate")).code).toBe(0);
    expect((await readTree(folder))["spec/shop.json.lock.json"]).toContain(`"from": "${other.origin}/api.json"`);
  });

  test("a reference to another origin is not followed", async () => {
    other.answers.set("/part.json", part);
    vendor.answers.set("/api.json", description().replace("./part.json", `${other.origin}/part.json`));
    await configure("spec/shop.json", "/api.json");
    await sundial(secrets, "pull");
    vendor.answers.set("/part.json", redirect(`${other.origin}/part.json`));
    vendor.answers.set("/api.json", description());
    expect((await sundial(secrets, "pull")).printed).toContain("may not be read");
    expect(other.asked).toEqual([]);
  });

  test("a description from the network reads no file of this machine, neither when it is pulled nor from the snapshot", async () => {
    await writeFile(join(folder, "private.json"), '{"type": "object", "title": "only-here"}');
    vendor.answers.set("/api.json", description().replace("./part.json", `file://${folder}/private.json`));
    await configure("spec/shop.json", "/api.json");
    const all = await everything(["pull"], ["generate"], ["check"], ["lint"]);
    const own = '{"type": "object", "title": "only-here"}';
    expect(all.split("only-here").length - own.split("only-here").length).toBe(0);
    expect((await readTree(folder))["out/types.ts"] ?? "").not.toContain("only-here");
  });
});

test("every variable that is not set is named before anything is fetched", async () => {
  await configure("spec/shop.json");
  const { code, printed } = await sundial({ KEY: "" }, "pull");
  expect(code).toBe(2);
  expect(printed.match(/variable \w+ is (?:not set|empty)/g)).toEqual([
    "variable QUERY is not set",
    "variable TOKEN is not set",
    "variable KEY is empty",
  ]);
  await configure(undefined);
  expect((await sundial({ TOKEN: "line\nend-of-secret", KEY: "k", QUERY: "q" }, "generate")).printed).toMatch(/\[variable-not-set\]/);
  expect((await sundial({ TOKEN: "line\nend-of-secret", KEY: "k", QUERY: "q" }, "generate")).printed).not.toContain("end-of-secret");
  expect(vendor.asked).toEqual([]);
});
