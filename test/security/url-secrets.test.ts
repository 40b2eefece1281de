import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { nodeIo } from "../../src/io-node.js";
import { readTree } from "../support/cli.js";

const secret = "s3cr3t";
const description = (ref: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/a": {
        get: { operationId: "a", responses: { "200": { description: "A", content: { "application/json": { schema: { $ref: ref } } } } } },
      },
    },
  });
const files: Readonly<Record<string, string>> = {
  "/api.json": description("./part.json"),
  "/part.json": '{"type": "object", "properties": {"a": {"type": "string"}}}',
  "/broken.json": '{"openapi": ',
  "/nothing.json": "[]",
};

/** What a server was asked for, and by whom. */
interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
}

async function serve(asked: Asked[]): Promise<{ readonly server: Server; readonly host: string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    asked.push({ path: request.url ?? "", authorization: request.headers.authorization });
    const to = searchParams.get("to");
    const ref = searchParams.get("ref");
    if (to !== null) response.writeHead(302, { location: Buffer.from(to, "base64url").toString() }).end();
    else if (ref !== null) response.end(description(Buffer.from(ref, "base64url").toString()));
    else response.writeHead(pathname in files ? 200 : 404).end(files[pathname]);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, host: `127.0.0.1:${String((server.address() as AddressInfo).port)}` }; // listening on TCP
}

const asked: Asked[] = [];
const askedOther: Asked[] = [];
let servers: readonly Server[] = [];
let host = "";
let other = "";
beforeAll(async () => {
  const [one, two] = await Promise.all([serve(asked), serve(askedOther)]);
  servers = [one.server, two.server];
  [host, other] = [one.host, two.host];
});
afterAll(() => {
  for (const server of servers) server.close();
});

let folder = "";
beforeEach(async () => {
  asked.length = askedOther.length = 0;
  folder = await mkdtemp(join(tmpdir(), "sundial-secrets-"));
  return () => rm(folder, { recursive: true });
});

async function sundial(...args: readonly string[]): Promise<{ readonly code: number; readonly printed: string }> {
  let printed = "";
  const sink = { write: (text: string) => void (printed += text), isTTY: false, columns: 80 };
  return { code: await run(args, { ...nodeIo(), stdout: sink, stderr: sink }), printed };
}

const everything = async (): Promise<string> =>
  Object.entries(await readTree(folder))
    .flat()
    .join("\n");
const formats = ["pretty", "json", "github"];
const encoded = (text: string): string => Buffer.from(text).toString("base64url");
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

describe("a URL with secrets is read, and told nowhere", () => {
  test.each([
    ["a password", "http://user:s3cr3t@HOST/api.json", basic("user:s3cr3t")],
    ["one that is encoded", "http://us%40er:s3cr3t%2F%zz@HOST/api.json", basic("us@er:s3cr3t%2F%zz")],
    ["a user name alone", "http://s3cr3t@HOST/api.json", basic("s3cr3t:")],
    ["a scheme in capitals", "HTTP://user:s3cr3t@HOST/api.json", basic("user:s3cr3t")],
    ["a parameter", "http://HOST/api.json?api_key=s3cr3t&v=1", undefined],
    ["one with an encoded name", "http://HOST/api.json?%61pi_key=s3cr3t", undefined],
    ["a signature", "http://HOST/api.json?X-Amz-Signature=s3cr3t&X-Amz-Date=1", undefined],
    ["a fragment", "http://HOST/api.json#access_token=s3cr3t", undefined],
  ])("%s", async (_, pattern, authorization) => {
    const input = pattern.replace("HOST", host);
    const target = ["--input", input, "--output", join(folder, "api"), "--handlers", join(folder, "handlers")];
    const fine = [await sundial("generate", "--verbose", ...target), await sundial("check", ...target)];
    expect(fine.map(({ code, printed }) => [code, printed])).toEqual(fine.map(({ printed }) => [0, printed]));
    await writeFile(join(folder, "api/types.ts"), "// edited");
    for (const format of formats) {
      const stale = await sundial("check", "--diff", ...target, "--format", format);
      expect(stale.code).toBe(1);
      expect(fine.map(({ printed }) => printed).join("") + stale.printed).not.toContain(secret);
    }
    expect(await everything()).not.toContain(secret);
    expect(asked.map((each) => each.authorization)).toEqual(asked.map(() => authorization));
  });

  test("what the manifest records is the URL without them", async () => {
    const target = ["--input", `http://user:${secret}@${host}/api.json?key=${secret}`, "--output", join(folder, "api")];
    expect((await sundial("generate", ...target)).code).toBe(0);
    const manifest = await readFile(join(folder, "api/sundial.json"), "utf8");
    expect(manifest).toContain(`http://${host}/api.json?key=***`);
    expect(manifest).toContain(`http://${host}/part.json`);
    expect(await everything()).not.toContain(secret);
  });
});

describe("where something is wrong with it, nothing is told either", () => {
  test.each([
    ["is missing", "http://user:s3cr3t@HOST/none.json?token=s3cr3t"],
    ["is no description", "http://user:s3cr3t@HOST/nothing.json?token=s3cr3t"],
    ["is not well-formed", "http://user:s3cr3t@HOST/broken.json?token=s3cr3t"],
    ["cannot be reached", "http://user:s3cr3t@127.0.0.1:1/a?token=s3cr3t"],
    ["is no URL", "http://user:s3/s3cr3t@HOST/a"],
    ["is no URL by its port", "http://user:s3cr3t@HOST:port/a"],
    ["redirects to what is missing", `http://user:s3cr3t@HOST/?to=${encoded("/none.json?token=s3cr3t")}`],
    ["redirects to another scheme", `http://HOST/?to=${encoded("ftp://user:s3cr3t@host/?key=s3cr3t")}`],
  ])("one that %s", async (_, pattern) => {
    for (const format of formats)
      for (const command of ["generate", "check"]) {
        const { code, printed } = await sundial(
          command,
          "--input",
          pattern.replace("HOST", host),
          "--output",
          join(folder, "api"),
          "--format",
          format,
        );
        expect([1, 2]).toContain(code);
        expect(printed).not.toContain(secret);
      }
  });

  test.each([
    "http://user:s3cr3t@OTHER/part.json?api_key=s3cr3t",
    "//user:s3cr3t@OTHER/part.json",
    "http:\\\\user:s3cr3t@OTHER/part.json",
    "http://user:my s3cr3t@OTHER/part.json",
    "http://HOST/none.json?api_key=s3cr3t",
    "./none.json?%61pi_key=s3cr3t",
    "./none.json?sig=s3cr3t#/a",
    "./part.json?token=s3cr3t#/none",
    "http://user:s3cr3t@HOST:port/part.json",
  ])("a reference to %s", async (pattern) => {
    const ref = pattern.replace("HOST", host).replace("OTHER", other);
    const local = join(folder, "local.json");
    await writeFile(local, description(ref));
    for (const input of [`http://${host}/?ref=${encoded(ref)}`, local])
      for (const format of formats) {
        const { code, printed } = await sundial("generate", "--input", input, "--output", join(folder, "api"), "--format", format);
        // A part of a file that is not there is any value; a file that is not there is an error.
        expect([0, 1, 2]).toContain(code);
        expect(printed).not.toContain(secret);
      }
    expect(askedOther).toEqual([]);
  });
});

test("a reference may hold credentials of its own", async () => {
  const ref = encoded(`http://other:${secret}@${host}/part.json?api_key=${secret}`);
  const { code, printed } = await sundial("generate", "--input", `http://user:pw@${host}/?ref=${ref}`, "--output", join(folder, "api"));
  expect([code, printed]).toEqual([0, printed]);
  expect(asked.map(({ authorization }) => authorization)).toEqual([basic("user:pw"), basic(`other:${secret}`)]);
});

describe("a redirect", () => {
  const generate = (to: string) =>
    sundial("generate", "--input", `http://user:${secret}@${host}/?to=${encoded(to)}`, "--output", join(folder, "api"));

  test("of one origin is sent the credentials, and so are the files beside it", async () => {
    expect((await generate("/api.json")).code).toBe(0);
    expect(asked.map(({ path, authorization }) => [path, authorization])).toEqual([
      [`/?to=${encoded("/api.json")}`, basic(`user:${secret}`)],
      ["/api.json", basic(`user:${secret}`)],
      ["/part.json", basic(`user:${secret}`)],
    ]);
  });

  test("to another origin is not, and neither are the files there", async () => {
    expect((await generate(`http://${other}/api.json`)).code).toBe(0);
    expect(askedOther).toEqual([
      { path: "/api.json", authorization: undefined },
      { path: "/part.json", authorization: undefined },
    ]);
  });

  test("may name credentials itself", async () => {
    expect((await generate(`http://its:${secret}@${other}/api.json?sig=${secret}`)).code).toBe(0);
    expect(askedOther[0]?.authorization).toBe(basic(`its:${secret}`));
    expect(await everything()).not.toContain(secret);
  });
});
