/**
 * Which keys of a description say what about the life of a thing: one row per key, first those of the canonical vocabulary,
 * then what other projects write. Another vendor is another row.
 */
import { isNear } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import type { Row } from "./facts.js";
import {
  canonicalReplacement,
  canonicalStability,
  code,
  date,
  flagDateOrText,
  githubPreviews,
  ignored,
  immichHistory,
  isFlag,
  isTexts,
  link,
  linkIfAny,
  replacement,
  replacementIfAny,
  text,
  texts,
  unstable,
  yes,
} from "./read-values.js";
import { elasticState, meaning, stageIfAny, stageIn, usualStages } from "./stages.js";

const row = (key: string, read: Row["read"]): Row => {
  const [first = key, ...path] = key.split(".");
  return { key: first, path, read };
};

const canonical: readonly Row[] = (
  [
    row("x-sunset", date("sunset")),
    row("x-deprecation.since", date("since")),
    row("x-deprecation.message", text("message")),
    row("x-deprecation.replacement", canonicalReplacement),
    row("x-deprecation.link", link),
    row("x-deprecation.removedIn", text("removedIn")),
    row("x-deprecation.code", code),
    row("x-stability-level", canonicalStability),
  ] satisfies readonly Row[]
).map((each) => ({ ...each, canonical: true }));

const vendors: readonly Row[] = [
  // The registry's own, for versions before 3.2: spec.openapis.org/registry/extension/x-oai-deprecated
  row("x-oai-deprecated", yes({ deprecated: true })),
  // Square
  row("x-deprecation.deprecationDate", date("since")),
  row("x-deprecation.retirementDate", date("sunset", ["TBD"])),
  row("x-deprecation.replacedBy", replacement(true)),
  row("x-deprecation.guideUrl", link),
  row("x-release-status", stageIn(usualStages)),
  // Microsoft, as Kiota reads it
  row("x-ms-deprecation.date", date("since")),
  row("x-ms-deprecation.removalDate", date("sunset")),
  row("x-ms-deprecation.description", text("message")),
  row("x-ms-deprecation.version", text("removedIn")),
  // GitHub
  row("x-github.deprecationDate", date("since")),
  row("x-github.removalDate", date("sunset")),
  row("x-github.previews", githubPreviews),
  // Cloudflare, and Stainless for it
  row("x-cfDeprecation.eol", date("sunset")),
  row("x-cfDeprecation.description", text("message")),
  row("x-forge-sunset.date", date("sunset")),
  row("x-stainless-deprecation-message", text("message")),
  // Adyen, OpenSearch, Immich
  { ...row("x-deprecatedInVersion", text("version")), ends: true },
  row("x-deprecatedMessage", text("message")),
  { ...row("x-version-deprecated", text("version")), ends: true },
  { ...row("x-version-removed", text("removedIn")), ends: true },
  row("x-deprecation-message", text("message")),
  row("x-immich-history", immichHistory),
  row("x-immich-state", stageIn({ ...usualStages, ...meaning("nothing", ["internal", "added", "updated"]) })),
  // Snyk
  row("x-snyk-sunset-eligible", date("sunset")),
  row("x-snyk-deprecated-by", replacement(false)),
  row("x-snyk-api-lifecycle", stageIn({ released: "stable", sunset: "nothing" })),
  row("x-snyk-api-stability", stageIn(usualStages)),
  // Generators
  row("x-speakeasy-deprecation-message", text("message")),
  row("x-speakeasy-deprecation-replacement", replacement(true)),
  row("x-fern-availability", stageIn(usualStages)),
  row("x-scalar-stability", stageIn(usualStages)),
  // One project or several, each by its own key
  row("x-deprecated", flagDateOrText),
  row("x-deprecated-date", date("since")),
  row("x-deprecated-since", date("since")),
  row("x-deprecation-date", date("since")),
  row("x-deprecated-at", date("since")),
  row("x-deprecated-reason", text("message")),
  row("x-removal-date", date("sunset")),
  row("x-remove-on", date("sunset")),
  row("x-sunset-date", date("sunset")),
  row("x-replaced-by", replacement(false)),
  row("x-successor", replacement(false)),
  row("x-replacement", replacement(false)),
  row("x-removal-version", text("removedIn")),
  row("x-migration-target", replacementIfAny),
  row("x-migration-guide", linkIfAny),
  row("x-looker-deprecated", yes({ deprecated: true })),
  row("x-looker-status", stageIn(usualStages)),
  row("x-state", elasticState),
  row("x-okta-lifecycle.lifecycle", stageIn({ ...usualStages, ...meaning("nothing", ["limited ga", "tombstone"]) })),
  row("x-ds-api-status", stageIn(usualStages)),
  row("x-release-stage", stageIn(usualStages)),
  // Twilio, BeezUP, Just Eat, and what may mean the same elsewhere
  row("x-maturity", stageIn(usualStages)),
  row("x-maturity-level", stageIn(usualStages)),
  row("x-releaseStatus", stageIn(usualStages)),
  row("x-stability", stageIn(usualStages)),
  row("x-lifecycle-stage", stageIn(usualStages)),
  row("x-lifecycle-status", stageIn(usualStages)),
  row("x-status", stageIfAny(usualStages)),
  row("x-lifecycle", stageIfAny(usualStages)),
  row("x-stage", stageIfAny(usualStages)),
  // Square in 2020, Stream, Atlassian
  row("x-is-deprecated", yes({ deprecated: true })),
  row("x-stream-deprecated", yes({ deprecated: true })),
  row("x-is-beta", yes({ stability: "beta" })),
  row("x-stream-beta", yes({ stability: "beta" })),
  row("x-is-experimental", yes({ stability: "alpha" })),
  row("x-experimental", yes({ stability: "alpha" })),
  row("x-alpha", yes({ stability: "alpha" })),
  row("x-deprecated-message", text("message")),
  { ...row("x-unstable", unstable), newOnly: true },
  row("x-beta", yes({ stability: "beta" })),
  row("x-preview", yes({ stability: "beta" })),
  row("x-oai-beta", (value) => (value === false || value === null ? ignored : { facts: { stability: "beta" } })),
  row("x-oaiMeta.beta", yes({ stability: "beta" })),
];

/** Every row, canonical ones first: where two say the same thing, the first is kept. */
export const rows: readonly Row[] = [...canonical, ...vendors];

/** Words that make "deprecated" say something else: what is done with what is deprecated, or that it is not. */
const otherwise = "(?:not?|non|un|never|was|has|if|when|allow|show|include|contains?|hide|ignore|skip|exclude|suppress|warn|on|uses?)";
/** Keys as vendors make them of their name and a common word: "x-acme-isDeprecated", "x-acme-deprecated-reasons". */
const patterns = [
  {
    made: new RegExp(`^x-(?!(?:[a-z0-9]+-)*${otherwise}-)(?:[a-z0-9]+-)+(?:is-?)?deprecated$`, "i"),
    holds: isFlag,
    read: yes({ deprecated: true }),
  },
  { made: /^x-(?:[a-z0-9]+-)+deprecat(?:ed|ion)-?(?:reason|message)s?$/i, holds: isTexts, read: texts },
] as const;

/** What a key says that no row names, by how it is made and what it holds. One that is a known key with letters wrong is none. */
export function rowOfPattern(key: string, value: Json): Row | undefined {
  const found = patterns.find(({ made, holds }) => made.test(key) && holds(value));
  if (found === undefined || meantBy(key) !== undefined) return undefined;
  return { ...row(key, found.read), isGuess: true };
}

/** Members of an extension that are known and say nothing about a life: they are no mistake. */
const silent: ReadonlyMap<string, ReadonlySet<string> | "all"> = new Map<string, ReadonlySet<string> | "all">([
  ["x-github", "all"],
  ["x-oaiMeta", "all"],
  ["x-okta-lifecycle", "all"],
  ["x-cfDeprecation", new Set(["id", "display"])],
]);

/** Whether a member of an extension that no row names is known all the same. */
export function isSilent(key: string, member: string): boolean {
  const known = silent.get(key);
  return known === "all" || known?.has(member) === true;
}

/** Keys about single values of an `enum`: see `deprecated-values.ts`. */
export const valueKeys: ReadonlySet<string> = new Set(["x-enumDeprecated", "x-enum-deprecated", "x-enum-deprecated-messages"]);

/** Keys that look as if they dated something, and are understood by nobody. */
export function looksLikeLifecycle(key: string): boolean {
  if (valueKeys.has(key)) return false;
  return (
    /^x-.*(?:deprec|sunset|remov|replac|successor|end-of-life|lifecycle|maturity|stability)/i.test(key) ||
    /(?:^|[-_.])eol(?:$|[-_.A-Z])/i.test(key) ||
    meantBy(key) !== undefined
  );
}

/** What people misspell most, without separators, and the key. Short words are near to too many others. */
const misspelt = [
  ["sunset", "x-sunset"],
  ["deprecation", "x-deprecation"],
  ["deprecated", "x-deprecated"],
  ["stabilitylevel", "x-stability-level"],
  ["stability", "x-stability-level"],
  ["maturity", "x-maturity"],
  ["lifecycle", "x-lifecycle"],
  ["releasestatus", "x-release-status"],
  ["releasestage", "x-release-stage"],
  ["removaldate", "x-removal-date"],
  ["replacedby", "x-replaced-by"],
  ["replacement", "x-replacement"],
  ["experimental", "x-experimental"],
] as const;

/** Known keys by their letters: in another case, or with other separators, one is none. */
const spellings: ReadonlyMap<string, string> = new Map(
  rows.map(({ key }) => [key.replace(/^x-/, "").replace(/[-_.]/g, "").toLowerCase(), key]),
);

/** The key that a key with up to two letters wrong means: "x-sunest", "x-sun-set", "x-depricated". */
export function meantBy(key: string): string | undefined {
  const word = key.replace(/^x-/i, "").replace(/[-_.]/g, "");
  if (realWords.has(word.toLowerCase())) return undefined;
  const spelled = spellings.get(word.toLowerCase());
  if (spelled !== undefined && spelled !== key && /^x-/i.test(key)) return spelled;
  return misspelt.find(([known]) => isNear(word, known, 2))?.[1];
}

/** Words that are near to one of these, and mean something else. */
const realWords: ReadonlySet<string> = new Set(["subset", "asset", "assets", "unset", "reset", "onset", "dedicated"]);
