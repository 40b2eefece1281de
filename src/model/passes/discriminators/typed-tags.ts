import type { Api } from "../../ir/api.js";
import type { JsonType, Schema, TagValue } from "../../ir/schema.js";
import { typeOfValue } from "../../ir/type-of-value.js";
import { allowedByAll, allowedValues } from "../allowed-values.js";
import { describedProperty, foundOnce, joinedBy, type Found } from "../described-property.js";
import { inCommon, possibleTypesOf, type Types } from "../possible-types.js";

/** Tags as a schema's property has them: the very same where it takes texts, or nothing is known of it. Those that it cannot have are left out. */
export function asTags(tags: readonly TagValue[], schema: Schema, property: string, all: Api["schemas"]): readonly TagValue[] {
  const types = typesOfTag(schema, property, all);
  if (types === undefined || types.includes("string")) return tags;
  return [...new Set(tags.flatMap((tag) => readAs(tag, types)))];
}

/** The types that a property may have; `undefined` where nothing says them. */
export function typesOfTag(schema: Schema, property: string, all: Api["schemas"]): Types {
  return inCommon(joinedBy(schema).map((each) => foundOnce(tagTypes, each, property, all, (meant) => typesIn(meant, property, all))));
}

const tagTypes: Found<Types> = new WeakMap();

function typesIn(schema: Schema, property: string, all: Api["schemas"]): Types {
  const { schemas } = describedProperty(schema, property, all);
  const allowed = allowedByAll(schemas.map((each) => allowedValues(each, all)));
  return inCommon([...schemas.map(possibleTypesOf(all).of), allowed && [...new Set(allowed.map(typeOfValue))]]);
}

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** What a tag reads as: of a text, a number or a boolean; `True` is what Python writes. Nothing where it is none of them. */
function readAs(tag: TagValue, types: readonly JsonType[]): readonly TagValue[] {
  if (typeof tag !== "string") return [tag];
  if (types.includes("boolean") && /^(?:true|false)$/i.test(tag)) return [tag.toLowerCase() === "true"];
  const number = decimal.test(tag) ? Number(tag) : NaN;
  const isPossible = types.includes("number") ? Number.isFinite(number) : types.includes("integer") && Number.isSafeInteger(number);
  return isPossible ? [number] : [];
}
