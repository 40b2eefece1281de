import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { hasLoop, isBounded } from "./ambiguity.js";
import { attackExpression, unmatchedEnd } from "./attack.js";
import { automatonOf, assertsOnlyAtEnds, isStart, maxPositions, spelledOutStates, type Automaton } from "./automaton.js";
import { linearPattern } from "../ir/linear-pattern.gen.js";
import type { LinearPattern } from "../ir/schema.js";
import { within, type Budget } from "./budget.js";
import { withCountedClock } from "./counted-clock.js";
import { patternFlags } from "./flags.js";
import { growthOf } from "./growth.js";
import { longestSafeText, longestSafeTextOfDegree, longestTextOfStates } from "./longest-safe-text.js";
import { patternPart, statesOf } from "./pattern-part.js";
import { rewritten } from "./rewrite.js";

/** What is known of a pattern that is not known to take linear time. */
export interface PatternAnalysis {
  /** How the time grows with the text: "exponential time", "polynomial time of degree 2"; `undefined` where it could not be found out. */
  readonly complexity: string | undefined;
  /** An expression of JavaScript for a text that takes long. */
  readonly attack: string | undefined;
  /** The longest text, in characters, that is decided soon in any case. */
  readonly limit: number;
  /** What matches the same texts in linear time; `undefined` where nothing is known that does. */
  readonly linear: LinearForm | undefined;
}

/** `limit`: the longest text that it decides soon. Infinity, but for an automaton of very many states. */
export interface LinearForm {
  readonly pattern: LinearPattern;
  readonly limit: number;
}

/** By pattern. One that is not here takes time in proportion to the text. */
export type PatternAnalyses = ReadonlyMap<string, PatternAnalysis>;

/** What a checker is given to do its work in; it has other settings, too. */
interface Effort {
  readonly timeout: number;
  readonly [setting: string]: unknown;
}

/** A checker that finds an attack when there is one. Loaded only when it is asked. */
export type Checker = (source: string, flags: string, effort: Effort) => Found;

type Found =
  | { readonly status: "safe"; readonly checker: "automaton" | "fuzz" }
  | {
      readonly status: "vulnerable";
      readonly complexity: { readonly type: "exponential" } | { readonly type: "polynomial"; readonly degree: number };
      readonly attack: { readonly pattern: string };
    }
  | { readonly status: "unknown" };

/** More patterns than these in doubt, or to ask the checker about, are of a description that wants to take time. */
const maxDoubtfulPatterns = 500;
const maxCheckedPatterns = 50;
/** Steps that the search for another way to say a pattern may take: of one, and of all. Three hundred thousand take some hundredths of a second. */
const maxRewritingSteps = 300_000;
const maxAllRewritingSteps = 6_000_000;
/** Steps that our own analysis may take: of one, and of all. A million take some hundredths of a second. */
const maxAnalysisSteps = 10_000_000;
const maxAllAnalysisSteps = 40_000_000;
/** Of them, the steps that one question may take, so that some are left for the next ones. */
const maxDecidingSteps = 2_000_000;
/** Of them, the steps to make the automata of one reading: these take memory. */
const maxBuildingSteps = 500_000;
/** Steps that every pattern may take, whatever those before it took: an ordinary one takes less. */
const freeAnalysisSteps = 20_000;
/** Times that the checker may look at the clock: for one pattern, and for all. */
const maxCheckingSteps = 400_000;
const maxAllCheckingSteps = 1_200_000;
/** States that the checker may spell a pattern out to: it does not count them while it does. */
const maxCheckedStates = 3000;
/** States up to which an automaton of ours may be given any text. */
const maxFreeStates = 1000;
/** Where nothing is known of how a pattern is matched: even of three ways at each character all are tried soon. */
const minSafeLength = 12;

/**
 * Analyses patterns. Our own analysis of their automata decides nearly all of them in well under a millisecond. For the others there is
 * nearly always something that matches the same texts in linear time. The checker, which takes long, is asked for attacks on the rest:
 * patterns with backreferences and lookarounds. What comes out depends on nothing but the patterns.
 */
export async function analysePatterns(patterns: Iterable<string>, loadChecker: () => Promise<Checker> = recheck): Promise<PatternAnalyses> {
  const analyses = new Map<string, PatternAnalysis>();
  const budgets: Budgets = {
    analysis: { steps: maxAllAnalysisSteps },
    rewriting: { steps: maxAllRewritingSteps },
    checking: { steps: maxAllCheckingSteps },
  };
  let checker: Checker | undefined;
  let [doubted, checked] = [0, 0];
  for (const pattern of new Set(patterns)) {
    const flags = patternFlags(pattern);
    if (flags === undefined) continue;
    const own = within(budgets.analysis, maxAnalysisSteps, freeAnalysisSteps, (budget) =>
      ownAnalysis(pattern, flags, budget, budgets.rewriting, doubted < maxDoubtfulPatterns),
    );
    if (own === undefined) continue;
    doubted += 1;
    const { doubt, linear } = own;
    let { found } = own;
    if (found === undefined && linear === undefined) {
      checked += 1;
      if (checked <= maxCheckedPatterns) checker ??= await loadChecker();
      found =
        checked <= maxCheckedPatterns && checker !== undefined ? runChecker(checker, doubt, pattern, flags, budgets.checking) : undefined;
      // Trying out texts proves nothing: it misses attacks of many different characters, for one. Its proof counts, which it has for no
      // pattern that looks around or refers back.
      if (found?.status === "safe" && found.checker === "automaton") continue;
    }
    analyses.set(pattern, { ...analysisOf(found, doubt.limit), linear });
  }
  return analyses;
}

/** What is left for all patterns of a description together. */
interface Budgets {
  readonly analysis: Budget;
  readonly rewriting: Budget;
  readonly checking: Budget;
}

/** What we find out without the checker; `undefined` where the pattern takes linear time. */
function ownAnalysis(
  pattern: string,
  flags: "u" | "",
  budget: Budget,
  rewriting: Budget,
  isProved: boolean,
): { readonly doubt: Doubt; readonly found: Found | undefined; readonly linear: LinearForm | undefined } | undefined {
  const doubt = doubtOf(pattern, flags, budget);
  if (doubt === undefined) return undefined;
  const found = isProved ? provenSlow(doubt, pattern, flags, budget) : undefined;
  const isLinear = (text: string): boolean => doubtOf(text, flags, budget) === undefined;
  return { doubt, found, linear: rewriteWithin(rewriting, pattern, flags, isLinear) ?? automatonFor(pattern, flags) };
}

/** Where there is one, a pattern is better than an automaton of ours: the engine's own matcher is many times faster. */
function rewriteWithin(budget: Budget, pattern: string, flags: "u" | "", isLinear: (pattern: string) => boolean): LinearForm | undefined {
  const found = within(budget, maxRewritingSteps, 0, (own) => rewritten(pattern, flags, isLinear, own));
  return found === undefined ? undefined : { pattern: { kind: "regExp", pattern: found }, limit: Infinity };
}

function automatonFor(pattern: string, flags: "u" | ""): LinearForm | undefined {
  const part = patternPart(pattern, flags);
  if (part === undefined) return undefined;
  const states = statesOf(part);
  return { pattern: { kind: "automaton", part }, limit: states <= maxFreeStates ? Infinity : longestTextOfStates(states) };
}

function analysisOf(found: Found | undefined, limit: number): Omit<PatternAnalysis, "linear"> {
  if (found?.status !== "vulnerable") return { complexity: undefined, attack: undefined, limit };
  const { complexity, attack } = found;
  const known = complexity.type === "polynomial" ? longestSafeTextOfDegree(complexity.degree) : 0;
  const words = complexity.type === "polynomial" ? `polynomial time of degree ${String(complexity.degree)}` : "exponential time";
  return { complexity: words, attack: attack.pattern, limit: Math.max(limit, known) };
}

/** What is known of a pattern that may take more than linear time. */
interface Doubt {
  readonly tree: AST.Pattern;
  /** The longest text, in characters, that is decided soon in any case. */
  readonly limit: number;
}

type Slow = Extract<Found, { readonly status: "vulnerable" }>;

/**
 * How slow a pattern is, where our own analysis is sure of it. Its automata are exact, it is no slower than they are, and there is a text
 * on which it is as slow. `undefined` leaves it to the checker.
 */
function provenSlow({ tree, limit }: Doubt, pattern: string, flags: "u" | "", budget: Budget): Slow | undefined {
  const part = assertsOnlyAtEnds(tree) ? patternPart(pattern, flags) : undefined;
  if (part === undefined) return undefined;
  // The engine itself may never come back, even from a text of a few characters.
  const matcher = { pattern: linearPattern(flags, part), states: statesOf(part) };
  const automata = within(budget, maxBuildingSteps, 0, (own) => automataOf(tree, maxPositions, own)) ?? [];
  const growths = automata.map((automaton) =>
    automaton.exact ? within(budget, maxDecidingSteps, 0, (own) => growthOf(automaton, own)) : undefined,
  );
  const complete = growths.filter((each) => each !== undefined);
  const degree = Math.max(1, ...complete.map((each) => each.degree));
  if (complete.length < growths.length || degree === 1) return undefined;
  for (const attack of complete.flatMap((each) => (each.degree === degree ? each.attacks : []))) {
    const end = unmatchedEnd(attack, matcher, limit, budget);
    if (end === undefined) continue;
    const size = attack.pumps.reduce((sum, { pump }) => sum + pump.length, 0);
    // Each round doubles the runs at least; of a polynomial, as many steps as a text may take.
    const count = degree === Infinity ? 30 : Math.ceil(longestSafeTextOfDegree(degree) / size);
    const complexity = degree === Infinity ? ({ type: "exponential" } as const) : ({ type: "polynomial", degree } as const);
    return { status: "vulnerable", complexity, attack: { pattern: attackExpression(attack, end, count) } };
  }
  return undefined;
}

/** `undefined` when a pattern is certain to take linear time. */
function doubtOf(pattern: string, flags: "u" | "", budget: Budget): Doubt | undefined {
  const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: flags === "u" });
  let limit = 0;
  let readable = false;
  // Both readings are right: the one of counted repetitions as unbounded ones is short, the other exact.
  for (const mostCounted of [0, 100]) {
    const automata = within(budget, maxBuildingSteps, 0, (own) => automataOf(tree, mostCounted, own));
    if (automata === undefined) continue;
    if (within(budget, maxDecidingSteps, 0, (own) => automata.every((each) => isBounded(each, own)))) return undefined;
    readable = true;
    limit = Math.max(limit, Math.min(...automata.map((each) => longestSafeTextOf(each, budget))));
  }
  return { tree, limit: readable ? limit : minSafeLength };
}

/** What is matched at the start of the text, and where some alternative may begin later, that search; `undefined` where they cannot be made. */
function automataOf({ alternatives }: AST.Pattern, mostCounted: number, budget: Budget): readonly Automaton[] | undefined {
  const anywhere = alternatives.filter(({ elements }) => !isStart(elements[0]));
  const whole = automatonOf(alternatives, anywhere.length === 0, mostCounted, budget);
  if (anywhere.length === 0) return whole && [whole];
  const search = automatonOf(anywhere, false, mostCounted, budget, true);
  return whole && search && [whole, search];
}

/** The longest text for an automaton and all of its conditions. */
function longestSafeTextOf(automaton: Automaton, budget: Budget): number {
  const lengths = automaton.conditions.map((each) => {
    const length = longestSafeTextOf(each.automaton, budget);
    // One that is tried all over the text takes its steps at each place.
    return each.once || !hasLoop(each.automaton, budget) ? length : Math.floor(Math.sqrt(length));
  });
  return Math.min(longestSafeText(automaton, budget), ...lengths);
}

/** Bounds in steps, not in time: the same pattern gets the same answer on every machine. */
const effort = {
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 100_000,
  recallLimit: 1_000_000,
  incubationLimit: 5_000,
  maxIteration: 2,
  maxInitialGenerationSize: 30,
  maxGenerationSize: 30,
  crossoverSize: 10,
  mutationSize: 20,
  maxAttackStringSize: 10_000,
  maxGeneStringSize: 600,
  maxNFASize: 3_000,
  maxPatternSize: 300,
};

/** Lookarounds and other special groups of a pattern that the checker is asked about: it takes the square of their number. Real patterns have some ten. */
const maxCheckedGroups = 50;

/** Its time is counted in steps, too. */
function runChecker(checker: Checker, { tree }: Doubt, pattern: string, flags: string, budget: Budget): Found | undefined {
  if (budget.steps <= 0 || spelledOutStates(tree) > maxCheckedStates) return undefined;
  if (pattern.split(/\(\?(?!:)/, maxCheckedGroups + 2).length > maxCheckedGroups + 1) return undefined;
  try {
    return within(budget, maxCheckingSteps, 0, (own) => {
      const timeout = own.steps;
      return withCountedClock(
        () => checker(pattern, flags, { ...effort, timeout }),
        () => timeout - (own.steps -= 1),
      );
    });
  } catch {
    // It gives up on some patterns by throwing: counts above 2^31, too many levels.
    return undefined;
  }
}

/** The build in JavaScript: the package's own choice would start Java or a binary. */
async function recheck(): Promise<Checker> {
  // Bundled or not, its exports are all in the default one.
  const { default: checker } = await import("recheck/lib/browser.js");
  return checker.checkSync;
}
