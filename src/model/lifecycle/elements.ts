import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Origin, Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { DeprecatedElement, ElementKind, Lifecycle } from "../ir/lifecycle.js";

/** What something is that a life was read of. */
export interface Element {
  readonly what: ElementKind;
  readonly name?: string | undefined;
  readonly value?: Json;
  /** Set of a component that nothing in the model uses: no comment is about it. */
  readonly isUnused?: true;
}

/** Collects what is deprecated besides operations, and what is said of lives that nothing can carry; it grows while the model is built. */
export interface Elements {
  readonly add: (element: Element, at: Origin, lifecycle: Lifecycle) => void;
  /** Remembers that something shared is used. */
  readonly addUsed: (value: object) => void;
  readonly used: () => ReadonlySet<object>;
  /** Remembers that the keys of the object at a place are read. */
  readonly addRead: (at: Origin) => void;
  readonly isRead: (at: Origin) => boolean;
  /** Keeps a finding that may be in thousands of places: the first is told, with their number. `name`: what makes two the same. */
  readonly addRepeated: (found: Diagnostic, name?: string) => void;
  readonly all: () => readonly DeprecatedElement[];
  /** Tells each kind of what was counted once. */
  readonly reportUncarried: (report: Report) => void;
}

/** Kinds that no comment of the output is about: of a stage there is no trace then, and of a deprecation a constant alone. */
const uncommented = [
  "callback",
  "parameter",
  "path item",
  "media type of a parameter",
  "media type of a header",
  "encoding",
  "encoding header",
  "discriminator",
  "example",
  "link",
  "OAuth flow",
  "server of an operation",
  "server variable",
  "tag",
] as const satisfies readonly ElementKind[];

interface Count {
  readonly first: Origin;
  readonly count: number;
}

export function createElements(): Elements {
  // The same place is read several times where schemas depend on how they are reached.
  const found = new Map<string, DeprecatedElement>();
  const staged = new Map<string, Count & { readonly what: ElementKind; readonly isUnused: boolean }>();
  const used = new Set<object>();
  const read = new Set<string>();
  const repeated = new Map<string, { readonly found: Diagnostic; readonly count: number }>();
  return {
    add: ({ what, name, value, isUnused = false }, at, lifecycle) => {
      const { deprecated, stability } = lifecycle;
      if (deprecated) {
        const element = { what, name, pointer: at.pointer, lifecycle, ...(value === undefined ? {} : { value }) };
        found.set(JSON.stringify([at.file, at.pointer, what, name ?? null]), element);
      } else if (stability !== undefined && stability !== "stable" && (isUnused || uncommented.some((each) => each === what))) {
        const kind = `${what} ${String(isUnused)}`;
        staged.set(kind, { what, isUnused, ...counted(staged.get(kind), at) });
      }
    },
    addUsed: (value) => used.add(value),
    used: () => used,
    addRead: ({ file, pointer }) => read.add(`${file}#${pointer}`),
    isRead: ({ file, pointer }) => read.has(`${file}#${pointer}`),
    addRepeated: (found, name = found.message) => {
      const key = JSON.stringify([found.code, name]);
      const before = repeated.get(key);
      repeated.set(key, { found: before?.found ?? found, count: (before?.count ?? 0) + 1 });
    },
    all: () => [...found.values()],
    reportUncarried: (report) => {
      for (const { what, isUnused, first, count } of staged.values())
        report(stageUncarried(`${withArticle(what)}${isUnused ? " that nothing uses" : ""}`, first, count));
      for (const { found, count } of repeated.values())
        report({ ...found, message: found.message.replace(/\.$/, `${more(count, "places")}.`) });
    },
  };
}

function counted(before: Count | undefined, at: Origin): Count {
  return { first: before?.first ?? at, count: (before?.count ?? 0) + 1 };
}

function stageUncarried(what: string, at: Origin, count: number): ReturnType<typeof diagnostic> {
  const message = `Nothing in the output can say that ${what} is not stable yet${more(count, "places")}.`;
  return diagnostic("lifecycle-place-unread", message, { at, severity: "info", hint: "docs/lifecycle.md lists where stages are carried." });
}

const withArticle = (what: ElementKind): string => `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;

const more = (count: number, what: string): string => (count === 1 ? "" : ` (${count} ${what})`);
