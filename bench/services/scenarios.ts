/** What happens around the calls: how many programs make them, and what goes wrong. Durations are milliseconds. */
export interface Scenario {
  readonly name: string;
  /** Processes, each with its part of the calls. */
  readonly processes: number;
  /** Clients in each process. */
  readonly clients: number;
  /** Whether the processes share a store. */
  readonly store: boolean;
  /** Instead of how long the style's own handlers take. */
  readonly handler?: readonly [number, number];
  /** Share of the requests or answers that are lost. */
  readonly losses: number;
  /** The clients' clocks are so much ahead. */
  readonly ahead: number;
  /** What is told to be left is a third of the limit too much. */
  readonly lies: boolean;
  /** From the middle on, headers of limits have values that mean nothing. */
  readonly nonsense: boolean;
  /** The store loses all that it has, in the middle. */
  readonly forgets: boolean;
  /** Another program takes part of the limit. */
  readonly others: boolean;
  /** The clients' machine sleeps for a while. */
  readonly sleeps: boolean;
}

const burst = {
  processes: 1,
  clients: 1,
  store: false,
  losses: 0,
  ahead: 0,
  lies: false,
  nonsense: false,
  forgets: false,
  others: false,
  sleeps: false,
};
const hour = 3_600_000;

export const scenarios: readonly Scenario[] = [
  { ...burst, name: "burst" },
  { ...burst, name: "three clients", clients: 3 },
  { ...burst, name: "two processes", processes: 2 },
  { ...burst, name: "with a store", processes: 2, store: true },
  { ...burst, name: "slow handlers", handler: [60, 6000] },
  { ...burst, name: "lost answers", losses: 0.05 },
  { ...burst, name: "clock ahead", ahead: hour },
  { ...burst, name: "clock behind", ahead: -hour },
  { ...burst, name: "lying headers", lies: true },
  { ...burst, name: "nonsense headers", nonsense: true },
  { ...burst, name: "store forgets", processes: 2, store: true, forgets: true },
  { ...burst, name: "another program", others: true },
  { ...burst, name: "sleep", sleeps: true },
];

/** How long the machine sleeps. */
export const sleep = 20 * 60_000;

/**
 * So many runs, of seeds one after the other, make a row: it has their means. Where others take part of a limit it is chance who comes first
 * when a window begins, and one run says little.
 */
export const runsOf = ({ others, processes, store }: Scenario): number => (others || (processes > 1 && !store) ? 5 : 1);
