/** The warnings of a program without an `onLimit` of its own. */
import type { LimitEvent } from "./gate.js";
import { givenWarnings, isNewWarning } from "./given-warnings.js";
import { terminalText } from "../../shared/terminal-text.js";

/** The part of Node's `process` that is used here; other platforms have none. */
interface Process {
  readonly emitWarning?: (message: string, type: string) => void;
}

const sentences: { readonly [kind in LimitEvent["kind"]]?: string } = {
  "nearly-spent": "A tenth or less is left of the limit",
  "plan-mismatch": "The plan does not match the limits",
};

/** A warning of the process, or of the console where there is none; each text once. Changes of the gate's state are none. */
export function warnOfLimit({ kind, origin, policy, message = sentences[kind] }: LimitEvent): void {
  if (message === undefined) return;
  const text = terminalText(`${origin}: ${message}${policy === undefined ? "" : ` "${policy}"`}`); // whose name may be the service's
  if (!isNewWarning(givenWarnings(origin), text)) return;
  const globals: unknown = globalThis;
  const { process } = globals as { readonly process?: Process }; // not known to the types of every platform, or otherwise
  if (process?.emitWarning === undefined) console.warn(text);
  else process.emitWarning(text, "RateLimitWarning");
}
