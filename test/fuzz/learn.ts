/** Cases that nobody has changed, for what outputs are known to do. */
import { allParts } from "../../src/emit/emitters.js";
import { dice as diceOf } from "../support/dice.js";
import type { FuzzCase } from "./cases/fuzz-case.js";
import { randomDescription } from "./cases/random-description.js";
import { randomSettings } from "./cases/random-settings.js";
import type { Source } from "./cases/sources.js";

const rounds = 6;
const random = 800;

export function* unchangedCases(sources: readonly Source[]): Generator<FuzzCase> {
  const made = Array.from({ length: random }, (_, index) => new Map([["api.json", JSON.stringify(randomDescription(diceOf(index)))]]));
  const all = [...sources.flatMap(({ files }) => Array.from({ length: rounds }, () => files)), ...made];
  for (const [index, files] of all.entries()) {
    // Lines of the user's are no deeds.
    const { header, ...settings } = randomSettings(diceOf(index));
    yield {
      seed: 0,
      index,
      source: "unchanged",
      mutations: [],
      files: [...files].map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
      settings: { ...settings, strict: false, emit: index % 2 === 0 ? allParts : settings.emit },
    };
  }
}
