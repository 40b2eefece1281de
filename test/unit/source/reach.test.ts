import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { refuseReference } from "../../../src/source/reach.js";
import { memoryIo } from "../../support/memory-io.js";

const io = memoryIo(
  {
    "/project/app/specs/api/root.yaml": "",
    "/project/app/specs/common/a.yaml": "",
    "/project/app/other/b.yaml": "",
    "/project/app/.npmrc": "",
    "/etc/passwd": "",
  },
  {
    cwd: "/project/app",
    symlinks: { "/project/app/specs/api/link.yaml": "/etc/passwd", "/project/app/specs/api/secret.yaml": "/project/app/.npmrc" },
  },
);
const refused = async (root: string, uri: string) => (await refuseReference(root, uri, io)) !== undefined;

describe("a description on disk", () => {
  const root = "file:///project/app/specs/api/root.yaml";
  test.each(["file:///project/app/specs/api/x.yaml", "file:///project/app/specs/common/a.yaml", "file:///project/app/other/b.yaml"])(
    "may refer to %s",
    async (uri) => {
      expect(await refused(root, uri)).toBe(false);
    },
  );
  test.each([
    "file:///etc/passwd",
    "file:///project/app/specs/api/link.yaml",
    "file:///project/x.yaml",
    "https://example.com/a.yaml",
    "http://169.254.169.254/",
  ])("may not refer to %s", async (uri) => {
    expect(await refused(root, uri)).toBe(true);
  });
  test.each([
    "file:///project/app/.npmrc",
    "file:///project/app/.env",
    "file:///project/app/.git/config",
    "file:///project/app/node_modules/a/package.json",
    "file:///project/app/specs/.env.local.yaml",
    "file:///project/app/specs/api/.hidden/a.yaml",
    "file:///project/app/specs/api/secret.yaml",
    "file:///project/app/..x.yaml",
  ])("may not refer to what is private: %s", async (uri) => {
    expect((await refuseReference(root, uri, io))?.message).toMatch(/is read for one\.$/);
  });
  test("that stands in such a folder itself refers to its own", async () => {
    expect(await refused("file:///project/app/node_modules/p/a.yaml", "file:///project/app/node_modules/p/b/c.yaml")).toBe(false);
    expect(await refused("file:///project/app/.api/a.yaml", "file:///project/app/.api/c.yaml")).toBe(false);
    expect(await refused("file:///project/app/.api/a.yaml", "file:///project/app/.npmrc")).toBe(true);
  });
  test("outside the current folder may refer to its neighbours", async () => {
    expect(await refused("file:///elsewhere/v2/root.json", "file:///elsewhere/common/error.json")).toBe(false);
    expect(await refused("file:///elsewhere/v2/root.json", "file:///other/error.json")).toBe(true);
    expect(await refused("file:///elsewhere/root.json", "file:///etc/passwd")).toBe(true);
  });
});

describe("a description from the network", () => {
  test.each([
    ["https://example.com/specs/a.yaml", false],
    ["https://example.com:8443/a.yaml", true],
    ["http://example.com/a.yaml", true],
    ["https://example.org/a.yaml", true],
    ["file:///etc/passwd", true],
  ])("and a reference to %s: refused %s", async (uri, expected) => {
    expect(await refused("https://example.com/openapi.yaml", uri)).toBe(expected);
  });
});

test("a description from standard input refers to nothing but itself", async () => {
  expect(await refused("stdin:", "file:///project/app/specs/common/a.yaml")).toBe(true);
});

describe("of a file that turns out to be no part of a description nothing is told but that", () => {
  const secret = "npm_0123456789secret";
  const root = (ref: string): string =>
    JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { A: { $ref: ref } } } });

  test.each([
    [".npmrc", `//registry.example.com/:_authToken=${secret}\n`],
    ["token.txt", `${secret}\n`],
    ["settings.ini", `[a]\nkey=${secret}\n`],
    [".env", `TOKEN: ${secret}\n`],
  ])("on disk: %s", async (name, text) => {
    const io = memoryIo({ "/project/a.json": root(`./${name}`), [`/project/${name}`]: text });
    expect(await run(["generate", "--input", "a.json", "--output", "out"], io)).not.toBe(0);
    expect(io.printed.stdout + io.printed.stderr).not.toContain(secret);
  });

  test.each([`{"a": ${secret}]`, `{"${secret}": 1, "${secret}": 2}`, `a: "${secret}`, `a: 1\n ${secret}: 2`])(
    "on disk, broken: %s",
    async (text) => {
      const io = memoryIo({ "/project/a.json": root("./b.yaml"), "/project/b.yaml": text });
      expect(await run(["generate", "--input", "a.json", "--output", "out"], io)).not.toBe(0);
      expect(io.printed.stderr).toContain("b.yaml:");
      expect(io.printed.stdout + io.printed.stderr).not.toContain(secret);
    },
  );

  test.each([secret, `{"a": ${secret}]`, `{"${secret}": 1, "${secret}": 2}`, `a: "${secret}`])("fetched: %s", async (text) => {
    const web = { "https://example.com/a.json": root("./b.yaml"), "https://example.com/b.yaml": text };
    const io = memoryIo({}, { web });
    expect(await run(["generate", "--input", "https://example.com/a.json", "--output", "out"], io)).not.toBe(0);
    expect(io.printed.stdout + io.printed.stderr).not.toContain(secret);
  });
});
