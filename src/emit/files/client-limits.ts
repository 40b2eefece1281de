import type { Api } from "../../model/ir/api.js";
import type { RateLimits } from "../../model/ir/limits.js";
import { code, literal, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import type { EmitOptions } from "../options.js";

/** What a `client.ts` with a gate exports of the runtime besides. */
export const limitExports = [
  ...[
    ..."CallLimit ClientLimit GateMode GateStore LimitEvent LimitSource LimitState".split(" "),
    ..."PlanLimits Policies PolicyLimit PolicyState SharedGates StoreChange".split(" "),
  ].map((name) => ({ name, type: true })),
  { name: "KeyBlockedError", type: false },
  { name: "RateLimitError", type: false },
  { name: "redisGateStore", type: false },
  { name: "sharedGates", type: false },
];

const limitOptions = "./runtime/limit-options.js";

/** Where the settings of one call are: those of a client with a gate say how the call waits. */
export const callOptionsModule = ({ limits = true }: EmitOptions): string => (limits ? limitOptions : "./runtime/client.js");

/** The type of a client's settings for limits, with the plans of the description. */
export function limitOptionsType(api: Api, imports: Imports): Code {
  const type = imports.type("LimitOptions", limitOptions);
  if (api.rateLimits === undefined || api.rateLimits.plans.length === 0) return type;
  return code`${type}<keyof typeof ${imports.type("rateLimits", "./lifecycle.js")}.plans>`;
}

/** The `transport` of a `ClientDescription`. */
export function transportCode(api: Api, imports: Imports): Code {
  const { rateLimits } = api;
  const headers = keyHeaders(api);
  const entries = [
    code`read: ${readerCode(rateLimits, imports)}`,
    ...(rateLimits === undefined ? [] : [code`limits: ${imports.value("rateLimits", "./lifecycle.js")}`]),
    ...(headers.length === 0 ? [] : [code`keyHeaders: ${literal(headers)}`]),
    ...(api.operations.some(({ retry }) => retry?.idempotencyKeyHeader !== undefined)
      ? [imports.value("newIdempotencyKey", "./runtime/idempotency-key.js")]
      : []),
  ];
  return code`transport: ${imports.value("rateLimitTransport", "./runtime/rate-limit-transport.js")}(${braces(entries, 44)}, options)`;
}

/** Reads the headers that the description names, or, where it names none, every shape in use. */
function readerCode(limits: RateLimits | undefined, imports: Imports): Code {
  if (limits === undefined || !namesHeaders(limits)) return imports.value("detectLimitHeaders", "./runtime/detect-limit-headers.js");
  const ietf = limits.ietf ? code`, ${imports.value("ietfLimitHeaders", "./runtime/ietf-limit-headers.js")}` : code``;
  const declared = imports.value("declaredLimitHeaders", "./runtime/declared-limit-headers.js");
  return code`${declared}(${imports.value("rateLimits", "./lifecycle.js")}${ietf})`;
}

function namesHeaders({ headers: { limit, remaining, reset }, retryAfter, ietf }: RateLimits): boolean {
  return ietf || [limit, remaining, reset, retryAfter].some((header) => header !== undefined);
}

/** Headers besides `Authorization` that have the credentials which limits belong to. */
function keyHeaders({ rateLimits, securitySchemes }: Api): readonly string[] {
  const key = rateLimits?.key;
  if (key?.kind === "address") return [];
  const counted = key?.kind === "securityScheme" ? securitySchemes.filter(({ name }) => name === key.scheme) : securitySchemes;
  const headers = counted.flatMap((scheme) => (scheme.kind === "apiKey" && scheme.in === "header" ? scheme.parameter : []));
  return [...new Set(headers)].filter((name) => name.toLowerCase() !== "authorization");
}
