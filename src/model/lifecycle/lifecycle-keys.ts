/**
 * Which keys of a description say what about the life of a thing: one row per key, first those of the canonical vocabulary,
 * then what other projects write. Another vendor is another row.
 */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { parseDate } from "./parse-date.js";
import type { DateFact, Lifecycle } from "../ir/lifecycle.js";

/** What a description asks for as a replacement, before operations have names. */
export interface Wanted {
  readonly operationId?: string;
  readonly url?: string;
  readonly note?: string;
  /** Whether the key can only mean an operation: then one that does not exist is a mistake. */
  readonly strict: boolean;
}

/** What the keys of one object say. */
export interface Facts {
  readonly deprecated?: boolean;
  readonly since?: DateFact;
  readonly sunset?: DateFact;
  readonly message?: string;
  readonly replacement?: Wanted;
  readonly link?: string;
  readonly removedIn?: string;
  readonly code?: string;
  readonly stability?: NonNullable<Lifecycle["stability"]>;
  /** The version since which it is deprecated: text only. */
  readonly version?: string;
  /** What is said besides of its not being stable. */
  readonly note?: string;
  /** Its removal is announced without a date. */
  readonly undated?: boolean;
  /** The keys that said it, as a person would name them, and where they stand. */
  readonly saidBy?: { readonly [F in Fact]?: { readonly name: string; readonly at: Origin } };
}
export type Fact = Exclude<keyof Facts, "saidBy">;

/** A value as read; `ignored` says nothing and is no mistake; `wrong` says what was expected. */
export type Reading =
  | { readonly facts: Facts }
  | { readonly ignored: true }
  | { readonly wrong: string; readonly code: "date-invalid" | "lifecycle-value-invalid" };

export interface Row {
  /** The extension's key, and the way to the value inside it. */
  readonly key: string;
  readonly path: readonly string[];
  readonly read: (value: Json) => Reading;
  /** Set where the key says nothing of what is deprecated: that it is new and may change is over then. */
  readonly newOnly?: true;
}

const ignored: Reading = { ignored: true };
const wrong = (expected: string): Reading => ({ wrong: expected, code: "lifecycle-value-invalid" });

const date =
  (fact: "since" | "sunset", undated: readonly string[] = []) =>
  (value: Json): Reading => {
    if (typeof value === "string" && undated.includes(value)) return { facts: { undated: true } };
    const parsed = typeof value === "string" ? parseDate(value) : undefined;
    if (parsed !== undefined) return { facts: { [fact]: parsed } };
    return { wrong: "a date (2030-12-05) or a date and time (2030-12-05T00:00:00Z)", code: "date-invalid" };
  };
const text =
  (fact: "message" | "removedIn" | "version") =>
  (value: Json): Reading =>
    typeof value === "string" && value.trim() !== ""
      ? { facts: { [fact]: value.trim() } }
      : typeof value === "number"
        ? { facts: { [fact]: String(value) } }
        : wrong("a text");
const isAddress = (value: string): boolean => /^https:\/\/\S+$/.test(value);
const link = (value: Json): Reading =>
  typeof value === "string" && isAddress(value) ? { facts: { link: value } } : wrong("an address that begins with https://");
/** A link where the value is one; whatever else home-made keys hold says nothing. */
const linkIfAny = (value: Json): Reading => (typeof value === "string" && isAddress(value) ? { facts: { link: value } } : ignored);
const code = (value: Json): Reading =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]{2,63}$/.test(value)
    ? { facts: { code: value } }
    : wrong("3 to 64 capitals, digits and underscores");
/** A replacement said in one text: an operationId where `strict`, else whatever the text turns out to be. */
const replacement =
  (strict: boolean) =>
  (value: Json): Reading => {
    if (typeof value !== "string" || value.trim() === "") return isObject(value) ? replacementObject(value) : wrong("an operationId");
    if (isAddress(value)) return { facts: { replacement: { url: value, strict } } };
    return { facts: { replacement: { operationId: value.trim(), strict } } };
  };
const yes =
  (facts: Facts) =>
  (value: Json): Reading =>
    value === true ? { facts } : value === false ? ignored : wrong("true or false");
/** A closed set of words, in any case; `stable` is what a thing is without a word, so that vendors' words for it say nothing. */
const words =
  (table: Readonly<Record<string, NonNullable<Lifecycle["stability"]> | "deprecated" | undefined>>) =>
  (value: Json): Reading => {
    if (typeof value !== "string") return wrong("a word");
    const word = value.toLowerCase();
    const meant = Object.hasOwn(table, word) ? table[word] : undefined;
    if (meant === undefined || meant === "stable") return ignored;
    return { facts: meant === "deprecated" ? { deprecated: true } : { stability: meant } };
  };

const stabilities = ["draft", "alpha", "beta", "stable"] as const;
const canonicalStability = (value: Json): Reading => {
  const stability = stabilities.find((word) => word === value);
  return stability === undefined ? wrong("draft, alpha, beta or stable") : { facts: { stability } };
};

function replacementObject(value: { readonly [key: string]: Json }): Reading {
  const note = typeof value["note"] === "string" ? { note: value["note"] } : {};
  const { operationId, url } = { operationId: value["operationId"], url: value["url"] };
  if (typeof operationId === "string") return { facts: { ...besides(value), replacement: { operationId, ...note, strict: true } } };
  if (typeof url === "string" && url.startsWith("https://")) return { facts: { replacement: { url, ...note, strict: true } } };
  if (typeof value["note"] === "string" && url === undefined) return { facts: { replacement: { ...note, strict: true } } };
  return wrong("an operationId, or an object with operationId or url (https), and note");
}

/** Some have the date and a page to read beside the operationId. */
function besides({ since, docs }: { readonly [key: string]: Json }): Facts {
  const parsed = typeof since === "string" ? parseDate(since) : undefined;
  return { ...(parsed && { since: parsed }), ...(typeof docs === "string" && isAddress(docs) ? { link: docs } : {}) };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const geonovum = (value: Json): Reading => {
  if (typeof value === "boolean") return value ? { facts: { deprecated: true } } : ignored;
  const parsed = typeof value === "string" ? parseDate(value) : undefined;
  return parsed === undefined ? wrong("true, false or a date") : { facts: { deprecated: true, since: parsed } };
};

/** Immich keeps a list of what happened; the entry that deprecated it says by what. */
const immichHistory = (value: Json): Reading => {
  const entries: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : []; // isArray does not narrow readonly lists
  const entry = entries.filter(isObject).find(({ state }) => state === "Deprecated");
  if (entry === undefined) return ignored;
  const { version, replacementId } = { version: entry["version"], replacementId: entry["replacementId"] };
  return {
    facts: {
      ...(typeof version === "string" ? { version } : {}),
      ...(typeof replacementId === "string" ? { replacement: { operationId: replacementId, strict: false } } : {}),
    },
  };
};

const elasticState = (value: Json): Reading => {
  const state = typeof value === "string" ? value.toLowerCase() : "";
  if (/^(?:beta|technical preview)/.test(state)) return { facts: { stability: "beta" } };
  return state.startsWith("experimental") ? { facts: { stability: "alpha" } } : ignored;
};

/** Datadog writes why, for people to read. */
const unstable = (value: Json): Reading =>
  typeof value === "string"
    ? { facts: { stability: "beta", ...(value.trim() === "" ? {} : { note: value.trim() }) } }
    : value === true
      ? { facts: { stability: "beta" } }
      : ignored;

const row = (key: string, read: Row["read"]): Row => {
  const [first = key, ...path] = key.split(".");
  return { key: first, path, read };
};

const canonical: readonly Row[] = [
  row("x-sunset", date("sunset")),
  row("x-deprecation.since", date("since")),
  row("x-deprecation.message", text("message")),
  row("x-deprecation.replacement", replacement(true)),
  row("x-deprecation.link", link),
  row("x-deprecation.removedIn", text("removedIn")),
  row("x-deprecation.code", code),
  row("x-stability-level", canonicalStability),
];

const vendors: readonly Row[] = [
  // The registry's own, for versions before 3.2: spec.openapis.org/registry/extension/x-oai-deprecated
  row("x-oai-deprecated", yes({ deprecated: true })),
  // Square
  row("x-deprecation.deprecationDate", date("since")),
  row("x-deprecation.retirementDate", date("sunset", ["TBD"])),
  row("x-deprecation.replacedBy", replacement(true)),
  row("x-deprecation.guideUrl", link),
  row("x-release-status", words({ public: "stable", beta: "beta", deprecated: "deprecated" })),
  // Microsoft, as Kiota reads it
  row("x-ms-deprecation.date", date("since")),
  row("x-ms-deprecation.removalDate", date("sunset")),
  row("x-ms-deprecation.description", text("message")),
  row("x-ms-deprecation.version", text("removedIn")),
  // GitHub
  row("x-github.deprecationDate", date("since")),
  row("x-github.removalDate", date("sunset")),
  // Cloudflare, and Stainless for it
  row("x-cfDeprecation.eol", date("sunset")),
  row("x-cfDeprecation.description", text("message")),
  row("x-forge-sunset.date", date("sunset")),
  row("x-stainless-deprecation-message", text("message")),
  // Adyen, OpenSearch, Immich
  row("x-deprecatedInVersion", text("version")),
  row("x-deprecatedMessage", text("message")),
  row("x-version-deprecated", text("version")),
  row("x-version-removed", text("removedIn")),
  row("x-deprecation-message", text("message")),
  row("x-immich-history", immichHistory),
  row("x-immich-state", words({ alpha: "alpha", beta: "beta", stable: "stable", deprecated: "deprecated" })),
  // Snyk
  row("x-snyk-sunset-eligible", date("sunset")),
  row("x-snyk-deprecated-by", replacement(false)),
  row("x-snyk-api-lifecycle", words({ released: "stable" })),
  row("x-snyk-api-stability", words({ wip: "draft", experimental: "alpha", beta: "beta", ga: "stable" })),
  // Generators
  row("x-speakeasy-deprecation-message", text("message")),
  row("x-speakeasy-deprecation-replacement", replacement(true)),
  row(
    "x-fern-availability",
    words({
      ...{ "in-development": "alpha", alpha: "alpha", beta: "beta", preview: "beta", "pre-release": "beta" },
      ...{ ga: "stable", "generally-available": "stable", stable: "stable", deprecated: "deprecated" },
    } as const),
  ),
  row("x-scalar-stability", words({ experimental: "alpha", stable: "stable", deprecated: "deprecated" })),
  // One project or several, each by its own key
  row("x-deprecated", geonovum),
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
  row("x-migration-target", (value) => (typeof value === "string" && value.trim() !== "" ? replacement(false)(value) : ignored)),
  row("x-migration-guide", linkIfAny),
  row("x-looker-deprecated", yes({ deprecated: true })),
  row("x-looker-status", words({ alpha: "alpha", beta: "beta", stable: "stable", deprecated: "deprecated" })),
  row("x-state", elasticState),
  row("x-okta-lifecycle.lifecycle", words({ ga: "stable", limited_ga: "stable", ea: "beta" })),
  row("x-ds-api-status", words({ beta: "beta" })),
  row("x-release-stage", words({ general_availability: "stable", beta: "beta", alpha: "alpha" })),
  { ...row("x-unstable", unstable), newOnly: true },
  row("x-beta", yes({ stability: "beta" })),
  row("x-preview", yes({ stability: "beta" })),
  row("x-oai-beta", (value) => (value === false || value === null ? ignored : { facts: { stability: "beta" } })),
  row("x-oaiMeta.beta", yes({ stability: "beta" })),
];

/** Every row, canonical ones first: where two say the same thing, the first is kept. */
export const rows: readonly Row[] = [...canonical, ...vendors];

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

/** Keys that look as if they dated something, and are understood by nobody. */
export function looksLikeLifecycle(key: string): boolean {
  return /^x-.*(?:deprec|sunset|remov|replac|successor|end-of-life)/i.test(key) || /(?:^|[-_.])eol(?:$|[-_.A-Z])/i.test(key);
}
