import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import type { Api } from "../../model/ir/api.js";
import { clientLimits } from "./client-limits.js";
import type { EmitOptions } from "../options.js";

/** What is wrong with a store of gates that a configuration asks for: a client without a gate has nothing to share. */
export function gateStoreProblems(api: Api, options: EmitOptions, asked: { readonly at: Origin } | undefined): readonly Diagnostic[] {
  if (asked === undefined) return [];
  const report = (message: string, hint: string): readonly Diagnostic[] => [
    diagnostic("gate-store-unused", message, { at: asked.at, hint }),
  ];
  if (!options.parts.has("client"))
    return report("`gateStore` is true, and no client is generated.", "Remove it, or add `client` to `emit`.");
  const limits = clientLimits(api, options);
  if (limits === "off") return report("`gateStore` is true, and `limits` is false.", "Remove one of them.");
  if (limits === "retry")
    return report(
      "`gateStore` is true, and the description has no limits.",
      'Say them in `limits`, or `limits: "auto"` for those that the service reports.',
    );
  return [];
}
