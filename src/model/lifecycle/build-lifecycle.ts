import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import type { Element } from "./elements.js";
import type { Fact, Facts, Row, Wanted } from "./facts.js";
import { isSilent, looksLikeLifecycle, meantBy, rows } from "./lifecycle-keys.js";
import { inside } from "../build/origin.js";
import type { Lifecycle, Replacement } from "../ir/lifecycle.js";

const rowsByKey: ReadonlyMap<string, readonly Row[]> = rows.reduce(
  (byKey, row) => byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]),
  new Map<string, readonly Row[]>(),
);
const rank: ReadonlyMap<Row, number> = new Map(rows.map((row, index) => [row, index]));

/**
 * What an object of the description says about its own life; `undefined` when it says nothing. Mistakes are reported. `element`: what it is,
 * where no other list of the model has it.
 */
export function readLifecycle(value: object, at: Origin, build: BuildContext, element?: Element): Lifecycle | undefined {
  const facts = readFacts(value, at, build);
  if (facts === undefined) return undefined;
  reportWithoutDeprecation(facts, at, build);
  return listed(toLifecycle(facts, at, build), at, build, element);
}

/** The same for what OpenAPI has no `deprecated` for, a media type or a response: its dates alone mark it. */
export function readDatedLifecycle(value: object, at: Origin, build: BuildContext, element?: Element): Lifecycle | undefined {
  const facts = readFacts(value, at, build);
  if (facts === undefined) return undefined;
  const deprecated = facts.deprecated === true || facts.sunset !== undefined || facts.since !== undefined;
  if (!deprecated) reportWithoutDeprecation(facts, at, build);
  return listed(toLifecycle({ ...facts, deprecated }, at, build), at, build, element);
}

function listed(lifecycle: Lifecycle | undefined, at: Origin, build: BuildContext, element?: Element): Lifecycle | undefined {
  if (lifecycle !== undefined && element !== undefined) build.elements.add(element, at, lifecycle);
  return lifecycle;
}

/** What is deprecated, for this reason or for none that is said. */
export function ended(message: string | undefined): Lifecycle {
  return record({ deprecated: true, ...(message === undefined ? {} : { message }) }, undefined);
}

/** What the objects around an operation say, and where they stand; the nearest first. */
export interface Level {
  readonly facts: Facts;
  readonly at: Origin;
}

/** The same for an operation: what it does not say itself it has from its path item, then from the description's `info`. */
export function readOperationLifecycle(
  value: object,
  at: Origin,
  inherited: readonly Level[],
  build: BuildContext,
  element?: Element,
): Lifecycle | undefined {
  const own = readFacts(value, at, build);
  const levels = [...(own === undefined ? [] : [own]), ...inherited.map(({ facts }) => facts)];
  if (levels.length === 0) return undefined;
  const merged = combined(levels);
  // Dates of a whole path or API are for those of its operations that are deprecated; only the operation's own can be out of place.
  if (own !== undefined) reportWithoutDeprecation({ ...own, deprecated: merged.deprecated === true }, at, build);
  return listed(toLifecycle(merged, at, build), at, build, element);
}

/** Facts of which the first to say something is right. */
function combined(all: readonly Facts[]): Facts {
  return all.reduceRight<Facts>((later, facts) => ({ ...later, ...facts, saidBy: { ...later.saidBy, ...facts.saidBy } }), {});
}

/** Reports what is said about a removal where nothing is deprecated. */
export function reportWithoutDeprecation(facts: Facts, at: Origin, build: BuildContext): void {
  const idle = ["sunset", "since", "message", "replacement", "link", "removedIn", "code"] as const satisfies readonly Fact[];
  const said = idle.find((fact) => facts[fact] !== undefined);
  if (facts.deprecated === true || said === undefined) return;
  const { name, at: place } = facts.saidBy?.[said] ?? { name: said, at };
  const message = `"${name}" has no effect without \`deprecated: true\`.`;
  build.report(diagnostic("sunset-without-deprecated", message, { at: place, hint: `Add \`deprecated: true\`, or remove "${name}".` }));
}

/** Reports keys about a life on an object that has none: the components, a contact, a flow of OAuth. */
export function reportUnsupported(value: object, what: string, at: Origin, build: BuildContext): void {
  for (const key of Object.keys(value)) {
    if (!key.startsWith("x-") || !(rowsByKey.has(key) || looksLikeLifecycle(key))) continue;
    build.report(
      diagnostic("lifecycle-place-unread", `"${key}" is not read on ${what}.`, {
        at: inside(at, key),
        hint: "docs/lifecycle.md lists the places where it is read.",
      }),
    );
  }
}

/** The facts in the keys of one object, each read once; `undefined` when there are none. */
export function readFacts(value: object, at: Origin, build: BuildContext): Facts | undefined {
  const found: { readonly row: Row; readonly facts: Facts }[] = [];
  let deprecated = false;
  // An object of the description: the values of its extensions are JSON.
  const members = value as { readonly [key: string]: Json };
  for (const key of Object.keys(members)) {
    if (key === "deprecated") deprecated = members[key] === true;
    if (!key.startsWith("x-")) continue;
    const member = members[key] ?? null;
    const known = rowsByKey.get(key);
    if (known !== undefined) found.push(...readKey(key, member, known, at, build));
    else if (looksLikeLifecycle(key)) reportUnknown(key, inside(at, key), build);
  }
  if (found.length === 0) return deprecated ? { deprecated } : undefined;
  found.sort((a, b) => (rank.get(a.row) ?? 0) - (rank.get(b.row) ?? 0));
  reportDisagreement(found, at, build);
  const said = found.filter(({ row }) => !deprecated || row.newOnly !== true);
  const facts = combined(said.map((each) => each.facts));
  return deprecated ? { ...facts, deprecated } : facts;
}

function readKey(
  key: string,
  member: Json,
  known: readonly Row[],
  at: Origin,
  build: BuildContext,
): { readonly row: Row; readonly facts: Facts }[] {
  const found: { readonly row: Row; readonly facts: Facts }[] = [];
  const place = inside(at, key);
  for (const row of known) {
    const value = row.path.reduce<Json | undefined>((json, step) => memberOf(json, step), member);
    if (value === undefined || (value === null && row.canonical !== true)) continue;
    const reading = row.read(value);
    const sayer = { name: nameOf(row), at: inside(place, ...row.path) };
    if ("facts" in reading) {
      const saidBy = Object.fromEntries(Object.keys(reading.facts).map((fact) => [fact, sayer]));
      found.push({ row, facts: { ...reading.facts, saidBy } });
      for (const name of reading.unknown ?? []) reportUnknown(`${sayer.name}.${name}`, inside(sayer.at, name), build);
    } else if ("unread" in reading) build.elements.addUnread(sayer.name, reading.unread, sayer.at);
    else if ("wrong" in reading)
      build.report(diagnostic(reading.code, `"${sayer.name}" must be ${reading.wrong}; it is not read.`, { at: sayer.at }));
  }
  if (known.every(({ path }) => path.length > 0)) reportMembers(key, member, known, place, build);
  return found;
}

/** A member of a known object that is not understood, or a value where an object is expected. */
function reportMembers(key: string, member: Json, known: readonly Row[], at: Origin, build: BuildContext): void {
  if (typeof member !== "object" || member === null || Array.isArray(member)) {
    if (known.some(({ canonical }) => canonical === true))
      build.report(diagnostic("lifecycle-value-invalid", `"${key}" must be an object; it is not read.`, { at }));
    else if (!isSilent(key, "")) reportUnknown(key, at, build);
    return;
  }
  const names = new Set(known.map(({ path }) => path[0]));
  for (const name of Object.keys(member))
    if (!names.has(name) && !isSilent(key, name)) reportUnknown(`${key}.${name}`, inside(at, name), build);
}

/** A key as a person would name it: "x-deprecation.since". */
function nameOf({ key, path }: Row): string {
  return [key, ...path].join(".");
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined; // isArray does not narrow readonly lists
}

function reportUnknown(name: string, at: Origin, build: BuildContext): void {
  const meant = meantBy(name) ?? spellingSuggestion(name, rows.map(nameOf));
  build.report(
    diagnostic("lifecycle-key-unknown", `"${name}" looks like a deprecation, and is not known.`, {
      at,
      hint:
        meant === undefined
          ? "Known keys: x-sunset, x-deprecation { since, message, replacement, link, removedIn, code }, x-stability-level."
          : `Did you mean "${meant}"?`,
    }),
  );
}

const compared = ["since", "sunset", "removedIn", "link", "code", "stability", "replacement"] as const satisfies readonly Fact[];

/** Two keys may say the same; when they differ, it is not known which is right. Texts are no facts: the first is taken. */
function reportDisagreement(found: readonly { readonly row: Row; readonly facts: Facts }[], at: Origin, build: BuildContext): void {
  for (const fact of compared) {
    const sayers = found.filter(({ facts }) => facts[fact] !== undefined);
    const [first, ...others] = sayers;
    const other = others.find(({ facts }) => JSON.stringify(meaning(facts[fact])) !== JSON.stringify(meaning(first?.facts[fact])));
    if (first === undefined || other === undefined) continue;
    const [one, two] = [first, other].map(({ row, facts }) => facts.saidBy?.[fact] ?? { name: nameOf(row), at });
    if (one === undefined || two === undefined) continue;
    build.report(
      diagnostic("lifecycle-keys-disagree", `"${one.name}" and "${two.name}" say different things.`, {
        at: two.at,
        related: [{ message: `"${one.name}" is here.`, at: one.at }],
        hint: "Keep one of the two, or make them agree.",
      }),
    );
  }
}

/** Two ways to write one instant mean the same. */
function meaning(value: Facts[Fact]): unknown {
  if (typeof value !== "object") return value;
  return "epoch" in value ? value.epoch : (value.operationId ?? value.url ?? value.note);
}

function toLifecycle(facts: Facts, at: Origin, build: BuildContext): Lifecycle | undefined {
  if (facts.deprecated !== true)
    return facts.stability === undefined
      ? undefined
      : record({ stability: facts.stability, ...(facts.note === undefined ? {} : { note: facts.note }) }, undefined);
  if (facts.since !== undefined && facts.sunset !== undefined && facts.sunset.epoch < facts.since.epoch) {
    const message = `The removal (${facts.sunset.text}) comes before the deprecation (${facts.since.text}).`;
    build.report(
      diagnostic("sunset-before-since", message, { at: facts.saidBy?.sunset?.at ?? at, hint: "One of the two dates is wrong." }),
    );
  }
  return record(
    facts,
    facts.replacement === undefined ? undefined : toReplacement(facts.replacement, facts.saidBy?.replacement?.at ?? at, build),
  );
}

function record(facts: Facts, replacement: Replacement | undefined): Lifecycle {
  return {
    deprecated: facts.deprecated === true,
    since: facts.since,
    sunset: facts.sunset,
    message: facts.message ?? (facts.version === undefined ? undefined : `Deprecated since version ${facts.version}.`),
    replacement,
    link: facts.link,
    removedIn: facts.removedIn,
    code: facts.code,
    stability: facts.stability,
    note: facts.note,
    undated: facts.undated === true && facts.sunset === undefined,
  };
}

function toReplacement(wanted: Wanted, at: Origin, build: BuildContext): Replacement | undefined {
  const { operationId, url, note } = wanted;
  if (url !== undefined) return { kind: "url", url, note };
  if (operationId === undefined) return note === undefined ? undefined : { kind: "text", note };
  const operation = build.operationIds.get(operationId);
  if (operation !== undefined) return { kind: "operation", operation, note };
  const { whole } = build.resolved;
  const all =
    whole && build.once("operationIds of the whole description", whole, () => new Set(whole.paths.map((each) => each.operationId)));
  const isLeftOut = all?.has(operationId) === true;
  if (wanted.strict && !isLeftOut) {
    const meant = spellingSuggestion(operationId, build.operationIds.keys());
    build.report(
      diagnostic("replacement-unknown", `The replacement "${operationId}" is not an operation of this description.`, {
        at,
        hint: meant === undefined ? "Name the operationId of another operation, or give an address as `url`." : `Did you mean "${meant}"?`,
      }),
    );
  }
  return { kind: "text", note: note === undefined ? operationId : `${operationId} (${note})` };
}
