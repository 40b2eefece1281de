/** Bundlers as pages are made with: esbuild, and Rollup where it is installed beside the benchmarks. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { build, transform } from "esbuild";
import { peers } from "../newer-node.js";

export interface Size {
  /** Bytes. */
  readonly minified: number;
  readonly zipped: number;
}

type Bundle = (entry: string) => Promise<Size>;

/** As far as it is used here: it is installed apart from the project, and its types with it. */
interface Rollup {
  readonly rollup: (options: object) => Promise<RollupBundle>;
}

interface RollupBundle {
  readonly generate: (options: object) => Promise<{ readonly output: readonly { readonly code: string }[] }>;
}

/** The bundlers that are there, by name. */
export async function bundlers(): Promise<Readonly<Record<string, Bundle>>> {
  const installed = join(peers, "rollup/dist/es/rollup.js");
  if (!existsSync(installed)) return { esbuild: withEsbuild };
  const { rollup } = (await import(pathToFileURL(installed).href)) as Rollup;
  return { esbuild: withEsbuild, rollup: (entry) => withRollup(rollup, entry) };
}

async function withEsbuild(entry: string): Promise<Size> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return sizeOf(outputFiles[0]?.text ?? "");
}

/** Rollup reads JavaScript, and minifies nothing: esbuild does both for it. */
async function withRollup(rollup: Rollup["rollup"], entry: string): Promise<Size> {
  const { resolve } = createRequire(import.meta.url);
  const plugin = {
    name: "typescript",
    resolveId(source: string, importer?: string): string | undefined {
      // openapi-fetch, which is the project's own; its CommonJS is what `require` finds.
      if (importer === undefined) return source;
      if (!source.startsWith(".")) return resolve(source).replace(/\.cjs$/, ".mjs");
      const path = join(importer, "..", source);
      return [path.replace(/\.js$/, ".ts"), `${path}.ts`, join(path, "index.ts"), path].find((each) => existsSync(each));
    },
    async load(path: string): Promise<string> {
      const text = readFileSync(path, "utf8");
      return path.endsWith(".ts") ? (await transform(text, { loader: "ts" })).code : text;
    },
  };
  const bundle = await rollup({ input: entry, plugins: [plugin], onwarn: () => undefined });
  const { output } = await bundle.generate({ format: "es" });
  const { code } = await transform(output[0]?.code ?? "", { minify: true, format: "esm" });
  return sizeOf(code);
}

const sizeOf = (code: string): Size => ({ minified: Buffer.byteLength(code), zipped: gzipSync(code, { level: 9 }).length });
