import { describe, expect, test } from "vitest";
import { refuseReference } from "../../../src/source/reach.js";
import { memoryIo } from "../../support/memory-io.js";

const io = memoryIo(
  { "/project/app/specs/api/root.yaml": "", "/project/app/specs/common/a.yaml": "", "/project/app/other/b.yaml": "", "/etc/passwd": "" },
  { cwd: "/project/app", symlinks: { "/project/app/specs/api/link.yaml": "/etc/passwd" } },
);
const refused = async (root: string, uri: string) => (await refuseReference(root, uri, io)) !== undefined;

describe("a description on disk", () => {
  const root = "file:///project/app/specs/api/root.yaml";
  test.each([
    "file:///project/app/specs/api/x.yaml",
    "file:///project/app/specs/common/a.yaml",
    "file:///project/app/other/b.yaml",
    "file:///project/app/..x.yaml",
  ])("may refer to %s", async (uri) => {
    expect(await refused(root, uri)).toBe(false);
  });
  test.each([
    "file:///etc/passwd",
    "file:///project/app/specs/api/link.yaml",
    "file:///project/x.yaml",
    "https://example.com/a.yaml",
    "http://169.254.169.254/",
  ])("may not refer to %s", async (uri) => {
    expect(await refused(root, uri)).toBe(true);
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
