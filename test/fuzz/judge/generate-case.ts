/** One case, generated in memory. */
import { generateFiles, type Generated } from "../../../src/generate.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";
import type { FuzzCase } from "../cases/fuzz-case.js";

export interface Attempt {
  readonly generated: Generated;
  readonly io: MemoryIo;
}

/** `late`: files are read in another order than asked for. */
export async function generateCase({ files, settings }: FuzzCase, late = false): Promise<Attempt> {
  const io = memoryIo(Object.fromEntries(files.map(({ path, bytes }) => [`/project/${path}`, bytes])), { cwd: "/project" });
  const reading = late ? inAnotherOrder(io) : io;
  const input = files[0]?.path ?? "";
  const generated = await generateFiles({ input, source: input, command: "npm run generate", name: undefined, ...settings }, reading);
  return { generated, io };
}

/** What is asked for first comes last: every read waits longer than the one after it. */
function inAnotherOrder(io: MemoryIo): MemoryIo {
  let asked = 0;
  const read: MemoryIo["read"] = async (path, options) => {
    asked += 1;
    for (let turn = 40; turn > asked; turn -= 1) await Promise.resolve();
    return io.read(path, options);
  };
  return { ...io, read };
}
