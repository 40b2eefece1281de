import type { Json } from "../source/source-file.js";
import type { Origin } from "../diagnostic/diagnostic.js";
import type { ConfigReader } from "./config-reader.js";

/**
 * Limits and retries of a service, in the words of `x-rate-limits`: what the description of somebody else does not have. What stands
 * here wins over the description.
 */
export interface LimitsConfig {
  /** What a counter belongs to: the credential of a scheme of the description, or the caller's address. Without it, the only scheme there is. */
  readonly key?: { readonly securityScheme: string } | { readonly ip: true };
  readonly plans?: { readonly [plan: string]: PlanConfig };
  /** The plan of a client that names none. */
  readonly defaultPlan?: string;
  /** Names of the limit headers, and the format of the reset header. */
  readonly headers?: {
    readonly limit?: string;
    readonly remaining?: string;
    readonly reset?: string | { readonly name: string; readonly format?: "unix-seconds" | "delta-seconds" | "unix-millis" | "http-date" };
  };
  /** Where a rejected caller reads how long to wait; `Retry-After` unless given. */
  readonly retryAfter?:
    string | { readonly name?: string; readonly formats?: readonly ("delta-seconds" | "http-date" | "unix-seconds" | "delta-millis")[] };
  /** Whether a generated server also sends `RateLimit` and `RateLimit-Policy`. */
  readonly emitIetf?: boolean;
  /** Whether who goes on after a rejection risks a ban. */
  readonly banRisk?: boolean;
  /** By operationId. */
  readonly operations?: { readonly [operationId: string]: OperationConfig };
}

/** A plan with its policies by name, or one whose figures are agreed with each customer. */
export type PlanConfig = { readonly custom: true } | { readonly policies: { readonly [policy: string]: PolicyConfig } };

export interface PolicyConfig {
  /** Requests. */
  readonly q: number;
  /** The window, in seconds. */
  readonly w: number;
}

export interface OperationConfig {
  /** What a call counts for; 1 unless given. */
  readonly cost?: number;
  /** The policies it counts in; all unless given. */
  readonly policies?: readonly string[];
  /** It counts in none. */
  readonly exempt?: boolean;
  /** False where a 429 may come after the work was done: such a call is not sent again. */
  readonly rejectedBeforeProcessing?: boolean;
  readonly retry?: {
    /** Whether sending a call twice does what sending it once does; as the method says unless given. */
    readonly idempotent?: boolean;
    /** The header whose value makes two sendings one call. */
    readonly idempotencyKeyHeader?: string;
    /** The client never sends a call again by itself. */
    readonly never?: boolean;
  };
}

/** Limits as written, and where: what they say is checked against the description. */
export interface WrittenLimits {
  readonly value: Json;
  /** As a person would name it: "apis.petstore.limits". */
  readonly name: string;
  readonly at: { readonly file: string; readonly pointer: string };
}

/** The `limits` of an API: `false`, `"auto"`, or data. */
export function readLimits(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): WrittenLimits | "auto" | false | undefined {
  const written = api["limits"];
  const place = [...at, "limits"];
  if (written === undefined || written === false || written === "auto") return written;
  if (written === true || typeof written === "string") {
    const advice = "Described limits are kept to unless it is false; `auto` keeps to those that the service reports.";
    reader.report("config-invalid-value", place, 'must be "auto", false or an object', advice);
    return undefined;
  }
  const value = reader.record(written, place) === undefined ? undefined : asJson(reader, written, place);
  return value === undefined ? undefined : { value, name: place.join("."), at: reader.place(place) };
}

/** A value of a program as data; members that are undefined are left out, and what data cannot say is reported. */
export function asJson(reader: ConfigReader, value: unknown, at: readonly string[]): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => asJson(reader, item, [...at, String(index)]) ?? null);
  if (typeof value === "object" && isPlain(value)) {
    const members = Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      const json = member === undefined ? undefined : asJson(reader, member, [...at, key]);
      return json === undefined ? [] : [[key, json] as const];
    });
    return Object.fromEntries(members);
  }
  reader.report("config-invalid-value", at, "must be data: a string, a number, true or false, a list or an object");
  return undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** The `gateStore` of an API: where it stands, if it is true. */
export function readGateStore(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): { readonly at: Origin } | undefined {
  const isOn = reader.flag(api, "gateStore", at, "With true, several processes can share the limits of a credential.");
  return isOn === true ? { at: reader.place([...at, "gateStore"]) } : undefined;
}
