/**
 * What a client would do that knows the limits, and what others take of them: it sends each call so that it comes the moment there is
 * room. It does not know how long a handler will take: where calls under way are counted, it sends the next when it has an answer.
 * Moments are milliseconds.
 */
import { awake, type Sleep } from "./machine.js";
import { oneWay, violation } from "./service.js";
import type { Style, StyleOperation } from "./style.js";

export interface IdealSettings {
  readonly style: Style;
  readonly start: number;
  readonly handlerOf: (call: number) => number;
  readonly others: readonly OtherCall[];
  readonly sleep: Sleep | undefined;
  /** Calls that are made once more for each time that they stand here: nobody knows whether what was lost has taken its room. */
  readonly losses?: readonly number[];
}

/** A call of another program. */
export interface OtherCall {
  readonly at: number;
  readonly operation: StyleOperation;
}

/** Milliseconds from the first call to the last, without those in which the machine sleeps. */
export function idealTime({ style, start, handlerOf, others, sleep, losses = [] }: IdealSettings): number {
  const countersOf = style.counters();
  const roundTrip = oneWay.least + oneWay.most;
  const events: { readonly at: number; readonly run: () => void }[] = [];
  const take = (now: number, operation: StyleOperation, until: number): void => {
    for (const { limiter, costOf } of countersOf(operation)) {
      limiter.take(now, costOf(operation));
      events.push({
        at: until,
        run() {
          limiter.release(costOf(operation));
        },
      });
    }
  };
  for (const { at, operation } of others) {
    events.push({
      at,
      run() {
        if (violation(countersOf(operation), operation, at) === undefined) take(at, operation, at + handlerOf(0));
      },
    });
  }
  // What costs most goes first, so that what costs little fills the rest.
  let waiting = [...Array.from({ length: style.calls }, (_, call) => call), ...losses]
    .map((call) => ({ call, operation: operationOf(style, call) }))
    .toSorted((one, other) => (other.operation.cost ?? 1) - (one.operation.cost ?? 1));
  let [now, last] = [start, start];
  while (waiting.length > 0) {
    events.sort((one, other) => one.at - other.at);
    while (events[0] !== undefined && events[0].at <= now) events.shift()?.run();
    const full = new Map<StyleOperation, number>();
    waiting = waiting.filter(({ call, operation }) => {
      const known = full.get(operation);
      if (known !== undefined) return true;
      const wait = violation(countersOf(operation), operation, now)?.wait ?? 0;
      if (wait > 0) {
        full.set(operation, wait);
        return true;
      }
      take(now, operation, now + roundTrip + handlerOf(call));
      last = now;
      return false;
    });
    const next = Math.min(now + Math.min(Infinity, ...full.values()), ...events.map(({ at }) => at).filter((at) => at > now));
    if (waiting.length > 0 && next === Infinity) throw new Error(`Some calls of ${style.name} never fit`);
    now = sleep !== undefined && next >= sleep.from && next < sleep.until ? sleep.until : next;
  }
  return awake(start, last, sleep);
}

export function operationOf(style: Style, call: number): StyleOperation {
  const operation = style.operations[style.operationOf(call)];
  if (operation === undefined) throw new Error(`${style.name} has no operation for the call ${String(call)}`);
  return operation;
}
