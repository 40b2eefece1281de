/** Calls of a program against a documented service, in virtual time, and what came of them. */
import { machineGlobals } from "../../../bench/services/machine.js";
import { fakeClock } from "../../support/fake-clock.js";
import { seededRandom } from "../../support/simulated-service.js";
import { exchangeWith } from "./exchange.js";
import type { PresetProgram } from "./preset-client.js";
import type { DocumentedService, ServiceRequest } from "./service.js";

export interface ScenarioCall {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Milliseconds after the start; at once unless given. */
  readonly at?: number;
  /** The status that it should come to, where that is not success. */
  readonly status?: number;
}

export interface Scenario {
  readonly program: PresetProgram;
  readonly service: DocumentedService;
  readonly calls: readonly ScenarioCall[];
  /** How long the handler of a request takes; 100 ms unless given. */
  readonly handlerOf?: (request: ServiceRequest) => number;
  readonly token?: string;
  readonly seed?: number;
}

/** What came of a scenario. Durations are seconds. */
export interface Outcome {
  readonly calls: number;
  readonly sent: number;
  readonly rejected: number;
  /** By the limit. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly sentWhileClosed: number;
  /** Calls that did not come to what they should. */
  readonly failed: number;
  readonly seconds: number;
}

/** Not at the beginning of a second, a minute or an hour. */
const start = Date.UTC(2030, 0, 1, 9, 12, 21, 345);

/** Longer than any scenario may take: two days. */
const longest = 2 * 86_400_000;

export async function play({ program, service, calls, handlerOf = () => 100, token = "secret", seed = 1 }: Scenario): Promise<Outcome> {
  const clock = fakeClock(start);
  const { fetch, traffic } = exchangeWith({ service, clock, random: seededRandom(seed), handlerOf });
  const machine = machineGlobals({ clock, random: seededRandom(seed + 1), ahead: 0, sleep: undefined }, fetch);
  const call = program(machine, token);
  const statuses: (number | undefined)[] = calls.map(() => undefined);
  let left = calls.length;
  let errors: unknown[] = [];
  const begin = ({ operation, args }: ScenarioCall, index: number): void => {
    call(operation, args)
      .then(
        (status) => {
          statuses[index] = status;
        },
        (error: unknown) => {
          errors = [...errors, error];
        },
      )
      .finally(() => {
        left -= 1;
      });
  };
  calls.forEach((each, index) => {
    clock.after(each.at ?? 0, () => {
      begin(each, index);
    });
  });
  // The clock of a client goes on for as long as it lives.
  for (let end = start; left > 0 && end < start + longest;) await clock.runUntil((end += 1000));
  const failed = calls.filter(({ status = 200 }, index) => statuses[index] !== status).length;
  const rejected = [...traffic.rejections.values()].reduce((sum, count) => sum + count, 0);
  const { sent, sentWhileClosed, last } = traffic;
  const rejections = Object.fromEntries(traffic.rejections);
  return { calls: calls.length, sent, rejected, rejections, sentWhileClosed, failed, seconds: Math.round((last - start) / 1000) };
}

/** Several calls of an operation. */
export const repeated = (count: number, call: ScenarioCall): readonly ScenarioCall[] => Array.from({ length: count }, () => call);
