/** docs/stability.md, and the promise of CHANGELOG.md: what the page names is what the code has. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue } from "../../src/diagnostic/catalogue.js";
import { movedKeys } from "../../src/config/moved-keys.js";
import { exit } from "../../src/cli/exit-codes.js";
import { run } from "../../src/cli/run.js";
import { printManifest } from "../../src/output/manifest.js";
import { oldestNode, version } from "../../src/version.js";
import { memoryIo } from "../support/memory-io.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/stability.md");
const changelog = read("CHANGELOG.md");
const sections = changelog.split(/^## /m).slice(1);

test("each version of the changelog begins with whether outputs change", () => {
  expect(sections.length).toBeGreaterThan(0);
  for (const section of sections) {
    const [title = "", , first = ""] = section.split("\n");
    expect(title).toMatch(/^(?:\[?\d+\.\d+\.\d+\S*|Unreleased)/);
    expect([title, /^Outputs (?:change|stay as they are)(?:[:,] \S.*)?\.?/.test(first)]).toEqual([title, true]);
  }
  expect(sections.some((section) => section.startsWith(version))).toBe(true);
});

test("a patch whose outputs change says what was wrong", () => {
  for (const section of sections) {
    const [, patch = "0"] = /^\[?\d+\.\d+\.(\d+)/.exec(section) ?? [];
    if (patch !== "0" && section.includes("\n\nOutputs change")) expect(section).toMatch(/\n\nOutputs change: \S/);
  }
});

test("while the version is 0.x, the page says what that means, and afterwards no longer", () => {
  expect(page.includes("**The version is `0.x` today.**")).toBe(version.startsWith("0."));
});

test("the manifest has the members that programs may read, and no others", () => {
  const text = printManifest({ version, inputs: [], options: {}, files: new Map(), inks: new Map() });
  const named = /`sundial\.json` has (.*?)\. Programs may read these five/s.exec(page)?.[1] ?? "";
  expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(Object.keys(JSON.parse(text) as object).sort());
});

test("Node, TypeScript and exit codes are those of the package", () => {
  expect(page).toContain(`Node ${oldestNode} and later`);
  const { devDependencies } = JSON.parse(read("package.json")) as { readonly devDependencies: Readonly<Record<string, string>> };
  const [oldest, ...others] = ["typescript", "typescript6", "typescript7"].map(
    (name) => /(\d+)\.(\d+)\.\d+$/.exec(devDependencies[name] ?? "") ?? [],
  );
  expect(page).toContain(
    `TypeScript ${oldest?.[1] ?? ""}.${oldest?.[2] ?? ""}, ${others.map(([, major = ""]) => major).join(" and ")} before each release`,
  );
  for (const code of Object.values(exit)) expect(page).toMatch(new RegExp(`Exit codes are .*\\b${String(code)} \\(`));
});

test("codes and pages that it names are there", () => {
  const table = page.slice(page.indexOf("## Where versions meet"));
  const codes = [...table.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, code = ""]) => code);
  expect(new Set(codes).size).toBeGreaterThan(3);
  expect(codes.filter((code) => !Object.hasOwn(catalogue, code))).toEqual([]);
  const pages = readdirSync(new URL("../../docs/", import.meta.url));
  for (const [, link = ""] of page.matchAll(/\]\(([\w-]+\.md)\)/g)) expect(pages).toContain(link);
});

test("no key has moved, as it says; with the first one, it says something else", () => {
  expect(page.includes("It is empty: no\nkey has moved yet.")).toBe(movedKeys.length === 0);
});

test("the page of an upgrade has the words and the lines of the command", async () => {
  const io = memoryIo({
    "a.yaml": "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }\n",
    "sundial.config.json": '{ "input": "a.yaml", "output": "a", "emit": ["types"] }',
    "package.json": '{ "devDependencies": { "openapi-sundial": "^0.0.1" } }',
    "node_modules/openapi-sundial/package.json": '{ "version": "0.0.1" }',
  });
  await run(["generate"], io);
  io.files.set("/project/a/types.ts", new TextEncoder().encode(`${io.text("/project/a/types.ts")}export type B = 1;\n`));
  const start = io.printed.stdout.length;
  await run(["upgrade"], io);
  const shape = (text: string): readonly string[] =>
    text
      .split("\n")
      .flatMap(
        (line) =>
          /^(?:openapi-sundial \S+; package\.json asks for|\s+removed|\S+: \S+ was made by|package\.json: openapi-sundial|To do it: npx)/
            .exec(line)?.[0]
            .replace(/\d+\.\d+\.\d+|^[a-z]+: \S+/g, "_") ?? [],
      );
  const shown = /```\n(openapi-sundial 0[^]*?)```/.exec(page)?.[1] ?? "";
  const removed = shape(io.printed.stdout.slice(start)).filter((line) => !line.endsWith("removed"));
  expect(shape(shown)).toEqual(removed);
});
