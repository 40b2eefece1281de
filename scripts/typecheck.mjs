// Type-checks the project, and the runtime files as users will have them: what a client needs with the DOM library alone,
// what a server needs with Node's types alone, everything with both, and everything under the laxest and oldest settings.
// The newest compiler is by far the quickest; tests hold what is generated to the older ones.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runtimePaths, runtimeSources } from "./runtime-sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const runtime = join(root, "templates/runtime");
const tsc = join(root, "node_modules/typescript7/bin/tsc");

const all = runtimePaths();
const sources = runtimeSources();

/** Paths of the runtime files that some files need, themselves included; these are named as in the output. */
function closure(...roots) {
  const names = new Set(roots);
  for (const each of names) {
    for (const [, next] of sources.get(each).matchAll(/from "\.\/([A-Za-z0-9-]+)\.js"/g)) names.add(`${next}.ts`);
  }
  return all.filter((path) => names.has(basename(path)));
}

const ours = join(root, "tsconfig.json");
const plain = { module: "nodenext", types: ["node"], noEmit: true };

const forms = [
  { name: "the project", project: ours },
  { name: "runtime files, with both libraries", project: join(runtime, "tsconfig.json") },
  {
    name: "runtime files of a client, with the DOM library alone",
    files: closure(
      ...["client.ts", "api-keys.ts", "basic-auth.ts", "parameter-styles.ts", "request-body.ts", "response-media.ts"],
      ...[
        "rate-limit-transport.ts",
        "declared-limit-headers.ts",
        "ietf-limit-headers.ts",
        "detect-limit-headers.ts",
        "idempotency-key.ts",
        "redis-gate-store.ts",
      ],
      ...["deprecated-parts.ts", "deprecated-schemes.ts", "service-deprecation.ts"],
    ),
    extends: ours,
    compilerOptions: { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  },
  {
    name: "runtime files of a server, with Node's types alone",
    files: closure("server.ts", "limiter.ts", "deprecated-calls.ts", "redis-limits.ts", "flexible-limits.ts"),
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
