import { diagnostic } from "../../diagnostic/catalogue.js";
import type { BuildContext } from "../build/context.js";
import type { CheckedPattern } from "../ir/schema.js";
import { memberOrigin } from "../build/origin.js";
import { isNestedDeep, maxPatternNesting, patternFlags } from "./flags.js";
import type { PatternAnalysis } from "./analyse-patterns.js";

/** Where a pattern stands: `keys` lead to it in `schema`. */
export interface PatternKeyword {
  readonly schema: object;
  readonly keys: readonly string[];
  /** The longest text that the schema allows anyway. */
  readonly maxLength?: number | undefined;
}

/** What to check of a pattern as written; `undefined`, and reported, when it cannot be or is not to be checked. */
export function applyPatternPolicy(pattern: string, keyword: PatternKeyword, build: BuildContext): CheckedPattern | undefined {
  return build.once(`pattern ${keyword.keys.join("/")}`, keyword.schema, () => analysed(pattern, keyword, build));
}

/** Why a pattern is none. A property of Unicode is one with the flag `u` alone, with which all else is read strictly. */
function patternHint(pattern: string): string {
  return /\\[pP]\{[^{}]*\}/.test(pattern)
    ? "A property of Unicode, such as \\p{Lu}, needs the flag `u`. With it, write braces that stand for themselves as \\{ and \\}, no backslash before a character that needs none, and only names that ECMAScript has."
    : "ECMAScript has no inline flags, no possessive quantifiers, and no \\A or \\Z.";
}

function analysed(pattern: string, { schema, keys, maxLength }: PatternKeyword, build: BuildContext): CheckedPattern | undefined {
  const at = memberOrigin(schema, build.resolved, ...keys);
  const flags = patternFlags(pattern);
  if (flags === undefined) {
    const isDeep = isNestedDeep(pattern);
    const why = isDeep ? `has more than ${String(maxPatternNesting)} groups inside each other` : "is not a regular expression";
    const hint = isDeep ? "Leave out groups that nothing refers to." : patternHint(pattern);
    build.report(
      diagnostic("pattern-invalid", `The pattern "${isDeep ? shownPattern(pattern) : pattern}" ${why}; it is not checked.`, { at, hint }),
    );
    return undefined;
  }
  if (flags === "") {
    const hint =
      "The usual cause is a backslash before a character that needs none, such as `\\_` or `\\-` outside brackets, or a brace without a backslash.";
    build.report(
      diagnostic(
        "pattern-without-unicode",
        `The pattern "${shownPattern(pattern)}" is not valid with the flag \`u\`; it is read without it.`,
        {
          at,
          hint,
        },
      ),
    );
  }
  const analysis = build.analyses.get(pattern);
  if (analysis === undefined) return { pattern };
  // What is longer than the schema allows is refused before the pattern sees it.
  if (maxLength !== undefined && maxLength <= analysis.limit) return { pattern };
  const { linear } = analysis;
  // To be accepted is to be taken as it stands, whatever it takes.
  if (linear !== undefined && (maxLength ?? Infinity) <= linear.limit && build.vulnerablePatterns !== "accept")
    return { pattern, linearPattern: linear.pattern };
  return bounded(pattern, analysis, at, build);
}

function bounded(
  pattern: string,
  analysis: PatternAnalysis,
  at: ReturnType<typeof memberOrigin>,
  build: BuildContext,
): CheckedPattern | undefined {
  const { complexity } = analysis;
  const linear = analysis.linear !== undefined && analysis.linear.limit > analysis.limit ? analysis.linear : undefined;
  const limit = linear?.limit ?? analysis.limit;
  const code = complexity === undefined ? "pattern-unproven" : "pattern-vulnerable";
  const effects = {
    bound: `text of more than ${String(limit)} characters is rejected`,
    skip: "it is not checked",
    accept: "it is checked without a limit",
  };
  const hint = `Write a pattern that matches each text in one way only, or give the schema a \`maxLength\` of at most ${String(limit)}. \`validators.patterns\` in the configuration chooses how such patterns are checked.`;
  const severity = build.vulnerablePatterns === "bound" ? "warning" : "info";
  build.report(
    diagnostic(code, `The pattern "${shownPattern(pattern)}" ${slownessOf(analysis)}; ${effects[build.vulnerablePatterns]}.`, {
      at,
      hint,
      severity,
    }),
  );
  if (build.vulnerablePatterns === "skip") return undefined;
  if (build.vulnerablePatterns === "accept") return { pattern };
  return { pattern, ...(linear && { linearPattern: linear.pattern }), patternLimit: limit };
}

/** What there is to say of a pattern that is not known to be fast: it goes on after its name. */
export function slownessOf({ complexity, attack }: PatternAnalysis): string {
  return complexity === undefined
    ? "is not known to take linear time on every text"
    : `takes ${complexity} on some texts, such as ${shownPattern(attack ?? "")}`;
}

const maxShownLength = 120;

/** Short, and in visible characters of ASCII only: a message shows it. */
export function shownPattern(text: string): string {
  const visible = text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return visible.length <= maxShownLength ? visible : `${visible.slice(0, maxShownLength)}…`;
}
