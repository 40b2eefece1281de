import { describe, expect, test } from "vitest";
import { load } from "../../../src/source/load-file.js";
import { memoryIo } from "../../support/memory-io.js";

const bytes = new Uint8Array([0x61, 0xe9, 0x0a]);
const io = memoryIo(
  {
    "/project/api/a.yaml": "a: 1",
    "/project/b.json": '{"b": 1}',
    "/project/latin1.yaml": bytes,
    "/home/x.yaml": "x: 1",
    "/project/with space.yaml": "a: 1",
  },
  {
    stdin: "a: stdin",
    web: {
      "https://example.com/a.yaml": "a: web",
      "https://example.com/moved.yaml": { url: "https://other.example/new.yaml", body: "a: moved" },
      "https://example.com/down.yaml": { status: 503 },
    },
  },
);

describe("an input", () => {
  test.each([
    ["api/a.yaml", "file:///project/api/a.yaml", "api/a.yaml", { a: 1 }],
    ["./api/../b.json", "file:///project/b.json", "b.json", { b: 1 }],
    ["/home/x.yaml", "file:///home/x.yaml", "/home/x.yaml", { x: 1 }],
    ["file:///project/b.json", "file:///project/b.json", "b.json", { b: 1 }],
    ["with space.yaml", "file:///project/with%20space.yaml", "with space.yaml", { a: 1 }],
    ["-", "stdin:", "standard input", { a: "stdin" }],
    ["https://example.com/a.yaml", "https://example.com/a.yaml", "https://example.com/a.yaml", { a: "web" }],
    ["https://example.com/moved.yaml", "https://other.example/new.yaml", "https://example.com/moved.yaml", { a: "moved" }],
  ])("%s is read", async (input, uri, name, value) => {
    const { value: file, diagnostics } = await load(input, io);
    expect(diagnostics).toEqual([]);
    expect(file).toMatchObject({ uri, name, value });
  });

  test.each([
    ["missing.yaml", "file-not-found", "missing.yaml does not exist."],
    ["api", "file-not-found", "api is a folder, not a file."],
    ["latin1.yaml", "not-text", "latin1.yaml is neither UTF-8 nor UTF-16 text."],
    ["https://example.com/down.yaml", "server-unreachable", "https://example.com/down.yaml answered with status 503."],
    ["https://example.com/none.yaml", "fetch-failed", "https://example.com/none.yaml answered with status 404."],
  ])("%s is told", async (input, code, message) => {
    const { value, diagnostics } = await load(input, io);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code, message, severity: "error" }]);
  });
});

describe("bytes that a server calls", () => {
  const answering = (body: Uint8Array, contentType: string) => ({
    ...io,
    fetch: (url: string) => Promise.resolve({ status: 200, url, body, headers: { "content-type": contentType } }),
  });
  const latin = new Uint8Array(Buffer.from("a: Größe", "latin1"));
  const sjis = new Uint8Array([0x61, 0x3a, 0x20, 0x83, 0x4c]);

  test.each([
    ["text/yaml; charset=iso-8859-1", latin, "Größe"],
    ['text/yaml;Charset="ISO-8859-1"; x=y', latin, "Größe"],
    ["text/yaml; charset=shift_jis", sjis, "キ"],
    // Many servers call all that they send so.
    ["text/yaml; charset=iso-8859-1", new TextEncoder().encode("a: Größe"), "Größe"],
  ])("%s are read", async (contentType, body, a) => {
    const { value, diagnostics } = await load("https://example.com/a.yaml", answering(body, contentType));
    expect([diagnostics, value?.value]).toEqual([[], { a }]);
  });

  test.each(["text/yaml", "text/yaml; charset=klingon", "text/yaml; charset=utf-8"])("%s and are not are told", async (contentType) => {
    const { diagnostics } = await load("https://example.com/a.yaml", answering(latin, contentType));
    expect(diagnostics).toMatchObject([{ code: "not-text" }]);
  });
});
