/** Words for how far a thing has come. */
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { Lifecycle } from "../ir/lifecycle.js";
import type { Reading } from "./facts.js";
import { isNear } from "../../diagnostic/spelling-suggestion.js";
import { ignored, wrong } from "./read-values.js";

type Stage = NonNullable<Lifecycle["stability"]> | "deprecated" | "nothing";

/** A vocabulary: what each of its words means. `stable` is what a thing is without a word; `nothing` is a known word for something else. */
export type Stages = Readonly<Record<string, Stage>>;

/** Words that several vendors use, or that mean one thing wherever they stand. */
export const usualStages: Stages = {
  ...meaning("draft", ["draft", "wip", "work in progress", "proposed"]),
  ...meaning("alpha", ["alpha", "experimental", "unstable", "in development", "development", "prototype"]),
  ...meaning("beta", ["beta", "public beta", "private beta", "open beta", "closed beta", "preview", "public preview", "private preview"]),
  ...meaning("beta", [
    "technical preview",
    "tech preview",
    "developer preview",
    "early access",
    "ea",
    "pilot",
    "pre release",
    "prerelease",
  ]),
  ...meaning("beta", ["rc", "release candidate", "limited availability"]),
  ...meaning("stable", [
    "stable",
    "ga",
    "generally available",
    "general availability",
    "released",
    "public",
    "production",
    "active",
    "current",
  ]),
  ...meaning("deprecated", ["deprecated", "sunset", "retired", "obsolete", "eol", "end of life"]),
};

export function meaning(stage: Stage, words: readonly string[]): Stages {
  return Object.fromEntries(words.map((word) => [word, stage]));
}

/**
 * A word of a vocabulary, in any case, with blanks, hyphens or underscores; of a list the first that is one. What is no such word is told.
 * A list of objects explains the words, as Twilio has it at the root, and says nothing.
 */
export const stageIn =
  (stages: Stages) =>
  (value: Json): Reading => {
    const all = isJsonArray(value) ? value : [value];
    const words = all.filter((word) => typeof word === "string");
    if (isJsonArray(value) && words.length === 0) return ignored;
    if (words.length < all.length) return wrong("a word");
    const word = words.find((each) => Object.hasOwn(stages, plainWord(each))) ?? words[0] ?? "";
    const plain = plainWord(word);
    const meant = Object.hasOwn(stages, plain) ? stages[plain] : undefined;
    if (meant === undefined) return { unread: word, meant: nearWord(plain, stages) };
    if (meant === "nothing") return ignored;
    return { facts: meant === "deprecated" ? { deprecated: true } : { stability: meant } };
  };

/** The word that one with up to two letters wrong means; short ones are near to too many others. */
function nearWord(word: string, stages: Stages): string | undefined {
  return Object.keys(stages).find((known) => isNear(word, known, known.length < 4 ? 0 : known.length < 7 ? 1 : 2));
}

/** The same of a key that others use for quite other things: what is no word for a stage, and near to none, says nothing. */
export const stageIfAny =
  (stages: Stages) =>
  (value: Json): Reading => {
    const reading = stageIn(stages)(value);
    return "facts" in reading || ("unread" in reading && reading.meant !== undefined) ? reading : ignored;
  };

/** Elastic has the version behind the word, or some words more: "Technical preview; added in 8.15.0". */
export const elasticState = (value: Json): Reading => {
  const [state = ""] = typeof value === "string" ? value.split(/[;,]/) : [];
  if (/^\s*(?:beta|technical preview)/i.test(state)) return { facts: { stability: "beta" } };
  return /^\s*experimental/i.test(state) ? { facts: { stability: "alpha" } } : stageIfAny(usualStages)(state);
};

export const plainWord = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
