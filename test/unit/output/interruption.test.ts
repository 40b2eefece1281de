import { describe, expect, test } from "vitest";
import { hasErrors } from "../../../src/diagnostic/diagnostic.js";
import { Killed, memoryIo, type MemoryIo } from "../../support/memory-io.js";
import { drift, folder, output, write } from "./fixture.js";

const before = output({ "types.ts": "one", "client.ts": "two", "runtime/gate.ts": "three", "old/file.ts": "four" });
const after = output(
  { "types.ts": "ONE", "client.ts": "TWO", "runtime/gate.ts": "three", "runtime/retry.ts": "five" },
  { inputs: [{ name: "../../spec/petstore.yaml", hash: "h2" }] },
);
const mine = { [`${folder}/mine.ts`]: "export {};\n" };

async function generated(): Promise<MemoryIo> {
  const io = memoryIo(mine);
  await write(io, before);
  return io;
}

/** The disk as it is after a run that died instead of making its n-th change; undefined when it made fewer. */
async function killedAt(change: number, start: MemoryIo): Promise<MemoryIo | undefined> {
  const io = memoryIo(Object.fromEntries(start.files), { dieAtChange: change, pid: 7 });
  try {
    await write(io, after);
    return undefined;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return memoryIo(Object.fromEntries(io.files));
  }
}

function tree(io: MemoryIo): Record<string, string> {
  const decoder = new TextDecoder();
  return Object.fromEntries(
    [...io.files]
      .map(([path, bytes]) => [path, decoder.decode(bytes)] as const)
      .filter(([path]) => !path.includes(".sundial-"))
      .sort(),
  );
}

describe("a run that is killed", () => {
  test("leaves the old output, or the new one, or one that says it was interrupted; and the next run completes it", async () => {
    const [old, fresh] = [await generated(), await generated()];
    await write(fresh, after);
    const seen = { old: 0, new: 0, interrupted: 0 };
    let change = 1;
    for (; ; change += 1) {
      const disk = await killedAt(change, old);
      if (disk === undefined) break;
      const [fromOld, fromNew] = [await drift(disk, before), await drift(disk, after)];
      if (fromOld[0] === "interrupted .sundial-journal.json") {
        seen.interrupted += 1;
        expect(fromNew[0]).toBe("interrupted .sundial-journal.json");
      } else if (fromOld.length === 0) {
        seen.old += 1;
        expect(tree(disk)).toEqual(tree(old));
      } else {
        seen.new += 1;
        expect(fromNew).toEqual([]);
        expect(tree(disk)).toEqual(tree(fresh));
      }
      const interrupted = fromOld[0]?.startsWith("interrupted") === true;
      const { diagnostics } = await write(disk, after);
      expect(diagnostics.map(({ code }) => code)).toEqual(interrupted ? ["output-interrupted"] : []);
      expect(tree(disk)).toEqual(tree(fresh));
      expect([...disk.files.keys()].filter((path) => path.includes(".sundial-"))).toEqual([]);
      expect(disk.text(`${folder}/mine.ts`)).toBe("export {};\n");
    }
    expect(change).toBeGreaterThan(10);
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.interrupted).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  });

  test("can be followed by a run that is killed too, and by one of another description", async () => {
    const start = await generated();
    for (let change = 1; ; change += 2) {
      const once = await killedAt(change, start);
      if (once === undefined) break;
      for (let again = 1; ; again += 3) {
        const twice = await killedAt(again, once);
        if (twice === undefined) break;
        const { diagnostics } = await write(twice, before);
        expect(hasErrors(diagnostics)).toBe(false);
        expect(tree(twice)).toEqual(tree(start));
      }
    }
  });

  test("does not make an edit of the user's look like ours", async () => {
    const start = await generated();
    for (let change = 1; ; change += 1) {
      const disk = await killedAt(change, start);
      if (disk === undefined) break;
      disk.files.set(`${folder}/client.ts`, new TextEncoder().encode("edited\n"));
      const { diagnostics } = await write(disk, after);
      expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(["edited-by-hand"]);
      expect(disk.text(`${folder}/client.ts`)).toBe("edited\n");
    }
  });
});

describe("a disk that refuses", () => {
  const failing = (start: MemoryIo, failChange: (change: string) => string | undefined): MemoryIo =>
    memoryIo(Object.fromEntries(start.files), { failChange });

  test("to take the files leaves the output as it was", async () => {
    const start = await generated();
    const disk = failing(start, (change) => (change.endsWith("/.sundial-stage/2") ? "ENOSPC" : undefined));
    const { value, diagnostics } = await write(disk, after);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "output-failed" }]);
    expect(diagnostics[0]?.message).toContain("ENOSPC");
    expect(tree(disk)).toEqual(tree(start));
    expect([...disk.files.keys()].filter((path) => path.includes(".sundial-"))).toEqual([]);
  });

  test("to rename one says that the output is halfway, and the next run completes it", async () => {
    const start = await generated();
    const disk = failing(start, (change) => (change.endsWith(`${folder}/client.ts`) ? "EACCES" : undefined));
    const { diagnostics } = await write(disk, after);
    expect(diagnostics[0]?.message).toContain("stopped halfway");
    expect((await drift(disk, after))[0]).toBe("interrupted .sundial-journal.json");
    const repaired = memoryIo(Object.fromEntries(disk.files));
    expect((await write(repaired, after)).diagnostics.map(({ code }) => code)).toEqual(["output-interrupted"]);
    expect(await drift(repaired, after)).toEqual([]);
  });
});
