// Packs the package as it would be published, installs it into empty projects beside each TypeScript we promise, and does
// there what the README tells a newcomer to do. The projects are tried side by side: they wait for the registry a lot.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./pack.mjs";
import { runProgram as run } from "./run-program.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const compilers = ["5.9", "6", "7"];
const folder = mkdtempSync(join(tmpdir(), "sundial-package-"));

function demand(fact, message) {
  if (!fact) throw new Error(message);
}

/** Blocks of the README that say which file they are. */
function readmeFiles() {
  const text = readFileSync(join(root, "README.md"), "utf8");
  return new Map(Array.from(text.matchAll(/<!-- file: (\S+) -->\s*```\w+\n([^]*?)```/g), ([, name, body]) => [name, body]));
}

async function packed() {
  const { file, size, paths } = await pack(folder);
  const allowed =
    /^(dist\/.+\.(js|d\.ts)|dist\/index\.(cjs|d\.cts)|docs\/.+\.(md|svg)|schema\/[\w.-]+\.(json|yaml|cjs)|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|SECURITY\.md|LICENSE|package\.json)$/;
  const stray = paths.filter((path) => !allowed.test(path));
  demand(stray.length === 0, `The package holds files it should not: ${stray.join(", ")}`);
  for (const needed of [
    "dist/bin.js",
    "dist/index.js",
    "dist/index.d.ts",
    "dist/index.cjs",
    "dist/index.d.cts",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "schema/config.schema.json",
    "schema/lifecycle.schema.json",
  ]) {
    demand(paths.includes(needed), `The package lacks ${needed}`);
  }
  const { scripts, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const install = ["preinstall", "install", "postinstall", "prepare"].filter((name) => name in scripts);
  demand(install.length === 0, `The package has install scripts: ${install.join(", ")}`);
  for (const heavy of ["typescript", "openapi-typescript"])
    demand(!(heavy in dependencies), `${heavy} is a dependency: nobody's project should get a second compiler`);
  console.log(`packed: ${file}, ${paths.length} files, ${Math.round(size / 1024)} kB`);
  return join(folder, file);
}

const strict = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  skipLibCheck: false,
  noEmit: true,
};

function write(project, path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** What modules are in projects that check their sundial.config.ts with everything else. */
const modules = ["node16", "node18", "node20", "nodenext", "preserve"].map((module) => ({ module }));
const node10 = { module: "commonjs", moduleResolution: "node10" };
const oldModules = { 5.9: [node10], 6: [{ ...node10, ignoreDeprecations: "6.0" }], 7: [] };

/** The configuration and the library in a package of ES modules and in one of CommonJS, under every `module`. */
async function tryModules(project, compiler, blocks) {
  for (const type of ["module", "commonjs"]) {
    const folder = join(project, `checked-${type}`);
    write(folder, "package.json", JSON.stringify({ type }));
    write(folder, "sundial.config.ts", blocks.get("sundial.config.ts"));
    write(
      folder,
      "library.ts",
      `import { check, generate, type Config, type Diagnostic } from "openapi-sundial";\nexport const config: Config = { input: "a", output: "b" };\nexport const found: Promise<readonly Diagnostic[]> = generate({ input: "a" }).then(({ diagnostics }) => diagnostics);\nexport const current: Promise<boolean> = check({ input: "a", output: "b" }).then((result) => result.current);\n`,
    );
    for (const compilerOptions of [...modules, ...oldModules[compiler]]) {
      const tsconfig = { compilerOptions: { target: "es2022", types: [], strict: true, noEmit: true, ...compilerOptions } };
      write(folder, "tsconfig.json", JSON.stringify(tsconfig));
      await run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder], project);
    }
  }
  write(
    project,
    "checked-commonjs/required.js",
    `const { check, defineConfig, generate } = require("openapi-sundial");\nconst { input, output } = defineConfig({ input: "spec/petstore.yaml", output: "nowhere" });\nPromise.all([generate({ input }), check({ input, output })]).then(([{ files }, { current }]) => {\n  if (files.length === 0 || current) throw new Error("required otherwise");\n});\n`,
  );
  await run(process.execPath, ["checked-commonjs/required.js"], project);
}

/** A newcomer's repository with one compiler. */
async function tryOut(tarball, compiler) {
  const project = join(folder, `typescript-${compiler}`);
  const blocks = readmeFiles();
  write(
    project,
    "package.json",
    JSON.stringify({
      name: "newcomer",
      private: true,
      type: "module",
      scripts: { generate: "sundial generate", "generate:check": "sundial check" },
    }),
  );
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", [...install, "--save-dev", tarball, `typescript@${compiler}`, "@types/node@20"], project);
  await run("npm", [...install, "openapi-fetch@0.17"], project);
  cpSync(join(root, "spec/petstore.yaml"), join(project, "spec/petstore.yaml"), { recursive: true });
  demand(blocks.has("sundial.config.ts") && blocks.has("client.ts"), "The README has no sundial.config.ts or client.ts to try");
  write(project, "sundial.config.ts", blocks.get("sundial.config.ts"));
  write(project, "src/client.ts", blocks.get("client.ts"));
  await run("npm", ["run", "generate"], project);
  await run("npm", ["run", "generate:check"], project);
  cpSync(join(project, "spec"), join(project, "service/spec"), { recursive: true });
  for (const [block, path] of [
    ["service/sundial.config.ts", "service/sundial.config.ts"],
    ["server.ts", "service/src/server.ts"],
    ["validators.ts", "service/src/validators.ts"],
  ]) {
    demand(blocks.has(block), `The README has no ${block} to try`);
    write(project, path, blocks.get(block));
  }
  await run("npx", ["--no-install", "sundial", "generate", "--config", "service/sundial.config.ts"], project);
  write(project, "all.json", JSON.stringify({ input: "spec/petstore.yaml", output: "all/petstore" }));
  await run("npx", ["--no-install", "sundial", "generate", "--config", "all.json"], project);
  write(
    project,
    "library.ts",
    `import { check, generate } from "openapi-sundial";\nconst { files } = await generate({ input: "spec/petstore.yaml" });\nif (files.length === 0) throw new Error("no files");\nconst { current } = await check({ input: "spec/petstore.yaml", output: "nowhere" });\nif (current) throw new Error("current");\n`,
  );
  const libraries = {
    client: { include: ["src"], types: ["node"], lib: ["es2022", "dom", "dom.iterable"] },
    service: { include: ["service"], types: ["node"], lib: ["es2022"] },
    all: { include: ["all"], types: ["node"], lib: ["es2022", "dom", "dom.iterable"] },
    config: { include: ["sundial.config.ts", "library.ts"], types: ["node"], lib: ["es2023"] },
  };
  // What the slow compilers make of all that is generated the tests say; here it is what they find of the package.
  const tried = Object.entries(libraries).filter(([name]) => compiler === "7" || name === "client" || name === "config");
  for (const [name, { include, types, lib }] of tried) {
    write(project, `tsconfig.${name}.json`, JSON.stringify({ compilerOptions: { ...strict, types, lib }, include }));
    await run("npx", ["--no-install", "tsc", "-p", `tsconfig.${name}.json`], project);
  }
  await tryModules(project, compiler, blocks);
  const installed = JSON.parse(readFileSync(join(project, "node_modules/typescript/package.json"), "utf8")).version;
  console.log(`fine: beside TypeScript ${installed}`);
}

try {
  const tarball = await packed();
  const outcomes = await Promise.allSettled(compilers.map((compiler) => tryOut(tarball, compiler)));
  const failures = outcomes.flatMap(({ status, reason }) => (status === "rejected" ? [reason] : []));
  if (failures.length > 0) throw new Error(failures.map(({ message }) => message).join("\n\n"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
