/** Changes that are taken back: afterwards, everything is as it was before the first of them. */
import { describe, expect, test } from "vitest";
import type { Io } from "../../../src/io.js";
import { notTakenBack, undoable } from "../../../src/output/undoable.js";
import { memoryIo, type MemoryOptions } from "../../support/memory-io.js";

const files = { "a.txt": "a", "b.txt": "b", "in/c.txt": "c" };
const seen = (io: ReturnType<typeof memoryIo>): object =>
  Object.fromEntries([...io.files.keys()].sort().map((path) => [path, io.text(path)]));

const changes: readonly (readonly [string, (io: Io) => Promise<void>])[] = [
  ["a file is written over", (io) => io.write("/project/a.txt", "other")],
  ["a file comes", (io) => io.write("/project/new.txt", "new")],
  ["a file goes", (io) => io.remove("/project/a.txt")],
  ["a file takes the place of another", (io) => io.rename("/project/a.txt", "/project/b.txt")],
  [
    "a file comes in folders that are new",
    async (io) => {
      await io.makeDirectory("/project/x/y/z");
      await io.write("/project/x/y/z/new.txt", "new");
    },
  ],
  [
    "a folder goes",
    async (io) => {
      await io.remove("/project/in/c.txt");
      await io.removeEmptyDirectory("/project/in");
    },
  ],
  [
    "one path is changed several times",
    async (io) => {
      await io.write("/project/draft", "1");
      await io.rename("/project/draft", "/project/a.txt");
      await io.write("/project/a.txt", "2");
      await io.remove("/project/a.txt");
    },
  ],
];

describe("all is as it was", () => {
  test.each(changes)("%s", async (_, change) => {
    const io = memoryIo(files);
    const before = seen(io);
    const undo = undoable(io);
    expect(undo.isChanged()).toBe(false);
    await change(undo.io);
    expect([undo.isChanged(), seen(io)]).not.toEqual([false, before]);
    expect(await undo.takeBack()).toEqual([]);
    expect(seen(io)).toEqual(before);
    expect(await io.realPath("/project/x")).toBeUndefined();
  });

  test("all of them, one after another", async () => {
    const io = memoryIo(files);
    const before = seen(io);
    const undo = undoable(io);
    for (const path of ["/project/a.txt", "/project/b.txt"]) await undo.io.remove(path);
    await undo.io.makeDirectory("/project/x");
    await undo.io.write("/project/x/a.txt", "a");
    await undo.io.rename("/project/in/c.txt", "/project/b.txt");
    await undo.io.removeEmptyDirectory("/project/in");
    expect(await undo.takeBack()).toEqual([]);
    expect(seen(io)).toEqual(before);
  });

  test("what fails changes nothing, and is nothing to take back", async () => {
    const io = memoryIo(files);
    const undo = undoable(io);
    await expect(undo.io.write("/project/a.txt", "", { exclusive: true })).rejects.toThrow();
    expect(await undo.takeBack()).toEqual([]);
    expect(io.text("/project/a.txt")).toBe("a");
  });

  test("a lock that was given back is not there again", async () => {
    const io = memoryIo({ ...files, ".sundial-lock": "of another run" });
    const undo = undoable(io);
    await undo.io.remove("/project/.sundial-lock");
    expect(await undo.takeBack()).toEqual([]);
    expect(io.files.has("/project/.sundial-lock")).toBe(false);
  });
});

describe("what cannot be put back is named", () => {
  test.each<readonly [string, NonNullable<MemoryOptions["failChange"]>, readonly string[]]>([
    ["a full disk", (change) => (change.startsWith("write /project/a.txt.") ? "ENOSPC" : undefined), ["/project/a.txt"]],
    ["a file that nobody may remove", (change) => (change === "remove /project/new.txt" ? "EPERM" : undefined), ["/project/new.txt"]],
  ])("%s", async (_, failChange, left) => {
    const io = memoryIo(files, { failChange });
    const undo = undoable(io);
    await undo.io.write("/project/a.txt", "other");
    await undo.io.write("/project/b.txt", "other");
    await undo.io.write("/project/new.txt", "new");
    expect(await undo.takeBack()).toEqual(left);
    expect(io.text("/project/b.txt")).toBe("b");
    expect(notTakenBack(left, io)[0]?.message).toBe(`What was written could not be taken back: ${left.join().replace("/project/", "")}.`);
    expect([...io.files.keys()].filter((path) => path.includes(".sundial-"))).toEqual([]);
  });

  test("a link that a file has taken the place of", async () => {
    const io = memoryIo(files);
    io.symlinks.set("/project/link", "/project/a.txt");
    const undo = undoable(io);
    await undo.io.rename("/project/b.txt", "/project/link");
    expect(await undo.takeBack()).toEqual(["/project/link"]);
    expect(io.text("/project/b.txt")).toBe("b");
  });
});
