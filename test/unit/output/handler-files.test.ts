import { expect, test } from "vitest";
import { readHandlerFiles, writeHandlerFiles } from "../../../src/output/handler-files.js";
import { Killed, memoryIo } from "../../support/memory-io.js";

const folder = "/project/handlers";

test("handler files are read by name: TypeScript, right in the folder", async () => {
  const io = memoryIo({ [`${folder}/a.ts`]: "a", [`${folder}/b.md`]: "b", [`${folder}/c/d.ts`]: "d" });
  expect([...((await readHandlerFiles(io, folder)).value ?? [])]).toEqual([["a.ts", "a"]]);
  expect([...((await readHandlerFiles(io, "/project/nowhere")).value ?? [["none"]])]).toEqual([]);
});

test("a folder or a file that cannot be read is told, and nothing but files is read", async () => {
  const io = memoryIo({ "/project/file": "x" }, { symlinks: { [`${folder}/a.ts`]: `${folder}/a.ts`, "/project/loop": "/project/loop" } });
  for (const path of ["/project/file", "/project/loop", folder]) {
    const { value, diagnostics } = await readHandlerFiles(io, path);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "output-failed", message: expect.stringMatching(/^The handlers in \/project\/\w+ cannot be read: E/) as string },
    ]);
  }
  const piped = { ...io, list: () => Promise.resolve([{ name: "pipe.ts", kind: "other" as const }]) };
  expect((await readHandlerFiles(piped, folder)).value?.size).toBe(0);
});

test("new files are written, and existing ones replaced, with nothing left beside them", async () => {
  const io = memoryIo({ [`${folder}/a.ts`]: "a" });
  const { value, diagnostics } = await writeHandlerFiles(io, folder, new Map([["a.ts", "a"]]), [
    { path: "a.ts", text: "a2" },
    { path: "b.ts", text: "b" },
  ]);
  expect({ value, diagnostics }).toEqual({ value: ["a.ts", "b.ts"], diagnostics: [] });
  expect([...io.files.keys()].sort()).toEqual([`${folder}/a.ts`, `${folder}/b.ts`]);
  expect(io.text(`${folder}/a.ts`)).toBe("a2");
});

test("a file that changed in the meantime is left as it is", async () => {
  const io = memoryIo({ [`${folder}/a.ts`]: "newer", [`${folder}/b.ts`]: "appeared" });
  const { value, diagnostics } = await writeHandlerFiles(io, folder, new Map([["a.ts", "a"]]), [
    { path: "a.ts", text: "a2" },
    { path: "b.ts", text: "b" },
  ]);
  expect(value).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["output-failed", "output-failed"]);
  expect([io.text(`${folder}/a.ts`), io.text(`${folder}/b.ts`)]).toEqual(["newer", "appeared"]);
});

test("what another run has added at the same time is no conflict where it is the same", async () => {
  const io = memoryIo({ [`${folder}/a.ts`]: "a2" });
  const files = [{ path: "a.ts", text: "a2" }];
  for (const before of [new Map<string, string>(), new Map([["a.ts", "a"]])])
    expect(await writeHandlerFiles(io, folder, before, files)).toEqual({ value: [], diagnostics: [] });
  expect(io.changes).toEqual([]);
});

test("a symlink stays one, and what it leads to is replaced", async () => {
  const io = memoryIo({ "/project/shared/a.ts": "a" }, { symlinks: { [`${folder}/a.ts`]: "/project/shared/a.ts" } });
  await writeHandlerFiles(io, folder, new Map([["a.ts", "a"]]), [{ path: "a.ts", text: "a2" }]);
  expect(io.text("/project/shared/a.ts")).toBe("a2");
  expect(io.symlinks.has(`${folder}/a.ts`)).toBe(true);
});

test("a run that is killed leaves the file as it was or as it is to be", async () => {
  for (const dieAtChange of [1, 2, 3]) {
    const io = memoryIo({ [`${folder}/a.ts`]: "a" }, { dieAtChange });
    const run = writeHandlerFiles(io, folder, new Map([["a.ts", "a"]]), [{ path: "a.ts", text: "a2" }]);
    await run.catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    expect(["a", "a2"]).toContain(io.text(`${folder}/a.ts`));
  }
});

test("what a run that died has left beside a file goes with the next one; what runs, and what is the user's, stays", async () => {
  const draft = (owner: number): string => `${folder}/a.ts.sundial-${String(owner)}`;
  const others = {
    [draft(8)]: "of one that runs",
    [`${folder}/a.ts.sundial-old`]: "of the user",
    [`${folder}/b.ts.sundial-7`]: "of another",
  };
  const io = memoryIo({ [`${folder}/a.ts`]: "a", [draft(7)]: "half", [draft(9)]: "of this process", ...others }, { pid: 9, running: [8] });
  await writeHandlerFiles(io, folder, new Map([["a.ts", "a"]]), [{ path: "a.ts", text: "a2" }]);
  expect([...io.files.keys()].sort()).toEqual([`${folder}/a.ts`, ...Object.keys(others)].sort());
});

test.each(["write", "rename"])("where the disk is full at a %s, nothing is left beside the file", async (what) => {
  const io = memoryIo({ [`${folder}/a.ts`]: "a" }, { failChange: (change) => (change.startsWith(what) ? "ENOSPC" : undefined) });
  // A disk takes what there is room for, and fails then.
  const write: typeof io.write = (path, content) => {
    io.files.set(path, Buffer.from(content.slice(1)));
    return io.write(path, content);
  };
  const { diagnostics } = await writeHandlerFiles({ ...io, write }, folder, new Map([["a.ts", "a"]]), [{ path: "a.ts", text: "a2" }]);
  expect(diagnostics).toMatchObject([{ code: "output-failed", message: expect.stringContaining("ENOSPC") as string }]);
  expect([...io.files.keys()]).toEqual([`${folder}/a.ts`]);
});

test("a path that leads out is refused", async () => {
  const io = memoryIo();
  const { diagnostics } = await writeHandlerFiles(io, folder, new Map(), [{ path: "../a.ts", text: "a" }]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["output-refused"]);
  expect([...io.files.keys()]).toEqual([]);
});
