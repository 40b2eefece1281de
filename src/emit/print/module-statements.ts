import { codeOutline } from "./code-outline.js";

/** A statement that imports of a module or passes on what it has, or `import("…")`. */
export interface ModuleStatement {
  readonly kind: "import" | "export" | "call";
  readonly module: string;
  /** Where the specifier begins, behind its quote. */
  readonly at: number;
  readonly names: readonly ModuleName[];
}

/** What a statement has of its module: by `*`, all of it. */
export interface ModuleName {
  readonly name: string;
  /** What it is called here, or exported as; undefined where it has no name. */
  readonly local: string | undefined;
  readonly type: boolean;
  readonly at: number;
}

/** What a name may be made of. */
const part = String.raw`\p{ID_Continue}$`;
const listedName = new RegExp(String.raw`(type\s+(?!as\s))?([${part}]+)(?:\s+as\s+([${part}]+))?`, "dgu");
const specifier = String.raw`(?<module>"\u2022*"|'\u2022*')`;
const statement = new RegExp(
  String.raw`(?<![${part}.])(?:(?<keyword>import|export)\b\s*(?<type>type\s(?!\s*from\s*["']))?\s*(?:(?<default>[${part}]+)\s*,?\s*)?` +
    String.raw`(?:(?<all>\*)\s*(?:as\s+(?<namespace>[${part}]+)\s*)?|\{(?<names>[${part}\s,]*)\}\s*)?\bfrom\s*${specifier}|` +
    String.raw`import\s*(?<call>\(?)\s*${specifier.replace("module", "alone")}(?:\s*\)\s*\.\s*(?<member>[${part}]+))?)`,
  "dgu",
);

/** The statements of some code by which it has something of other modules, in their order. */
export function moduleStatements(code: string): readonly ModuleStatement[] {
  return [...codeOutline(code).matchAll(statement)].map((found): ModuleStatement => {
    const { keyword, call, module, alone } = found.groups ?? {};
    const [start] = found.indices?.groups?.[module === undefined ? "alone" : "module"] ?? [0];
    return {
      kind: call === "(" ? "call" : keyword === "export" ? "export" : "import",
      module: code.slice(start + 1, start + (module ?? alone ?? "").length - 1),
      at: start + 1,
      names: namesOf(found),
    };
  });
}

function namesOf({ groups = {}, indices }: RegExpExecArray): readonly ModuleName[] {
  const type = groups["type"] !== undefined;
  const at = (group: string): number => indices?.groups?.[group]?.[0] ?? 0;
  const { default: own, all, namespace, names = "", call, member } = groups;
  return [
    ...(own === undefined ? [] : [{ name: "default", local: own, type, at: at("default") }]),
    ...(all === undefined ? [] : [{ name: "*", local: namespace, type, at: at("all") }]),
    ...namesIn(names).map((each) => ({ ...each, type: type || each.type, at: at("names") + each.at })),
    ...(call !== "("
      ? []
      : [{ name: member ?? "*", local: undefined, type: true, at: member === undefined ? at("alone") + 1 : at("member") }]),
  ];
}

/** The names between the braces of an import or export. */
export function namesIn(list: string): readonly (ModuleName & { readonly local: string })[] {
  return [...list.matchAll(listedName)].map(({ 1: type, 2: name = "", 3: local = name, indices }) => {
    return { name, local, type: type !== undefined, at: indices?.[2]?.[0] ?? 0 };
  });
}

const declaration = new RegExp(
  String.raw`(?<![${part}.])export\s+(?:declare\s+)?(?:abstract\s+|async\s+)?(?:(?<type>interface|type)|const\s+enum|const|let|var|function\s*\*?|class|enum|namespace)\s+(?<name>[${part}]+)`,
  "gu",
);
const list = new RegExp(String.raw`(?<![${part}.])export\s*(?<type>type\s)?\s*\{(?<names>[${part}\s,]*)\}`, "gu");

/** The names that some code exports; `*` where it passes on all of another module. */
export function exportedNames(code: string): readonly { readonly name: string; readonly type: boolean }[] {
  const outline = codeOutline(code);
  const groupsOf = (pattern: RegExp): readonly Partial<Record<string, string>>[] =>
    [...outline.matchAll(pattern)].map(({ groups = {} }) => groups);
  const listed = groupsOf(list).flatMap(({ type, names = "" }) =>
    namesIn(names).map((each) => ({ name: each.local, type: each.type || type !== undefined })),
  );
  const declared = groupsOf(declaration).map(({ type, name = "" }) => ({ name, type: type !== undefined }));
  const spaces = groupsOf(statement).flatMap(({ keyword, all, namespace = "*", type }) =>
    keyword === "export" && all !== undefined ? [{ name: namespace, type: type !== undefined }] : [],
  );
  return [...listed, ...declared, ...spaces].filter(({ name }) => name !== "default");
}
