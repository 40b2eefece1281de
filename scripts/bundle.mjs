// Bundles the code into a few files: a cold start reads some 30 of them, not 300. Packages stay outside.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { embedTemplates } from "./templates.mjs";

/** The checker of patterns comes along: its package would bring Java and a binary, some 50 MB, for what one file of it does. */
const withChecker = {
  name: "with-checker",
  setup({ onLoad, onResolve }) {
    const file = createRequire(import.meta.url).resolve("recheck/lib/browser.js");
    onResolve({ filter: /^recheck\/lib\/browser\.js$/ }, () => ({ path: file, namespace: "checker" }));
    onLoad({ filter: /.*/, namespace: "checker" }, () => {
      const license = readFileSync(join(dirname(file), "../LICENSE"), "utf8");
      return { contents: `/*! recheck\n${license}*/\n${readFileSync(file, "utf8")}`, loader: "js", resolveDir: dirname(file) };
    });
  },
};

/** So does the reader of tsconfig files: its optional peer, a version of TypeScript, would be at odds with that of many a project. */
const withTsconfigReader = {
  name: "with-tsconfig-reader",
  setup({ onLoad, onResolve }) {
    const file = fileURLToPath(import.meta.resolve("tsconfck"));
    onResolve({ filter: /^tsconfck$/ }, () => ({ path: file }));
    onLoad({ filter: /tsconfck[\\/]src[\\/]index\.js$/ }, () => {
      const license = readFileSync(join(dirname(file), "../LICENSE"), "utf8");
      return { contents: `/*! tsconfck\n${license}*/\n${readFileSync(file, "utf8")}`, loader: "js", resolveDir: dirname(file) };
    });
  },
};

/**
 * So does what runs precompiled templates, and the compiler, 90 kB that are loaded for templates that people have taken over, and then alone.
 * Their package would bring five others with a minifier among them, 7 MB, that nothing needs when the tool runs.
 */
const withTemplateRuntime = {
  name: "with-template-runtime",
  setup({ onLoad, onResolve }) {
    const { resolve } = createRequire(import.meta.url);
    const bundled = {
      "handlebars/runtime.js": resolve("handlebars/dist/handlebars.runtime.min.js"),
      handlebars: resolve("handlebars/dist/handlebars.min.js"),
    };
    onResolve({ filter: /^handlebars(?:\/runtime\.js)?$/ }, ({ path }) => ({ path: bundled[path], namespace: "template-runtime" }));
    // The first comment of each is its licence.
    onLoad({ filter: /.*/, namespace: "template-runtime" }, ({ path }) => ({ contents: readFileSync(path, "utf8"), loader: "js" }));
  },
};

/** Writes bin.js, index.js, index.cjs and their chunks to a folder, from where Node must find this project's node_modules. */
export async function bundle(outdir) {
  embedTemplates();
  await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: { bin: "src/bin.ts", index: "src/index.ts" },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    plugins: [withChecker, withTsconfigReader, withTemplateRuntime],
    logLevel: "warning",
  });
  await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: { index: "src/commonjs.ts" },
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    external: ["./index.js"],
    logLevel: "warning",
  });
}
