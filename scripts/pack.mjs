// The package as it would be published, in a folder.
import { fileURLToPath } from "node:url";
import { runProgram } from "./run-program.mjs";

/** Builds and packs, and returns the tarball's name and what is in it. */
export async function pack(folder) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const printed = await runProgram("npm", ["pack", "--json", "--pack-destination", folder], root);
  const [{ filename, size, files }] = JSON.parse(printed.replace(/^[^]*?(?=^\[)/m, ""));
  return { file: filename, size, paths: files.map(({ path }) => path) };
}
