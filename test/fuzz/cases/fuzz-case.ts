import type { Settings } from "./random-settings.js";

/** One input of a run: what `seed` and `index` make of the sources. */
export interface FuzzCase {
  readonly seed: number;
  readonly index: number;
  /** What it was, before it was changed. */
  readonly source: string;
  /** What was done to it. */
  readonly mutations: readonly string[];
  /** By path, the root first. */
  readonly files: readonly InputFile[];
  readonly settings: Settings;
}

export interface InputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export const sizeOf = ({ files }: Pick<FuzzCase, "files">): number => files.reduce((sum, { bytes }) => sum + bytes.length, 0);
