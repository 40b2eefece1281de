import { describe, expect, test } from "vitest";
import { isContained } from "../../../src/output/path-containment.js";
import { layOut, type FetchedFile } from "../../../src/output/pinned-layout.js";
import { parsePinnedLock, printPinnedLock, type PinnedLock } from "../../../src/output/pinned-lock.js";

const file = (url: string, text = "type: object\n", from?: string): FetchedFile => ({
  url,
  from,
  text,
  etag: undefined,
  lastModified: undefined,
});
const root = file("https://docs.vendor.example/api/v1/openapi.yaml?v=2");
const paths = (...urls: readonly string[]): readonly string[] =>
  layOut("/project/spec/vendor.yaml", [root, ...urls.map((url) => file(url))]).map(({ path }) => path);

describe("files of a snapshot", () => {
  const base = "https://docs.vendor.example/api/v1/";
  test.each([
    "vendor.yaml",
    "VENDOR.YAML",
    "vendor.yaml.lock.json",
    "vendor.yaml.files/x.yaml",
    "package.json",
    "tsconfig.build.json",
    "sundial.config.json",
    "vitest.config.yaml",
    "lefthook.yml",
    "nodemon.json",
    "azure-pipelines.yml",
    ".eslintrc.json",
    "a/.github/b.yaml",
    "credentials.json",
    "node_modules/a/b.json",
    "run.sh",
    "index.html",
    "CON.yaml",
    "a%2F..%2F..%2Fb.yaml",
    "a%5Cb.yaml",
    "a%3Ab.yaml",
    "a%0Ab.yaml",
    "%E0%A4%A.yaml",
    "pet.yaml?x=1",
    "x;rm -rf.yaml",
    "$(id).yaml",
    "a%00.yaml",
    "trailing.%20/x.yaml",
    `${"a".repeat(300)}.yaml`,
    `${"a/".repeat(30)}b.yaml`,
    "schemas/pet.yaml",
    "../../common/error.yaml",
    "sch%C3%A9mas/%C3%A9.yml",
    "schema",
    "",
  ])("are in one folder of its own, under a name that the server does not choose: %j", (name) => {
    const [first, path = ""] = paths(base + name);
    expect(first).toBe("vendor.yaml");
    expect(path).toMatch(/^vendor\.yaml\.files\/part-(?:[A-Za-z0-9_-]{1,40}-)?[0-9a-f]{12}\.yaml$/);
    expect(isContained(path)).toBe(true);
    expect(path.length).toBeLessThan(100);
  });

  test("are known by the last words of their URL, and by what they are", () => {
    const all = [root, file(`${base}schemas/Pet%20owner.v1.yaml?x=1`, "{}"), file(`${base}.env`, " [1]"), file(`${base}CON`)];
    expect(layOut("/s/v.yaml", all).map(({ path }) => path.replace(/-[\da-f]{12}\./, "-…."))).toEqual([
      "v.yaml",
      "v.yaml.files/part-….json",
      "v.yaml.files/part-CON-….yaml",
      "v.yaml.files/part-Pet-owner-v1-….json",
    ]);
  });

  test("are one where a description and an overlay refer to it, and to the root", () => {
    const all = [root, file(`${base}pet.yaml`), file(`${base}pet.yaml`, "type: string\n"), root];
    expect(layOut("/s/v.yaml", all).map(({ text }) => text)).toEqual([root.text, "type: object\n"]);
  });

  test("never share a place, also where capitals do not count", () => {
    const all = paths(
      `${base}Pet.yaml`,
      `${base}pet.yaml`,
      `${base}a.yaml`,
      `${base}a.yaml/b.yaml`,
      `${base}pet.yaml?v=1`,
      `${base}pet.yaml?v=2`,
    );
    expect(new Set(all.map((path) => path.toLowerCase())).size).toBe(7);
    for (const one of all) for (const other of all) expect(other.toLowerCase().startsWith(`${one.toLowerCase()}/`)).toBe(false);
  });

  test("have one place whatever the order they were met in", () => {
    const urls = ["Pet.yaml", "pet.yaml", "b/c.yaml", "../x.yaml"].map((name) => new URL(name, base).href);
    const placed = (order: readonly string[]): object =>
      Object.fromEntries(layOut("/s/v.yaml", [root, ...order.map((url) => file(url))]).map(({ url, path }) => [url, path]));
    expect(placed(urls.toReversed())).toEqual(placed(urls));
  });
});

describe("a lock", () => {
  const lock: PinnedLock = {
    url: "https://a.example/api.yaml",
    files: [
      { path: "api.yaml", url: "https://a.example/api.yaml", from: "https://b.example/api.yaml", sha256: "00", etag: 'W/"a"' },
      { path: "b/__proto__.yaml", url: "https://a.example/b", sha256: "01", lastModified: "Thu, 26 Nov 2026 10:00:00 GMT" },
    ],
  };

  test("is read as it was printed, with Windows line ends too", () => {
    expect(parsePinnedLock(printPinnedLock(lock))).toEqual(lock);
    expect(parsePinnedLock(printPinnedLock(lock).replaceAll("\n", "\r\n"))).toEqual(lock);
  });

  test.each([
    ["[]", "it is not the lock of a snapshot"],
    ["null", "it is not the lock of a snapshot"],
    ["{", "it is not JSON"],
    ['{"lock": "sundial-snapshot-2"}', "it was written by another version of sundial"],
    ['{"lock": "sundial-snapshot-1", "url": "x", "files": {}}', "it does not say of what the files are copies"],
    ['{"lock": "sundial-snapshot-1", "url": "https://a.example", "files": []}', "it does not say of what the files are copies"],
    ['{"lock": "sundial-snapshot-1", "url": "https://a.example", "files": {}}', "it lists no file"],
    ['{"lock": "sundial-snapshot-1", "url": "https://a.example", "files": {"a": null}}', 'what it says of "a" is not complete'],
    [
      '{"lock": "sundial-snapshot-1", "url": "https://a.example", "files": {"../a": {}}}',
      'it lists "../a", which is not a path in the folder of the snapshot',
    ],
  ])("that is none is told as one: %s", (text, problem) => {
    expect(parsePinnedLock(text)).toBe(problem);
  });

  test("sends no tag back that could end a header", () => {
    const text = printPinnedLock(lock).replace('W/\\"a\\"', "a\\r\\nHost: b");
    expect(parsePinnedLock(text)).toMatchObject({ files: [{ path: "api.yaml" }, {}] });
    expect(JSON.stringify(parsePinnedLock(text))).not.toContain("Host");
  });
});
