import { describe, expect, test } from "vitest";
import { readMergedManifest } from "../../../src/output/merged-manifest.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";
import { drift, folder, generated, output, report, write } from "./fixture.js";

const manifest = `${folder}/sundial.json`;
const base = { "types.ts": "one", "client.ts": "two", "old.ts": "three" };
const ours = output({ ...base, "types.ts": "one of ours" }, { inputs: [{ name: "../../spec/petstore.yaml", hash: "h2" }] });
const theirs = output(
  { "types.ts": "one of theirs", "client.ts": "two of theirs" },
  { inputs: [{ name: "../../spec/petstore.yaml", hash: "h3" }] },
);
const both = output(
  { "types.ts": "one of both", "client.ts": "two of theirs" },
  { inputs: [{ name: "../../spec/petstore.yaml", hash: "h4" }] },
);

async function textOf(wanted: typeof ours): Promise<string> {
  const io = memoryIo();
  await write(io, wanted);
  return io.text(manifest);
}

/** The lines of two texts as `merge=union` leaves them: where they differ, those of one, then those of the other. */
function union(one: string, other: string): string {
  const [first, second] = [one.split("\n"), other.split("\n")];
  const start = first.findIndex((line, index) => line !== second[index]);
  let end = 1;
  while (first.at(-end) === second.at(-end)) end += 1;
  const tail = first.slice(first.length - end + 1);
  return [...first.slice(0, start), ...first.slice(start, 1 - end), ...second.slice(start, 1 - end), ...tail].join("\n");
}

function conflict(one: string, other: string): string {
  const [first, second] = [one.split("\n"), other.split("\n")];
  const start = first.findIndex((line, index) => line !== second[index]);
  const rest = (lines: readonly string[]): string => lines.slice(start, -3).join("\n");
  return [...first.slice(0, start), "<<<<<<< HEAD", rest(first), "=======", rest(second), ">>>>>>> theirs", ...first.slice(-3)].join("\n");
}

const put = (io: MemoryIo, path: string, text: string): void => void io.files.set(`${folder}/${path}`, new TextEncoder().encode(text));

/** The folder after a merge: `types.ts` as git made it of two. */
async function merged(text: string, types: string): Promise<MemoryIo> {
  const io = memoryIo();
  await write(io, theirs);
  put(io, "sundial.json", text);
  put(io, "types.ts", types);
  return io;
}

describe.each([
  ["of both branches", union],
  ["with the marks of a conflict", conflict],
])("a manifest %s", (name, join) => {
  test("is no drift where the files are right, and is put in order by a run", async () => {
    const io = await merged(join(await textOf(ours), await textOf(theirs)), generated("one of both"));
    put(io, "old.ts", generated("three"));
    // What one branch removed, and the other had still, is on record, and goes.
    expect(await drift(io, both)).toEqual(["obsolete old.ts", expect.stringMatching(/^(merged|conflicted) sundial.json$/)]);
    const { diagnostics, value } = await write(io, both);
    expect(diagnostics).toMatchObject([{ code: "manifest-rebuilt" }]);
    expect(value?.[0]).toMatchObject({ written: [], removed: ["old.ts"] });
    expect((await report(io, both)).notes).toEqual([]);
    expect(await drift(io, both)).toEqual([]);
  });

  test("lets a file be written anew that git put together, and not one that somebody edited", async () => {
    const io = await merged(join(await textOf(ours), await textOf(theirs)), generated("one\n<<<<<<< HEAD\n"));
    expect((await write(io, both)).diagnostics).toMatchObject([{ code: "manifest-rebuilt" }]);
    expect(io.text(`${folder}/types.ts`)).toBe(generated("one of both"));
    const edited = await merged(join(await textOf(theirs), await textOf(theirs).then((text) => text.replace("h3", "h5"))), "edited");
    const { diagnostics } = await write(edited, both);
    if (name === "of both branches") expect(diagnostics.map(({ code }) => code)).toContain("edited-by-hand");
    expect(edited.text(`${folder}/types.ts`)).toBe("edited");
  });
});

test("a manifest of both branches is a note, no drift, where all files are right", async () => {
  const io = await merged(union(await textOf(ours), await textOf(theirs)).replace(/^.*old\.ts.*\n/m, ""), generated("one of both"));
  const found = await report(io, both);
  expect(found).toMatchObject({ drift: [], notes: [{ kind: "merged", path: "sundial.json" }] });
});

test.each([
  ["without its end", (text: string) => text.slice(0, text.lastIndexOf("}") - 4)],
  ["a comma too many", (text: string) => text.replace("\n  }\n}", ",\n  }\n}")],
])("a manifest that is broken otherwise is not called merged: %s", async (_, change) => {
  const io = await merged(change(await textOf(theirs)), generated("one of both"));
  const { notes, reasons } = await report(io, both);
  expect(notes).toContainEqual({ kind: "damaged", path: "sundial.json" });
  expect(reasons).toEqual(["sundial.json cannot be read: it is not JSON"]);
});

test("a manifest of one branch, and files with the marks of a conflict, are put in order", async () => {
  const io = await merged(await textOf(theirs), generated("one\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n"));
  expect((await write(io, both)).diagnostics).toEqual([]);
  expect(io.text(`${folder}/types.ts`)).toBe(generated("one of both"));
});

test("a merged manifest names no file outside, and none twice with one hash", () => {
  const hash = "a".repeat(64);
  const text = `{\n  "files": {\n    "../x.ts": "${hash}",\n    "a.ts": "${hash}",\n    "a.ts": "${hash} 12",\n    "b.ts": "${"b".repeat(64)}"\n  }\n}\n`;
  expect([...(readMergedManifest(text)?.files ?? [])]).toEqual([
    ["a.ts", [hash]],
    ["b.ts", ["b".repeat(64)]],
  ]);
  expect(readMergedManifest("{}")).toBeUndefined();
});
