/** The programs of the benchmark, made ready to run: sundial's client is generated anew, by the tool as it is built. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { peers } from "../newer-node.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Programs {
  readonly service: string;
  readonly caller: string;
  readonly otherProgram: string;
  readonly remove: () => void;
}

export async function buildPrograms(): Promise<Programs> {
  // Below the peers, so that both theirs and the project's packages are found.
  const folder = mkdtempSync(join(peers, ".sundial-limits-"));
  const generated = join(folder, "petstore");
  const sundial = [join(root, "dist/bin.js"), "generate", "--input", join(root, "spec/petstore.yaml"), "--output", generated];
  execFileSync(process.execPath, sundial, { stdio: ["ignore", "ignore", "inherit"] });
  const generatedAnew: Plugin = {
    name: "generated anew",
    setup(to) {
      to.onResolve({ filter: /\/generated\/petstore\// }, ({ path }) => ({
        path: join(generated, path.replace(/^.*\/generated\/petstore\//, "").replace(/\.js$/, ".ts")),
      }));
    },
  };
  await build({
    entryPoints: ["service.ts", "caller.ts", "other-program.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [generatedAnew],
    logLevel: "warning",
  });
  return {
    service: join(folder, "service.mjs"),
    caller: join(folder, "caller.mjs"),
    otherProgram: join(folder, "other-program.mjs"),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
