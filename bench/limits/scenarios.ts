import { quota } from "./messages.js";

export interface Scenario {
  readonly name: string;
  readonly calls: number;
  /** Processes, each with its part of the calls. */
  readonly processes: number;
  /** Clients in each process. */
  readonly instances: number;
  /** Requests in each window that another program takes first. */
  readonly taken: number;
  /** Whether the service tells its limit in headers; else by a 429 with `Retry-After` alone. */
  readonly headers: boolean;
  /** Clients that it does not fit. */
  readonly without: readonly string[];
}

const burst = { calls: 200, processes: 1, instances: 1, taken: 0, headers: true, without: [] };

export const scenarios: readonly Scenario[] = [
  { ...burst, name: "burst" },
  { ...burst, name: "instances", instances: 3 },
  { ...burst, name: "processes", processes: 2 },
  { ...burst, name: "other", calls: 40, taken: 50 },
  // Octokit's plugin retries by GitHub's headers alone.
  { ...burst, name: "headerless", headers: false, without: ["octokit"] },
];

/** Windows that all calls need at least. */
export const windowsFor = ({ calls, taken }: Scenario): number => Math.ceil(calls / (quota - taken));
