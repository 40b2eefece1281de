/** Times things in turn, so that what else the machine does falls on all of them. */
import { median } from "../measure.js";

export interface Contender {
  readonly name: string;
  readonly run: () => Promise<void> | void;
}

export interface Figure {
  readonly what: string;
  readonly name: string;
  /** Nanoseconds each, the median of the rounds. */
  readonly nanoseconds: number;
  /** Against the first of them: the median of the rounds' ratios. */
  readonly ratio: number;
}

/** `run` does the thing `times` times. One round before the first is not counted: code is compiled in it. */
export async function compare(what: string, times: number, rounds: number, contenders: readonly Contender[]): Promise<readonly Figure[]> {
  const taken = contenders.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      const start = process.hrtime.bigint();
      await run();
      if (round > 0) taken[index]?.push(Number(process.hrtime.bigint() - start) / times);
    }
  }
  return contenders.map(({ name }, index) => {
    const own = taken[index] ?? [];
    const ratios = own.map((time, round) => time / (taken[0]?.[round] ?? NaN));
    return { what, name, nanoseconds: median(own), ratio: median(ratios) };
  });
}
