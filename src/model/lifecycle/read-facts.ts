import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { isNear, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import { inside } from "../build/origin.js";
import { combined, type Doubt, type Fact, type Facts, type Row } from "./facts.js";
import { isSilent, looksLikeLifecycle, meantBy, rowOfPattern, rows } from "./lifecycle-keys.js";
import { yes } from "./read-values.js";

const rowsByKey: ReadonlyMap<string, readonly Row[]> = rows.reduce(
  (byKey, row) => byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]),
  new Map<string, readonly Row[]>(),
);
const rank: ReadonlyMap<Row, number> = new Map(rows.map((row, index) => [row, index]));

/** What is known of a key: by its name, or as one that is made as others are. */
function rowsOf(key: string, value: Json): readonly Row[] | undefined {
  const known = rowsByKey.get(key);
  if (known !== undefined) return known;
  const row = rowOfPattern(key, value);
  return row && [row];
}

/** Whether a key says something of a life, or looks as if it did. Of keys that others use for other things, the value decides. */
export function saysSomething(key: string, value: Json): boolean {
  // An extension begins with a small letter: of what does not, it is asked what it would say if it did.
  if (key.startsWith("X-")) return saysSomething(meantBy(key) ?? "", value);
  const known = rowsOf(key, value);
  if (known === undefined) return looksLikeLifecycle(key);
  return known.some(({ canonical, path, read }) => {
    if (canonical === true) return true;
    const member = path.reduce<Json | undefined>((json, step) => memberOf(json, step), value);
    return member !== undefined && "facts" in read(member);
  });
}

/** The facts in the keys of one object, each read once; `undefined` when there are none. */
export function readFacts(value: object, at: Origin, build: BuildContext): Facts | undefined {
  const found: Found[] = [];
  let flag: boolean | undefined;
  // An object of the description: the values of its extensions are JSON.
  const members = value as { readonly [key: string]: Json };
  for (const key of Object.keys(members)) {
    if (key === "deprecated") flag = typeof members[key] === "boolean" ? members[key] : undefined;
    const member = members[key] ?? null;
    if (key.startsWith("X-")) reportCapital(key, member, at, build);
    if (!key.startsWith("x-")) continue;
    const known = rowsOf(key, member);
    if (known !== undefined || looksLikeLifecycle(key)) build.elements.addRead(at);
    if (known !== undefined) for (const item of readKey(key, member, known, at, build)) found.push(item);
    else if (looksLikeLifecycle(key)) reportUnknown(key, inside(at, key), build);
  }
  if (flag !== undefined) found.push(flagAsFound(flag, at));
  for (const item of meantFlags(found, build)) found.push(item);
  if (found.length === 0) return undefined;
  found.sort((a, b) => standing(a) - standing(b));
  reportDisagreement(found, at, build);
  reportFlags(found, build);
  const said = found.filter(({ row }) => flag !== true || row.newOnly !== true);
  return said.length === 0 ? undefined : combined(said.map((each) => each.facts));
}

interface Found {
  readonly row: Row;
  readonly facts: Facts;
}

/** Other tools do not read an extension that begins with a capital, either. */
function reportCapital(key: string, member: Json, at: Origin, build: BuildContext): void {
  if (!saysSomething(key, member)) return;
  build.elements.addRead(at);
  reportUnknown(key, inside(at, key), build);
}

/** OpenAPI's own key, as one of the table. */
const flagRow: Row = { key: "deprecated", path: [], read: yes({ deprecated: true }) };

function flagAsFound(flag: boolean, at: Origin): Found {
  return { row: flagRow, facts: { deprecated: flag, saidBy: { deprecated: { name: "deprecated", at: inside(at, "deprecated") } } } };
}

/**
 * What ends with a version is deprecated, where nobody says that it is or is not: a key for that can mean nothing else. Told once for each
 * key: others do not read it.
 */
function meantFlags(found: readonly Found[], build: BuildContext): readonly Found[] {
  const sayer = found.find(({ row }) => row.ends === true);
  if (sayer === undefined || found.some(({ facts }) => facts.deprecated !== undefined)) return [];
  const [by] = Object.values(sayer.facts.saidBy ?? {});
  if (by === undefined) return [];
  const message = `"${by.name}" is read as \`deprecated: true\`, too.`;
  const hint = "Write `deprecated: true` beside it: other tools do not know the key.";
  build.elements.addRepeated(diagnostic("lifecycle-key-unknown", message, { at: by.at, severity: "info", hint }));
  return [{ row: sayer.row, facts: { deprecated: true, saidBy: { deprecated: by } } }];
}

/** Our own keys first, then the others as the table has them; last those that say only that a thing is as things are. */
function standing({ row, facts }: Found): number {
  const saysNothingNew = facts.deprecated === false || (facts.stability === "stable" && row.canonical !== true);
  // Of those that say that a thing goes on, a key that people write before the one that tools write.
  const own = rank.get(row) ?? (facts.deprecated === false ? rank.size : -1);
  return own + (saysNothingNew ? 2 * rank.size : 0);
}

/** Of flags that differ, the one that says more is taken: a deprecation that is lost is noticed too late. */
function reportFlags(found: readonly Found[], build: BuildContext): void {
  const [yes, no] = [true, false].map((flag) => found.find(({ facts }) => facts.deprecated === flag)?.facts.saidBy?.deprecated);
  if (yes === undefined || no === undefined) return;
  build.report(
    diagnostic(
      "lifecycle-keys-disagree",
      `"${yes.name}" says that this is deprecated, and "${no.name}" that it is not; it is read as deprecated.`,
      {
        at: no.at,
        severity: "warning",
        related: [{ message: `"${yes.name}" is here.`, at: yes.at }],
        hint: "Remove one of the two, or make them agree.",
      },
    ),
  );
}

function readKey(key: string, member: Json, known: readonly Row[], at: Origin, build: BuildContext): Found[] {
  const found: Found[] = [];
  const place = inside(at, key);
  for (const row of known) {
    if (row.isGuess === true) reportGuess(key, place, build);
    const value = row.path.reduce<Json | undefined>((json, step) => memberOf(json, step), member);
    if (value === undefined || (value === null && row.canonical !== true)) continue;
    const reading = row.read(value);
    const sayer = { name: nameOf(row), at: inside(place, ...row.path) };
    if ("facts" in reading) {
      const saidBy = Object.fromEntries(Object.keys(reading.facts).map((fact) => [fact, sayer]));
      found.push({ row, facts: { ...reading.facts, saidBy } });
      for (const name of reading.unknown ?? []) reportUnknown(`${sayer.name}.${name}`, inside(sayer.at, name), build);
      if (reading.doubt !== undefined) reportDoubt(sayer, reading.doubt, build);
      if (reading.readAs !== undefined) reportReadAs(sayer, value, reading.readAs, build);
    } else if ("unread" in reading) reportUnreadWord(sayer, reading.unread, reading.meant, build);
    else if ("wrong" in reading)
      build.report(
        diagnostic(reading.code, `"${sayer.name}" must be ${reading.wrong}; it is not read.`, { at: sayer.at, hint: reading.hint }),
      );
  }
  if (known.every(({ path }) => path.length > 0)) reportMembers(key, member, known, place, build);
  return found;
}

interface Sayer {
  readonly name: string;
  readonly at: Origin;
}

function reportUnreadWord({ name, at }: Sayer, word: string, meant: string | undefined, build: BuildContext): void {
  const found = diagnostic(
    "lifecycle-word-unread",
    `"${name}" says ${JSON.stringify(word.slice(0, 60))}, which is no stage that is known.`,
    {
      at,
      hint: meant === undefined ? "Write `x-stability-level` with draft, alpha, beta or stable." : `Did you mean "${meant}"?`,
    },
  );
  build.elements.addRepeated(found, JSON.stringify([name, word.toLowerCase()]));
}

function reportDoubt({ name, at }: Sayer, { member, says, hint }: Doubt, build: BuildContext): void {
  const [key, place] = member === undefined ? [name, at] : [`${name}.${member}`, inside(at, member)];
  build.report(diagnostic("date-invalid", `"${key}" ${says}.`, { at: place, hint }));
}

function reportReadAs({ name, at }: Sayer, value: Json, readAs: string, build: BuildContext): void {
  const message = `"${name}" says ${JSON.stringify(value)}, which is read as ${readAs}.`;
  build.report(diagnostic("lifecycle-value-invalid", message, { at, severity: "info", hint: `Write ${readAs}.` }));
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

function reportGuess(key: string, at: Origin, build: BuildContext): void {
  const message = `"${key}" is read as what others call it without a name of their own.`;
  const hint =
    "Write `deprecated: true`, or `x-deprecated: true` where OpenAPI has none, and `x-deprecation: { message }`: every tool reads the first.";
  build.elements.addRepeated(diagnostic("lifecycle-key-unknown", message, { at, severity: "info", hint }));
}

/** Of a key that resembles none, once for all its places: somebody else's vocabulary has it everywhere. */
function reportUnknown(name: string, at: Origin, build: BuildContext): void {
  const near = spellingSuggestion(name, rows.map(nameOf));
  // More than two letters wrong are another word.
  const meant = meantBy(name) ?? (near !== undefined && isNear(name, near, 2) ? near : undefined);
  const message = `"${name}" looks like a deprecation, and is not known.`;
  const hint =
    meant === undefined
      ? "Known keys: x-sunset, x-deprecation { since, message, replacement, link, removedIn, code }, x-stability-level."
      : `Did you mean "${meant}"?`;
  const found = diagnostic("lifecycle-key-unknown", message, { at, hint });
  if (meant === undefined) build.elements.addRepeated(found);
  else build.report(found);
}

const compared = ["since", "sunset", "removedIn", "link", "code", "stability", "replacement"] as const satisfies readonly Fact[];

/** Two keys may say the same; when they differ, it is not known which is right. Texts are no facts: the first is taken. */
function reportDisagreement(found: readonly Found[], at: Origin, build: BuildContext): void {
  for (const fact of compared) {
    // "stable" of others is often what their tools write when nobody has said anything.
    const sayers = found.filter(({ row, facts }) => facts[fact] !== undefined && (facts[fact] !== "stable" || row.canonical === true));
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
