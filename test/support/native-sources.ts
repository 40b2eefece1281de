/** Lets Node itself load the sources that tests import: they are compiled once for all test files, each module to a file of its own. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const sources = fileURLToPath(new URL("../../src/", import.meta.url));

/** The last part is the name of the folder of sources, as addresses of code are matched by it. Packages are found from there. */
const compiled = fileURLToPath(new URL("../../node_modules/.sundial-native/src/", import.meta.url));

const compiledOf = (name: string): string => join(compiled, name.replace(/\.ts$/, ".js"));

/** Compiles what changed, and removes what is left of sources that are gone. */
export function compileSources(): void {
  const names = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  writeChanged(join(compiled, "../package.json"), '{ "type": "module" }\n');
  for (const name of names) {
    const sourcefile = join(sources, name);
    const { code } = transformSync(readFileSync(sourcefile, "utf8"), {
      loader: "ts",
      format: "esm",
      target: "node20.19",
      sourcefile,
      sourcemap: "inline",
      sourcesContent: false,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    writeChanged(compiledOf(name), code);
  }
  const kept = new Set(names.map(compiledOf));
  for (const name of readdirSync(compiled, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".js") && !kept.has(join(compiled, name))) rmSync(join(compiled, name));
}

function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Whoever watches has the sources from Vite, which hears of each change. */
let isWatched = false;

/**
 * A plugin of Vite: whoever imports a module of the sources gets it compiled. Some 600 modules that Vite hands over one by one to the process of
 * each file take it twice as long as Node takes to read them.
 */
export const nativeSources = {
  name: "native-sources",
  enforce: "pre",
  configureVitest({ vitest }: { readonly vitest: { readonly config: { readonly watch: boolean } } }): void {
    isWatched = vitest.config.watch;
  },
  resolveId(source: string, importer: string | undefined): string | undefined {
    if (isWatched || importer === undefined || !source.startsWith(".")) return undefined;
    const path = resolve(dirname(importer), source);
    return path.startsWith(sources) && path.endsWith(".js") ? compiledOf(path.slice(sources.length)) : undefined;
  },
} as const;
