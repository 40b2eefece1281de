import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { child } from "../../source/json-pointer.js";
import type { Scope } from "./identifiers.js";

/** Names that a configuration gives to what a description calls otherwise, and where it does. What is sent stays as it is. */
export interface WrittenNames {
  /** By the name of the component. */
  readonly schemas?: { readonly [written: string]: string };
  /** By operationId, or by method and path: "GET /pets". */
  readonly operations?: { readonly [written: string]: string };
  /** As a person would name it: "apis.petstore.names". */
  readonly name: string;
  readonly at: Origin;
}

/** One name that is asked for. */
export interface Asked {
  readonly section: "schemas" | "operations";
  readonly written: string;
  readonly name: string;
  /** As a person would name its key: "names.schemas.V1Pet". */
  readonly key: string;
  readonly at: Origin;
}

/** The names that are asked for. Each is taken before any other name is given. */
export interface AskedNames {
  readonly operations: readonly Asked[];
  /** The name for the schema that is called `written`. */
  schema(written: string): string | undefined;
  /** Notes that an operation has the name. */
  use(asked: Asked): void;
  /** Notes what would have a name by itself that is asked for something else: "the schema Pet". False where it is not asked for. */
  conflict(name: string, what: string, at: Origin): boolean;
  /** Reports which names could not be given. `known`: names of schemas as written; `isLeftOut`: whether one is there that was not selected. */
  settle(known: Iterable<string>, isLeftOut: (written: string) => boolean): void;
}

interface Conflict {
  readonly name: string;
  readonly what: string;
  readonly at: Origin;
}

/** Takes all that is asked for out of a scope in which nothing is yet but what generated code uses itself. */
export function createAskedNames(names: WrittenNames | undefined, scope: Scope, report: Report): AskedNames {
  const all = names === undefined ? [] : [...listed(names, "schemas"), ...listed(names, "operations")];
  const granted = new Map<string, Asked>();
  for (const asked of all) {
    const before = granted.get(asked.name);
    if (before !== undefined) report(taken(asked, `${before.key} asks for, too`, [{ message: "It is asked for here.", at: before.at }]));
    else if (scope.has(asked.name)) report(taken(asked, "generated code uses itself"));
    else granted.set(scope.take([asked.name]), asked);
  }
  const schemas = new Map(all.filter(({ section }) => section === "schemas").map((asked) => [asked.written, asked]));
  const used = new Set<Asked>();
  const conflicts: Conflict[] = [];
  return {
    operations: all.filter(({ section }) => section === "operations"),
    schema(written) {
      const asked = schemas.get(written);
      if (asked === undefined) return undefined;
      const isFirst = !used.has(asked);
      if (!isFirst) report(ambiguous(asked, `${JSON.stringify(written)} is the name of several schemas, in several files.`));
      used.add(asked);
      return isFirst && granted.get(asked.name) === asked ? asked.name : undefined;
    },
    use: (asked) => used.add(asked),
    conflict(name, what, at) {
      if (granted.has(name)) conflicts.push({ name, what, at });
      return granted.has(name);
    },
    settle(known, isLeftOut) {
      for (const { name, what, at } of conflicts) {
        const asked = granted.get(name);
        if (asked !== undefined && used.has(asked)) report(taken(asked, `${what} has`, [{ message: "It has the name by itself.", at }]));
      }
      const unused = [...schemas.values()].filter((asked) => !used.has(asked) && !isLeftOut(asked.written));
      const names = unused.length === 0 ? [] : [...known];
      for (const asked of unused) report(unmatched(asked, `There is no schema ${JSON.stringify(asked.written)}`, names));
    },
  };
}

function listed(names: WrittenNames, section: Asked["section"]): readonly Asked[] {
  return Object.entries(names[section] ?? {}).map(([written, name]) => ({
    section,
    written,
    name,
    key: `\`${names.name}.${section}\``,
    at: { file: names.at.file, pointer: child(child(names.at.pointer, section), written) },
  }));
}

function taken({ written, name, key, at }: Asked, by: string, related?: readonly { readonly message: string; readonly at: Origin }[]) {
  const message = `${key} calls ${JSON.stringify(written)} "${name}", a name that ${by}.`;
  const hint = "Choose another name for one of the two.";
  return diagnostic("rename-taken", message, { at, hint: related === undefined ? "Choose another name." : hint, related });
}

/** A key that is the name of several things. */
export function ambiguous({ key, at }: Asked, why: string, hint?: string) {
  return diagnostic("rename-ambiguous", `${key} cannot say which it means: ${why}`, { at, hint });
}

/** A key that is the name of nothing. */
export function unmatched({ key, written, at }: Asked, what: string, known: Iterable<string>) {
  const meant = spellingSuggestion(written, known);
  const message = `${what}, which ${key} gives a name.`;
  return diagnostic("rename-unmatched", message, { at, hint: meant === undefined ? undefined : `Did you mean "${meant}"?` });
}
