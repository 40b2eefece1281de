import type { Api } from "../../model/ir/api.js";
import { codePrefix } from "../../model/lifecycle/deprecation-codes.js";
import { code, indent, literal, type Code } from "../print/code.js";
import { deprecatedSchemes } from "./deprecated-parts-code.js";
import type { Imports } from "../print/imports.js";
import { deprecatedOperations } from "./lifecycle-file.js";
import type { EmitOptions } from "../options.js";

/** What a `client.ts` that warns exports of the runtime besides. */
export const deprecationExports = [
  { name: "Deprecation", type: true },
  { name: "DeprecationAction", type: true },
  { name: "DeprecationEvent", type: true },
  { name: "DeprecationHook", type: true },
  { name: "DeprecationError", type: false },
] as const;

/** Whether anything that a client can send is deprecated, or the client hears what the service says of that. */
export function warns(api: Api, { deprecations }: EmitOptions): boolean {
  return (
    deprecations === "service" ||
    deprecatedOperations(api).length > 0 ||
    api.deprecatedParts.operations.size > 0 ||
    deprecatedSchemes(api).length > 0
  );
}

/** The hooks of a `ClientDescription` that warn, whatever the operation is. Those of one operation stand in its descriptor. */
export function deprecationHooks(api: Api, { deprecations }: EmitOptions, imports: Imports): readonly Code[] {
  const prefix = literal(codePrefix(api.names));
  const call = (name: string): Code => imports.value(name, "./runtime/client.js");
  return [
    ...(deprecatedSchemes(api).length === 0
      ? []
      : [
          hook(
            code`onAttach: (operation, attachments)`,
            code`${call("warnSchemes")}(operation, attachments, ${imports.value("deprecatedSchemes", "./lifecycle.js")}, ${prefix}, options);`,
          ),
        ]),
    ...(deprecations === "service"
      ? [hook(code`onAnswer: (operation, response)`, code`${call("warnOfService")}(operation, response, ${prefix}, options);`)]
      : []),
  ];
}

function hook(head: Code, statement: Code): Code {
  return code`${head} => {\n${indent(statement)}\n}`;
}
