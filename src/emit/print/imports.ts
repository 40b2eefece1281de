import { code, empty, ident, literal, nextUse, trusted, type Code } from "./code.js";

/**
 * The imports of one generated file, requested where a name is used and printed when the file is done. They are grouped by module, modules
 * and names in the order of request, with `import type` where all are types. A name that the file already uses for something else
 * (`taken`) is imported under an alias.
 */
export class Imports {
  // A class because the file's emitter passes one growing thing around; it is the only state an emitter has.
  private readonly modules = new Map<string, Map<string, { readonly local: Code; readonly type: boolean }>>();
  private readonly locals: Set<string>;
  /** Numbers that are taken behind a name. */
  private readonly numbers = new Map<string, number>();
  private readonly namespaces: ReadonlyMap<string, string>;
  /** The modules of namespaces that were asked for: a member of the code may be called like a namespace. */
  private readonly requested = new Set<string>();

  /** `namespaces`: modules whose values are imported as a whole, with the local name of each: what is used next of them changes no import. */
  constructor(taken: Iterable<string> = [], namespaces: ReadonlyMap<string, string> = new Map()) {
    this.namespaces = namespaces;
    this.locals = new Set([...taken, ...namespaces.values()]);
  }

  /** The local name of a type of another file of the output ("./types.js"). */
  type(name: string, module: string): Code {
    return this.add(name, module, true);
  }

  /** The local name of a value of another file of the output, or of a module of the user's: `preferred`, where it is free. */
  value(name: string, module: string, preferred = name): Code {
    const namespace = this.namespaces.get(module);
    if (namespace === undefined) return this.add(name, module, false, preferred);
    this.requested.add(module);
    return code`${ident(namespace)}.${ident(name)}`;
  }

  /** Takes a name for something of the file itself; false when it is taken already. */
  reserve(name: string): boolean {
    if (this.locals.has(name)) return false;
    this.locals.add(name);
    return true;
  }

  /** Takes a name that is free: the one itself, else one with a number behind it, from `first` on. */
  reserveLike(name: string, first: number): string {
    let free = name;
    // Numbers that were taken stay so: for thousands of one name they are not tried again.
    for (let number = this.numbers.get(name) ?? first; !this.reserve(free); number += 1) {
      free = `${name}_${String(number)}`;
      this.numbers.set(name, number);
    }
    return free;
  }

  private add(name: string, module: string, type: boolean, preferred = name): Code {
    const names = this.modules.get(module) ?? new Map<string, { readonly local: Code; readonly type: boolean }>();
    this.modules.set(module, names);
    const known = names.get(name);
    if (known !== undefined) {
      if (known.type && !type) names.set(name, { local: known.local, type: false });
      return known.local;
    }
    const printed = ident(this.reserveLike(preferred, 1));
    names.set(name, { local: printed, type });
    return printed;
  }

  /** Those that `body` uses: a test may turn out to be decided after what it needs was asked for. */
  print(body: readonly Code[]): string {
    const lines: string[] = [];
    const locals = [...this.modules.values()].flatMap((names) => [...names.values()].map(({ local }) => local));
    const used = usedNames([...locals, ...[...this.namespaces.values()].map(ident)], body);
    for (const [module, names] of this.modules) {
      const entries = [...names].filter(([, { local }]) => used.has(local));
      if (entries.length === 0) continue;
      lines.push(
        printImport(
          module,
          entries.map(([name, { local, type }]) => ({ name: ident(name), local, type })),
        ),
      );
    }
    for (const [module, namespace] of this.namespaces)
      if (this.requested.has(module) && used.has(namespace)) lines.push(`import * as ${ident(namespace)} from ${literal(module)};`);
    return trusted(lines.join("\n"));
  }
}

export interface ImportedName {
  readonly name: string;
  readonly local: string;
  readonly type: boolean;
}

/** One import of names, which are identifiers: `import type` where all are types. */
export function printImport(module: string, names: readonly ImportedName[]): string {
  const allTypes = names.every(({ type }) => type);
  const printed = names.map(({ name, local, type }) => `${type && !allTypes ? "type " : ""}${name}${local === name ? "" : ` as ${local}`}`);
  const head = `import ${allTypes ? "type " : ""}{`;
  const oneLine = `${head} ${printed.join(", ")} } from ${literal(module)};`;
  return oneLine.length <= 120 ? oneLine : `${head}\n${printed.map((entry) => `  ${entry},\n`).join("")}} from ${literal(module)};`;
}

/**
 * Those of some names that stand in code. They come in about the order in which they are used, so that the search for each goes on where the
 * one before it was found: from the start of the code for each, it would take time by the square of its length.
 */
function usedNames(names: readonly Code[], body: readonly Code[]): ReadonlySet<string> {
  const used = new Set<string>();
  let last = { part: 0, at: 0 };
  for (const name of names) {
    const found = useAfter(name, body, last);
    if (found === undefined) continue;
    used.add(name);
    last = found;
  }
  return used;
}

/** Where a name is used next, from a place to the end, and then from the start to that place. */
function useAfter(name: Code, body: readonly Code[], { part, at }: Place): Place | undefined {
  for (let step = 0; step <= body.length; step += 1) {
    const index = (part + step) % body.length;
    const found = nextUse(name, body[index] ?? empty, step === 0 ? at : 0);
    if (found >= 0) return { part: index, at: found };
  }
  return undefined;
}

/** A part of the code, and how far into it. */
interface Place {
  readonly part: number;
  readonly at: number;
}
