/** A snapshot whose files lie where a server said, beside it and in folders, is read by its lock, and moved by the next pull. */
import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { contentHash } from "../../../src/output/content-hash.js";
import { printPinnedLock } from "../../../src/output/pinned-lock.js";
import { Killed, memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const base = "https://docs.vendor.example/v1/";
type Files = Readonly<Record<string, string>>;
/** Of each file the URL, its text, and where it was. The last ends with a key that has no value, and always did. */
const parts: readonly (readonly [url: string, text: string, path: string])[] = [
  [
    "openapi.yaml",
    `openapi: 3.1.0
info: { title: Vendor, version: "1" }
paths:
  /pets: { get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: ./a/b/project.json } } } } } } }
`,
    "vendor.yaml",
  ],
  [
    "a/b/project.json",
    '{ "type": "object", "properties": { "owner": { "$ref": "../../owner.yaml" }, "e": { "$ref": "/common/error.yaml" } } }',
    "a/b/project.json",
  ],
  ["owner.yaml", "type: object\nproperties: { name: { type: string } }\n", "owner.yaml"],
  ["/common/error.yaml", "type: object\ndescription:\n", "vendor.yaml.files/common/error.yaml"],
];
const urlOf = (name: string): string => new URL(name, base).href;
const web = Object.fromEntries(parts.map(([name, text]) => [urlOf(name), text]));
const lock = printPinnedLock({
  url: urlOf("openapi.yaml"),
  files: parts.map(([name, text, path]) => ({ path, url: urlOf(name), sha256: contentHash(text), etag: '"1"' })),
});
const old: Files = {
  ...Object.fromEntries(parts.map(([, text, path]) => [`spec/${path}`, text])),
  "spec/vendor.yaml.lock.json": lock,
  "spec/mine.yaml": "mine: true\n",
  "spec/a/mine.json": "{}",
};

function ioWith(files: Files, options: MemoryOptions = { web }): MemoryIo {
  const config = { input: { url: urlOf("openapi.yaml"), snapshot: "spec/vendor.yaml" }, output: "out", emit: ["types"] };
  return memoryIo({ "sundial.config.json": JSON.stringify(config), ...files }, options);
}

/** What is in the folder of the snapshot, without the digits. */
function treeOf(io: MemoryIo): Files {
  const paths = [...io.files.keys()].filter((path) => path.startsWith("/project/spec/")).sort();
  return Object.fromEntries(paths.map((path) => [path.replace("/project/", "").replace(/-[\da-f]{12}\./, "-…."), io.text(path)]));
}

const all = (io: MemoryIo): Files => Object.fromEntries([...io.files.keys()].map((path) => [path.replace("/project/", ""), io.text(path)]));
const folders = ["spec/a/b", "spec/vendor.yaml.files/common"];
const moved = [
  "spec/a/mine.json",
  "spec/mine.yaml",
  "spec/vendor.yaml",
  "spec/vendor.yaml.files/part-error-….yaml",
  "spec/vendor.yaml.files/part-owner-….yaml",
  "spec/vendor.yaml.files/part-project-….json",
  "spec/vendor.yaml.lock.json",
];

test("it is read as before, and is what the vendor has", async () => {
  for (const args of [["generate"], ["lint"]]) {
    const io = ioWith(old, {});
    expect([await run(args, io), io.printed.stderr]).toEqual([0, expect.not.stringContaining("snapshot")]);
    expect(treeOf(io)).toEqual(old);
  }
  const checked = ioWith(old);
  expect([await run(["pull", "--check"], checked), checked.printed.stdout]).toEqual([0, expect.stringContaining("has not changed since")]);
  expect(all(checked)).toEqual(all(ioWith(old)));
});

test("it is moved without --force, with what it was generated as; nothing of it is left, and nothing of the user's is gone", async () => {
  const before = ioWith(old, {});
  await run(["generate"], before);
  const io = ioWith(old);
  expect([await run(["pull"], io), io.printed.stderr]).toEqual([0, ""]);
  expect(io.printed.stdout).toMatch(
    /is what .* has; 3 files written, 3 files removed; its lock was written anew: it listed files under names that a server chose\n$/,
  );
  expect(Object.keys(treeOf(io))).toEqual(moved);
  expect(Object.values(treeOf(io)).slice(0, 6)).toEqual(["{}", "mine: true\n", ...[0, 3, 2, 1].map((index) => parts[index]?.[1])]);
  for (const folder of folders) expect([folder, await io.realPath(`/project/${folder}`)]).toEqual([folder, undefined]);
  const offline = ioWith(all(io), {});
  expect([await run(["generate"], offline), offline.printed.stderr]).toEqual([
    0,
    before.printed.stderr.replace(
      "files/common/error.yaml",
      () => `files/part-error-${contentHash(urlOf("/common/error.yaml")).slice(0, 12)}.yaml`,
    ),
  ]);
  expect(offline.text("/project/out/types.ts")).toBe(before.text("/project/out/types.ts"));
  const again = ioWith(all(io));
  expect([await run(["pull"], again), all(again)]).toEqual([0, all(io)]);
});

test("a change of the vendor's is told as one, and what was edited is kept", async () => {
  const io = ioWith(
    { ...old, "spec/owner.yaml": "type: string\n" },
    { web: { ...web, [urlOf("a/b/project.json")]: '{ "properties": { "e": { "$ref": "/common/error.yaml" } } }' } },
  );
  expect(await run(["pull"], io)).toBe(0);
  expect(io.printed.stdout).toContain("changed; 2 files written, 2 files removed");
  expect(io.printed.stderr).toContain(
    "spec/owner.yaml is no longer a part of the snapshot, and is kept because it was edited. [snapshot-edited]",
  );
  expect(treeOf(io)["spec/owner.yaml"]).toBe("type: string\n");
});

test("a move that dies is completed by the next pull", async () => {
  const whole = ioWith(old);
  await run(["pull"], whole);
  for (let dieAtChange = 1; dieAtChange <= whole.changes.length; dieAtChange += 1) {
    const dying = ioWith(old, { web, dieAtChange });
    await run(["pull"], dying).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    const next = ioWith(all(dying), { web, pid: 200 });
    expect([dieAtChange, await run(["pull"], next)]).toEqual([dieAtChange, 0]);
    expect(treeOf(next)).toEqual(treeOf(whole));
  }
});
