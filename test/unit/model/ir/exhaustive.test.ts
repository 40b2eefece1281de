/**
 * The compiler guards the model: a kind, a field or a relation that is added does not compile until everything that depends on it has
 * said what it does with it. The sources are compiled here with such additions, in memory.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { fields } from "../../../../src/model/ir/assertion-fields.js";
import { roleOf } from "../../../../src/model/ir/visit.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const model = "src/model/ir/schema.ts";
const table = "src/model/ir/assertion-fields.ts";

const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(`${root}tsconfig.json`, readText).config, ts.sys, root);
const sources = ts.sys.readDirectory(`${root}src`, [".ts"]).filter((path) => !path.endsWith(".d.ts") && !path.endsWith(".gen.ts"));

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

/** Files are parsed once: of all programs only a few differ. */
const parsed = new Map<string, ts.SourceFile | undefined>();

type Changes = Readonly<Record<string, (text: string) => string>>;

/** The program of all sources, or of some, with some files changed. */
function programWith(changes: Changes, roots: readonly string[] = sources): ts.Program {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target) => {
    const change = changes[relative(root, path).replaceAll("\\", "/")];
    if (change !== undefined) return ts.createSourceFile(path, changedText(path, change), target, true);
    if (!parsed.has(path)) parsed.set(path, read(path, target));
    return parsed.get(path);
  };
  return ts.createProgram([...roots], options, host);
}

function changedText(path: string, change: (text: string) => string): string {
  const text = readText(path);
  const changed = change(text);
  if (changed === text) throw new Error(`${path} is no longer written as this test expects`);
  return changed;
}

const after =
  (place: string, addition: string) =>
  (text: string): string =>
    text.replace(place, `${place}${addition}`);

const kinds = Object.keys(fields);
const relations = Object.keys(roleOf);

/** Something that has to be complete: a table with a key for each of a set of names, or a `switch` over them. */
interface Consumer {
  readonly file: string;
  readonly line: number;
  readonly what: "table" | "switch";
  readonly start: number;
  readonly end: number;
}

function sourcesOf(program: ts.Program): readonly ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName }) => sources.includes(fileName));
}

function eachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    eachNode(child, visit);
  });
}

/** Everything in the sources that is about all of these names. */
function consumersOf(names: readonly string[], program: ts.Program): readonly Consumer[] {
  const checker = program.getTypeChecker();
  return sourcesOf(program).flatMap((source) => {
    const found: Consumer[] = [];
    eachNode(source, (node) => {
      const isTable = ts.isObjectLiteralExpression(node) && isSame(keysOf(node), names);
      const isSwitch = ts.isSwitchStatement(node) && isSame(literalsOf(checker.getTypeAtLocation(node.expression)), names);
      if (!isTable && !isSwitch) return;
      // What lacks a case is told of where the function says what it returns; what lacks a key, where the table is declared.
      const statement = ts.findAncestor(node, isSwitch ? ts.isFunctionLike : ts.isStatement) ?? node;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({
        file: relative(root, source.fileName).replaceAll("\\", "/"),
        line: line + 1,
        what: isTable ? "table" : "switch",
        start: statement.getStart(source),
        end: statement.end,
      });
    });
    return found;
  });
}

function isSame(some: readonly string[], names: readonly string[]): boolean {
  return some.length === names.length && names.every((name) => some.includes(name));
}

function keysOf(literal: ts.ObjectLiteralExpression): readonly string[] {
  return literal.properties.flatMap(({ name }) =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : [],
  );
}

/** The members of a union of texts. */
function literalsOf(type: ts.Type): readonly string[] {
  return (type.isUnion() ? type.types : [type]).flatMap((member) => (member.isStringLiteral() ? member.value : []));
}

/** The first arguments of calls of a function. */
function callsOf(name: string, source: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  eachNode(source, (node) => {
    const [first] = ts.isCallExpression(node) && node.expression.getText(source) === name ? node.arguments : [];
    if (first !== undefined) found.push(first);
  });
  return found;
}

const namesIn = (type: ts.Type): readonly string[] => type.getProperties().map(({ name }) => name);

/** Those of the consumers in which the compiler finds no fault. */
function silent(consumers: readonly Consumer[], program: ts.Program): readonly string[] {
  const faults = new Map<string, readonly ts.Diagnostic[]>();
  const faultsIn = (file: string): readonly ts.Diagnostic[] => {
    const known = faults.get(file) ?? program.getSemanticDiagnostics(program.getSourceFile(`${root}${file}`));
    faults.set(file, known);
    return known;
  };
  const isFaulty = ({ file, start, end }: Consumer): boolean => faultsIn(file).some(({ start: at = -1 }) => at >= start && at <= end);
  return consumers.filter((consumer) => !isFaulty(consumer)).map(({ file, line, what }) => `${file}:${String(line)} ${what}`);
}

let program: ts.Program;
beforeAll(() => {
  program = programWith({});
});

describe("what is added to the model does not compile", () => {
  test("a kind: until every table and every switch over kinds has a place for it", () => {
    const consumers = consumersOf(kinds, program);
    expect(new Set(consumers.map(({ file }) => file)).size).toBeGreaterThan(15);
    const addition = '\n  | { readonly kind: "added"; readonly schema: Schema }';
    expect(silent(consumers, programWith({ [model]: after("export type Assertion =", addition) }))).toEqual([]);
  });

  test("a relation: until every table and every switch over relations has a place for it", () => {
    const consumers = consumersOf(relations, program);
    expect(new Set(consumers.map(({ file }) => file)).size).toBeGreaterThan(4);
    expect(silent(consumers, programWith({ [table]: after("export type Relation =", '\n  | "added"') }))).toEqual([]);
  });

  test.each([
    ["string", "StringAssertion"],
    ["number", "NumberAssertion"],
  ] as const)("a field of the assertion about a %s: until every table of its fields has it", (kind, name) => {
    const consumers = consumersOf(Object.keys(fields[kind]), program);
    expect(consumers.map(({ file }) => file)).toContain(table);
    expect(consumers.length).toBeGreaterThan(1);
    const added = programWith({ [model]: after(`export interface ${name} {`, "\n  readonly added?: string;") });
    expect(silent(consumers, added)).toEqual([]);
  });

  test.each([
    ["a field that holds a schema", "export interface ArrayAssertion {", "readonly added?: Schema;"],
    ["a field that holds schemas", "export interface ArrayAssertion {", "readonly added: readonly Schema[];"],
    ["a field that holds schemas by name", "export interface ObjectAssertion {", "readonly added?: ReadonlyMap<string, Schema>;"],
    ["a field that holds a value", "export interface ObjectAssertion {", "readonly added?: number;"],
    ["a member of an entry", "export interface Property {", "readonly added?: true;"],
    ["a member of an entry that holds a schema", "export interface Property {", "readonly added?: Schema;"],
    ["a field of a kind without a name", 'kind: "ref";', "readonly added?: string;"],
  ])("%s: until the table of fields says what it holds", (_, place, field) => {
    const changed = programWith({ [model]: after(place, ` ${field}`) }, [`${root}${table}`]);
    expect(changed.getSemanticDiagnostics(changed.getSourceFile(`${root}${table}`)).length).toBeGreaterThan(0);
  });

  test.each(["NumberAssertion", "StringAssertion", "ArrayAssertion", "ObjectAssertion"])(
    "a field of %s: until all that reads its fields one by one has read it",
    (name) => {
      const added = programWith({ [model]: after(`export interface ${name} {`, "\n  readonly added?: string;") });
      const calls = sourcesOf(added).flatMap((source) => {
        const all = callsOf("allRead", source);
        const faults = all.length === 0 ? [] : added.getSemanticDiagnostics(source);
        return all
          .filter((call) => namesIn(added.getTypeChecker().getTypeAtLocation(call)).includes("added"))
          .map((call) => ({
            file: relative(root, source.fileName),
            isFaulty: faults.some(({ start = -1 }) => start >= call.getStart(source) && start <= call.end),
          }));
      });
      expect(calls.length).toBeGreaterThan(1);
      expect(calls.filter(({ isFaulty }) => !isFaulty)).toEqual([]);
    },
  );

  test("a field that holds a schema: though the table calls it a value", () => {
    const changed = programWith(
      {
        [model]: after("export interface ArrayAssertion {", " readonly added?: Schema;"),
        [table]: after("  array: {", " added: value,"),
      },
      [`${root}${table}`],
    );
    expect(changed.getSemanticDiagnostics(changed.getSourceFile(`${root}${table}`)).length).toBe(1);
  });
});

/** Whether the subject of a comparison is the `kind` of something that the model declares. */
function isKindOfModel(subject: ts.Expression, checker: ts.TypeChecker): boolean {
  const isOfModel = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes("/src/model/ir/")) === true;
  if (ts.isPropertyAccessExpression(subject)) return subject.name.text === "kind" && isOfModel(checker.getSymbolAtLocation(subject));
  const declaration = ts.isIdentifier(subject) ? checker.getSymbolAtLocation(subject)?.valueDeclaration : undefined;
  if (declaration === undefined || !ts.isBindingElement(declaration)) return false;
  const name = (declaration.propertyName ?? declaration.name).getText();
  return name === "kind" && isOfModel(checker.getTypeAtLocation(declaration.parent).getProperty("kind"));
}

/** `default: subject satisfies never` swallows nothing. */
function swallows(clause: ts.CaseOrDefaultClause): boolean {
  const [only] = clause.statements;
  const expression = only !== undefined && ts.isExpressionStatement(only) ? only.expression : undefined;
  return !(expression !== undefined && ts.isSatisfiesExpression(expression) && expression.type.kind === ts.SyntaxKind.NeverKeyword);
}

describe("outside of the model's own folder", () => {
  let checker: ts.TypeChecker;
  let files: readonly ts.SourceFile[];
  beforeAll(() => {
    checker = program.getTypeChecker();
    files = sourcesOf(program).filter(({ fileName }) => !fileName.includes("/src/model/ir/"));
  });

  const placeOf = (node: ts.Node): string => {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return `${relative(root, source.fileName).replaceAll("\\", "/")}:${String(line + 1)}`;
  };

  test("no switch over kinds of the model has a `default` that swallows a kind", () => {
    const found: string[] = [];
    for (const file of files) {
      eachNode(file, (node) => {
        if (!ts.isSwitchStatement(node) || !isKindOfModel(node.expression, checker)) return;
        if (node.caseBlock.clauses.some((clause) => ts.isDefaultClause(clause) && swallows(clause))) found.push(placeOf(node));
      });
    }
    expect(found).toEqual([]);
  });

  test("no function asks for several kinds of the model one after the other and leaves the others to an `else`", () => {
    const found: string[] = [];
    for (const file of files) {
      const asked = new Map<ts.Node, Set<string>>();
      eachNode(file, (node) => {
        if (!ts.isBinaryExpression(node) || !/^[!=]==$/.test(node.operatorToken.getText()) || !ts.isStringLiteral(node.right)) return;
        if (!isKindOfModel(node.left, checker)) return;
        // Of two, both are named: by the comparison, and by the type.
        if (literalsOf(checker.getTypeAtLocation(node.left)).length < 3) return;
        const around = ts.findAncestor(node, ts.isFunctionLike) ?? file;
        const names = asked.get(around) ?? new Set();
        asked.set(around, names.add(node.right.text));
      });
      for (const [around, names] of asked) if (names.size > 1) found.push(`${placeOf(around)} ${[...names].join()}`);
    }
    expect(found).toEqual([]);
  });
});
