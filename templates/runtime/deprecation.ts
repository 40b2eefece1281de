/**
 * Warnings for calls of deprecated operations: one per operation and process.
 */
import type { Deprecation } from "./deprecated-operation.js";
import type { Operation } from "./operation.js";

/** A deprecated operation was called. */
export interface DeprecationEvent {
  /** Name of the operation in the generated code. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** What the description says. */
  readonly deprecation: Deprecation;
  /** Whether the date of removal has passed. */
  readonly past: boolean;
  /** One sentence or two, as printed. */
  readonly message: string;
}

export interface DeprecationOptions {
  /** Called instead of the warning of the process or the console. */
  readonly onDeprecation?: (event: DeprecationEvent) => void;
  /** `"silent"`: no warnings. So does `SUNDIAL_DEPRECATIONS=off` in the environment. */
  readonly deprecations?: "warn" | "silent";
}

/** The part of Node's `process` that is used here; other platforms have none. */
interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly emitWarning?: (message: string, options: { readonly type: string; readonly code: string }) => void;
}

/** Kept on the global object: two copies of this file in one process warn once. */
const warned: unique symbol = Symbol.for("sundial.deprecations.warned");

/** Warns of a deprecated operation when it is called for the first time in this process. `now` is in milliseconds since the epoch. */
export function warnDeprecated(operation: Operation, options: DeprecationOptions, now: number = Date.now()): void {
  const { deprecation } = operation;
  if (deprecation === undefined || options.deprecations === "silent") return;
  // Neither is known to the types of every platform.
  const scope = globalThis as { readonly process?: Process; [warned]?: Set<string> };
  if (scope.process?.env?.["SUNDIAL_DEPRECATIONS"] === "off") return;
  const codes = scope[warned] ?? new Set<string>();
  scope[warned] = codes;
  if (codes.has(deprecation.code)) return;
  codes.add(deprecation.code);
  const past = deprecation.sunset !== undefined && deprecation.sunset.epoch * 1000 <= now;
  const message = messageOf(operation, deprecation, past);
  if (options.onDeprecation !== undefined) {
    options.onDeprecation({ operation: operation.id, method: operation.method, path: operation.path, deprecation, past, message });
  } else if (typeof scope.process?.emitWarning === "function") {
    scope.process.emitWarning(message, { type: "DeprecationWarning", code: deprecation.code });
  } else console.warn(`[${deprecation.code}] DeprecationWarning: ${message}`);
}

function messageOf({ id, method, path }: Operation, { sunset, message, replacement, removedIn, link }: Deprecation, past: boolean): string {
  const removal = [
    ...(sunset === undefined ? [] : [`on ${sunset.date}`]),
    ...(removedIn === undefined ? [] : [`in version ${removedIn}`]),
  ].join(", ");
  const instead = [replacement?.operation ?? replacement?.url, replacement?.note].filter((part) => part !== undefined).join(" ");
  const sentences = [
    `${id} (${method} ${path}) is deprecated${removal === "" ? "" : `: ${past ? "it was" : "it is"} to be removed ${removal}`}`,
    message ?? "",
    instead === "" || /^use\b/i.test(instead) ? instead : `Use ${instead}`,
    link === undefined ? "" : `See ${link}`,
  ];
  const text = sentences.flatMap((sentence) => (sentence === "" ? [] : [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`])).join(" ");
  // Words of a description end up on a terminal here: they must not be able to steer it.
  return text.replace(/\p{Cc}+/gu, " ");
}
