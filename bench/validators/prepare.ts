/** The programs of the contenders, made and bundled before anything is measured. */
import { gzipSync } from "node:zlib";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { peers } from "../newer-node.js";
import { Unable, type Contender, type Order, type Program } from "./contender.js";

export interface Workshop {
  readonly folder: string;
  /** A program that asks one of the roots; or why there is none. Paths of bundles. */
  single(contender: Contender, order: Omit<Order, "folder">, root: string): Promise<Made>;
  /** One program with all the roots, minified, as a user would ship it. */
  whole(contender: Contender, order: Omit<Order, "folder">): Promise<Made>;
  /** One of our own programs. */
  own(file: string): Promise<string>;
  remove(): void;
}

export type Made = { readonly path: string; readonly note?: string } | { readonly unable: string };

export function openWorkshop(): Workshop {
  // Below the peers, so that their packages are found.
  const folder = mkdtempSync(join(peers, ".sundial-bench-"));
  const programs = new Map<string, Promise<(Program & { readonly folder: string }) | Unable>>();
  const descriptions: unknown[] = [];
  const programOf = (contender: Contender, order: Omit<Order, "folder">): Promise<(Program & { readonly folder: string }) | Unable> => {
    if (!descriptions.includes(order.description)) descriptions.push(order.description);
    const parts = [
      contender.name,
      order.answer,
      order.formats ? "formats" : "plain",
      `d${String(descriptions.indexOf(order.description))}`,
    ];
    const key = `${parts.join("-").replace(/[^\w-]+/g, "")}-${String(order.roots.length)}`;
    const made = programs.get(key) ?? make(contender, { ...order, folder: join(folder, key) });
    programs.set(key, made);
    return made;
  };
  return {
    folder,
    async single(contender, order, root) {
      const program = await programOf(contender, order);
      if (program instanceof Unable) return { unable: program.message };
      const index = String(order.roots.indexOf(root));
      const entry = `${program.imports ?? ""}\nimport { v${index} } from "./program.ts";\nexport const check = (${program.ask})(v${index});\n`;
      const path = await bundle(entry, program.folder, `single${index}`, false);
      return { path, ...(program.note === undefined ? {} : { note: program.note }) };
    },
    async whole(contender, order) {
      const program = await programOf(contender, order);
      if (program instanceof Unable) return { unable: program.message };
      const all = order.roots.map((_, index) => `v${String(index)}`).join(", ");
      const entry = `${program.imports ?? ""}\nimport { v0 } from "./program.ts";\nexport { ${all} } from "./program.ts";\nexport const check = (${program.ask})(v0);\n`;
      const path = await bundle(entry, program.folder, "whole", true);
      return { path, ...(program.note === undefined ? {} : { note: program.note }) };
    },
    async own(file) {
      const outfile = join(folder, file.replace(/\.ts$/, ".mjs"));
      await build({ ...options, entryPoints: [fileURLToPath(new URL(file, import.meta.url))], outfile });
      return outfile;
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const options = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "error" } as const;

async function make(contender: Contender, order: Order): Promise<(Program & { readonly folder: string }) | Unable> {
  mkdirSync(order.folder, { recursive: true });
  try {
    const program = await contender.program(order);
    writeFileSync(join(order.folder, "program.ts"), program.source);
    return { ...program, folder: order.folder };
  } catch (error) {
    if (error instanceof Unable) return error;
    throw new Error(`${contender.name} could not be prepared`, { cause: error });
  }
}

async function bundle(entry: string, folder: string, name: string, minify: boolean): Promise<string> {
  const file = join(folder, `${name}.entry.ts`);
  const outfile = join(folder, `${name}.mjs`);
  writeFileSync(file, entry);
  await build({ ...options, entryPoints: [file], outfile, minify });
  return outfile;
}

/** Bytes of a file, and of the same zipped. */
export function sizeOf(path: string): { readonly bytes: number; readonly zipped: number } {
  const text = readFileSync(path);
  return { bytes: text.length, zipped: gzipSync(text).length };
}
