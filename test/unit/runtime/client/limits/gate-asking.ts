/**
 * A gate, and calls that ask it for leave.
 */
import {
  createGate,
  type CommonGate,
  type GateCall,
  type LimitEvent,
  type Permit,
} from "../../../../../templates/runtime/client/limits/gate.js";
import type { GateSettings } from "../../../../../templates/runtime/client/limits/gate-registry.js";
import type { LimitReading, PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { fakeClock, settled, type FakeClock } from "../../../../support/fake-clock.js";

export const usual: GateCall = { cost: 1, exempt: false, priority: "interactive", maxWait: Infinity };
export const minute: PolicyReading = { limit: 60, remaining: 59, resetIn: 60_000 };
export let clock: FakeClock;
export let gate: CommonGate;
export let events: LimitEvent[];

/** A gate whose jitter is none, unless `random` says so. */
export function newGate(settings: Partial<GateSettings> = {}): CommonGate {
  const whole: GateSettings = { clock, random: () => 0, onLimit: (event) => void events.push(event), ...settings };
  gate = createGate("https://petstore.test", "key", whole);
  gate.join(whole);
  return gate;
}

/** A fresh clock and a fresh gate for each test. */
export function begin(): void {
  clock = fakeClock();
  events = [];
  newGate();
}

export const reading = (policies: readonly PolicyReading[] = [], retryIn?: number): LimitReading => ({
  policies,
  ...(retryIn !== undefined && { retryIn }),
});

/** What a description says of limits whose headers tell what is left of each policy, or of none. */
export const described = (told: boolean): RateLimits => ({ key: { credential: true }, plans: {}, ...(told && { headers: {} }) });

/** A call that has asked: its permit once it has one, or what it was rejected with. */
export interface Asking {
  permit?: Permit;
  error?: unknown;
}

export function ask(call: Partial<GateCall> = {}): Asking {
  const asking: Asking = {};
  Promise.resolve(gate.enter({ ...usual, ...call })).then(
    (permit) => (asking.permit = permit),
    (error: unknown) => (asking.error = error),
  );
  return asking;
}

/** Asks for several calls, and says how many may be sent now. */
export async function askFor(count: number, call?: Partial<GateCall>): Promise<Asking[]> {
  const askings = Array.from({ length: count }, () => ask(call));
  await settled();
  return askings;
}

export const sent = (askings: readonly Asking[]): number => askings.filter(({ permit }) => permit !== undefined).length;
export const pass = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms);

/** Sends one call, and has it answered. */
export async function answered(
  status: number,
  policies?: readonly PolicyReading[],
  retryIn?: number,
  call?: Partial<GateCall>,
): Promise<void> {
  const [asking] = await askFor(1, call);
  if (asking?.permit === undefined) throw new Error("It has to wait");
  // As readers have it: with a time, these mean a limit.
  const isRejection = (status === 403 || status === 503) && retryIn !== undefined;
  asking.permit.answered(status, { ...reading(policies, retryIn), ...(isRejection && { isRejection }) });
}
