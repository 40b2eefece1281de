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

const limitsFile = "./runtime/server-limits.js";
const serverFile = "./runtime/server.js";

/** `secured`: whether callers are known by a principal. */
export function featuresView(api: Api, { limits = true }: EmitOptions, secured: boolean, imports: Imports): FeaturesView {
  const limited = limits && hasPlans(api);
  const dated = deprecatedOperations(api).length > 0;
  const principal = secured ? code`<Principal>` : code`<undefined>`;
  const grouped = api.rateLimits?.grouped ?? [];
  const features = [
    ...(limited
      ? [
          code`limiter: ${imports.value("createLimiter", limitsFile)}(${imports.value("rateLimits", "./lifecycle.js")}, options${grouped.length === 0 ? empty : code`, ${literal(grouped)}`})`,
        ]
      : []),
    ...(dated ? [code`lifecycle: ${imports.value("createLifecycle", serverFile)}(options)`] : []),
  ];
  return {
    bases: [
      ...(limited ? [code`${imports.type("LimiterOptions", limitsFile)}${principal}`] : []),
      ...(dated ? [code`${imports.type("LifecycleOptions", serverFile)}${principal}`] : []),
    ],
    features,
    members: limited && secured ? [planMember(api, imports)] : [],
    passedOn: [...(limited ? limitExports : []), ...(dated ? [{ module: serverFile, types: ["DeprecatedCallEvent"], values: [] }] : [])],
  };
}

const limitExports: readonly PassedOn[] = [
  {
    module: limitsFile,
    types: [
      ..."AgreedPlan BanEvent BanRule Consumption GuessRule LimitCall LimitGroup LimitKind LimitPolicy LimitStore LimitWindow".split(" "),
      ..."RejectedEvent StoreEvent WindowState".split(" "),
    ],
    values: ["flexibleLimits", "memoryLimits", "redisLimits"],
  },
  { module: "./runtime/shared.js", types: ["Policies", "PolicyLimit"], values: [] },
];

/**
 * The option that returns the plan of a caller. Required where the description has several plans and no default.
 */
function planMember(api: Api, imports: Imports): Code {
  const { named, byDefault, isOptional } = plansOf(api);
  const comment = doc({
    text: [],
    notes: [
      code`The plan of a caller, or the figures agreed with it. \`undefined\`: ${byDefault === undefined ? code`no limit` : code`the default`}.`,
    ],
    tags: [],
  });
  const agreed = imports.type("AgreedPlan", limitsFile);
  const answers = join([...named.map((name) => literal(name)), agreed, code`undefined`], " | ");
  return code`${comment}readonly ${ident("plan")}${isOptional ? code`?` : empty}: (principal: Principal) => ${answers};`;
}

/** The plans that have figures, and the one that callers have of whom nothing is said. */
function plansOf({ rateLimits }: Api) {
  const { plans, defaultPlan, key } = rateLimits ?? noPlans;
  const named = plans.filter(({ custom }) => !custom).map(({ name }) => name);
  const byDefault = named.find((name) => name === defaultPlan) ?? (plans.length === 1 ? named[0] : undefined);
  return { named, byDefault, isOptional: byDefault !== undefined || key.kind === "address" };
}

/** The plan that a mock takes its callers to have, where a server has to be told: the first that is described. */
export function assumedPlan(api: Api): string | undefined {
  const { named, isOptional } = plansOf(api);
  return isOptional ? undefined : named[0];
}

const noPlans = { plans: [], defaultPlan: undefined, key: { kind: "address" } } as const;
