import type { Api } from "../../model/ir/api.js";
import type { Content } from "../../model/ir/operation.js";
import { code, join, literal, type Code } from "../print/code.js";
import type { Scalar, WireType } from "../wire/wire-shape.js";
import { wireTypeOf } from "../wire/wire-type.js";

/**
 * The names of parts that may be a file or a text, and arrive as they were sent: `"document" | "picture"`, for the type of a request; `true`
 * stands for those without a name. Nothing where there are none: a file that was sent as text is a file.
 */
export function textsType(api: Api, { codec, schema }: Content): Code | undefined {
  if (codec !== "multipart" || schema === undefined) return undefined;
  const found = new Set<string | true>();
  addTexts(wireTypeOf(api, schema), found);
  if (found.size === 0) return undefined;
  const types = Array.from(found, (name) => (name === true ? code`true` : literal(name)));
  return join(types, " | ");
}

function addTexts({ members, patterns, additional, alternatives, beside }: WireType, found: Set<string | true>): void {
  // What they allow together is read as none of them.
  if (alternatives.length > 0) {
    for (const { type } of alternatives) addTexts(type, found);
    if (beside !== undefined) addTexts(beside, found);
    return;
  }
  for (const [name, member] of members ?? []) if (isFileOrText(member)) found.add(name);
  const unnamed = [...patterns.map(({ type }) => type), ...(additional === undefined ? [] : [additional])];
  // Of those without a name TypeScript has one type, which takes what those with a name are, too.
  const all = [...unnamed, ...(members?.values() ?? [])];
  if (unnamed.some(isNarrowed) && all.some(mayBeText) && all.some(mayBeFile)) found.add(true);
}

/** Whether a part is read as either. Items of a list have one type, whatever their positions. */
const isFileOrText = ({ types, items }: WireType): boolean =>
  (types?.has("binary") === true && types.has("string")) || (items !== undefined && isFileOrText(items));
/** Whether the type of those without a name is not `unknown`. */
const isNarrowed = ({ types }: WireType): boolean => types !== undefined;
const mayBeFile = (type: WireType): boolean => mayBe("binary", type);
const mayBeText = (type: WireType): boolean => mayBe("string", type);
const mayBe = (scalar: Scalar, { types, items }: WireType): boolean =>
  types?.has(scalar) === true || (items !== undefined && mayBe(scalar, items));
