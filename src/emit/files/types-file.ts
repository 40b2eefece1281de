import type { Api } from "../../model/ir/api.js";
import type { Operation } from "../../model/ir/operation.js";
import type { NamedSchema } from "../../model/ir/schema.js";
import { code, ident, indent, join, literal, trusted, typeKey, type Code } from "../print/code.js";
import { doc, type DocText } from "../print/doc.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { operationDoc, shortOperationDoc } from "../doc/operation-doc.js";
import type { OutputBudget } from "../print/output-budget.js";
import type { EmitOptions } from "../options.js";
import { schemaDoc } from "../types/type-doc.js";
import { componentsDeclaration, createTypeBuilder, operationsDeclaration, schemaDeclaration, typedSchemas } from "../types/declarations.js";

/** `types.ts`: a type per schema, and `paths`, `operations` and `components` as openapi-fetch wants them. */
export function emitTypes(api: Api, options: EmitOptions, budget?: OutputBudget): Emitted {
  const count = budget?.of("types.ts");
  const builder = createTypeBuilder(api, options.validators?.discriminator !== "exact");
  const schemas = typedSchemas(api);
  const notes = variantNotes(api);
  const declarations = schemas.map((named) => {
    const { type } = named.names;
    const declaration = code`${doc(withNote(schemaDoc(api, named.schema, type), notes.get(type)))}${schemaDeclaration(named, builder)}`;
    count?.(declaration);
    return declaration;
  });
  const sections: readonly (readonly [string, Code])[] = [
    ["paths", pathsText(api, api.operations, "paths", options.parts.has("client"))],
    ...(api.webhooks.length === 0 ? [] : [["webhooks", pathsText(api, api.webhooks, "webhooks", false)] as const]),
    ["operations", operationsDeclaration(builder, count)],
    ["components", componentsDeclaration(schemas, builder, count)],
  ];
  const bodies = sections.map(([name, text]) => (text === "" ? code`export type ${ident(name)} = { [key: string]: never };` : text));
  const names = [...schemas.map((schema) => schema.names.type), ...sections.map(([name]) => name)];
  return {
    ...file("types.ts", header(options), undefined, [...declarations, ...bodies]),
    exports: names.map((name) => ({ name, type: true })),
  };
}

/** What sets a form of a schema apart from the schema, by the name of the form's type. */
function variantNotes({ schemas, parsed }: Api): ReadonlyMap<string, Code> {
  const notes = new Map<string, Code>();
  for (const { names, form, parsed: filled } of schemas.values()) {
    if (form !== undefined) notes.set(names.type, formNotes(form));
    if (filled !== undefined) notes.set(filled, code`\`${ident(names.type)}\` with its defaults filled in.`);
  }
  for (const name of parsed.keys()) if (!notes.has(name)) notes.set(name, code`The body with its defaults filled in.`);
  return notes;
}

function formNotes({ of, kind }: Exclude<NamedSchema["form"], undefined>): Code {
  switch (kind) {
    case "request":
      return code`\`${ident(of)}\` in requests: without read-only properties, with write-only properties.`;
    case "bytes":
      return code`\`${ident(of)}\` in parts of multipart and as a body of bytes: with a \`Blob\` where it is text in JSON.`;
  }
}

function withNote(text: DocText = {}, note: Code | undefined): DocText {
  return note === undefined ? text : { ...text, notes: [...(text.notes ?? []), note] };
}

/** `paths` or `webhooks`: by path, by method, which operation it is. `isSaidElsewhere`: a function of the client says what there is to say of it. */
function pathsText(api: Api, operations: readonly Operation[], name: "paths" | "webhooks", isSaidElsewhere: boolean): Code {
  if (operations.length === 0) return trusted("");
  const byPath = new Map<string, Code[]>();
  for (const operation of operations) {
    const key = ident("operations");
    const about = isSaidElsewhere ? shortOperationDoc(api, operation, "types", false) : operationDoc(api, operation, "types");
    const member = code`${about}${typeKey(operation.method.toLowerCase())}: ${key}[${literal(operation.names.key)}];`;
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), member]);
  }
  const members = Array.from(byPath, ([path, methods]) => code`${typeKey(path)}: {\n${indent(join(methods, "\n"))}\n};`);
  return code`export interface ${ident(name)} {\n${indent(join(members, "\n"))}\n}`;
}
