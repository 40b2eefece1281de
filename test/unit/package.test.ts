import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("every document that is packed links only to what is packed", () => {
  // npm is a shell script on Windows, and there is none on the path without its folder.
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(printed) as [{ readonly files: readonly { readonly path: string }[] }]; // what npm documents
  const packed = new Set(files.map(({ path }) => path));
  const documents = [...packed].filter((path) => path.endsWith(".md") && !path.startsWith("dist/"));
  expect(documents).toContain("README.md");
  const broken = documents.flatMap((path) =>
    Array.from(read(path).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g), ([, link = ""]) => posix.join(posix.dirname(path), link))
      .filter((target) => !packed.has(target))
      .map((target) => `${path} links to ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every link to a section leads to one", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];
  const anchors = (path: string): readonly string[] =>
    Array.from(read(path).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading));
  const broken = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g), ([, path = "", anchor = ""]) => ({
      target: path === "" ? page : posix.join(posix.dirname(page), path),
      anchor,
    }))
      .filter(({ target, anchor }) => !anchors(target).includes(anchor))
      .map(({ target, anchor }) => `${page} links to ${target}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

/** The packages that are installed with this one, by the folder that they are in. */
function installed(): readonly (readonly [string, Locked])[] {
  const { packages } = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Locked>> }; // what npm writes
  return Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
}

test("what is installed with the package may be used by everybody, and runs nothing when it is installed", () => {
  const allowed = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "PSF-2.0", "0BSD"]);
  expect(installed().length).toBeGreaterThan(10);
  expect(installed().filter(([, { license = "" }]) => !allowed.has(license))).toEqual([]);
  expect(installed().filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
});

test("the package says where it was built, runs nothing when it is installed, and pins what it names", () => {
  const { publishConfig, scripts, dependencies } = JSON.parse(read("package.json")) as Record<string, Readonly<Record<string, unknown>>>;
  expect(publishConfig).toEqual({ access: "public", provenance: true });
  expect(Object.keys(scripts ?? {}).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  expect(Object.values(dependencies ?? {}).filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  const turn = installed().filter(([path]) => !Object.hasOwn(dependencies ?? {}, path.replace(/^node_modules\//, "")));
  const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
  expect(read("SECURITY.md")).toContain(`${words[turn.length] ?? ""} of nineteen`);
  expect(installed()).toHaveLength(19);
});

test("npx takes the command by the package's own name, and npm knows where the project is", () => {
  const { name, bin, repository, bugs, homepage } = JSON.parse(read("package.json")) as Record<string, unknown>;
  expect(bin).toMatchObject({ [String(name)]: "./dist/bin.js", sundial: "./dist/bin.js" });
  expect([repository, bugs, homepage].every((each) => JSON.stringify(each).includes("github.com/openapi-sundial/openapi-sundial"))).toBe(
    true,
  );
});

test("nothing that is printed or documented names the package of others that is called like the command", () => {
  const texts = execFileSync("git", ["ls-files", "src", "templates", "docs", "examples", "*.md"], { cwd: root, encoding: "utf8" });
  expect(texts.split("\n").filter((path) => path !== "" && /\bnpx (?:--\S+ )*sundial\b/.test(read(path)))).toEqual([]);
});

test("programs in CommonJS, and compilers that read no exports, find the library", async () => {
  const { main, types, exports } = JSON.parse(read("package.json")) as Record<string, unknown>;
  expect({ main, types }).toEqual({ main: "./dist/index.cjs", types: "./dist/index.d.ts" });
  expect(exports).toMatchObject({
    ".": { require: { types: "./dist/index.d.cts", default: "./dist/index.cjs" }, types: "./dist/index.d.ts", default: "./dist/index.js" },
  });
  const values = Object.keys(await import("../../src/index.js")).sort();
  expect(Object.keys(await import("../../src/commonjs.js")).sort()).toEqual(values);
  const declared = Array.from(read("src/index.d.cts").matchAll(/^export declare const (\w+): typeof library\.\1;$/gm), ([, name]) => name);
  expect(declared.sort()).toEqual(values);
});
