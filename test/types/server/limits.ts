// What the types of a server with limits and removals allow, and what they do not. Compiled by a test, never run.
import {
  createPetstoreServer,
  memoryLimits,
  type AgreedPlan,
  type DeprecatedCallEvent,
  type LimitStore,
  type PetstoreHandlers,
  type Problem,
} from "./petstore/index.js";

interface Principal {
  readonly account: string;
  readonly plan: "free" | "pro" | AgreedPlan;
}

declare const handlers: PetstoreHandlers<Principal>;
const authenticate = { bearerAuth: (): Principal => ({ account: "1", plan: "pro" }) };
const errors = ({ code, detail, status, retryAfter = 0 }: Problem) => ({ code, message: `${detail} ${String(retryAfter)}`, status });
const plan = (principal: Principal): Principal["plan"] => principal.plan;

createPetstoreServer<Principal>({ handlers, authenticate, errors, plan });
createPetstoreServer<Principal>({
  handlers,
  authenticate,
  errors,
  plan,
  cors: undefined,
  basePath: undefined,
  limits: undefined,
  ban: undefined,
});

createPetstoreServer<Principal>({
  handlers,
  authenticate,
  errors,
  plan: ({ account }) => (account === "1" ? { policies: { hour: { quota: 5, window: 3600 } } } : undefined),
  limits: memoryLimits({ maxKeys: 1000 }),
  limitKey: ({ account }) => account,
  address: ({ headers }) => headers["x-real-ip"]?.toString(),
  strangers: { minute: { quota: 10, window: 60 } },
  ban: { rejected: 20, within: 60, for: 600 },
  onStoreError: "closed",
  cors: { origins: ["https://shop.example"] },
  afterSunset: "gone",
  onDeprecatedCall: ({ caller, principal, deprecation }: DeprecatedCallEvent<Principal>): void => {
    console.log(caller, principal?.account, deprecation.sunset?.date);
  },
});

// @ts-expect-error which plan has a caller?
createPetstoreServer<Principal>({ handlers, authenticate, errors });

createPetstoreServer<Principal>({
  handlers,
  authenticate,
  errors,
  // @ts-expect-error it has no figures: they are to be given as they were agreed
  plan: () => "enterprise",
});

createPetstoreServer<Principal>({
  handlers,
  authenticate,
  errors,
  // @ts-expect-error there is no such plan
  plan: () => "Free",
});

/** A store of one's own. */
export const store: LimitStore = {
  consume: (key, windows, cost) =>
    Promise.resolve({
      allowed: key !== "" && cost < 2,
      windows: windows.map((window) => ({ ...window, remaining: 0, resetAt: 0 })),
      now: 0,
    }),
};
