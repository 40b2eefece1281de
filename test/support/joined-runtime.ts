/** Runs tests of the runtime on its joined files, as outputs have them, instead of on its modules. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fileOf } from "../../scripts/runtime-sources.mjs";

const modules = fileURLToPath(new URL("../../templates/runtime/", import.meta.url));

/** Where the joined files are written before tests run. */
export const joinedFolder = fileURLToPath(new URL("../../node_modules/.sundial-runtime/", import.meta.url));

/** A plugin of Vite: whoever imports a module of the runtime gets the file that it is joined into. */
export const joinedRuntime = {
  name: "joined-runtime",
  enforce: "pre",
  resolveId(source: string, importer: string | undefined): string | undefined {
    const path = importer === undefined || !source.startsWith(".") ? source : resolve(dirname(importer), source);
    if (!path.startsWith(modules)) return undefined;
    return join(joinedFolder, "runtime", `${fileOf(path.slice(modules.length))}.ts`);
  },
} as const;
