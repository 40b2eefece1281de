import { codeOutline } from "./code-outline.js";

/** A statement that imports of a module or passes on what it has, or `import("…")`. */
export interface ModuleStatement {
  readonly kind: "import" | "export" | "call";
  readonly module: string;
  /** Where the specifier begins, behind its quote. */
  readonly at: number;
  /** Where the statement ends. */
  readonly end: number;
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

const specifier = String.raw`(?<module>"\u00b7*"|'\u00b7*')`;
const statement = new RegExp(
  String.raw`(?<![\w$.])(?:(?<keyword>import|export)\b\s*(?<type>type\s(?!\s*from\s*["']))?\s*(?:(?<default>[\w$]+)\s*,?\s*)?` +
    String.raw`(?:(?<all>\*)\s*(?:as\s+(?<namespace>[\w$]+)\s*)?|\{(?<names>[\w$\s,]*)\}\s*)?\bfrom\s*${specifier}|` +
    String.raw`import\s*(?<call>\(?)\s*${specifier.replace("module", "alone")}(?:\s*\)\s*\.\s*(?<member>[\w$]+))?)`,
  "dg",
);

/** The statements of some code by which it has something of other modules, in their order. */
export function moduleStatements(code: string): readonly ModuleStatement[] {
  return [...codeOutline(code).matchAll(statement)].map((found): ModuleStatement => {
    const { keyword, call, module, alone } = found.groups ?? {};
    const [start, stop] = found.indices?.groups?.[module === undefined ? "alone" : "module"] ?? [0, 0];
    return {
      kind: call === "(" ? "call" : keyword === "export" ? "export" : "import",
      module: code.slice(start + 1, start + (module ?? alone ?? "").length - 1),
      at: start + 1,
      end: stop,
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
  return [...list.matchAll(/(type\s+(?!as\s))?([\w$]+)(?:\s+as\s+([\w$]+))?/dg)].map(
    ({ 1: type, 2: name = "", 3: local = name, indices }) => {
      return { name, local, type: type !== undefined, at: indices?.[2]?.[0] ?? 0 };
    },
  );
}
