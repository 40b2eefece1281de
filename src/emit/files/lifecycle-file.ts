import type { Api } from "../../model/ir/api.js";
import type { Operation } from "../../model/ir/operation.js";
import { code, ident, type Code } from "../print/code.js";
import { deprecatedElementsCode } from "./deprecated-elements-code.js";
import { deprecatedPartsCode, type Constant } from "./deprecated-parts-code.js";
import { deprecationEntries } from "./deprecation-entries.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { block, entry } from "../print/layout.js";
import type { EmitOptions } from "../options.js";
import { rateLimitsCode } from "../wire/rate-limits-code.js";

/** The operations that `deprecations` of the emitted `lifecycle.ts` has an entry for, under their `names.value`. */
export function deprecatedOperations(api: Api): readonly Operation[] {
  return api.operations.filter(({ doc }) => doc.lifecycle?.deprecated === true);
}

/**
 * `lifecycle.ts`: what the description says of removals and limits, as typed constants. Nothing at all when it says nothing.
 */
export function emitLifecycle(api: Api, options: EmitOptions): Emitted | undefined {
  const deprecated = deprecatedOperations(api);
  const constants: readonly Constant[] = [
    ...(deprecated.length === 0 ? [] : [{ name: "deprecations", text: deprecationsText(api, deprecated) }]),
    // Clients warn of them; editors show them struck through in a server's handlers.
    ...(options.parts.has("client") ? deprecatedPartsCode(api) : []),
    ...deprecatedElementsCode(api),
    ...(api.rateLimits === undefined ? [] : [{ name: "rateLimits", text: rateLimitsCode(api.rateLimits) }]),
  ];
  if (constants.length === 0) return undefined;
  const body = constants.map(({ text }) => text);
  return { ...file("lifecycle.ts", header(options), undefined, body), exports: constants.map(({ name }) => ({ name, type: false })) };
}

function deprecationsText(api: Api, operations: readonly Operation[]): Code {
  const byName = new Map(api.operations.map((operation) => [operation.names.value, operation]));
  const entries = operations.flatMap(({ names, doc }) =>
    doc.lifecycle === undefined
      ? []
      : [entry(ident(names.value), block(deprecationEntries(doc.lifecycle, byName).map((field) => code`${field},`)))],
  );
  return code`/** Deprecated operations, by name. Dates are as described; epochs are seconds. */\nexport const deprecations = ${block(entries)} as const;`;
}
