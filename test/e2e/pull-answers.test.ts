/** What `pull` makes of answers that are no whole file: over real HTTP, as what counts is what stands between a server and a text. */
import type { ServerResponse } from "node:http";
import * as zlib from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { offline, startVendorProject, type VendorProject } from "../support/vendor-project.js";

let project: VendorProject;
beforeEach(async () => {
  project = await startVendorProject();
  await project.configure({
    input: { url: `${project.vendor.origin}/openapi.yaml`, snapshot: "spec/vendor.yaml" },
    output: "out",
    emit: ["types"],
  });
});
afterEach(() => project.close());

/** Long enough to be packed in several blocks. Any number of whole lines of it is a description, too. */
const lines = Array.from(
  { length: 3000 },
  (_, index) => `  /things/${String(index)}/${String((index * 7919) % 3001)}: { get: { responses: { "200": { description: ok } } } }\n`,
);
const head = 'openapi: 3.1.0\ninfo: { title: Vendor, version: "1" }\npaths:\n';
const whole = head + lines.join("");
const half = head + lines.slice(0, 1500).join("");

/** What a stream has made of a text when it is flushed: it unpacks to that text, and has no end. */
function flushed(create: () => zlib.Gzip | zlib.Deflate | zlib.BrotliCompress, text: string): Promise<Buffer> {
  const stream = create();
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => {
    stream.write(text);
    stream.flush(() => {
      setImmediate(() => {
        done(Buffer.concat(chunks));
      });
    });
  });
}

const codings = {
  gzip: [() => zlib.createGzip(), (text: string) => zlib.gzipSync(text)],
  deflate: [() => zlib.createDeflate(), (text: string) => zlib.deflateSync(text)],
  "deflate ": [() => zlib.createDeflateRaw(), (text: string) => zlib.deflateRawSync(text)],
  br: [() => zlib.createBrotliCompress(), (text: string) => zlib.brotliCompressSync(text)],
} as const;

const send =
  (body: Buffer | string, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(200, headers).end(body);

async function expectRefused(message: string): Promise<void> {
  const before = await project.tree();
  for (const flags of [[], ["--force"], ["--check"]]) {
    const { code, stderr } = await project.sundial(["pull", ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain("help: ");
  }
  expect(await project.tree()).toEqual(before);
  expect((await project.sundial(["generate"], offline)).code).toBe(0);
}

describe("half of a file changes nothing", () => {
  beforeEach(async () => {
    project.vendor.answers.set("/openapi.yaml", whole);
    expect((await project.sundial(["pull"])).code).toBe(0);
  });

  test.each(Object.keys(codings) as (keyof typeof codings)[])("packed as %s, cut where it was flushed", async (coding) => {
    const [create, pack] = codings[coding];
    const headers = { "content-encoding": coding.trim() };
    project.vendor.answers.set("/openapi.yaml", send(pack(whole), headers));
    expect(await project.sundial(["pull"])).toMatchObject({ code: 0, stderr: "" });
    const part = await flushed(create, half);
    for (const sent of [part, part.subarray(0, part.length - 40), pack(whole).subarray(0, 2000)]) {
      project.vendor.answers.set("/openapi.yaml", send(sent, headers));
      await expectRefused("the answer ended before it was whole");
    }
  });

  test.each([
    [
      "a body shorter than its Content-Length",
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { "content-length": String(Buffer.byteLength(whole)) }).write(half);
        setTimeout(() => response.socket?.end(), 50);
      },
    ],
    [
      "a chunked body without its last chunk",
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { "transfer-encoding": "chunked" }).write(half);
        setTimeout(() => response.socket?.end(), 50);
      },
    ],
  ])("%s", async (_, answer) => {
    project.vendor.answers.set("/openapi.yaml", answer);
    await expectRefused("the answer ended before it was whole");
  });

  test("what says that it is packed and is not, and what is packed in a way that nobody asked for", async () => {
    project.vendor.answers.set("/openapi.yaml", send(whole, { "content-encoding": "gzip" }));
    await expectRefused("it says that it is packed as gzip, and is not");
    project.vendor.answers.set("/openapi.yaml", send(whole, { "content-encoding": "compress" }));
    await expectRefused('it is packed as "compress", which was not asked for');
    project.vendor.answers.set("/openapi.yaml", send(zlib.brotliCompressSync(zlib.gzipSync(whole)), { "content-encoding": "gzip, br" }));
    expect((await project.sundial(["pull"])).code).toBe(0);
  });

  test("what is packed more often than anybody packs is not unpacked", async () => {
    const codings = Array.from({ length: 3 }, () => "gzip");
    const packed = codings.reduce((body) => zlib.gzipSync(body), Buffer.from(whole));
    project.vendor.answers.set("/openapi.yaml", send(packed, { "content-encoding": codings.join(", ") }));
    await expectRefused("it is packed 3 times");
  });
});

describe("a status that brings no file is told with a way out", () => {
  const cases: readonly (readonly [number, Readonly<Record<string, string>>, string, string])[] = [
    [202, {}, "the file is not ready yet", "again later"],
    [203, {}, "something on the way changed the file", "download the file"],
    [204, {}, "there is nothing to read", "another URL"],
    [205, {}, "there is nothing to read", "another URL"],
    [206, { "content-range": "bytes 0-9/900" }, "it is a part of the file only", "Range"],
    [300, {}, "it redirects, and does not say where to", "name the URL that it leads to"],
    [302, {}, "it redirects, and does not say where to", "name the URL that it leads to"],
    [304, {}, "nothing has changed, though nothing here was asked about", "A cache on the way"],
    [307, {}, "it redirects, and does not say where to", "name the URL that it leads to"],
    [400, {}, "it does not understand the request", "query of the URL"],
    [401, {}, "the server answered with status 401", "headers"],
    [403, {}, "the server answered with status 403", "headers"],
    [404, {}, "answered with status 404.", "may have moved"],
    [405, {}, "it cannot be read with GET", "the file itself"],
    [406, {}, "it has the file in no form that was asked for", "header Accept"],
    [407, {}, "a proxy on the way answered with status 407", "HTTPS_PROXY"],
    [410, {}, "answered with status 410.", "may have moved"],
    [429, {}, "answered with status 429.", "wait, and run"],
    [429, { "retry-after": "30" }, "answered with status 429.", "wait 30 seconds, and run"],
    [429, { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" }, "answered with status 429.", "wait until 2099-10-21T07:28:00Z, and run"],
    [429, { "retry-after": "soon" }, "answered with status 429.", "wait, and run"],
    [431, {}, "the headers are too long for it", "a variable"],
    [451, {}, "legal reasons", "Ask who serves it"],
    [500, {}, "answered with status 500.", "again later"],
    [502, {}, "a gateway before the server", "again later"],
    [503, { "retry-after": "1" }, "answered with status 503.", "wait 1 second, and run the command again."],
    [504, {}, "a gateway before the server", "again later"],
    [511, {}, "the network here wants a login first", "log in"],
    [599, {}, "answered with status 599.", "again later"],
  ];
  test.each(cases)("%i %o", async (status, headers, message, hint) => {
    project.vendor.answers.set("/openapi.yaml", (_, response) => response.writeHead(status, headers).end());
    const { code, stderr } = await project.sundial(["pull"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr.split("help: ")[1]).toContain(hint);
    expect(Object.keys(await project.tree())).toEqual(["sundial.config.json"]);
  });
});

describe("redirects", () => {
  const redirect = (to: string) => (_: unknown, response: ServerResponse) => response.writeHead(302, { location: to }).end();

  test("in a circle, and away from http, are told with a way out", async () => {
    project.vendor.answers.set("/openapi.yaml", redirect("/login"));
    project.vendor.answers.set("/login", redirect("/openapi.yaml"));
    expect((await project.sundial(["pull"])).stderr).toMatch(/redirects more than 5 times[\s\S]*waits for a cookie/);
    project.vendor.answers.set("/openapi.yaml", redirect("ftp://vendor.example/openapi.yaml"));
    expect((await project.sundial(["pull"])).stderr).toMatch(/ftp:\/\/vendor\.example\/openapi\.yaml, which may not be read/);
  });

  test("to another origin that refuses say that the headers were left behind", async () => {
    const other = project.vendor.origin.replace("127.0.0.1", "localhost");
    project.vendor.answers.set("/openapi.yaml", redirect(`${other}/private.yaml`));
    project.vendor.answers.set("/private.yaml", (request, response) => {
      response.writeHead(request.headers["x-key"] === undefined ? 401 : 200).end(whole);
    });
    const input = { url: `${project.vendor.origin}/openapi.yaml`, headers: { "X-Key": "${KEY}" }, snapshot: "spec/vendor.yaml" };
    await project.configure({ input, output: "out" });
    const { code, stderr } = await project.sundial(["pull"], { env: { KEY: "a-key-of-mine" } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`redirects to ${other}, where X-Key is not sent`)]);
  });
});

test("what is no server, or none of this protocol, is told with a way out", async () => {
  const { port } = new URL(project.vendor.origin);
  const cases: readonly (readonly [string, string])[] = [
    [`https://127.0.0.1:${port}/openapi.yaml`, "may not speak https"],
    ["http://127.0.0.1:1/openapi.yaml", "NODE_USE_ENV_PROXY"],
    ["http://[::1]:1/openapi.yaml", "NODE_USE_ENV_PROXY"],
    ["http://localhost:1/openapi.yaml", "ECONNREFUSED"],
  ];
  for (const [url, message] of cases) {
    await project.configure({ input: { url, snapshot: "spec/vendor.yaml" }, output: "out" });
    const { code, stderr } = await project.sundial(["pull"]);
    expect([url, code, stderr]).toEqual([url, 2, expect.stringContaining(message)]);
  }
});
