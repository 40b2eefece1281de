import type { Api } from "../../model/ir/api.js";
import { code, empty, ident, join, literal, type Code } from "../print/code.js";
import { doc } from "../print/doc.js";
import type { Imports } from "../print/imports.js";
import { deprecatedOperations } from "./lifecycle-file.js";
import { hasPlans } from "../wire/rate-limits-code.js";
import type { EmitOptions } from "../options.js";

/** Names that `server.ts` passes on from a file of the runtime, for its users. */
export interface PassedOn {
  readonly module: string;
  readonly types: readonly string[];
  readonly values: readonly string[];
}

/** What limits and dates of removal add to a `server.ts`: nothing where the description has none. */
export interface FeaturesView {
  /** Types that the server's options extend besides those of every server. */
  readonly bases: readonly Code[];
  /** Members of the server's options. */
  readonly members: readonly Code[];
  /** Entries of the third argument of `createServer`. */
  readonly features: readonly Code[];
  readonly passedOn: readonly PassedOn[];
}

const limiter = "./runtime/limiter.js";
const deprecatedCalls = "./runtime/deprecated-calls.js";

/** `secured`: whether callers are known by a principal. */
export function featuresView(api: Api, { limits = true }: EmitOptions, secured: boolean, imports: Imports): FeaturesView {
  const limited = limits && hasPlans(api);
  const dated = deprecatedOperations(api).length > 0;
  const principal = secured ? code`<Principal>` : code`<undefined>`;
  const features = [
    ...(limited
      ? [code`limiter: ${imports.value("createLimiter", limiter)}(${imports.value("rateLimits", "./lifecycle.js")}, options)`]
      : []),
    ...(dated ? [code`lifecycle: ${imports.value("createLifecycle", deprecatedCalls)}(options)`] : []),
  ];
  return {
    bases: [
      ...(limited ? [code`${imports.type("LimiterOptions", limiter)}${principal}`] : []),
      ...(dated ? [code`${imports.type("LifecycleOptions", deprecatedCalls)}${principal}`] : []),
    ],
    features,
    members: limited && secured ? [planMember(api, imports)] : [],
    passedOn: [
      ...(limited ? limitExports : []),
      ...(dated ? [{ module: deprecatedCalls, types: ["DeprecatedCallEvent"], values: [] }] : []),
    ],
  };
}

const limitExports: readonly PassedOn[] = [
  { module: limiter, types: ["AgreedPlan", "BanRule", "LimitStore"], values: [] },
  { module: "./runtime/limit-failover.js", types: ["StoreEvent"], values: [] },
  { module: "./runtime/limit-store.js", types: ["Consumption", "LimitWindow", "WindowState"], values: [] },
  { module: "./runtime/rate-limits.js", types: ["Policies", "PolicyLimit"], values: [] },
  { module: "./runtime/flexible-limits.js", types: [], values: ["flexibleLimits"] },
  { module: "./runtime/memory-limits.js", types: [], values: ["memoryLimits"] },
  { module: "./runtime/redis-limits.js", types: [], values: ["redisLimits"] },
];

/**
 * The option that returns the plan of a caller. Required where the description has several plans and no default.
 */
function planMember(api: Api, imports: Imports): Code {
  const { plans, defaultPlan, key } = api.rateLimits ?? noPlans;
  const named = plans.filter(({ custom }) => !custom).map(({ name }) => name);
  const byDefault = named.find((name) => name === defaultPlan) ?? (plans.length === 1 ? named[0] : undefined);
  const comment = doc({
    text: [],
    notes: [
      code`The plan of a caller, or the figures agreed with it. \`undefined\`: ${byDefault === undefined ? code`no limit` : code`the default`}.`,
    ],
    tags: [],
  });
  const agreed = imports.type("AgreedPlan", limiter);
  const answers = join([...named.map((name) => literal(name)), agreed, code`undefined`], " | ");
  const optional = byDefault !== undefined || key.kind === "address";
  return code`${comment}readonly ${ident("plan")}${optional ? code`?` : empty}: (principal: Principal) => ${answers};`;
}

const noPlans = { plans: [], defaultPlan: undefined, key: { kind: "address" } } as const;
