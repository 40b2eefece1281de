import { InternalError } from "../../diagnostic/diagnostic.js";
import type { GeneratedFile } from "../print/file.js";
import { header } from "../print/header.js";
import { printImport, type ImportedName } from "../print/imports.js";
import type { RuntimeDeclaration, RuntimeFile, RuntimeImport } from "../print/runtime-file.js";
import type { EmitOptions } from "../options.js";
import { runtimeFiles } from "../templates.gen.js";

/** The runtime's files with the declarations that generated files import, and those that these refer to; in the order of their names. */
export function emitRuntime(files: readonly GeneratedFile[], options: EmitOptions): readonly GeneratedFile[] {
  const imports = files.flatMap(({ text }) => runtimeImports(text));
  // A template of somebody's may import what there is not, by a name that is put together: the compiler says so.
  const known = options.templates === undefined ? imports : imports.filter(({ file, name }) => runtimeNames(file).has(name));
  const reached = reach(known);
  const line = header(options);
  return Object.keys(runtimeFiles).flatMap((file) => {
    const declarations = reached.get(file);
    return declarations === undefined ? [] : [{ path: `runtime/${file}.ts`, text: `${line}\n\n${textOf(file, declarations)}\n` }];
  });
}

/** All names that a file of the runtime may have; none where there is no such file. */
export function runtimeNames(file: string): ReadonlySet<string> {
  const modules = Object.hasOwn(runtimeFiles, file) ? sourceOf(file).modules : [];
  return new Set(modules.flatMap(({ declarations }) => declarations.flatMap(({ names }) => names)));
}

/** A name of a file of the runtime. */
interface RuntimeName {
  readonly file: string;
  readonly name: string;
}

// V8 finds up to six characters in megabytes of code in a sixth of the time that more take. Only whole lines of an import or export count:
// no comment and no string of a description can look like one.
const start = "./runt";
const lastLine = /^(?:(?:import|export) (?:type )?\{ (.*) )?\} from "\.\/runtime\/([a-z-]+)\.js";$/;
const firstLine = /^(?:import|export) (?:type )?\{$/;

/** What a text imports or passes on of the runtime. */
function runtimeImports(text: string): readonly RuntimeName[] {
  const found: RuntimeName[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const begin = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    const [, onLine, file] = lastLine.exec(text.slice(begin, end < 0 ? text.length : end)) ?? [];
    if (file === undefined) continue;
    for (const name of (onLine ?? linesBefore(text, begin)).split(",")) {
      const [imported] = name
        .replace(/^\s*type /, "")
        .trim()
        .split(" as ");
      if (imported) found.push({ file, name: imported });
    }
  }
  return found;
}

/** The lines between the first of a statement and the last, which begins at `end`. */
function linesBefore(text: string, end: number): string {
  let begin = end;
  do {
    const line = text.lastIndexOf("\n", begin - 2) + 1;
    if (firstLine.test(text.slice(line, begin - 1))) return text.slice(begin, end);
    begin = line;
  } while (begin > 0);
  return "";
}

/** The declarations that some names lead to, by file. */
function reach(names: readonly RuntimeName[]): ReadonlyMap<string, ReadonlySet<RuntimeDeclaration>> {
  const reached = new Map<string, Set<RuntimeDeclaration>>();
  const declared = new Map<string, ReadonlyMap<string, readonly RuntimeDeclaration[]>>();
  const waiting = [...names];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, name } = next;
    const ofFile = declared.get(file) ?? byName(file);
    declared.set(file, ofFile);
    const declarations = ofFile.get(name);
    if (declarations === undefined) throw new InternalError(`A generated file imports ${name} of runtime/${file}.ts, which has none`);
    const known = reached.get(file) ?? new Set();
    reached.set(file, known);
    for (const declaration of declarations) {
      if (known.has(declaration)) continue;
      known.add(declaration);
      waiting.push(...declaration.own.map((own) => ({ file, name: own })), ...declaration.imports.flatMap(ofRuntime));
    }
  }
  return reached;
}

function byName(file: string): ReadonlyMap<string, readonly RuntimeDeclaration[]> {
  const found = new Map<string, RuntimeDeclaration[]>();
  for (const { declarations } of sourceOf(file).modules)
    for (const declaration of declarations)
      for (const name of declaration.names) found.set(name, [...(found.get(name) ?? []), declaration]);
  return found;
}

const ofRuntime = ({ module, name }: RuntimeImport): readonly RuntimeName[] =>
  module.startsWith("./") ? [{ file: module.slice(2, -".js".length), name }] : [];

function sourceOf(file: string): RuntimeFile {
  const source = runtimeFiles[file];
  if (source === undefined) throw new InternalError(`A generated file imports runtime/${file}.ts, which does not exist`);
  return source;
}

/** One block of imports, and then module after module. */
function textOf(file: string, reached: ReadonlySet<RuntimeDeclaration>): string {
  const { about, modules } = sourceOf(file);
  const sections = modules.flatMap(({ heading, declarations }) => {
    const own = declarations.filter((declaration) => reached.has(declaration));
    return own.length === 0
      ? []
      : [`${heading}\n\n${own.map(({ text, close }, index) => (index === 0 ? "" : close ? "\n" : "\n\n") + text).join("")}`];
  });
  const imports = importLines([...reached].flatMap((declaration) => declaration.imports));
  return [`// ${about}`, ...(imports === "" ? [] : [imports]), ...sections].join("\n\n");
}

/** Packages first, then files of the runtime; modules and names in alphabetical order. */
function importLines(imports: readonly RuntimeImport[]): string {
  const modules = new Map<string, Map<string, ImportedName>>();
  for (const { module, name, local = name, type = false } of imports) {
    const names = modules.get(module) ?? new Map<string, ImportedName>();
    modules.set(module, names.set(local, { name, local, type: type && names.get(local)?.type !== false }));
  }
  const order = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
    Number(one.startsWith(".")) - Number(other.startsWith(".")) || (one < other ? -1 : 1);
  const byLocal = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => (one < other ? -1 : 1);
  return [...modules]
    .sort(order)
    .map(([module, names]) =>
      printImport(
        module,
        [...names].sort(byLocal).map(([, name]) => name),
      ),
    )
    .join("\n");
}
