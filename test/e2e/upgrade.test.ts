/**
 * `sundial upgrade` between two versions of the package, each packed as it is published: the one that is, and a next one with another template and
 * a key of the configuration that has moved.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { petstore, projectFolder, readTree, runProcess, type Ran } from "../support/cli.js";

const { version } = JSON.parse(await readFile(join(projectFolder, "package.json"), "utf8")) as { readonly version: string };
const next = "7.1.0";

/** Below this project's node_modules, where the packages are that both versions need: nothing is asked of a registry. */
let folder = "";
const tarballs = { old: "", new: "" };
let environment: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(projectFolder, "node_modules/.sundial-upgrade-"));
  environment = {
    npm_config_cache: join(folder, "cache"),
    npm_config_cache_dir: join(folder, "pnpm-cache"),
    npm_config_store_dir: join(folder, "pnpm-store"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
  tarballs.old = await packed("old", version, {});
  tarballs.new = await packed("new", next, {
    "src/version.ts": (text) => text.replace(`"${version}"`, `"${next}"`),
    "src/config/moved-keys.ts": (text) =>
      text.replace(/(movedKeys: readonly MovedKey\[\] = )\[\]/, `$1[{ since: "${next}", of: "api", from: ["untyped"], to: ["typeless"] }]`),
    "src/config/resolve-config.ts": (text) => text.replace('"untyped"', '"typeless"'),
    "src/config/validators.ts": (text) => text.replace('reader.word(api, "untyped"', 'reader.word(api, "typeless"'),
    "templates/index.hbs": (text) => `${text}export const generation = 2;\n`,
  });
}, 600_000);
afterAll(() => rm(folder, { recursive: true }));

/** A tarball of the package, with changes to its sources. Its packages are those of this project: it names none. */
async function packed(name: string, as: string, changes: Readonly<Record<string, (text: string) => string>>): Promise<string> {
  const copy = join(folder, name);
  for (const part of [
    "src",
    "templates",
    "scripts",
    "schema",
    "tsconfig.json",
    "tsconfig.build.json",
    "package.json",
    "README.md",
    "CHANGELOG.md",
  ])
    await cp(join(projectFolder, part), join(copy, part), { recursive: true });
  await symlink(join(projectFolder, "node_modules"), join(copy, "node_modules"));
  const manifest = JSON.parse(await readFile(join(copy, "package.json"), "utf8")) as object;
  await writeFile(
    join(copy, "package.json"),
    JSON.stringify({ ...manifest, version: as, dependencies: {}, devDependencies: {}, scripts: {} }),
  );
  for (const [path, change] of Object.entries(changes)) await writeFile(join(copy, path), change(await readFile(join(copy, path), "utf8")));
  const bundled = `import(${JSON.stringify(join(copy, "scripts/bundle.mjs"))}).then(({ bundle }) => bundle(${JSON.stringify(join(copy, "dist"))}))`;
  expect(await runProcess(process.execPath, ["-e", bundled], { cwd: copy })).toMatchObject({ code: 0 });
  expect(await runProcess("npm", ["pack", "--pack-destination", folder], { cwd: copy, env: environment })).toMatchObject({ code: 0 });
  return join(folder, `openapi-sundial-${as}.tgz`);
}

const pnpm = ["npx", "--yes", "pnpm@10.34.9"];

/** How a package manager installs a tarball, and runs one that is not installed. */
const managers = {
  npm: {
    lock: "package-lock.json",
    install: ["npm", "install", "--no-package-lock"],
    run: (tarball: string) => ["npm", "exec", "--yes", `--package=${tarball}`, "--", "openapi-sundial"],
    installed: ["npx", "sundial"],
    named: "npx",
  },
  pnpm: {
    lock: "pnpm-lock.yaml",
    install: [...pnpm, "install", "--offline", "--no-frozen-lockfile"],
    run: (tarball: string) => [...pnpm, `--package=${tarball}`, "dlx", "openapi-sundial"],
    installed: ["node_modules/.bin/sundial"],
    named: "pnpm dlx",
  },
} as const;

/** pnpm comes from the registry where it is not installed; without one, there is nothing to try. */
const hasPnpm = (await runProcess("npx", ["--yes", "pnpm@10.34.9", "--version"], { cwd: projectFolder })).code === 0;

const config = `import { defineConfig } from "openapi-sundial";

export default defineConfig({
  runtime: "src/sundial",
  apis: {
    // What we call.
    pets: {
      input: "petstore.yaml",
      output: "src/pets",
      emit: ["types", "client"],
      untyped: "any", // as the vendor means it
    },
    store: { input: "petstore.yaml", output: "src/store", emit: ["types", "validators"] },
  },
});
`;

describe.each(Object.entries(managers).filter(([name]) => name === "npm" || hasPnpm))("with %s", (name, manager) => {
  let cwd = "";
  const packageJson = `{\n  "private": true,\n  "type": "module",\n  "devDependencies": { "openapi-sundial": "^${version}" }\n}\n`;
  const command = (words: readonly string[], ...argv: readonly string[]): Promise<Ran> =>
    runProcess(words[0] ?? "", [...words.slice(1), ...argv], { cwd, env: environment });
  const install = async (tarball: string): Promise<void> => {
    const before = await readFile(join(cwd, "package.json"), "utf8");
    await writeFile(join(cwd, "package.json"), before.replace(/[~^]\d[\w.-]*/, `file:${tarball}`));
    expect(await command(manager.install)).toMatchObject({ code: 0 });
    // A registry would have it: package.json asks for a range.
    await writeFile(join(cwd, "package.json"), before);
  };

  beforeAll(async () => {
    cwd = join(folder, `project-${name}`);
    await mkdir(join(cwd, ".git"), { recursive: true });
    await cp(petstore, join(cwd, "petstore.yaml"));
    for (const [path, text] of Object.entries({
      "package.json": packageJson,
      "sundial.config.ts": config,
      [manager.lock]: "",
      ".git/HEAD": "",
    }))
      await writeFile(join(cwd, path), path === "package-lock.json" ? "{}" : text);
    if (name === "pnpm") await rm(join(cwd, manager.lock));
    await install(tarballs.old);
    expect(await command(manager.installed, "generate")).toMatchObject({ code: 0 });
  }, 600_000);

  test("the next version shows what it changes, and changes nothing", async () => {
    const before = await readTree(join(cwd, "src"));
    const { code, stdout } = await command(manager.run(tarballs.new), "upgrade", "--diff");
    expect(stdout).toContain(`openapi-sundial ${next}; package.json asks for ^${version}, ${version} is installed\n`);
    expect(stdout).toContain(`\npets: src/pets was made by ${version}\n  exports  index.ts\n             added generation\n`);
    expect(stdout).toContain(`  moved    apis.pets.untyped is apis.pets.typeless since ${next}\n`);
    expect(stdout).toContain(`package.json: openapi-sundial ^${version} becomes ^${next}\n`);
    expect(stdout).toContain("+export const generation = 2;\n");
    expect(stdout).toContain(`To do it: ${manager.named} openapi-sundial@${next} upgrade --write && ${name} install\n`);
    expect(code).toBe(1);
    expect(await readTree(join(cwd, "src"))).toEqual(before);
    expect(await readFile(join(cwd, "sundial.config.ts"), "utf8")).toBe(config);
  }, 600_000);

  test("the version that is installed names the command of another one", async () => {
    const { code, stderr } = await command(manager.installed, "upgrade", next);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`\`${manager.named} openapi-sundial@${next} upgrade\``)]);
  }, 600_000);

  test("--write moves the key, raises the range and generates; the new version then finds all of it current", async () => {
    expect(await command(manager.run(tarballs.new), "upgrade", "--write")).toMatchObject({ code: 0 });
    expect(await readFile(join(cwd, "sundial.config.ts"), "utf8")).toBe(config.replace("untyped", "typeless"));
    expect(await readFile(join(cwd, "package.json"), "utf8")).toBe(packageJson.replace(`^${version}`, `^${next}`));
    // Until the new version is installed, the old one leaves all of it as it is, and says what works.
    const written = await readTree(join(cwd, "src"));
    const { code, stderr } = await command(manager.installed, "generate");
    expect([code, stderr]).toEqual([2, expect.stringContaining(`\`${manager.named} openapi-sundial@${next} generate\``)]);
    expect(stderr).toContain("typeless");
    await writeFile(join(cwd, "sundial.config.ts"), config.replace('      untyped: "any", // as the vendor means it\n', ""));
    expect(await command(manager.installed, "generate")).toMatchObject({ code: 2 });
    expect(await readTree(join(cwd, "src"))).toEqual(written);
    await writeFile(join(cwd, "sundial.config.ts"), config.replace("untyped", "typeless"));
    await install(tarballs.new);
    expect(await command(manager.installed, "check", "--full")).toMatchObject({ code: 0 });
    const again = await command(manager.installed, "upgrade");
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("There is nothing to do.")]);
  }, 600_000);
});
