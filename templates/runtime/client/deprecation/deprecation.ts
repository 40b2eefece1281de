/**
 * Warnings of what is deprecated: one per code, operation and process (of a worker: in that worker).
 */
import type { DeprecatedOperation, Deprecation, PartDeprecation } from "../../shared/deprecated-operation.js";
import type { Operation } from "../../shared/operation.js";
import { terminalText } from "../../shared/terminal-text.js";

/** Something deprecated was used. */
export interface DeprecationEvent {
  /** Code of the warning: the description's own, or that with what has become of it after it: `_SUNSET_PASSED`. */
  readonly code: string;
  /** Name of the operation in the generated code. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** What is deprecated, where it is not the whole operation: `query parameter "sort"`. */
  readonly part: string | undefined;
  /** What the description says, or the service in its headers. */
  readonly deprecation: Deprecation;
  /** Whether the date of removal has passed. */
  readonly past: boolean;
  /** A few sentences, as printed. */
  readonly message: string;
}

/** Warns once; says nothing; or rejects each call with a `DeprecationError` before anything is sent. */
export type DeprecationAction = "warn" | "silent" | "error";

/** What it throws or rejects with never reaches the call: `console.error` reports it, once. */
export type DeprecationHook = (event: DeprecationEvent) => unknown;

/** `SUNDIAL_DEPRECATIONS=off` in the environment overrides all of these. */
export interface DeprecationOptions {
  /** Called in place of a warning to the active span, the process or the console. */
  readonly onDeprecation?: DeprecationHook | undefined;
  /**
   * What to do, for all codes or by code. A function is called like `onDeprecation`. `"error"` for a code also applies after the date of
   * removal; `"silent"` ends there. What only an answer of the service says is too late for an error: it is warned of.
   */
  readonly deprecations?: DeprecationAction | DeprecationHook | { readonly [code: string]: DeprecationAction } | undefined;
}

/** Thrown instead of a call that uses something deprecated, where `deprecations` is "error". Nothing was sent. */
export class DeprecationError extends Error {
  override readonly name = "DeprecationError";
  readonly code: string;
  readonly event: DeprecationEvent;

  constructor(event: DeprecationEvent) {
    super(event.message);
    this.code = event.code;
    this.event = event;
  }
}

/** Kept on the global object: two copies of this file in one process warn once. */
const warned: unique symbol = Symbol.for("sundial.deprecations.warned");
/** Where `@opentelemetry/api` 1.x registers itself. To import a package that may be missing would stop bundlers. */
const telemetry: unique symbol = Symbol.for("opentelemetry.js.api.1");
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN");

/** What is looked for on the global object: nothing of it is known to the types of every platform, or by the same type. */
interface Platform {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly emitWarning?: (
      message: string,
      options: { readonly type: string; readonly code: string; readonly detail: string | undefined },
    ) => void;
  };
  readonly [telemetry]?: { readonly context?: { active(): { getValue(key: symbol): unknown } } };
  readonly [warned]?: Set<string>;
}

/** Something to warn of. */
export interface DeprecationNotice {
  readonly code: string;
  readonly operation: Operation;
  /** See `DeprecationEvent`. */
  readonly part?: string;
  /** What there is one warning for: each code and operation, unless given. */
  readonly scope?: string;
  readonly facts: PartDeprecation;
  /** Of an answer, instead of "is deprecated": nothing can be prevented any more. */
  readonly verb?: string;
}

/** Warns of a deprecated operation when it is called for the first time in this process. `now` is in milliseconds since the epoch. */
export function warnDeprecated(
  operation: DeprecatedOperation,
  _sending: object,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  const { deprecation } = operation;
  if (deprecation !== undefined) warn({ code: deprecation.code, operation, facts: deprecation }, options, now);
}

/** Warns once, as configured. Throws a `DeprecationError` where that is configured, each time. */
export function warn(notice: DeprecationNotice, { onDeprecation, deprecations = "warn" }: DeprecationOptions, now: number): void {
  const { operation, part, facts, verb } = notice;
  const { id, method, path } = operation;
  const past = isPast(facts, now);
  const code = past && verb === undefined ? `${notice.code}_SUNSET_PASSED` : notice.code;
  const action =
    typeof deprecations === "object" ? (deprecations[code] ?? (deprecations[notice.code] === "error" && "error")) : deprecations;
  const isError = action === "error" && verb === undefined;
  const globals: unknown = globalThis;
  const platform = globals as Platform;
  const codes = platform[warned] ?? new Set();
  Reflect.set(platform, warned, codes); // no error where the global object is frozen
  const key = [notice.scope ?? code + method + path, past, part].join();
  // Paths that no description bounds must not fill the memory.
  if (action === "silent" || (!isError && (codes.has(key) || codes.size > 9999))) return;
  // Last, for to read the environment is slow.
  if (isOff(platform)) return;
  const [fact, advice] = messageParts(notice, past);
  const message = `${fact} ${advice}`.trim();
  const event: DeprecationEvent = { code, operation: id, method, path, part, deprecation: { ...facts, code: notice.code }, past, message };
  if (isError) throw new DeprecationError(event);
  codes.add(key);
  const hook = onDeprecation ?? (typeof deprecations === "function" ? deprecations : undefined);
  new Promise((resolve) => {
    if (hook === undefined) print(platform, event, fact, advice);
    resolve(hook?.(event));
  }).catch((error: unknown) => {
    if (!codes.has("")) console.error("A deprecation could not be reported:", error);
    codes.add("");
  });
}

function isOff({ process }: Platform): boolean {
  try {
    return process?.env?.["SUNDIAL_DEPRECATIONS"] === "off";
  } catch {
    return false; // Deno, where the program may not read the environment
  }
}

/** Whether a date of removal is over. */
export const isPast = ({ sunset }: PartDeprecation, now: number): boolean => sunset !== undefined && sunset.epoch * 1000 <= now;

function print(platform: Platform, { code, message }: DeprecationEvent, fact: string, advice: string): void {
  // OpenTelemetry keeps the active span under this key.
  const span = platform[telemetry]?.context?.active().getValue(spanKey) as { addEvent(name: string, attributes: object): void } | undefined;
  span?.addEvent("deprecation", { "deprecation.code": code, "deprecation.message": message });
  const type = "DeprecationWarning";
  if (platform.process?.emitWarning) platform.process.emitWarning(fact, { type, code, detail: advice || undefined });
  else console.warn(`[${code}] ${type}: ${message}`);
}

/** What there is to know in a sentence, and what there is to do. */
function messageParts({ operation: { id, method, path }, part, facts, verb }: DeprecationNotice, past: boolean): readonly [string, string] {
  const { sunset, removedIn, message, replacement, link } = facts;
  const removal = joinTexts(", ", sunset && `on ${sunset.date}`, removedIn && `in version ${removedIn}`);
  const instead = joinTexts(" ", replacement?.operation ?? replacement?.url, replacement?.note);
  const route = `${method} ${path}`;
  const subject = (part === undefined ? "" : `The ${part} of `) + (id === route ? id : `${id} (${route})`);
  const state = verb ?? (past ? "may stop working at any time" : "is deprecated");
  return [
    sentences(`${subject} ${state}${removal && `: it ${past ? "was" : "is"} to be removed ${removal}`}`),
    sentences(message, instead && (/^use\b/i.test(instead) ? instead : `Use ${instead}`), link && `See ${link}`),
  ];
}

/** Texts with an end each, as far as there are any. */
const sentences = (...texts: readonly (string | undefined)[]): string =>
  joinTexts(" ", ...texts.map((text) => text?.replace(/[^.!?]$/, "$&.")));

/** What there is, joined. */
const joinTexts = (between: string, ...texts: readonly (string | undefined)[]): string => terminalText(texts.filter(Boolean).join(between));
