/**
 * Limits that do not all belong to one counter: some to an operation, some to the credential, some to the address. Each has a gate of its
 * own, and a call that counts in several leaves when all of them let it.
 */
import type { OutgoingCall } from "../call/client.js";
import type { Clock } from "./clock.js";
import type { Gate, GateCall, LimitState, Permit } from "./gate.js";
import { gateFor, type GateSettings } from "./gate-registry.js";
import type { LimitReading } from "./limit-header-types.js";
import { hasOwn } from "../../shared/has-own.js";
import type { LimitHeaders, Policies, PolicyScope, RateLimits } from "../../shared/rate-limits.js";

/** The gate of a call, and what tells it from those of other calls of the credential. */
export interface ScopedGate {
  readonly name: string;
  readonly gate: Gate;
}

/** Gives the gate of each call of a client. */
export type GateScopes = (
  limits: RateLimits,
  settings: GateSettings,
) => (origin: string, credential: string, outgoing: OutgoingCall) => ScopedGate;

type Scope = NonNullable<PolicyScope["per"]> | "key";

/** The settings of the gates of a scope; undefined where no limit has it. */
type ScopedSettings = { readonly [scope in Scope]?: GateSettings };

/** The narrowest first: it is what a rejection is of. */
const allScopes: readonly Scope[] = ["operation", "key", "address"];

/** How many operations are remembered whose bucket a service has named. */
const mostBuckets = 1000;

export const gateScopes: GateScopes = (limits, settings) => {
  const scoped = settingsByScope(limits, settings);
  const names = headersOf(limits).some(({ bucket }) => bucket !== undefined);
  const hasGlobal = limits.globalHeader !== undefined;
  const tells = headersOf(limits).some(({ limit, remaining }) => (limit ?? remaining) !== undefined);
  // Without any of the service's headers it comes from what stands before the service.
  const isOfAll: IsOfAll = ({ isGlobal, policies }) => isGlobal === true || (tells && policies.length === 0);
  // The gate of a bucket is that of the operation that was seen in it first.
  const gateOfBucket = new Map<string, string>();
  const gateOfCall = new Map<string, string>();
  return (origin, credential, outgoing) => {
    const resource = names ? resourceOf(outgoing) : "";
    const own = `${credential} ${outgoing.operation.id}${resource}`;
    const operationOf = (): string => gateOfCall.get(own) ?? own;
    const partsOf = (operation: string): readonly Part[] => {
      const keys = { operation, key: credential, address: "" };
      return allScopes.flatMap((scope): readonly Part[] => {
        const part = scoped[scope];
        return part === undefined
          ? []
          : [{ scope, gate: gateFor(origin, `${keys[scope]}${scope === "key" ? "" : ` ${scope}`}`, part), plan: part.plan ?? {} }];
      });
    };
    const learn = (bucket: string, operation: string): void => {
      // With a header for limits of all, what the bucket's name leaves out is what the path begins with.
      const name = `${credential} ${bucket}${hasGlobal ? resource : ""}`;
      remember(gateOfBucket, name, gateOfBucket.get(name) ?? operation);
      remember(gateOfCall, own, gateOfBucket.get(name) ?? operation);
    };
    return {
      name: scoped.operation === undefined ? "" : operationOf(),
      gate: jointGate(operationOf, partsOf, settings.clock, hasGlobal ? isOfAll : undefined, learn),
    };
  };
};

/** As the newest; without the oldest where there are too many. */
function remember(map: Map<string, string>, name: string, gate: string): void {
  map.delete(name);
  const [oldest] = map.size < mostBuckets ? [] : map.keys();
  if (oldest !== undefined) map.delete(oldest);
  map.set(name, gate);
}

const headersOf = ({ headers = [] }: RateLimits): readonly LimitHeaders[] => [headers].flat();

function settingsByScope(limits: RateLimits, settings: GateSettings): ScopedSettings {
  const plans: Partial<Record<Scope, Policies>> = limits.globalHeader === undefined ? {} : { operation: {}, key: {} };
  for (const [name, limit] of Object.entries(settings.plan ?? {})) {
    const scope = limit.per ?? "key";
    plans[scope] = { ...plans[scope], [name]: limit };
  }
  // At once are all calls of a credential together.
  if (settings.maxConcurrency !== undefined) plans.key ??= {};
  const narrowest = allScopes.find((scope) => plans[scope] !== undefined) ?? "key";
  // Headers of no policy are of the narrowest scope.
  const others = { ...limits, headers: headersOf(limits).filter(({ policy }) => policy !== undefined) };
  return Object.fromEntries(
    Object.entries(plans).map(([scope, plan]) => {
      const maxConcurrency = scope === "key" ? settings.maxConcurrency : undefined;
      return [scope, { ...settings, plan, maxConcurrency, limits: scope === narrowest ? limits : others }];
    }),
  );
}

/** Of `/channels/{id}/messages` the value of `id`: services that name buckets count by what a path begins with, too. */
function resourceOf({ operation: { path }, request }: OutgoingCall): string {
  const pattern = path.split("/");
  if (pattern[2]?.startsWith("{") !== true) return "";
  const segments = request.url.replace(/[?#].*/, "").split("/");
  return ` ${segments[segments.length - pattern.length + 2] ?? ""}`;
}

interface Part {
  readonly scope: Scope;
  readonly gate: Gate;
  readonly plan: Policies;
}

/** Whether a rejection is of all operations. */
type IsOfAll = (reading: LimitReading) => boolean;

/** Several gates as one. `operationOf` names that of the call's operation, as far as is known now; `partsOf` gives all that it stands among. */
function jointGate(
  operationOf: () => string,
  partsOf: (operation: string) => readonly Part[],
  clock: Clock,
  isOfAll: IsOfAll | undefined,
  learn: (bucket: string, operation: string) => void,
): Gate {
  const gates = (): readonly Gate[] => partsOf(operationOf()).map(({ gate }) => gate);
  return {
    async enter(call) {
      const deadline = clock.now() + call.maxWait;
      for (let again = call.again === true; ; again = true) {
        const operation = operationOf();
        const parts = partsOf(operation);
        const taken = await enterAll(parts, { ...call, again }, deadline, clock);
        // While it waited, an answer may have shown that its bucket is that of another operation.
        if (operation === operationOf()) {
          return jointPermit(parts, taken, isOfAll, (bucket) => {
            learn(bucket, operation);
          });
        }
        giveBack(taken);
      }
    },
    state: () => jointState(gates().map((gate) => gate.state())),
    resume() {
      for (const gate of gates()) gate.resume();
    },
    get budget() {
      return gates()[0]?.budget ?? { tokens: 0 };
    },
  };
}

type Taken = ReadonlyMap<Part, Permit>;

/**
 * Leave of all gates at one moment. A call waits for one of them at a time, and has no place at another meanwhile: who waits here would else keep
 * others waiting there, for whom there is room.
 */
async function enterAll(parts: readonly Part[], call: GateCall, deadline: number, clock: Clock): Promise<Taken> {
  let turn: Part | undefined = parts.length === 1 ? parts[0] : undefined;
  for (;;) {
    const taken = new Map<Part, Permit>();
    const full = await enterEach(parts, turn, call, deadline, clock, taken);
    // While one was asked, another may have been closed.
    if (full === undefined && [...taken.values()].every((permit) => permit.isValid())) return taken;
    giveBack(taken);
    turn = full ?? turn;
  }
}

/**
 * Asks each gate, and waits at that of `turn` alone. Gives the one that has no room now, if any. Who has made its turn goes before those who wait
 * elsewhere. Of two calls that have what the other needs, the one whose turn was at an earlier gate waits a moment, and the other gives way at once.
 */
async function enterEach(
  parts: readonly Part[],
  turn: Part | undefined,
  call: GateCall,
  deadline: number,
  clock: Clock,
  taken: Map<Part, Permit>,
): Promise<Part | undefined> {
  for (const part of [...parts].sort((one, other) => Number(other === turn) - Number(one === turn))) {
    const now = clock.now();
    const again = call.again === true || (turn !== undefined && part !== turn);
    const asked = { ...call, again, maxWait: deadline - now };
    try {
      const entered = part.gate.enter(part === turn ? asked : { ...asked, maxWait: Math.min(0, asked.maxWait) });
      const isLater = turn !== undefined && parts.indexOf(part) > parts.indexOf(turn);
      taken.set(
        part,
        await (isLater && entered instanceof Promise ? entered.catch(() => enterSoon(part.gate, asked, now, clock)) : entered),
      );
    } catch (error) {
      const isFull = error === momentIsOver || (error instanceof Error && error.name === "RateLimitError"); // of whichever copy of this code
      if (isFull && part !== turn && deadline > now && call.signal?.aborted !== true) return part;
      giveBack(taken);
      throw error;
    }
  }
  return undefined;
}

/** Milliseconds. */
const shortMoment = 1;
const longestMoment = 250;

const momentIsOver = /* @__PURE__ */ new Error("Another call has the place");

/** Leave of a gate that was asked at a moment, before all who wait there. Rejects as the gate does, or when a moment is over. */
async function enterSoon(gate: Gate, call: GateCall, asked: number, clock: Clock): Promise<Permit> {
  const { signal } = call;
  const controller = new AbortController();
  const giveUp = (): void => {
    controller.abort(signal?.reason);
  };
  // As long as it takes, where a store has to be asked, until the other has given way.
  const stop = clock.after(Math.min(longestMoment, shortMoment + 3 * (clock.now() - asked)), () => {
    controller.abort(momentIsOver);
  });
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  try {
    return await gate.enter({ ...call, signal: controller.signal });
  } finally {
    stop();
    signal?.removeEventListener("abort", giveUp);
  }
}

function giveBack(taken: Taken): void {
  for (const permit of taken.values()) permit.returned();
}

/** The permits of all gates. A rejection is of one of them; for the others the call was taken. */
function jointPermit(parts: readonly Part[], taken: Taken, isOfAll: IsOfAll | undefined, learn: (bucket: string) => void): Permit {
  const permits = parts.map((part) => ({ ...part, permit: taken.get(part) }));
  return {
    answered(status, reading) {
      const bucket = reading.policies.find((each) => each.bucket !== undefined)?.bucket;
      if (bucket !== undefined) learn(bucket);
      const isRejected = status === 429 || reading.isRejection === true;
      const blamed = isRejected ? blamedPart(parts, reading, isOfAll) : undefined;
      for (const { scope, plan, permit } of permits) {
        const own = reading.policies.filter(
          ({ name }) => (name !== undefined && hasOwn(plan, name)) || (scope === parts[0]?.scope && !isOfOther(parts, name)),
        );
        if (blamed === undefined || blamed === scope) permit?.answered(status, { ...reading, policies: own });
        else permit?.answered(200, { policies: own });
      }
    },
    lost() {
      for (const { permit } of permits) permit?.lost();
    },
    returned() {
      for (const { permit } of permits) permit?.returned();
    },
    isValid: () => permits.every(({ permit }) => permit?.isValid() !== false),
    stored() {
      const all = permits.map(({ permit }) => permit?.stored()).filter((each) => each !== undefined);
      return all.length === 0 ? undefined : Promise.all(all).then((): void => undefined);
    },
  };
}

const isOfOther = (parts: readonly Part[], name: string | undefined): boolean =>
  name !== undefined && parts.some(({ plan }) => hasOwn(plan, name));

/** Whose limit a rejection is of. Where nothing says it, it is of all that the call counts in together. */
function blamedPart(parts: readonly Part[], reading: LimitReading, isOfAll: IsOfAll | undefined): Scope | undefined {
  if (isOfAll !== undefined) return isOfAll(reading) ? "key" : "operation";
  const spent = reading.policies.find(({ name, remaining }) => remaining === 0 && isOfOther(parts, name));
  return parts.find(({ plan }) => spent?.name !== undefined && hasOwn(plan, spent.name))?.scope ?? parts[parts.length === 1 ? 0 : 1]?.scope;
}

/** The state of the gate that holds back most, with the policies of all. */
function jointState(states: readonly LimitState[]): LimitState {
  const order = ["blocked", "closed", "probe", "cold", "paced", "open"] as const;
  const [worst] = [...states].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const times = states.flatMap(({ retryAt }): Date | readonly Date[] => retryAt ?? []).sort((one, other) => Number(other) - Number(one));
  return {
    state: worst?.state ?? "open",
    policies: states.flatMap(({ policies }) => policies),
    waiting: states.reduce((sum, { waiting }) => sum + waiting, 0),
    heldBack: states.flatMap(({ heldBack }) => heldBack),
    inFlight: Math.max(...states.map(({ inFlight }) => inFlight)),
    retryAt: times[0],
  };
}
