/** SECURITY.md is true clause by clause: each has a test that fails where it is not, and is named here beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** How a clause begins, the file of a test, and words of its name or of one of its cases. */
const held: readonly (readonly [clause: string, file: string, words: string])[] = [
  ["text of a description reaches code only", "test/security/hostile.test.ts", "is refused with a code, or printed without an effect"],
  ["It is never pasted into a template", "test/security/hostile.test.ts", "does not run when the output runs"],
  ["The `code` tag does not compile", "test/security/claims.test.ts", "a plain string in a hole of `code` does not compile"],
  ["comments are printed by", "test/unit/emit/print/doc.test.ts", "always is one comment, with the tags that we wrote and no other"],
  ["`*/` cannot appear", "test/unit/emit/print/doc.test.ts", "is no word that a tool obeys"],
  ["each member of what a template is given", "test/security/templates.test.ts", "was tried for every member of every view"],
  ["Templates have no partials", "test/unit/emit/templates/check-template.test.ts", "no member of a prototype"],
  ["file names come from checked names", "test/unit/output/write-outputs.test.ts", "never lets a file outside the folder be removed"],
  ["module specifiers come from our own table", "test/security/hostile.test.ts", "the check itself"],
  ["nothing in a description selects", "test/security/hostile.test.ts", "is refused with a code, or printed without an effect"],
  ["a command that a manifest records", "test/security/manifest.test.ts", "offers no command that we do not write"],
  ["a description on disk may refer", "test/unit/source/reference-policy.test.ts", "one that lies in a home folder itself, or at the root"],
  ["never a home folder or the root", "test/unit/source/reference-policy.test.ts", "one that lies in a home folder itself, or at the root"],
  ["an input or overlay that a symbolic link", "test/security/read-through.test.ts", "a symbolic link in place of what is read"],
  ["names that begin with a dot", "test/unit/source/reference-policy.test.ts", "specs/.hidden/a.yaml"],
  ["one from the network may refer", "test/security/pull-secrets.test.ts", "a description from the network reads no file of this machine"],
  ["what a manifest (`sundial.json`) lists", "test/security/manifest.test.ts", "has no file outside of the project opened"],
  ["a file that is referred to and says nothing", "test/security/read-through.test.ts", "of a file on disk"],
  ["the credentials in a URL and the headers", "test/security/pull-secrets.test.ts", "headers go to the URL's origin alone"],
  ["no server chooses the name of a file", "test/security/pull-names.test.ts", "a server %s names no file"],
  ["generated tables and parsed parameters", "test/e2e/object-names.test.ts", "__proto__"],
  ["a generated server refuses a `__proto__` that is not described", "test/unit/runtime/server/server-hostile.test.ts", "__proto__"],
  ["one place prints", "test/security/printed.test.ts", "only the printer writes to a stream"],
  [
    "only plain files of a limited size",
    "test/security/endless-files.test.ts",
    "in place of a file that a description refers to is told at once",
  ],
  ["documents that are too deep or too large", "test/unit/openapi/resolve/size-budget.test.ts", "description-too-large"],
  ["Where meaning is unclear", "test/security/hostile.test.ts", "is refused with a code"],
  ["It has no dependency but", "test/security/claims.test.ts", "generated code imports nothing but its own files and `openapi-fetch`"],
  ["It does nothing when it is imported", "test/security/hostile.test.ts", "does not run when the output runs"],
  ["The server answers 401 before", "test/unit/runtime/server/server-authentication.test.ts", "401"],
  ["No install scripts", "test/unit/package.test.ts", "runs nothing when it is installed"],
  ["`dist/` is the only code", "test/unit/package.test.ts", "the package says where it was built"],
  ["CI runs with", "test/security/claims.test.ts", "CI installs without scripts"],
  ["Each dependency that", "test/unit/package.test.ts", "and pins what it names"],
  ["The packages that those need", "test/unit/package.test.ts", "may be used by everybody"],
];

/** Clauses that promise nothing: what is trusted, what is not promised, and reasons. */
const unheld: readonly string[] = [
  "So a description must not",
  "**Trusted** are",
  "the code you wrote",
  "Node",
  "the dependencies",
  "**Not promised**",
  "that a service behaves",
  "that generated code is safe after",
  "An `npm-shrinkwrap.json` would",
  "Bundling would",
  "So there is neither",
  "The tests that hold this",
];

function clauses(): readonly string[] {
  const text = read("SECURITY.md");
  const claims = text.slice(text.indexOf("So a description must not")).replace(/\n(?=[^\n|#])/g, " ");
  const lines = claims.split("\n").filter((line) => !/^#|^\s*$|^\|---|^\| \|/.test(line));
  const said = lines.map((line) => (line.startsWith("|") ? (line.split(" | ")[1] ?? "") : line));
  return said.flatMap((each) => each.split(/(?<=\S)(?:; |[.:] (?=[A-Z`"]))/)).map((each) => each.trim());
}

test("every clause is held by a test, or promises nothing", () => {
  const known = [...held.map(([clause]) => clause), ...unheld];
  const all = clauses();
  expect(all.filter((clause) => !known.some((begin) => clause.startsWith(begin)))).toEqual([]);
  expect(known.filter((begin) => !all.some((clause) => clause.startsWith(begin)))).toEqual([]);
});

test.each(held)("%s… is held by %s", (_clause, file, words) => {
  expect(read(file).includes(words), words).toBe(true);
});

const generated = readdirSync(new URL("generated", root), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

/** Calls that make code of text, or load some: `eval()`, `Function()` and `import()`. A method of a Redis client is none. */
function callsOfCode(node: ts.Node): readonly string[] {
  const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression : undefined;
  const isOne =
    called !== undefined &&
    (called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && /^(?:eval|Function)$/.test(called.text)));
  const inside: string[] = isOne ? [ts.SyntaxKind[called.kind]] : [];
  ts.forEachChild(node, (child) => {
    for (const each of callsOfCode(child)) inside.push(each);
  });
  return inside;
}

test("generated code imports nothing but its own files and `openapi-fetch`, and makes no code of text", () => {
  expect(generated.length).toBeGreaterThan(10);
  const foreign = new Set<string>();
  for (const path of generated) {
    const text = read(join("generated", path));
    for (const { fileName } of ts.preProcessFile(text).importedFiles) if (!/^(?:\.|node:)/.test(fileName)) foreign.add(fileName);
    expect([path, callsOfCode(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext))]).toEqual([path, []]);
  }
  expect([...foreign]).toEqual(["openapi-fetch"]);
});

test("CI installs without scripts", () => {
  const installs = read(".ci/run").match(/npm (?:ci|install)\b.*/g) ?? [];
  expect(installs).not.toEqual([]);
  expect(installs.filter((line) => !line.includes("--ignore-scripts"))).toEqual([]);
});

test("a plain string in a hole of `code` does not compile", () => {
  const source = `import { code, literal } from "./src/emit/print/code.js";\ndeclare const text: string;\nexport const good = code\`\${literal(text)}\`;\nexport const bad = code\`\${text}\`;\n`;
  const file = join(new URL(".", root).pathname, "claims-probe.ts");
  const options: ts.CompilerOptions = { ...ts.getDefaultCompilerOptions(), strict: true, noEmit: true, target: ts.ScriptTarget.ESNext };
  options.module = ts.ModuleKind.NodeNext;
  options.moduleResolution = ts.ModuleResolutionKind.NodeNext;
  options.skipLibCheck = true;
  const host = ts.createCompilerHost(options);
  const plain = { read: host.readFile.bind(host), exists: host.fileExists.bind(host), source: host.getSourceFile.bind(host) };
  host.fileExists = (path) => path === file || plain.exists(path);
  host.readFile = (path) => (path === file ? source : plain.read(path));
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(file, source, ts.ScriptTarget.ESNext) : plain.source(path, ...rest);
  const program = ts.createProgram([file], options, host);
  const wrong = program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ start = 0 }) => source.slice(0, start).split("\n").length);
  expect(wrong).toEqual([4]);
}, 60_000);
