// The package as it would be published, in a folder: `node scripts/pack.mjs <folder>`.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { runProgram } from "./run-program.mjs";

const note = "packed.json";

/**
 * Builds and packs, and returns the tarball's name and what is in it. Where SUNDIAL_PACKED names a folder with the package in it, that one
 * is taken: two who pack at once would build into each other's files.
 */
export async function pack(folder) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const given = env.SUNDIAL_PACKED;
  if (given !== undefined) {
    const known = JSON.parse(readFileSync(join(given, note), "utf8"));
    copyFileSync(join(given, known.file), join(folder, known.file));
    return known;
  }
  const printed = await runProgram("npm", ["pack", "--json", "--pack-destination", folder], root);
  const [{ filename, size, files }] = JSON.parse(printed.replace(/^[^]*?(?=^\[)/m, ""));
  return { file: filename, size, paths: files.map(({ path }) => path) };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = argv;
  writeFileSync(join(folder, note), JSON.stringify(await pack(folder)));
}
