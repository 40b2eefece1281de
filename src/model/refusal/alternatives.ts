import type { Json } from "../../source/source-file.js";
import type { AssertionOf } from "../ir/kinds.js";
import type { Discriminator, Schema } from "../ir/schema.js";
import { firstOf, here, isMembers, type Look, type Refusal, type Verdict } from "./look.js";
import { wrongType } from "./scalars.js";

interface Alternatives {
  readonly members: readonly Schema[];
  readonly discriminator: Discriminator | undefined;
}

export function refusalOfAll({ members }: AssertionOf<"allOf">, value: Json, look: Look): Refusal | undefined {
  return firstOf(members, (member) => look.refusal(member, value));
}

export function refusalOfAny(alternatives: Alternatives, value: Json, look: Look): Refusal | undefined {
  const verdicts = alternatives.members.map((member) => look.verdict(member, value));
  const byTag = refusalByTag(alternatives, value, verdicts, look);
  if (byTag !== undefined || verdicts.includes("accepted")) return byTag;
  if (!verdicts.includes("uncertain")) return refusalByMeant(alternatives, value, verdicts);
  look.doubt();
  return undefined;
}

export function refusalOfOne(alternatives: Alternatives, value: Json, look: Look): Refusal | undefined {
  const verdicts = alternatives.members.map((member) => look.verdict(member, value));
  const byTag = refusalByTag(alternatives, value, verdicts, look);
  if (byTag !== undefined) return byTag;
  const accepted = verdicts.filter((verdict) => verdict === "accepted").length;
  // With a tag, what it names is asked alone.
  if (accepted > 1 && alternatives.discriminator === undefined)
    return here(`fits ${String(accepted)} of the alternatives of \`oneOf\`, which allows one`);
  if (verdicts.includes("uncertain")) look.doubt();
  else if (accepted === 0) return refusalByMeant(alternatives, value, verdicts);
  return undefined;
}

/**
 * Validators ask the alternative that a tag names, and no other. What is certain is told: where an alternative refuses the tag itself, its
 * own constants may overrule the mapping.
 */
function refusalByTag(
  { discriminator }: Alternatives,
  value: Json,
  verdicts: readonly Verdict[],
  { held: { tags: byTags = true } }: Look,
): Refusal | undefined {
  if (discriminator === undefined || !byTags || !isMembers(value)) return undefined;
  const { property, defaultMember, tags } = discriminator;
  const tag = value[property];
  const isOfTag = (verdict: Verdict | undefined): boolean => typeof verdict === "object" && verdict.path[0] === property;
  if (tag === undefined || typeof tag === "object" || verdicts.some(isOfTag)) return undefined;
  const meant = verdicts[tags.findIndex((each) => each.some((one) => one === tag))];
  if (typeof meant === "object") return meant;
  const isUnknown = meant === undefined && defaultMember === undefined && tags.every((each) => each.length > 0);
  return isUnknown ? { path: [property], reason: "names none of the alternatives" } : undefined;
}

/** Of alternatives that all refuse a value, the one that is meant says why: the only one, or the one that the tag names. */
function refusalByMeant({ members, discriminator }: Alternatives, value: Json, verdicts: readonly Verdict[]): Refusal {
  const refusals = verdicts.filter((verdict) => typeof verdict !== "string");
  const tag = discriminator === undefined || !isMembers(value) ? undefined : value[discriminator.property];
  const tags = discriminator?.tags ?? [];
  const meant = members.length === 1 ? 0 : tags.findIndex((own) => own.some((one) => one === tag));
  // Those of another kind say the least: an object that fails where an object or null may be is a mistake inside the object.
  const ofKind = refusals.filter(({ path, reason }) => path.length > 0 || !reason.startsWith(wrongType));
  return refusals[meant] ?? (ofKind.length === 1 ? ofKind[0] : undefined) ?? here("fits none of the alternatives");
}

export function refusalOfNegation({ schema }: AssertionOf<"not">, value: Json, look: Look): Refusal | undefined {
  const verdict = look.verdict(schema, value);
  if (verdict === "accepted") return here("is what `not` excludes");
  if (verdict === "uncertain") look.doubt();
  return undefined;
}

export function refusalOfBranch({ if: condition, then, else: otherwise }: AssertionOf<"if">, value: Json, look: Look): Refusal | undefined {
  const verdict = look.verdict(condition, value);
  if (verdict === "uncertain") {
    look.doubt();
    return undefined;
  }
  const branch = verdict === "accepted" ? then : otherwise;
  return branch && look.refusal(branch, value);
}
