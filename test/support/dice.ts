import { seededRandom } from "./simulated-service.js";

/** Random choices out of one seed. */
export function dice(seed: number) {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  return {
    random,
    below,
    chance: (share: number): boolean => random() < share,
    of: <T>(...values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0],
  };
}
export type Dice = ReturnType<typeof dice>;
