import { replaceInCode } from "../emit/print/code-outline.js";
import { code, ident, literal, trusted, type Code, type Name } from "../emit/print/code.js";
import { commentText, doc, inline } from "../emit/print/doc.js";
import { specifierOf, withOwnSpecifiers, type ImportExtension } from "../emit/print/import-specifiers.js";
import { render, type OwnTemplates } from "../emit/print/template.js";
import type { TemplateName, Views } from "../emit/print/views.js";
import type { Api } from "../model/ir/api.js";
import type { Operation } from "../model/ir/operation.js";
import type { Group } from "./plan-stubs.js";

export interface StubOptions {
  /** The generated code as seen from the handlers' folder: "../generated/petstore/index.ts". */
  readonly module: string;
  /** How a new file imports others; one that exists goes on as it does. */
  readonly importExtension: ImportExtension;
  /** Templates that people have taken over. */
  readonly templates?: OwnTemplates | undefined;
}

/** Whether any operation asks who is calling. */
export function isSecured(api: Api): boolean {
  return api.operations.some(({ security }) => isAsking(security));
}

export function isAsking(security: Operation["security"]): boolean {
  return security.some((alternative) => alternative.length > 0);
}

/** `PetstoreHandlers<Principal>`. */
function handlersType(api: Api): Code {
  const name = ident(`${api.names.type}Handlers`);
  return isSecured(api) ? code`${name}<Principal>` : name;
}

/** What templates of handlers have in common. */
function commonView(api: Api, { module, importExtension }: StubOptions) {
  return {
    title: commentText(api.title),
    module: literal(specifierOf(module, importExtension)),
    principal: literal(specifierOf("principal.ts", importExtension)),
    secured: isSecured(api),
    handlersType: ident(`${api.names.type}Handlers`),
    type: handlersType(api),
  };
}

/** A new file of handlers, each to be written by the user. */
export function handlersText(api: Api, group: Group, options: StubOptions): string {
  const view = {
    ...commonView(api, options),
    value: ident(group.value),
    handlers: group.operations.map((operation) => ({ handler: inObject(handlerText(operation, ident("notImplemented"), options)) })),
  };
  return filled("handlers", view, options);
}

/** A handler as it stands in the object: every line but the first is moved right, and no text of a template literal. */
const inObject = (handler: Code): Code => trusted(replaceInCode(handler, /\n(?=.)/g, "\n  "));

/** One handler, as a member of an object; without knowledge of what stands around it. */
export function handlerText(operation: Operation, notImplemented: Name, options: Pick<StubOptions, "templates" | "importExtension">): Code {
  const comment = doc({ notes: [code`\`${inline(`${operation.method} ${operation.path}`)}\``] });
  const view = {
    comment: trusted(comment.trimEnd()),
    name: ident(operation.names.value),
    notImplemented,
    operation: literal(operation.names.value),
    method: literal(operation.method),
    path: literal(operation.path),
  };
  return trusted(filled("handler", view, options).trimEnd());
}

/** The file that puts the handlers of all files together. */
export function indexText(api: Api, groups: readonly Group[], options: StubOptions): string {
  const view = {
    ...commonView(api, options),
    groups: groups.map(({ value, path }) => ({ value: ident(value), module: literal(specifierOf(path, options.importExtension)) })),
  };
  return filled("handlers-index", view, options);
}

/** How the index imports a file of handlers. */
export function importLine({ value, path }: Group, importExtension: ImportExtension): Code {
  return code`import { ${ident(value)} } from ${literal(specifierOf(path, importExtension))};`;
}

export function principalText(options: StubOptions): string {
  return filled("principal", {}, options);
}

/** A template with its holes filled. Where it is somebody's, what it imports is spelled as the project needs it. */
function filled<Template extends TemplateName>(
  name: Template,
  view: Views[Template],
  { templates, importExtension }: Pick<StubOptions, "templates" | "importExtension">,
): Code {
  const text = render(name, view, templates);
  return templates?.has(name) === true ? trusted(withOwnSpecifiers(text, importExtension)) : text;
}
