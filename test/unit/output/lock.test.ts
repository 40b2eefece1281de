import { describe, expect, test } from "vitest";
import type { Io } from "../../../src/io.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";
import { drift, folder, output, write } from "./fixture.js";

const lock = `${folder}/.sundial-lock`;
const one = output({ "types.ts": "one", "client.ts": "two" });
const two = output({ "types.ts": "ONE", "server.ts": "three" });

/** The text of a lock. */
function signed(owner: { readonly pid?: number; readonly machine?: string; readonly start?: string }): string {
  return JSON.stringify({ pid: 4242, machine: "here", start: "start of 4242", at: 1, ...owner });
}

const ownFiles = (io: MemoryIo): readonly string[] => [...io.files.keys()].filter((path) => path.includes("/.sundial-"));

describe("a lock that nobody holds is taken over", () => {
  test.each<readonly [string, string, MemoryOptions, number]>([
    ["of a process that is gone", signed({}), {}, 0],
    ["of a process whose number was given out again", signed({ start: "another" }), { running: [4242] }, 0],
    ["of a run with this one's number, in an earlier container", signed({ pid: 1, start: "another" }), { pid: 1 }, 0],
    ["of a run with this one's number, where starts cannot be told", signed({ pid: 1 }), { pid: 1, starts: false }, 0],
    ["of another machine", signed({ machine: "there" }), { running: [4242] }, 10_000],
    ["of another container, with this one's number", signed({ machine: "there", pid: 1 }), { pid: 1 }, 10_000],
    ["of a run that was killed before it signed", "", {}, 2_000],
    ["of a run that was killed while it signed", signed({}).slice(0, 12), {}, 2_000],
    ["with a number alone", "4242\n", { running: [4242] }, 2_000],
    ["with garbage", "\u0000\u001b[2J{]", {}, 2_000],
    ["with JSON that is no owner", '{"pid":-1,"machine":"here"}', {}, 2_000],
    ["with a list", "[]", {}, 2_000],
  ])("%s", async (_, text, options, wait) => {
    const io = memoryIo({ [lock]: text }, options);
    const began = io.now();
    expect((await write(io, one)).diagnostics).toEqual([]);
    expect(io.now() - began).toBe(wait);
    expect(ownFiles(io)).toEqual([]);
    expect(await drift(io, one)).toEqual([]);
  });

  test("that may not be read, when nothing happened for half a minute", async () => {
    const io = memoryIo({ [lock]: signed({}) }, { running: [4242] });
    const sealed: Io = {
      ...io,
      read: async (path) => {
        const bytes = await io.read(path);
        if (new TextDecoder().decode(bytes) === signed({})) throw Object.assign(new Error("sealed"), { code: "EACCES" });
        return bytes;
      },
    };
    expect((await write(sealed, one)).diagnostics).toEqual([]);
    expect(await drift(io, one)).toEqual([]);
  });

  test.each<readonly [string, MemoryOptions]>([
    ["a link to nothing", { symlinks: { [lock]: "/nowhere" }, folders: [folder] }],
    ["a link to a folder", { symlinks: { [lock]: "/etc" }, folders: [folder, "/etc"] }],
    ["an empty folder", { folders: [folder, lock] }],
  ])("that is no file, but %s", async (_, options) => {
    const io = memoryIo({}, options);
    const began = io.now();
    expect((await write(io, one)).diagnostics).toEqual([]);
    expect(io.now()).toBe(began);
    expect(await drift(io, one)).toEqual([]);
  });

  test("with what runs left that died while they took one over", async () => {
    const io = memoryIo({ [`${lock}-7-1`]: signed({}), [lock]: signed({}) });
    expect((await write(io, one)).diagnostics).toEqual([]);
    expect(ownFiles(io)).toEqual([]);
  });
});

describe("a lock that somebody holds", () => {
  test("is waited for, then reported with its file", async () => {
    const io = memoryIo({ [lock]: signed({}) }, { running: [4242] });
    const began = io.now();
    const { diagnostics } = await write(io, one);
    expect(io.now() - began).toBe(30_000);
    expect(diagnostics).toMatchObject([
      {
        code: "output-locked",
        message: `Another run (process 4242 on here) is writing to ${folder}.`,
        hint: `Wait for it to end. If there is no such run, delete ${lock}.`,
      },
    ]);
    expect([...io.files.keys()]).toEqual([lock]);
  });

  test.each([-86_400_000, 86_400_000])("is waited for as long when the clock is set by %i ms meanwhile", async (jump) => {
    const io = memoryIo({ [lock]: signed({}) }, { running: [4242] });
    let looks = 0;
    const set: Io = {
      ...io,
      now: () => io.now() + (looks > 3 ? jump : 0),
      sleep: (milliseconds) => {
        looks += 1;
        return io.sleep(milliseconds);
      },
    };
    expect((await write(set, one)).diagnostics.map(({ code }) => code)).toEqual(["output-locked"]);
    expect(looks).toBe(300);
  });

  test("in place of a folder with files in it is told at once: they are somebody's", async () => {
    const io = memoryIo({ [`${lock}/mine.txt`]: "" });
    const began = io.now();
    expect((await write(io, one)).diagnostics).toMatchObject([
      { code: "output-in-the-way", message: `${lock} is a directory, where the lock of the output folder belongs.` },
    ]);
    expect(io.now()).toBe(began);
    expect([...io.files.keys()]).toEqual([`${lock}/mine.txt`]);
  });

  test("is not broken by a run that was stopped and finds it taken over: that one changes nothing", async () => {
    const io = memoryIo({ [lock]: "" });
    const other = signed({ pid: 1, start: "start of 1" });
    const stopped: Io = {
      ...io,
      write: async (path, content, options) => {
        await io.write(path, content, options);
        if (path.endsWith(".sundial-stage/0")) io.files.set(lock, new TextEncoder().encode(other));
      },
    };
    expect((await write(stopped, one)).diagnostics).toMatchObject([{ code: "output-locked" }]);
    expect(io.text(lock)).toBe(other);
    expect([...io.files.keys()].filter((path) => path.endsWith(".ts"))).toEqual([]);
  });
});

describe("two runs at once", () => {
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ["", {}],
    [", both finding a dead lock", { [lock]: signed({}) }],
    [", both finding an empty lock", { [lock]: "" }],
  ])("both succeed, and mix nothing%s", async (_, files) => {
    const io = memoryIo(files, { running: [1, 2] });
    const outcomes = await Promise.all([write({ ...io, pid: 1 }, one), write({ ...io, pid: 2 }, two)]);
    expect(outcomes.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const results = [await drift(io, one), await drift(io, two)];
    expect(results.filter((each) => each.length === 0)).toHaveLength(1);
    expect(ownFiles(io)).toEqual([]);
  });
});

test("two outputs whose folders are one, by a link, are refused: they would wait for each other", async () => {
  const io = memoryIo({}, { symlinks: { "/project/link": folder }, folders: [folder] });
  const { writeOutputs } = await import("../../../src/output/write-outputs.js");
  const { diagnostics } = await writeOutputs(
    io,
    [
      { folder, output: one },
      { folder: "/project/link", output: two },
    ],
    false,
  );
  expect(diagnostics).toMatchObject([{ code: "config-shared-output", message: "/project/link is also the folder of another API." }]);
});
