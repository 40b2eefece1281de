import { code, ident, indent, literal, type Code } from "../emit/print/code.js";
import { doc, inline } from "../emit/print/doc.js";
import { specifierOf, type ImportExtension } from "../emit/print/import-specifiers.js";
import { render } from "../emit/print/template.js";
import type { Api } from "../model/ir/api.js";
import type { Operation } from "../model/ir/operation.js";
import type { Group } from "./plan-stubs.js";

export interface StubOptions {
  /** The generated code as seen from the handlers' folder: "../generated/petstore/index.ts". */
  readonly module: string;
  /** How a new file imports others; one that exists goes on as it does. */
  readonly importExtension: ImportExtension;
}

/** Whether any operation asks who is calling. */
export function isSecured(api: Api): boolean {
  return api.operations.some(({ security }) => security.some((alternative) => alternative.length > 0));
}

/** `PetstoreHandlers<Principal>`. */
function handlersType(api: Api): Code {
  const name = ident(`${api.names.type}Handlers`);
  return isSecured(api) ? code`${name}<Principal>` : name;
}

/** A new file of handlers, each to be written by the user. */
export function handlersText(api: Api, group: Group, { module, importExtension }: StubOptions): string {
  return render("handlers", {
    module: literal(specifierOf(module, importExtension)),
    principal: literal(specifierOf("principal.ts", importExtension)),
    secured: isSecured(api),
    handlersType: ident(`${api.names.type}Handlers`),
    type: handlersType(api),
    value: ident(group.value),
    handlers: group.operations.map((operation, index) => ({
      text: code`${index === 0 ? code`` : code`\n`}${indent(handlerText(operation, code`notImplemented`))}`,
    })),
  });
}

/** One handler, as a member of an object; without a comma's worth of knowledge of what stands around it. */
export function handlerText(operation: Operation, notImplemented: Code): Code {
  const name = ident(operation.names.value);
  const comment = doc({ notes: [code`\`${inline(`${operation.method} ${operation.path}`)}\``] });
  return code`${comment}${name}() {\n  throw ${notImplemented}(${literal(operation.names.value)});\n},`;
}

/** The file that puts the handlers of all files together. */
export function indexText(api: Api, groups: readonly Group[], { module, importExtension }: StubOptions): string {
  return render("handlers-index", {
    module: literal(specifierOf(module, importExtension)),
    principal: literal(specifierOf("principal.ts", importExtension)),
    secured: isSecured(api),
    handlersType: ident(`${api.names.type}Handlers`),
    type: handlersType(api),
    groups: groups.map((group) => ({ value: ident(group.value), importLine: importLine(group, importExtension) })),
  });
}

/** How the index imports a file of handlers. */
export function importLine({ value, path }: Group, importExtension: ImportExtension): Code {
  return code`import { ${ident(value)} } from ${literal(specifierOf(path, importExtension))};`;
}

export function principalText(): string {
  return render("principal", {});
}
