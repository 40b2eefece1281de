import { code, ident, indent, literal, type Code } from "../emit/code.js";
import { doc, inline } from "../emit/doc.js";
import { render } from "../emit/template.js";
import type { Api, Operation } from "../model/types.js";
import type { Group } from "./plan-stubs.js";

export interface StubOptions {
  /** How a file of the handlers' folder imports the generated code: "../generated/petstore/index.js". */
  readonly module: string;
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
export function handlersText(api: Api, group: Group, { module }: StubOptions): string {
  return render("handlers", {
    module: literal(module),
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
export function indexText(api: Api, groups: readonly Group[], { module }: StubOptions): string {
  return render("handlers-index", {
    module: literal(module),
    secured: isSecured(api),
    handlersType: ident(`${api.names.type}Handlers`),
    type: handlersType(api),
    groups: groups.map((group) => ({ value: ident(group.value), importLine: importLine(group) })),
  });
}

/** How the index imports a file of handlers. */
export function importLine({ value, path }: Group): Code {
  return code`import { ${ident(value)} } from ${literal(`./${path.replace(/\.ts$/, ".js")}`)};`;
}

export function principalText(): string {
  return render("principal", {});
}
