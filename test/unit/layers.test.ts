import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../src/", import.meta.url)).replaceAll("\\", "/");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".gen.ts"))
  .sort();
const sources = new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));

/** From the bottom up; a file may import what stands before its own layer, and its own. Layers in one list know nothing of each other. */
const layers: readonly (readonly string[])[] = [
  ["io.ts", "io-node-program.ts", "io-node-own.ts", "io-node-watch.ts", "version.ts"],
  ["diagnostic", "io-node-unpack.ts"],
  ["source"],
  ["openapi", "io-node-fetch.ts", "io-node-command.ts"],
  ["model", "io-node.ts"],
  ["emit"],
  ["project"],
  ["format"],
  ["output", "stubs"],
  ["presets"],
  ["config"],
  ["setup"],
  ["upgrade"],
  ["migrate"],
  ["generate.ts"],
  ["report"],
  ["library-functions.ts"],
  ["cli", "index.ts"],
  ["bin.ts", "commonjs.ts"],
];

/** The same inside a layer. */
const inner: Readonly<Record<string, readonly (readonly string[])[]>> = {
  emit: [["print"], ["options.ts"], ["doc"], ["types"], ["wire"], ["validators"], ["files"], ["templates"], ["emitters.ts"], ["emit.ts"]],
  // What makes the model calls one another: a schema is built with its names, its dates and its passes.
  model: [["ir", "formats"], ["build", "lifecycle", "limits", "names", "passes", "patterns", "refusal", "compare"], ["instances"]],
};

/** Options are about parts, and the registry is where parts are listed: a type of it, and no code. */
const typesOnly = "emit/options.ts imports emit/emitters.ts";

function layerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

function rankOf(layer: string, order = layers): number {
  const rank = order.findIndex((names) => names.includes(layer));
  if (rank === -1) throw new Error(`${layer} is in no layer`);
  return rank;
}

/** What a file imports: paths below src, and packages. */
function importsOf(path: string): readonly { readonly file: string | undefined; readonly specifier: string }[] {
  const { importedFiles } = ts.preProcessFile(sources.get(path) ?? "", true, true);
  return importedFiles.map(({ fileName }) => ({
    specifier: fileName,
    file: fileName.startsWith(".") ? relative(".", join(dirname(path), fileName)).replace(/\.js$/, ".ts") : undefined,
  }));
}

function filesThat(match: RegExp): readonly string[] {
  return [...sources].filter(([, text]) => match.test(text)).map(([path]) => path);
}

test("imports point down only", () => {
  expect(importsOf("generate.ts").flatMap(({ file }) => file ?? [])).toContain("emit/emit.ts");
  const wrong = files.flatMap((path) =>
    importsOf(path).flatMap(({ file }) => {
      if (file === undefined) return [];
      const [from, to] = [layerOf(path), layerOf(file)];
      return from === to || rankOf(to) < rankOf(from) ? [] : [`${path} imports ${file}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test.each(Object.entries(inner))("inside of %s they do, too", (layer, order) => {
  const within = files.filter((path) => layerOf(path) === layer);
  const rank = (path: string): number => rankOf(layerOf(path.slice(layer.length + 1)), order);
  const wrong = within.flatMap((path) =>
    importsOf(path).flatMap(({ file }) =>
      file !== undefined && within.includes(file) && rank(file) > rank(path) ? [`${path} imports ${file}`] : [],
    ),
  );
  expect([...new Set(wrong)]).toEqual(layer === "emit" ? [typesOnly] : []);
  expect(readFileSync(join(root, "emit/options.ts"), "utf8")).not.toMatch(/^(?:import|export) (?!type).*emitters/m);
});

test("emitters know no OpenAPI, and of the sources only what a JSON value is", () => {
  const wrong = files
    .filter((path) => path.startsWith("emit/"))
    .flatMap((path) =>
      importsOf(path).flatMap(({ file }) =>
        file !== undefined && /^(openapi|source)\//.test(file) && file !== "source/source-file.ts" ? [`${path} imports ${file}`] : [],
      ),
    );
  expect(wrong).toEqual([]);
});

test.each([
  [/^ts-morph$/, /^((stubs|upgrade|migrate)\/|output\/same-code\.ts$)/],
  [/^json-p3$/, /^openapi\/overlay\/parse-json-path\.ts$/],
  [/^tsconfck$/, /^project\/tsconfig\.ts$/],
  [/^handlebars/, /^emit\/(print\/template|templates\/compile-template)\.ts$/],
  [/^node:(fs|net|http|https|child_process)(\/|$)/, /^io-node(-fetch|-command|-watch)?\.ts$/],
  [/^(citty|picocolors)$/, /^(cli|report)\//],
])("%s is imported by %s alone", (specifier, place) => {
  const wrong = files
    .filter((path) => !place.test(path))
    .flatMap((path) => importsOf(path).flatMap((each) => (specifier.test(each.specifier) ? [`${path} imports ${each.specifier}`] : [])));
  expect(wrong).toEqual([]);
});

/** Packages that come with a module of ours before anything is asked of it: those of its imports, and of what it imports in turn. */
function loadedWith(path: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const statement of ts.createSourceFile(file, sources.get(file) ?? "", ts.ScriptTarget.Latest).statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const isTypeOnly = ts.isExportDeclaration(statement)
        ? statement.isTypeOnly
        : statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      if (isTypeOnly || statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const specifier = statement.moduleSpecifier.text;
      if (specifier.startsWith(".")) visit(relative(".", join(dirname(file), specifier)).replace(/\.js$/, ".ts"));
      else packages.add(specifier);
    }
  };
  visit(path);
  return packages;
}

test("a command loads no library that not every run needs: of YAML, of patterns, of users' code", () => {
  for (const command of ["cli/generate.ts", "cli/check.ts", "library-functions.ts"])
    expect([...loadedWith(command)].filter((name) => !name.startsWith("node:") && !/^(citty|picocolors)$/.test(name))).toEqual([]);
  expect(loadedWith("source/parse-yaml.ts")).toContain("js-yaml");
});

test("the compiler of templates is loaded for those that somebody has taken over, and then alone", () => {
  expect(loadedWith("emit/templates/compile-template.ts")).toContain("handlebars");
  for (const loaded of ["generate.ts", "emit/files/emit-functions.ts", "project/own-templates.ts", "cli/eject.ts"])
    expect(loadedWith(loaded)).not.toContain("handlebars");
});

describe("the world outside", () => {
  test("is changed by output/ alone", () => {
    expect(
      filesThat(/\bio\.(write|rename|remove|removeEmptyDirectory|makeDirectory)\(/).filter((path) => !path.startsWith("output/")),
    ).toEqual([]);
  });

  test("is printed to by cli/ and report/ alone", () => {
    expect(
      filesThat(/\bconsole\.|\.std(out|err)\b/).filter(
        (path) => !/^((cli|report)\/|io-node(-program|-command)?\.ts$|format\/prettier-program\.ts$)/.test(path),
      ),
    ).toEqual([]);
  });

  test("is asked for its clock, its environment and its chance through Io alone", () => {
    expect(
      filesThat(/\bDate\.now\(|\bMath\.random\(|\bprocess\.env\b|new Date\(\)/).filter((path) => !/^io-node(-command)?\.ts$/.test(path)),
    ).toEqual([]);
  });
});

describe("a file", () => {
  test("has a name that says what it holds", () => {
    expect(files.filter((path) => /(^|[/-])(utils?|helpers?|common|manager|misc)([.-]|\/)/.test(path))).toEqual([]);
  });

  test("has at most 400 lines, and the median about 120", () => {
    const lengths = [...sources].map(([path, text]) => ({ path, lines: text.split("\n").length })).sort((a, b) => a.lines - b.lines);
    // The catalogue is a table, and one place for it is the point.
    expect(lengths.filter(({ path, lines }) => lines > 400 && path !== "diagnostic/catalogue.ts")).toEqual([]);
    expect(lengths[Math.floor(lengths.length / 2)]?.lines).toBeLessThan(150);
  });

  test("is one of at most 40 in its folder", () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });

  test("has no function over 60 lines", () => {
    const long: string[] = [];
    for (const [path, text] of sources) {
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        if (ts.isFunctionLike(node)) {
          const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
          const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
          if (last - first + 1 > 60) long.push(`${path}:${String(first + 1)} (${String(last - first + 1)} lines)`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(long).toEqual([]);
  });
});
