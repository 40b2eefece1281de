import type { Api } from "../../model/ir/api.js";
import type { RateLimits } from "../../model/ir/limits.js";
import { code, join, literal, type Code } from "../print/code.js";
import { bodyReaderCode, limitsFile, readerCode } from "./limit-readers.js";
import type { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import type { EmitOptions } from "../options.js";
import { neededPolicies } from "../wire/rate-limits-code.js";

/**
 * What a client does about the limits of its service. `retry`: what every client must, where no limits are described: no call is sent
 * before the time that the service asks for. `paced`: it keeps a pace by which none is turned away.
 */
export type ClientLimits = "off" | "retry" | "paced";

export function clientLimits({ rateLimits, operations }: Api, { limits = true }: Pick<EmitOptions, "limits">): ClientLimits {
  if (limits === false) return "off";
  const isDescribed = rateLimits !== undefined || operations.some(({ rateLimit }) => rateLimit !== undefined);
  return limits === "auto" || isDescribed ? "paced" : "retry";
}

/** Whether processes can share the gates of a client: it has some, and the configuration asks for it. */
export const isShared = (limits: ClientLimits, { gateStore }: EmitOptions): boolean => gateStore === true && limits === "paced";

/** What a `client.ts` exports of the runtime besides. */
export const limitExports = (limits: ClientLimits, options: EmitOptions): readonly { readonly name: string; readonly type: boolean }[] => [
  ...{ off: [], retry: retryExports, paced: pacedExports }[limits],
  ...(isShared(limits, options) ? sharedExports : []),
];

const retryExports = [
  { name: "LimitSource", type: true },
  { name: "RateLimitError", type: false },
];

const pacedExports = [
  ...[
    ..."CallLimit ClientLimit GateMode HeldCalls LimitEvent LimitSource LimitState".split(" "),
    ..."PlanLimits Policies PolicyLimit PolicyState".split(" "),
  ].map((name) => ({ name, type: true })),
  { name: "KeyBlockedError", type: false },
  { name: "RateLimitError", type: false },
];

const sharedExports = [
  ...["GateStore", "SharedGates", "StoreChange"].map((name) => ({ name, type: true })),
  { name: "redisGateStore", type: false },
  { name: "sharedGates", type: false },
];

/** The settings of one call: they say how the call waits. */
export function callOptionsType(limits: ClientLimits, imports: Imports): Code {
  if (limits === "off") return imports.type("CallOptions", "./runtime/client.js");
  return imports.type(limits === "retry" ? "RetriedCallOptions" : "LimitedCallOptions", limitsFile);
}

/** The types of a client's settings for limits, with the plans of the description. */
export function limitOptionsTypes(api: Api, options: EmitOptions, limits: ClientLimits, imports: Imports): readonly Code[] {
  if (limits === "off") return [];
  if (limits === "retry") return [imports.type("RetryOptions", limitsFile)];
  return [pacedOptions(api, imports), ...(isShared(limits, options) ? [imports.type("GateStoreOptions", limitsFile)] : [])];
}

function pacedOptions(api: Api, imports: Imports): Code {
  const type = imports.type("LimitOptions", limitsFile);
  if (api.rateLimits === undefined || api.rateLimits.plans.length === 0) return type;
  return code`${type}<keyof typeof ${imports.type("rateLimits", "./lifecycle.js")}.plans>`;
}

/** The `transport` of a `ClientDescription`; none where calls are sent at once. */
export function transportCode(api: Api, limits: ClientLimits, imports: Imports): readonly Code[] {
  if (limits === "off") return [];
  const { rateLimits } = api;
  const headers = keyHeaders(api);
  const described = rateLimits === undefined ? [] : [code`limits: ${imports.value("rateLimits", "./lifecycle.js")}`];
  const entries = [
    ...(limits === "paced"
      ? [
          code`read: ${readerCode(rateLimits, imports)}`,
          ...bodyReaderCode(rateLimits, imports),
          ...described,
          ...policiesCode(rateLimits, imports),
        ]
      : []),
    ...(headers.length === 0 ? [] : [code`keyHeaders: ${literal(headers)}`]),
    ...(api.operations.some(({ retry }) => retry?.idempotencyKeyHeader !== undefined)
      ? [imports.value("newIdempotencyKey", limitsFile)]
      : []),
  ];
  const create = limits === "paced" ? imports.value("rateLimitTransport", limitsFile) : imports.value("retryTransport", limitsFile);
  return [code`transport: ${create}(${braces(entries, 44)}, options)`];
}

/** The kinds of policy that the limits name, and counters of other things than credentials: nothing of fixed windows, which every gate has. */
function policiesCode(limits: RateLimits | undefined, imports: Imports): readonly Code[] {
  const { kinds, scopes } = neededPolicies(limits);
  const named = kinds.map((kind) => imports.value(kind, limitsFile));
  return [
    ...(named.length === 0 ? [] : [code`policies: [${join(named, ", ")}]`]),
    ...(scopes ? [code`scopes: ${imports.value("gateScopes", limitsFile)}`] : []),
  ];
}

/** Headers besides `Authorization` that have the credentials which limits belong to. */
function keyHeaders({ rateLimits, securitySchemes }: Api): readonly string[] {
  const key = rateLimits?.key;
  if (key?.kind === "address") return [];
  const counted = key?.kind === "securityScheme" ? securitySchemes.filter(({ name }) => name === key.scheme) : securitySchemes;
  const headers = counted.flatMap((scheme) => (scheme.kind === "apiKey" && scheme.in === "header" ? scheme.parameter : []));
  return [...new Set(headers)].filter((name) => name.toLowerCase() !== "authorization");
}
