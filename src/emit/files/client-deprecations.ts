import type { Api } from "../../model/ir/api.js";
import { codePrefix } from "../../model/lifecycle/deprecation-codes.js";
import { code, indent, join, literal, type Code } from "../print/code.js";
import { deprecatedSchemes } from "./deprecated-parts-code.js";
import type { Imports } from "../print/imports.js";
import { deprecatedOperations } from "./lifecycle-file.js";

/** What a `client.ts` that warns exports of the runtime besides. */
export const deprecationExports = [
  { name: "Deprecation", type: true },
  { name: "DeprecationAction", type: true },
  { name: "DeprecationEvent", type: true },
  { name: "DeprecationHook", type: true },
  { name: "DeprecationError", type: false },
] as const;

/** Whether anything that a client can send is deprecated. */
export function warns(api: Api): boolean {
  return deprecatedOperations(api).length > 0 || api.deprecatedParts.operations.size > 0 || deprecatedSchemes(api).length > 0;
}

/** The hooks of a `ClientDescription` that warn, each with what the description gives cause for. */
export function deprecationHooks(api: Api, imports: Imports): readonly Code[] {
  if (!warns(api)) return [];
  const { deprecatedParts: parts } = api;
  const prefix = literal(codePrefix(api.names));
  const schemas = parts.schemas.size === 0 ? code`{}` : imports.value("deprecatedProperties", "./lifecycle.js");
  const calls = [
    ...(deprecatedOperations(api).length === 0
      ? []
      : [code`${imports.value("warnDeprecated", "./runtime/client.js")}(operation, options);`]),
    ...(parts.operations.size === 0
      ? []
      : [code`${imports.value("warnParts", "./runtime/client.js")}(operation, sending, ${schemas}, ${prefix}, options);`]),
  ];
  const parameters = parts.operations.size === 0 ? code`operation` : code`operation, sending`;
  return [
    ...(calls.length === 0 ? [] : [hook(code`onCall: (${parameters})`, calls)]),
    ...(deprecatedSchemes(api).length === 0
      ? []
      : [
          hook(code`onAttach: (operation, attachments)`, [
            code`${imports.value("warnSchemes", "./runtime/client.js")}(operation, attachments, ${imports.value("deprecatedSchemes", "./lifecycle.js")}, ${prefix}, options);`,
          ]),
        ]),
    hook(code`onAnswer: (operation, response)`, [
      code`${imports.value("warnOfAnswer", "./runtime/client.js")}(operation, response, ${prefix}, options);`,
    ]),
  ];
}

function hook(head: Code, statements: readonly Code[]): Code {
  return code`${head} => {\n${indent(join(statements, "\n"))}\n}`;
}
