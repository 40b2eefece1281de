import { isJsonArray, type Json } from "../../source/source-file.js";
import { allRead } from "../ir/assertion-fields.js";
import { sameJsonKey } from "../ir/same-json.js";
import type { ArrayAssertion } from "../ir/schema.js";
import { counted, firstOf, here, within, type Look, type Refusal } from "./look.js";

/** Longer lists nobody writes into a description: each item is compared with each. */
const maxCompared = 300;

export function refusalOfList(assertion: ArrayAssertion, value: Json, look: Look): Refusal | undefined {
  if (!isJsonArray(value)) return undefined;
  const { prefixItems, items, minItems = 0, maxItems = Infinity, contains, uniqueItems, ...rest } = assertion;
  allRead(rest);
  if (value.length < minItems) return here(`has fewer than ${counted(minItems, "item")}`);
  if (value.length > maxItems) return here(`has more than ${counted(maxItems, "item")}`);
  return (
    firstOf(value.entries(), ([index, item]) => {
      const schema = prefixItems[index] ?? items;
      return schema && within(index, look.refusal(schema, item));
    }) ??
    (uniqueItems ? repeated(value, look) : undefined) ??
    (contains === undefined ? undefined : refusalOfContents(contains, value, look))
  );
}

function repeated(value: readonly Json[], look: Look): Refusal | undefined {
  if (value.length > maxCompared) {
    look.doubt();
    return undefined;
  }
  const seen = new Set<string>();
  const index = value.findIndex((item) => seen.size === seen.add(sameJsonKey(item)).size);
  return index < 0 ? undefined : { path: [index], reason: "stands in the list twice, and items must be unique" };
}

function refusalOfContents(
  { schema, min, max = Infinity }: NonNullable<ArrayAssertion["contains"]>,
  value: readonly Json[],
  look: Look,
): Refusal | undefined {
  const verdicts = value.map((item) => look.verdict(schema, item));
  const accepted = verdicts.filter((verdict) => verdict === "accepted").length;
  const possible = verdicts.filter((verdict) => typeof verdict === "string").length;
  if (possible < min) return here(`has fewer than ${counted(min, "item")} of the kind that \`contains\` asks for`);
  if (accepted > max) return here(`has more than ${counted(max, "item")} of the kind that \`contains\` allows`);
  if (accepted < min || possible > max) look.doubt();
  return undefined;
}
