import { codeOutline, replaceInCode } from "../emit/print/code-outline.js";
import { code, empty, ident, isUsed, literal, trusted, type Code } from "../emit/print/code.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import { printImport } from "../emit/print/imports.js";
import { moduleStatements } from "../emit/print/module-statements.js";
import type { Api } from "../model/ir/api.js";
import type { Group } from "./plan-stubs.js";
import type { HandlersFile, HandlersObject } from "./read-handlers.js";
import { handlersText, handlerText, importLine, type StubOptions } from "./print-handlers.js";

type ReadFile = Extract<HandlersFile, { kind: "read" }>;

/** Text put in somewhere. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * The file with handlers added at the end of its object. `undefined` when it has no object to add to, or one with a spread, which a
 * handler at the end would override.
 */
export function addHandlers(api: Api, file: ReadFile, group: Group, settings: StubOptions): string | undefined {
  const object = file.objects.find(({ variable }) => variable === group.value) ?? (file.objects.length === 1 ? file.objects[0] : undefined);
  if (object === undefined || object.spreads.length > 0) return undefined;
  const options = { ...settings, importExtension: extensionIn(file) ?? settings.importExtension };
  const notImplemented = ident(file.imports.locals.get("notImplemented") ?? "notImplemented");
  const handlers = group.operations.map((operation) => handlerText(operation, notImplemented, options));
  const imports = missingImports(file, handlers, handlersText(api, group, options)).map((line) => importInsertion(file, line));
  return inserted(file.text, [...imports, ...memberInsertions(file.text, object, handlers, true)]);
}

/** The imports that some handlers need and the file lacks: those that a new file of theirs would have. */
function missingImports({ imports: { names } }: ReadFile, handlers: readonly Code[], newFile: string): readonly Code[] {
  const outline = trusted(codeOutline(handlers.join("\n")));
  return moduleStatements(newFile).flatMap(({ kind, module, names: imported }) => {
    if (kind !== "import") return [];
    const missing = imported.flatMap(({ name, local, type }) =>
      local === undefined || names.has(local) || !isUsed(trusted(local), outline) ? [] : [{ name, local, type }],
    );
    const named = missing.filter(({ name }) => name !== "*" && name !== "default");
    const whole = missing.filter((each) => !named.includes(each));
    const from = literal(module);
    return [
      ...whole.map(
        ({ name, local, type }) =>
          code`import ${type ? code`type ` : empty}${name === "*" ? code`* as ` : empty}${trusted(local)} from ${from};`,
      ),
      ...(named.length === 0 ? [] : [trusted(printImport(module, named))]),
    ];
  });
}

/** The index with the handlers of new files spread into its object; `undefined` when it has none. */
export function addSpread(file: ReadFile, groups: readonly Group[], options: StubOptions): string | undefined {
  const object = file.objects.find(({ variable }) => variable === "handlers") ?? (file.objects.length === 1 ? file.objects[0] : undefined);
  if (object === undefined) return undefined;
  const fresh = groups.filter(({ value }) => !object.spreads.includes(value));
  if (fresh.length === 0) return file.text;
  const extension = extensionIn(file) ?? options.importExtension;
  const imports = fresh
    .filter(({ value }) => !file.imports.locals.has(value))
    .map((group) => importInsertion(file, importLine(group, extension)));
  return inserted(file.text, [
    ...imports,
    ...memberInsertions(
      file.text,
      object,
      fresh.map(({ value }) => code`...${ident(value)},`),
      false,
    ),
  ]);
}

/** How a file of the user's imports its neighbours, when it does. */
function extensionIn({ imports }: ReadFile): ImportExtension | undefined {
  const last = imports.modules.findLast((module) => /^\.\.?\//.test(module) && !module.endsWith(".json"));
  if (last === undefined) return undefined;
  return last.endsWith(".js") ? "js" : last.endsWith(".ts") ? "ts" : "none";
}

function importInsertion(file: ReadFile, line: Code): Insertion {
  return file.imports.end === 0 ? { at: 0, text: `${line}\n` } : { at: file.imports.end, text: `\n${line}` };
}

/** New members after the last one, indented as it is. */
function memberInsertions(text: string, { brace, last }: HandlersObject, members: readonly Code[], apart: boolean): readonly Insertion[] {
  const lineStart = text.lastIndexOf("\n", brace - 1) + 1;
  const before = text.slice(lineStart, brace);
  const ownLine = before.trim() === "" && lineStart > 0;
  const outer = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const lead = last !== undefined && ownLine ? leadOf(text, last.start) : `${outer}  `;
  const block = members
    .map((member, index) => (apart && (index > 0 || last !== undefined) ? "\n" : "") + reindented(member, lead))
    .join("");
  const comma = last === undefined || last.comma ? [] : [{ at: last.end, text: "," }];
  return [...comma, ownLine ? { at: lineStart, text: block } : { at: brace, text: `\n${block}${outer}` }];
}

/** What stands before the first word of the line. */
function leadOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset) + 1))?.[0] ?? "";
}

function reindented(member: Code, lead: string): string {
  return `${replaceInCode(member, /^(?=.)/gm, lead)}\n`;
}

/** The text with all insertions made, in the file's own line endings. */
function inserted(text: string, insertions: readonly Insertion[]): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  let result = text;
  // From the end, so that offsets stay right; of those at one place the later goes in first, and so comes last.
  const ordered = insertions.map((insertion, index) => ({ ...insertion, index })).sort((a, b) => b.at - a.at || b.index - a.index);
  for (const { at, text: added } of ordered) result = result.slice(0, at) + added.replaceAll("\n", lineEnd) + result.slice(at);
  return result;
}
