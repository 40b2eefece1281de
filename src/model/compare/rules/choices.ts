import type { Schema } from "../../ir/schema.js";
import type { Course, Rule } from "../compare-schema.js";
import type { Choice } from "../normal-schema.js";
import { areDisjoint } from "../align-choices.js";
import { matched } from "./matched.js";
import { compareOverlaps } from "./overlaps.js";

/** `anyOf` and `oneOf`, whose members have no order, and discriminators. */
export const choiceRule: Rule = (before, now, course) => {
  const { pairs, gone, added } = pairedChoices(before.choices, now.choices, course);
  for (const [old, fresh] of pairs) {
    // Of one alternative, both kinds say the same.
    const kinds = { before: old.members.length === 1 ? fresh.kind : old.kind, now: fresh.members.length === 1 ? old.kind : fresh.kind };
    compareChoices({ ...old, kind: kinds.before }, { ...fresh, kind: kinds.now }, course);
  }
  for (const { members } of added) course.say("alternatives", "narrower", `is one of ${String(members.length)} alternatives now`);
  for (const { members } of gone) course.say("alternatives", "wider", `is no longer one of ${String(members.length)} alternatives`);
};

interface PairedChoices {
  readonly pairs: readonly (readonly [Choice, Choice])[];
  readonly gone: readonly Choice[];
  readonly added: readonly Choice[];
}

/** Several choices that must all hold have no order: those that share an alternative go together, and then those of the same kind. */
function pairedChoices(before: readonly Choice[], now: readonly Choice[], { textOf, meant }: Course): PairedChoices {
  if (before.length === 1 && now.length === 1)
    return { pairs: before.map((each, index) => [each, now[index] ?? each]), gone: [], added: [] };
  const byKind = (a: Choice, b: Choice): number => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0);
  const [gone, added] = [before.toSorted(byKind), now.toSorted(byKind)];
  const pairs: (readonly [Choice, Choice])[] = [];
  const texts = (choice: Choice, side: "before" | "now"): readonly string[] =>
    choice.members.map((member) => textOf(meant(member, side), side));
  for (const old of Array.from(gone)) {
    const known = new Set(texts(old, "before"));
    const at = added.findIndex((each) => texts(each, "now").some((text) => known.has(text)));
    if (at < 0) continue;
    for (const fresh of added.splice(at, 1)) pairs.push([old, fresh]);
    gone.splice(gone.indexOf(old), 1);
  }
  const length = Math.min(gone.length, added.length);
  const rest = added.splice(0, length);
  for (const [index, old] of gone.splice(0, length).entries()) pairs.push([old, rest[index] ?? old]);
  return { pairs, gone, added };
}

function compareChoices(before: Choice, now: Choice, course: Course): void {
  const isSame = before.kind === now.kind || (areDisjoint(before.members) && areDisjoint(now.members));
  if (!isSame) course.say("alternatives", now.kind === "oneOf" ? "narrower" : "wider", `is ${now.kind} now, and was ${before.kind}`);
  const { pairs, gone, added } = matched(before.members, now.members, course);
  for (const [old, fresh] of pairs) course.compare(old, fresh, "");
  for (const each of gone) course.say("alternative-removed", "narrower", `no longer has the alternative ${nameOf(each, "before", course)}`);
  for (const each of added) course.say("alternative-added", "wider", `has the alternative ${nameOf(each, "now", course)}, too`);
  compareOverlaps(before, now, course);
  // What stands alone, and was made a choice for this, has no use for one.
  if (![before, now].some(({ members, discriminator }) => members.length === 1 && discriminator === undefined))
    compareDiscriminators(before, now, course);
}

function nameOf({ assertions, doc }: Schema, side: "before" | "now", { nameOf: named }: Course): string {
  const target = assertions.find((each) => each.kind === "ref")?.target;
  if (target !== undefined) return JSON.stringify(named(target, side));
  if (doc.title !== undefined) return JSON.stringify(doc.title);
  return typeIn(assertions) ?? "without a name";
}

function typeIn(assertions: Schema["assertions"]): string | undefined {
  return assertions.find((each) => each.kind === "type")?.types.join(" or ");
}

function compareDiscriminators(before: Choice, now: Choice, { say, ...course }: Course): void {
  const [was, is] = [before.discriminator, now.discriminator];
  if (was === undefined && is === undefined) return;
  if (was?.property !== is?.property) {
    say(
      "discriminator",
      "other",
      is === undefined
        ? `has no discriminator now, and had ${JSON.stringify(was?.property)}`
        : `has the discriminator ${JSON.stringify(is.property)} now, and had ${was === undefined ? "none" : JSON.stringify(was.property)}`,
    );
    return;
  }
  const [old, fresh] = [tagsOf(before, "before", course), tagsOf(now, "now", course)];
  for (const [tag, target] of old) {
    const other = fresh.get(tag);
    if (other === undefined) say("discriminator-value-removed", "narrower", `no longer has the discriminator's value ${tag}`);
    else if (other !== target && !isRenamed(target, other, old, fresh))
      say("discriminator", "other", `means ${other} by the discriminator's value ${tag} now, and meant ${target}`);
  }
  for (const [tag] of fresh) if (!old.has(tag)) say("discriminator-value-added", "wider", `has the discriminator's value ${tag}, too`);
}

/** Whether all that meant the one means the other. */
function isRenamed(target: string, other: string, old: ReadonlyMap<string, string>, fresh: ReadonlyMap<string, string>): boolean {
  return ![...fresh.values()].includes(target) && ![...old.values()].includes(other);
}

/** What each tag means, by name; a tag is shown as it is written. */
function tagsOf(
  { members, discriminator }: Choice,
  side: "before" | "now",
  { nameOf: named }: Pick<Course, "nameOf">,
): ReadonlyMap<string, string> {
  const nameAt = (index: number): string => {
    const [first] = members[index]?.assertions ?? [];
    return first?.kind === "ref" ? JSON.stringify(named(first.target, side)) : "an alternative";
  };
  const tags = (discriminator?.tags ?? []).flatMap((list, index) => list.map((tag) => [JSON.stringify(tag), nameAt(index)] as const));
  const others = [["of none", discriminator?.defaultMember] as const, ["of the parent", discriminator?.parent] as const];
  return new Map([...tags, ...others.flatMap(([tag, index]) => (index === undefined ? [] : [[tag, nameAt(index)] as const]))]);
}
