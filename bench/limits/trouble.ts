/** What can go wrong between a service and its client. */
export interface Trouble {
  /** Milliseconds from arrival to answer. */
  readonly delay: number;
  /** Turned away for so many seconds, whatever is left; 0 for not. */
  readonly refuses: number;
  /** The connection breaks before the request is counted, or in place of the answer. */
  readonly loses: "request" | "answer" | undefined;
}

export const calm: Trouble = { delay: 50, refuses: 0, loses: undefined };

export function randomTrouble(random: () => number): Trouble {
  const kind = random();
  return {
    // Mostly quick, sometimes seconds.
    delay: 20 + 4000 * random() ** 8,
    refuses: kind < 0.015 ? 1 + Math.floor(random() * 90) : 0,
    loses: kind > 0.98 ? "request" : kind > 0.96 ? "answer" : undefined,
  };
}
