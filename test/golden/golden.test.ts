/**
 * One folder per case: a description (`description.*`, with other files beside it that it refers to), `options.json` where the
 * options matter, what comes out of it in `expected/`, and what is said about it in `diagnostics.txt`. `UPDATE=1` rewrites both.
 * A golden proves that nothing changes unnoticed, never that it is right.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ConfigReader } from "../../src/config/config-reader.js";
import { readNames, type NamesConfig } from "../../src/config/names.js";
import { readSelection, type SelectionConfig } from "../../src/config/selection.js";
import { placeOf, printPlace } from "../../src/report/place.js";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { usualParts, type Part } from "../../src/emit/emitters.js";
import { generateFiles, type ReadFile, type Request } from "../../src/generate.js";
import type { Json } from "../../src/source/source-file.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { memoryIo } from "../support/memory-io.js";
import { isRuntime, runtimeOf, withRuntimeIn } from "../support/shared-runtime.js";

/** `options.json`. */
interface Options {
  /** What to generate; the usual parts unless given. */
  readonly emit?: readonly Part[];
  /** The files to keep in `expected/`; all but the copied ones unless given. All are type-checked. */
  readonly show?: readonly string[];
  /** `overlays` of a configuration: files of the case. */
  readonly overlays?: readonly string[];
  /** `limits` of a configuration. */
  readonly limits?: { readonly [key: string]: Json } | false;
  readonly gateStore?: true;
  readonly deprecations?: NonNullable<Request["deprecations"]>;
  readonly int64?: NonNullable<Request["int64"]>;
  readonly strict?: boolean;
  readonly severity?: NonNullable<Request["severity"]>;
  /** As in a configuration. */
  readonly include?: SelectionConfig["include"];
  readonly exclude?: SelectionConfig["exclude"];
  readonly components?: "reachable" | "all";
  readonly names?: NamesConfig;
  /** `formats` of a configuration, as they are read. Their module is `../formats.ts`: see `checks`. */
  readonly formats?: NonNullable<Request["formats"]>;
}

/** The module of checks that cases refer to. */
const checks = ["isIban", "bic", "isEmail", "isCustomerId", "iban", "ibna", "int64", "telephone"]
  .map((name) => `export const ${name} = (text: string): boolean => text !== "";\n`)
  .join("");

interface Case {
  /** Everything that was generated; none when an error stands. */
  readonly files: readonly GeneratedFile[];
  /** Those of interest, by path. */
  readonly shown: Readonly<Record<string, string>>;
  readonly diagnostics: string;
}

const root = fileURLToPath(new URL(".", import.meta.url));
/** The configuration beside a description. */
const place = { file: "file:///project/sundial.config.ts" };
const update = process.env["UPDATE"] === "1";
const names = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

test.each(names)("%s gives the code and the messages that are expected", async (name) => {
  const folder = join(root, name);
  const { shown, diagnostics } = await generateCase(folder);
  if (update) await rewrite(folder, shown, diagnostics);
  expect(diagnostics).toBe(readOptional(join(folder, "diagnostics.txt")));
  expect(shown).toEqual(readTree(join(folder, "expected")));
});

test("all of it compiles", { timeout: 900_000 }, async () => {
  const folder = await temporaryFolder();
  try {
    const all: GeneratedFile[] = [];
    for (const name of names) {
      const { files } = await generateCase(join(root, name));
      all.push(...files);
      const own = files.filter((file) => !isRuntime(file)).map(({ path, text }) => ({ path, text: withRuntimeIn(text, "../../runtime") }));
      await writeFiles(join(folder.path, "cases", name), own);
    }
    await writeFiles(folder.path, [{ path: "cases/formats.ts", text: checks }]);
    await writeFiles(folder.path, runtimeOf(all));
    expect(await typeCheck(folder.path, ["cases/*/*.ts"], "7", "both")).toEqual([]);
  } finally {
    await folder.remove();
  }
});

async function generateCase(folder: string): Promise<Case> {
  const inputs = Object.entries(readTree(folder)).filter(([path]) => !/^(?:expected\/|diagnostics\.txt$|options\.json$)/.test(path));
  const input = inputs.map(([path]) => path).find((path) => path.startsWith("description."));
  if (input === undefined) throw new Error(`${folder} has no description`);
  const { emit = usualParts, show, overlays, limits, gateStore, include, exclude, components, names, ...chosen } = JSON.parse(readOptional(join(folder, "options.json")) || "{}") as Options; // A file of ours.
  const io = memoryIo(Object.fromEntries(inputs.map(([path, text]) => [`/project/${path}`, text])), { cwd: "/project" });
  const request: Request = { input, source: input, overlays: overlays?.map((each) => ({ input: `/project/${each}`, name: each })), command: "npm run generate", emit, name: "example", limits: limits && configured(limits), gateStore: gateStore && { at: { ...place, pointer: "/gateStore" } }, ...selected({ include, exclude, components, names }), ...chosen };
  const { value, diagnostics, sources } = await generateFiles(request, io);
  const files = value?.files ?? [];
  const isShown = ({ path }: GeneratedFile): boolean => (show === undefined ? !path.startsWith("runtime/") : show.includes(path));
  return {
    files,
    shown: Object.fromEntries(files.filter(isShown).map(({ path, text }) => [path, text])),
    diagnostics: diagnostics.map((diagnostic) => printed(diagnostic, sources)).join(""),
  };
}

/** What is selected, and what is called otherwise, as a configuration beside the description is read. */
function selected(written: Readonly<Record<string, unknown>>): Pick<Request, "include" | "exclude" | "components" | "names"> {
  const reader = new ConfigReader("/project/sundial.config.ts", place.file);
  const read = { ...readSelection(reader, written, []), names: readNames(reader, written, []) };
  expect(reader.diagnostics).toEqual([]);
  return read;
}

/** Limits as they come from a configuration beside the description. */
function configured(value: Json): NonNullable<Request["limits"]> {
  return { value, name: "limits", at: { ...place, pointer: "/limits" } };
}

/** A diagnostic as text, with places as the command line prints them. */
function printed({ severity, code, at, message, hint, related = [] }: Diagnostic, sources: readonly ReadFile[]): string {
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const place = (where: Diagnostic["at"]): string => (where === undefined ? "" : ` ${printPlace(placeOf(where, byUri, "/project"))}`);
  const lines = [
    `${severity} ${code}${place(at)}`,
    `  ${message}`,
    ...related.map((other) => `  see${place(other.at)}: ${other.message}`),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
  return `${lines.join("\n")}\n`;
}

async function rewrite(folder: string, shown: Case["shown"], diagnostics: string): Promise<void> {
  await rm(join(folder, "expected"), { recursive: true, force: true });
  await rm(join(folder, "diagnostics.txt"), { force: true });
  if (diagnostics !== "") await writeFile(join(folder, "diagnostics.txt"), diagnostics);
  for (const [path, text] of Object.entries(shown)) {
    await mkdir(dirname(join(folder, "expected", path)), { recursive: true });
    await writeFile(join(folder, "expected", path), text);
  }
}

/** The texts of a folder by path with forward slashes, sorted. */
function readTree(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(paths.sort().map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]));
}

function readOptional(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
