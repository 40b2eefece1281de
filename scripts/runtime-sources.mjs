// The runtime as the output has it. Its sources are modules in folders; the output has a file for each concern, in which the declarations of
// these modules stand one after the other, as far as an output reaches them.
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";

const folder = fileURLToPath(new URL("../templates/runtime/", import.meta.url));

/** The files of the output, what each is, and the folders whose modules are in it. No other list of them exists. */
const files = {
  shared: { about: "What client and server have in common.", folders: ["shared"] },
  validators: { about: "What validators are made of: issues, formats, defaults.", folders: ["validate", "validate/formats"] },
  client: {
    about: "How a call is made: its request, its credentials, its answer.",
    folders: ["client/call", "client/auth", "client/deprecation"],
  },
  "client-limits": {
    about: "When a call is sent, and sent again: the limits of the service, and its failures.",
    folders: ["client/limits", "client/limits/readers", "client/limits/policies"],
  },
  paths: { about: "Calls by method and path, as openapi-fetch has them.", folders: ["client/paths"] },
  server: {
    about: "What a server does with a request: it finds the operation, reads, checks and answers.",
    folders: ["server/route", "server/decode", "server/reply"],
  },
  "server-limits": { about: "Which calls a server takes: plans, and what counts them.", folders: ["server/limits"] },
  mock: { about: "A service inside the process, for tests.", folders: ["mock"] },
};

/** Paths of the runtime's sources below `templates/runtime`, in order: "shared/operation.ts". */
export function runtimePaths() {
  return readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.endsWith(".d.ts"))
    .sort();
}

/** The runtime's sources by file of the output: "client" -> the modules of `client/call`, `client/auth`, … */
export function runtimeFiles() {
  return joinModules(new Map(runtimePaths().map((path) => [path, readFileSync(folder + path, "utf8")])));
}

/**
 * Modules by file of the output, in the order in which they load: those that a module imports come before it. Each with its declarations.
 * Throws where two declarations of a file would have one name, and where a module says what a joined file could not: an import of a file that
 * is none of them, another name for what is imported from them, a statement that is no declaration.
 */
export function joinModules(texts) {
  const modules = parse(texts);
  const joined = new Map();
  for (const path of inLoadingOrder(modules)) {
    const file = fileOf(path);
    const module = { path, heading: headingOf(path, modules.get(path).source), declarations: declarationsOf(path, modules) };
    joined.set(file, [...(joined.get(file) ?? []), module]);
  }
  const sorted = [...joined].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [file, own] of sorted) checkNames(file, own);
  return new Map(sorted.map(([file, own]) => [file, { about: files[file].about, modules: own.map((module) => asEmbedded(file, module)) }]));
}

/** A module as `src/emit/print/runtime-file.ts` has it. */
const asEmbedded = (file, { heading, declarations }) => ({ heading, declarations: declarations.map((each) => embedded(file, each)) });

/** Of a declaration, what is so mostly is left out. */
function embedded(file, { names, text, close, references }) {
  const own = references.flatMap((each) => (each.file === file && !names.includes(each.name) ? [each.name] : []));
  const imports = new Map();
  for (const { file: other, module = `./${other}.js`, name, local, type, global } of references) {
    if (other === file || global) continue;
    const isType = type && imports.get(`${module} ${name}`)?.type !== false;
    imports.set(`${module} ${name}`, { module, name, ...(local === undefined ? {} : { local }), type: isType });
  }
  const types = [...imports.values()].map(({ type, ...each }) => (type ? { ...each, type } : each));
  return { names, text, ...(close ? { close } : {}), own: [...new Set(own)], imports: types };
}

/** The file of the output that a module is in: "client/call/request.ts" -> "client". */
export function fileOf(path) {
  const folder = posix.dirname(path);
  const file = Object.keys(files).find((name) => files[name].folders.includes(folder));
  if (file === undefined) throw new Error(`No file of the output is for the folder of ${path}`);
  return file;
}

/** Each module with its syntax and its imports; nothing is type-checked. */
function parse(texts) {
  const parsed = new Map([...texts].map(([path, text]) => [path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)]));
  const host = {
    ...ts.createCompilerHost({}),
    getSourceFile: (path) => parsed.get(path),
    fileExists: (path) => parsed.has(path),
    readFile: (path) => texts.get(path),
    getCurrentDirectory: () => "",
    writeFile: () => undefined,
  };
  const options = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.Latest };
  const checker = ts.createProgram({ rootNames: [...parsed.keys()], options, host }).getTypeChecker();
  return new Map([...parsed].map(([path, source]) => [path, { source, checker, imports: importsOf(path, source, parsed) }]));
}

/** What a module imports by its local name. */
function importsOf(path, source, modules) {
  const imports = new Map();
  for (const statement of source.statements.filter(ts.isImportDeclaration)) {
    const specifier = statement.moduleSpecifier.text;
    const from = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier.replace(/\.js$/, ".ts")) : undefined;
    if (from !== undefined && !modules.has(from)) throw new Error(`${path} imports ${specifier}, which is no runtime file`);
    const clause = statement.importClause;
    if (clause === undefined) throw new Error(`${path} imports ${specifier} for what it does: a joined file would do it always`);
    const add = (name, local, type) => imports.set(local, { from, module: specifier, name, type });
    if (clause.name !== undefined) add("default", clause.name.text, clause.isTypeOnly);
    const bindings = clause.namedBindings;
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) throw new Error(`${path} imports ${specifier} as a whole`);
    for (const { propertyName, name, isTypeOnly } of bindings?.elements ?? []) {
      if (from !== undefined && propertyName !== undefined)
        throw new Error(`${path} gives ${propertyName.text} of ${specifier} another name`);
      add((propertyName ?? name).text, name.text, clause.isTypeOnly || isTypeOnly);
    }
  }
  return imports;
}

/** Paths so that what a module imports comes before it, as when they load; types may be imported in a circle. */
function inLoadingOrder(modules) {
  const ordered = new Set();
  const visited = new Set();
  const visit = (path) => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const { from, type } of modules.get(path).imports.values()) if (from !== undefined && !type) visit(from);
    ordered.add(path);
  };
  for (const path of modules.keys()) visit(path);
  return ordered;
}

/** The declarations of a module in their order. Overloads of a function are one. */
function declarationsOf(path, modules) {
  const { source } = modules.get(path);
  const declarations = [];
  let end = introductionOf(source).length;
  for (const statement of source.statements) {
    const start = end;
    end = ts.getTrailingCommentRanges(source.text, statement.end)?.at(-1)?.end ?? statement.end;
    if (ts.isImportDeclaration(statement)) continue;
    const names = namesOf(statement);
    if (names.length === 0) throw new Error(`${path} has a statement that is no declaration: ${statement.getText(source).slice(0, 60)}`);
    const whole = source.text.slice(start, end);
    const references = referencesOf(statement, path, modules);
    const before = declarations.at(-1);
    if (ts.isFunctionDeclaration(statement) && before?.names[0] === names[0]) {
      before.text += `\n${whole.trim()}`;
      before.references.push(...references);
    } else {
      const close = before !== undefined && !whole.startsWith("\n\n");
      declarations.push({ names, text: whole.trim(), close, references, passedOn: isPassedOn(statement) });
    }
  }
  return declarations;
}

/** What stands before the declarations of a module: its name, and what it says of itself. */
function headingOf(path, source) {
  const comment = introductionOf(source).trim();
  const said = comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .trim()
    .replace(/^ *\* ?/gm, "");
  const lines = said === "" ? [] : said.split("\n").map((line) => `// ${line}`.trimEnd());
  return [`// ${"-".repeat(8)} ${posix.basename(path, ".ts")} ${"-".repeat(8)}`, ...lines].join("\n");
}

/** What a module says of itself: the comment before its imports, or, where it has none, one that an empty line parts from what follows. */
function introductionOf({ text, statements }) {
  const [first] = statements;
  if (first !== undefined && ts.isImportDeclaration(first)) return text.slice(0, first.getStart());
  const end = ts.getLeadingCommentRanges(text, 0)?.[0]?.end ?? 0;
  return text.startsWith("\n\n", end) ? text.slice(0, end) : "";
}

/** What a statement declares, or passes on. */
function namesOf(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  if (isPassedOn(statement)) return statement.exportClause.elements.map(({ name }) => name.text);
  return statement.name === undefined ? [] : [statement.name.text];
}

/** Whether a statement exports what its module imports of a package: `export type { Middleware };` */
const isPassedOn = (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier === undefined;

const bound = (name) =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => ("name" in element ? bound(element.name) : []));

/** What of its own module and of others a statement refers to, but for what merely has the same name. */
function referencesOf(statement, path, modules) {
  const { source, checker, imports } = modules.get(path);
  const found = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && !isMemberName(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
      const declared = symbol?.declarations?.[0];
      if (isPassedOn(statement) || (declared !== undefined && isImported(declared))) found.push(referenceTo(node.text, imports, modules));
      else if (declared === undefined) found.push({ module: "the platform", name: node.text, global: true });
      else if (statementOf(declared)?.parent === source && statementOf(declared) !== statement && isTop(declared))
        found.push({ file: fileOf(path), name: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/** The imports of a joined file are its own: what a module passes on of a package, it imports of the package. */
function referenceTo(local, imports, modules) {
  const { from, module, name, type } = imports.get(local);
  const passedOn = from === undefined ? undefined : modules.get(from).imports.get(name);
  if (passedOn?.from !== undefined) throw new Error(`${name} is passed on by ${from}, which has it of another runtime file`);
  if (passedOn !== undefined) return referenceTo(name, modules.get(from).imports, modules);
  return from === undefined ? { module, name, type, ...(local === name ? {} : { local }) } : { file: fileOf(from), name, type };
}

/** Whether an identifier names a member of something else: it refers to no declaration. */
const isMemberName = (node) =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isQualifiedName(node.parent) && node.parent.right === node) ||
  (ts.isBindingElement(node.parent) && node.parent.propertyName === node) ||
  (ts.isNamedTupleMember(node.parent) && node.parent.name === node);

const isImported = (node) => ts.isImportSpecifier(node) || ts.isImportClause(node);

/** Whether a declaration is one of its file, and not a parameter or a local of what stands there. */
function isTop(declared) {
  for (let node = declared; ; node = node.parent) {
    if (ts.isSourceFile(node.parent)) return true;
    if (!ts.isVariableDeclaration(node) && !ts.isVariableDeclarationList(node) && !ts.isBindingElement(node) && !ts.isBindingPattern(node))
      return false;
  }
}

function statementOf(node) {
  let statement = node;
  while (statement?.parent !== undefined && !ts.isSourceFile(statement.parent)) statement = statement.parent;
  return statement;
}

/** One name is one thing in a file, be it of its own, imported, or of the platform. */
function checkNames(file, modules) {
  const meanings = new Map();
  const clashes = [];
  const add = (name, meaning, path) => {
    const known = meanings.get(name) ?? { meaning, path };
    meanings.set(name, known);
    if (known.meaning !== meaning) clashes.push(`${name} of ${known.path} and of ${path}`);
  };
  const all = modules.flatMap(({ path, declarations }) => declarations.map((declaration) => ({ ...declaration, path })));
  for (const { names, path, passedOn } of all) if (!passedOn) for (const name of names) add(name, path, path);
  for (const { references, path } of all)
    for (const { file: other, module, name, local = name } of references) if (other !== file) add(local, other ?? module, path);
  if (clashes.length > 0) throw new Error(`In ${file}.ts two things would have one name: ${[...new Set(clashes)].join(", ")}`);
}
