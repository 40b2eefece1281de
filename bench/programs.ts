/** The programs of a benchmark, made ready to run: sundial's client and server are generated anew, by the tool as it is built. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { peers } from "./newer-node.js";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface Programs {
  /** Path of a program that can be run, by the name of its file without the extension. */
  path(name: string): string;
  remove(): void;
}

/** Bundles files of this folder, each into a program of its own. */
export async function buildPrograms(files: readonly string[]): Promise<Programs> {
  // Below the peers, so that both theirs and the project's packages are found.
  const folder = mkdtempSync(join(peers, ".sundial-bench-"));
  const generated = join(folder, "petstore");
  const sundial = [join(root, "dist/bin.js"), "generate", "--input", join(root, "spec/petstore.yaml"), "--output", generated];
  execFileSync(process.execPath, sundial, { stdio: ["ignore", "ignore", "inherit"] });
  await build({
    entryPoints: files.map((file) => ({ in: fileURLToPath(new URL(file, import.meta.url)), out: basename(file).replace(/\.\w+$/, "") })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [generatedAnew(generated)],
    logLevel: "warning",
  });
  return {
    path: (name) => join(folder, `${name}.mjs`),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What is checked in has the same types; what runs is what the tool makes now. */
function generatedAnew(folder: string): Plugin {
  const checkedIn = /^.*\/generated\/petstore\//;
  return {
    name: "generated anew",
    setup(to) {
      to.onResolve({ filter: checkedIn }, ({ path }) => ({ path: join(folder, path.replace(checkedIn, "").replace(/\.js$/, ".ts")) }));
    },
  };
}
