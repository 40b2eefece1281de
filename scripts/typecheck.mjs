// Type-checks the project, and the runtime files as users will have them: what a client needs with the DOM library alone,
// what a server needs with Node's types alone, everything with both, and everything under the laxest and oldest settings.
// The newest compiler is by far the quickest; tests hold what is generated to the older ones.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { runtimePaths } from "./runtime-sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const runtime = join(root, "templates/runtime");
const tsc = join(root, "node_modules/typescript7/bin/tsc");

const all = runtimePaths();

/** Paths of the runtime's modules that some folders and modules need, themselves included. */
function closure(...roots) {
  const paths = new Set(all.filter((path) => roots.some((root) => path.startsWith(root))));
  for (const path of paths) {
    for (const [, next] of readFileSync(join(runtime, path), "utf8").matchAll(/from "(\.[^"]*)\.js"/g))
      paths.add(`${posix.join(posix.dirname(path), next)}.ts`);
  }
  return [...paths];
}

const ours = join(root, "tsconfig.json");
const plain = { module: "nodenext", types: ["node"], noEmit: true };

const forms = [
  { name: "the project", project: ours },
  { name: "runtime files, with both libraries", project: join(runtime, "tsconfig.json") },
  {
    name: "runtime files of a client, with the DOM library alone",
    files: closure("client/"),
    extends: ours,
    compilerOptions: { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  },
  {
    name: "runtime files of a server, with Node's types alone",
    files: closure("server/"),
    extends: ours,
    compilerOptions: { lib: ["es2022"], types: ["node"] },
  },
  {
    // A literal such as `5n` needs a later target.
    name: "runtime files under plain strict, with the target of Next.js and a library of ES2020, the types of exports written out",
    files: all,
    compilerOptions: { ...plain, strict: true, target: "es2017", lib: ["es2020"], declaration: true, isolatedDeclarations: true },
  },
  {
    name: "runtime files with the DOM library alone of TypeScript 5.9, whose collections have no iterators",
    files: all,
    compilerOptions: { ...plain, strict: true, target: "es2022", lib: ["es2022", "dom"] },
  },
  {
    name: "runtime files under strict without strictNullChecks",
    files: all,
    compilerOptions: { ...plain, strict: true, strictNullChecks: false, target: "es2022" },
  },
];

const folder = mkdtempSync(join(root, "node_modules/.sundial-typecheck-"));
let failed = false;
try {
  for (const { name, project, files, ...settings } of forms) {
    const path = project ?? join(folder, "tsconfig.json");
    if (files) {
      const compilerOptions = { ...settings.compilerOptions, skipLibCheck: false };
      writeFileSync(path, JSON.stringify({ ...settings, compilerOptions, files: files.map((file) => join(runtime, file)), include: [] }));
    }
    try {
      execFileSync(process.execPath, [tsc, "-p", path, "--noEmit"], { stdio: "inherit" });
      console.log(`fine: ${name}`);
    } catch {
      failed = true;
      console.error(`errors: ${name}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = failed ? 1 : 0;
