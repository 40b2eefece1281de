/** How the values of lifecycle keys are read: one function per grammar. */
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { Doubt, Facts, Reading } from "./facts.js";
import { dateHint, parseDate } from "./parse-date.js";

export const ignored: Reading = { ignored: true };
export const wrong = (expected: string): Reading & { readonly wrong: string } => ({ wrong: expected, code: "lifecycle-value-invalid" });

export const date =
  (fact: "since" | "sunset", undated: readonly string[] = []) =>
  (value: Json): Reading => {
    if (typeof value === "string" && undated.includes(value)) return { facts: { undated: true } };
    const parsed = typeof value === "string" ? parseDate(value) : undefined;
    if (parsed !== undefined) return { facts: { [fact]: parsed }, ...longAgo(parsed.text) };
    return { wrong: "a date (2030-12-05) or a date and time (2030-12-05T00:00:00Z)", code: "date-invalid", hint: dateHint(value) };
  };
export const text =
  (fact: "message" | "removedIn" | "version") =>
  (value: Json): Reading =>
    typeof value === "string" && value.trim() !== ""
      ? { facts: { [fact]: value.trim() } }
      : typeof value === "number"
        ? { facts: { [fact]: String(value) } }
        : wrong("a text");
/** A text, or several of which each is a sentence. */
export const texts = (value: Json): Reading => text("message")(isJsonArray(value) ? value.map(String).join(" ") : value);
export const isTexts = (value: Json): boolean => [value].flat().every(isSaid);
const isAddress = (value: string): boolean => /^https:\/\/\S+$/.test(value);
export const link = (value: Json): Reading =>
  typeof value === "string" && isAddress(value) ? { facts: { link: value } } : wrong("an address that begins with https://");
/** A link where the value is one; whatever else home-made keys hold says nothing. */
export const linkIfAny = (value: Json): Reading => (typeof value === "string" && isAddress(value) ? { facts: { link: value } } : ignored);
export const code = (value: Json): Reading =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]{2,63}$/.test(value)
    ? { facts: { code: value } }
    : wrong("3 to 64 capitals, digits and underscores");
/** A replacement said in one text: an operationId where `strict`, else whatever the text turns out to be. */
export const replacement =
  (strict: boolean) =>
  (value: Json): Reading => {
    if (typeof value !== "string" || value.trim() === "") return isObject(value) ? replacementObject(value) : wrong("an operationId");
    if (isAddress(value)) return { facts: { replacement: { url: value, strict } } };
    return { facts: { replacement: { operationId: value.trim(), strict } } };
  };
/** The same of a key that others use for other things, too. */
export const replacementIfAny = (value: Json): Reading => {
  const reading = replacement(false)(value);
  return "facts" in reading ? reading : ignored;
};
/** The canonical form: an operationId or an address, or an object with one of them and a note. Members without a meaning are told. */
export const canonicalReplacement = (value: Json): Reading => {
  if (!isObject(value)) return typeof value === "string" ? replacement(true)(value) : wrong(canonicalForm);
  const { operationId, url, note, ...unknown } = value;
  const isWrong = [operationId, note].some((each) => each !== undefined && !isSaid(each)) || (url !== undefined && !isUrl(url));
  const targets = [operationId, url].filter((each) => each !== undefined).length;
  if (isWrong || targets === 2 || (targets === 0 && note === undefined)) return wrong(canonicalForm);
  const wanted = {
    ...(isSaid(operationId) && { operationId: operationId.trim() }),
    ...(isUrl(url) && { url }),
    ...(isSaid(note) && { note }),
  };
  return { facts: { replacement: { ...wanted, strict: true } }, unknown: Object.keys(unknown) };
};
const canonicalForm = "an operationId, or an object with operationId or url (https), and note";
const isSaid = (value: Json | undefined): value is string => typeof value === "string" && value.trim() !== "";
const isUrl = (value: Json | undefined): value is string => typeof value === "string" && isAddress(value);
export const yes =
  (facts: Facts) =>
  (written: Json): Reading => {
    const value = flagOf(written);
    if (typeof value !== "boolean") return wrong("true or false");
    const readAs = value === written ? {} : { readAs: String(value) };
    return value ? { facts, ...readAs } : { facts: opposite(facts), ...readAs };
  };
/** A flag, also in quotes and in any case. */
const flagOf = (value: Json): Json => {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  return word === "true" ? true : word === "false" ? false : value;
};
export const isFlag = (value: Json): boolean => typeof flagOf(value) === "boolean";
/** What `false` says where `true` says these: it undoes what is said of everything around. */
const opposite = ({ deprecated }: Facts): Facts => (deprecated === true ? { deprecated: false } : { stability: "stable" });
export const stabilities = ["draft", "alpha", "beta", "stable"] as const;
export const canonicalStability = (value: Json): Reading => {
  const plain = typeof value === "string" ? value.trim().toLowerCase() : "";
  const stability = stabilities.find((word) => word === plain);
  if (stability !== undefined) return { facts: { stability }, ...(stability === value ? {} : { readAs: stability }) };
  const meant = spellingSuggestion(plain, stabilities);
  return { ...wrong("draft, alpha, beta or stable"), hint: meant === undefined ? undefined : `Did you mean "${meant}"?` };
};

function replacementObject(value: { readonly [key: string]: Json }): Reading {
  const note = typeof value["note"] === "string" ? { note: value["note"] } : {};
  const { operationId, url } = { operationId: value["operationId"], url: value["url"] };
  const doubt = doubtOf(value["since"]);
  if (typeof operationId === "string")
    return { facts: { ...besides(value), replacement: { operationId, ...note, strict: true } }, ...doubt };
  if (typeof url === "string" && url.startsWith("https://")) return { facts: { replacement: { url, ...note, strict: true } } };
  if (typeof value["note"] === "string" && url === undefined) return { facts: { replacement: { ...note, strict: true } } };
  return wrong("an operationId, or an object with operationId or url (https), and note");
}

/** No API is of another century than the last two: two digits of the year are missing, perhaps. */
function longAgo(text: string): { readonly doubt?: Doubt } {
  const year = Number(text.slice(0, 4));
  if (year >= 1900) return {};
  const hint = year < 100 ? `Is 20${text.slice(2)} meant?` : "Look at the year.";
  return { doubt: { says: `is read as a date of the year ${year}`, hint } };
}

/** Some have the date and a page to read beside the operationId. */
function besides({ since, docs }: { readonly [key: string]: Json }): Facts {
  const parsed = typeof since === "string" ? parseDate(since) : undefined;
  return { ...(parsed && { since: parsed }), ...(typeof docs === "string" && isAddress(docs) ? { link: docs } : {}) };
}

function doubtOf(since: Json | undefined): { readonly doubt?: Doubt } {
  if (since === undefined || (typeof since === "string" && parseDate(since) !== undefined)) return {};
  return { doubt: { member: "since", says: "is no date; it is not read", hint: dateHint(since) } };
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Geonovum writes a date, most others `true`, and some why. What begins like a date is meant as one. */
export const flagDateOrText = (written: Json): Reading => {
  const value = flagOf(written);
  if (typeof value === "boolean") return { facts: { deprecated: value }, ...(value === written ? {} : { readAs: String(value) }) };
  const said = typeof value === "string" ? value.trim() : "";
  const parsed = parseDate(said);
  if (parsed !== undefined) return { facts: { deprecated: true, since: parsed } };
  return said === "" || /^\d/.test(said)
    ? { ...wrong("true, false, a date or a text"), hint: dateHint(value) }
    : { facts: { deprecated: true, message: said } };
};

/** Immich keeps a list of what happened; the entry that deprecated it says by what. */
export const immichHistory = (value: Json): Reading => {
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

/** Datadog writes why, for people to read: of a preview. */
export const unstable = (written: Json): Reading => {
  const value = flagOf(written);
  if (typeof value === "boolean") return yes({ stability: "alpha" })(written);
  if (typeof value !== "string") return ignored;
  return { facts: { stability: "beta", ...(value.trim() === "" ? {} : { note: value.trim() }) } };
};

/** GitHub names the preview that a call must ask for; one that it may ask for only adds to the answer. */
export const githubPreviews = (value: Json): Reading => {
  const entries: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : []; // isArray does not narrow readonly lists
  return entries.filter(isObject).some(({ required }) => required === true) ? { facts: { stability: "beta" } } : ignored;
};
