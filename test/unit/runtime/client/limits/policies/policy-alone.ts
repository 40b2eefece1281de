/** One policy without the rest of a gate: what its kind says at moments that a test chooses. */
import type { PolicyReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import {
  countsIn,
  type CallOutcome,
  type Flight,
  type GateView,
  type PolicyData,
  type PolicyKind,
  type SentCall,
} from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import type { PolicyLimit } from "../../../../../../templates/runtime/shared/rate-limits.js";
import { described } from "../gate-asking.js";

/** How a call is answered. */
export interface AnswerOptions {
  readonly policies?: readonly PolicyReading[];
  readonly retryIn?: number;
  /** Whether the gate has been shut since the call was sent. */
  readonly isStale?: boolean;
}

export interface AlonePolicy<Data extends PolicyData> {
  readonly data: Data;
  readonly gate: GateView;
  readonly room: (now: number, cost?: number) => number;
  readonly left: (now: number) => number;
  readonly send: (now: number, call?: Partial<SentCall["call"]>, shut?: boolean) => SentCall;
  readonly giveBack: (call: SentCall) => void;
  /** Both give the readings that are of other policies. */
  readonly accept: (call: SentCall, now: number, answer?: AnswerOptions) => readonly PolicyReading[];
  readonly reject: (call: SentCall, now: number, answer?: AnswerOptions) => readonly PolicyReading[];
  /** It gets no answer. */
  readonly lose: (call: SentCall, now: number) => void;
}

/** The policy "p" of a plan. `told`: whether headers tell what is left of it. */
export function planned<Data extends PolicyData>(kind: PolicyKind<Data>, limit: PolicyLimit, told = false): AlonePolicy<Data> {
  const data = kind.plan("p", limit, described(told));
  if (data === undefined) throw new Error("No limit of this kind");
  return alone(kind, data);
}

/** The kind and the policies of a gate, of which the first is looked at. */
export function alone<Data extends PolicyData>(kind: PolicyKind<Data>, ...policies: readonly [Data, ...PolicyData[]]): AlonePolicy<Data> {
  const [data] = policies;
  const flights: Flight[] = [];
  const gate: GateView & { sent: number } = { until: 0, sent: 0, policies: [...policies], flights, mismatch: false, known: true };
  const counts = (call: SentCall["call"]): boolean => !call.exempt && countsIn(call, data);
  const land = ({ call: { cost, policies: names } }: SentCall): void => {
    const index = flights.findIndex((flight) => flight.cost === cost && flight.policies === names);
    if (index !== -1) flights.splice(index, 1);
  };
  const settle = (call: SentCall, outcome: Pick<CallOutcome, "reading" | "isRejected" | "isCurrent" | "now">): readonly PolicyReading[] => {
    land(call);
    const whole: CallOutcome = { ticket: call, random: () => 0, notices: [], ...outcome };
    const readings = outcome.reading?.policies ?? [];
    const others = kind.told?.(gate, whole, readings) ?? readings;
    if (counts(call.call)) kind.settled?.(data, whole, gate);
    return others;
  };
  const answer =
    (isRejected: boolean) =>
    (call: SentCall, now: number, { policies: readings = [], retryIn, isStale = false }: AnswerOptions = {}): readonly PolicyReading[] => {
      const reading = { policies: readings, ...(retryIn !== undefined && { retryIn }) };
      return settle(call, { reading, isRejected, isCurrent: !isStale, now });
    };
  return {
    data,
    gate,
    room: (now, cost = 1) => kind.room(data, { cost }, now, gate),
    left: (now) => kind.left(data, now, gate),
    send(now, more = {}, shut = false) {
      const call = { cost: 1, exempt: false, ...more };
      if (!call.exempt) flights.push({ by: "", at: now, cost: call.cost, policies: call.policies, count: 1, seen: now });
      if (counts(call)) kind.sent?.(data, call, now);
      return { call, at: now, order: (gate.sent += 1), shut };
    },
    giveBack(call) {
      land(call);
      if (counts(call.call)) kind.unsent?.(data, call);
    },
    accept: answer(false),
    reject: answer(true),
    lose: (call, now) => {
      settle(call, { reading: undefined, isRejected: false, isCurrent: true, now });
    },
  };
}

/** What there is before an answer; all of it may be left out. */
export interface Before {
  readonly policies?: PolicyData[];
  readonly flights?: readonly Flight[];
  /** When the answer comes, 100 ms after its call was sent. */
  readonly now?: number;
  readonly isRejected?: boolean;
}

/** What a gate knows after an answer with these readings, or, where they are undefined, without an answer. And those that are of others. */
export function afterTelling(
  kind: Pick<PolicyKind, "told">,
  readings: readonly PolicyReading[] | undefined,
  { policies = [], flights = [], now = 1_000_000, isRejected = false }: Before = {},
): { readonly gate: GateView; readonly others: readonly PolicyReading[] } {
  const gate: GateView = { until: 0, sent: 1, policies, flights, mismatch: false, known: true };
  const ticket: SentCall = { call: { cost: 1, exempt: false }, at: now - 100, order: 1, shut: false };
  const reading = readings && { policies: readings };
  const outcome = { ticket, reading, isRejected, isCurrent: true, now, random: () => 0, notices: [] };
  return { gate, others: kind.told?.(gate, outcome, readings ?? []) ?? [] };
}
