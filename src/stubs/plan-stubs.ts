import { diagnostic, type DiagnosticCode as DiagnosticCode } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome, Position } from "../diagnostic/diagnostic.js";
import type { GeneratedFile } from "../emit/print/file.js";
import type { Api } from "../model/ir/api.js";
import type { Operation } from "../model/ir/operation.js";
import { addHandlers, addSpread } from "./add-handlers.js";
import { readHandlers, type HandlersFile } from "./read-handlers.js";
import { handlersText, indexText, isAsking, isSecured, principalText, type StubOptions } from "./print-handlers.js";

export type { StubOptions } from "./print-handlers.js";

/** The operations whose handlers share a file. */
export interface Group {
  readonly path: string;
  /** Name of the constant that holds them. */
  readonly value: string;
  readonly operations: readonly Operation[];
}

/**
 * The files of handler stubs to write: new ones, and existing ones with handlers added. A file that exists is the user's:
 * everything in it stays byte for byte, nothing is removed, and where it is not clear what to add where, nothing is added but
 * said. `existing`: the TypeScript files of the folder, by path relative to it; the paths of the result are, too. Files that
 * need no change are not in the result.
 */
export async function planStubs(
  api: Api,
  existing: ReadonlyMap<string, string>,
  options: StubOptions,
): Promise<Outcome<readonly GeneratedFile[]>> {
  if (api.operations.length === 0) return { value: [], diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const read = await readHandlers(existing, `${api.names.type}Handlers`);
  for (const file of read) {
    if (file.kind === "unreadable") diagnostics.push(report("handlers-unreadable", `${file.path} cannot be read as TypeScript`, file.at));
  }
  for (const item of orphans(api, read)) diagnostics.push(item);
  const handled = new Set(
    read.flatMap((file) => (file.kind === "read" ? file.objects.flatMap(({ names }) => names.map(({ name }) => name)) : [])),
  );
  const files: GeneratedFile[] = [];
  const created: Group[] = [];
  for (const group of groupsOf(api)) {
    const missing = group.operations.filter(({ names }) => !handled.has(names.value));
    if (missing.length === 0) continue;
    const file = read.find(({ path }) => path === group.path);
    if (file === undefined) {
      created.push(group);
      files.push({ path: group.path, text: handlersText(api, { ...group, operations: missing }, options) });
      continue;
    }
    if (file.kind === "unreadable") continue;
    const text = addHandlers(api, file, { ...group, operations: missing }, options);
    if (text === undefined)
      diagnostics.push(
        unrecognised(
          file.path,
          missing.map(({ names }) => names.value),
        ),
      );
    else files.push({ path: file.path, text });
  }
  const index = planIndex(api, read, created, options);
  const told = principalRemarks(api, read);
  const lacksPrincipal =
    isSecured(api) && !existing.has("principal.ts") && (created.length > 0 || (told.length > 0 && !namesPrincipal(read)));
  const principal = lacksPrincipal ? [{ path: "principal.ts", text: principalText(options) }] : [];
  // In this order: a run that ends in between has written what names a file that is still to come, which the next run takes for a new one.
  // The other way round, that file would be there, and nothing would name it.
  return { value: [...(index.value ?? []), ...principal, ...files], diagnostics: [...diagnostics, ...index.diagnostics, ...told] };
}

function report(code: DiagnosticCode, message: string, at: Position, hint?: string): Diagnostic {
  return diagnostic(code, message, { at, ...(hint === undefined ? {} : { hint }) });
}

function unrecognised(path: string, names: readonly string[]): Diagnostic {
  const listed = names.slice(0, 10).join(", ") + (names.length > 10 ? `, and ${String(names.length - 10)} more` : "");
  return report(
    "handlers-unrecognised",
    `${path} has no place for new handlers: ${listed}`,
    { file: path, line: 1, column: 1 },
    "Add them by hand, or move the file away and generate again.",
  );
}

/** By tag, in the order of the tags; an operation belongs to its first one. Those without a tag come last. */
export function groupsOf(api: Api): readonly Group[] {
  const untagged = { stem: "default", value: "defaultHandlers" };
  const tags = new Map(api.tags.map((tag) => [tag.name, tag]));
  const groups = new Map<string, { readonly value: string; readonly operations: Operation[] }>(
    api.tags.map(({ stem, value }) => [stem, { value, operations: [] }]),
  );
  for (const operation of api.operations) {
    const { stem, value } = tags.get(operation.tags[0] ?? "") ?? untagged;
    const group = groups.get(stem) ?? { value, operations: [] };
    groups.set(stem, group);
    group.operations.push(operation);
  }
  return [...groups].filter(([, { operations }]) => operations.length > 0).map(([stem, group]) => ({ path: `${stem}.ts`, ...group }));
}

function orphans(api: Api, read: readonly HandlersFile[]): readonly Diagnostic[] {
  const operations = new Set(api.operations.map(({ names }) => names.value));
  return read.flatMap((file) =>
    file.kind === "unreadable"
      ? []
      : file.objects.flatMap(({ names }) =>
          names
            .filter(({ name }) => !operations.has(name))
            .map(({ name, at }) =>
              report(
                "handler-orphaned",
                `The handler ${name} has no operation`,
                at,
                "Move its code to the operation that replaces it, or delete it.",
              ),
            ),
        ),
  );
}

/** Of files from before an operation asked who is calling, and of those from before the last one no longer did: one remark for each file. */
function principalRemarks(api: Api, read: readonly HandlersFile[]): readonly Diagnostic[] {
  const type = `${api.names.type}Handlers`;
  const secured = isSecured(api);
  const asking = new Set(api.operations.filter(({ security }) => isAsking(security)).map(({ names }) => names.value));
  return read.flatMap((file) => {
    if (file.kind === "unreadable") return [];
    const place = file.named.find(({ hasPrincipal }) => hasPrincipal !== secured)?.at;
    if (place === undefined) return [];
    if (!secured) {
      const message = `${file.path} gives ${type} a principal, and no operation asks who is calling`;
      return [report("handlers-principal-unused", message, place, `Write \`${type}\`: what handlers get for a principal is undefined.`)];
    }
    // Handlers of operations that ask nobody have no use for it.
    const isOpen =
      file.objects.length > 0 &&
      file.objects.every(({ names, spreads }) => spreads.length === 0 && !names.some(({ name }) => asking.has(name)));
    if (isOpen) return [];
    const message = `${file.path} names ${type} without a principal, and operations ask who is calling`;
    const hint = `Write \`${type}<Principal>\`, with the \`Principal\` of ./principal.ts or one of your own.`;
    return [report("handlers-without-principal", message, place, hint)];
  });
}

function namesPrincipal(read: readonly HandlersFile[]): boolean {
  return read.some((file) => file.kind === "read" && file.named.some(({ hasPrincipal }) => hasPrincipal));
}

/** The file that puts all handlers together: written once, then new files of handlers are added to it. */
function planIndex(
  api: Api,
  read: readonly HandlersFile[],
  created: readonly Group[],
  options: StubOptions,
): Outcome<readonly GeneratedFile[]> {
  const path = "index.ts";
  const file = read.find((candidate) => candidate.path === path);
  if (file === undefined) return { value: [{ path, text: indexText(api, groupsOf(api), options) }], diagnostics: [] };
  if (created.length === 0 || file.kind === "unreadable") return { value: [], diagnostics: [] };
  const text = addSpread(file, created, options);
  if (text === undefined)
    return {
      value: [],
      diagnostics: [
        unrecognised(
          path,
          created.map(({ value }) => value),
        ),
      ],
    };
  return { value: text === file.text ? [] : [{ path, text }], diagnostics: [] };
}
