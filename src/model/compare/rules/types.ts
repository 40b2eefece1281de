import { isJsonArray, type Json } from "../../../source/source-file.js";
import type { JsonType } from "../../ir/schema.js";
import { effectOf, shown } from "../change.js";
import { canonical } from "../canonical.js";
import type { Rule } from "../compare-schema.js";
import type { NormalSchema } from "../normal-schema.js";

/** `type`, `default`, `readOnly` and `writeOnly`. */
export const typeRule: Rule = (before, now, { say }) => {
  const [old, fresh] = [typesOf(before), typesOf(now)];
  const narrower = fresh !== undefined && (old === undefined || old.some((type) => !isAmong(type, fresh)));
  const wider = old !== undefined && (fresh === undefined || fresh.some((type) => !isAmong(type, old)));
  if (narrower || wider) say("type", effectOf(narrower, wider), `is of type ${typeText(fresh)} now, and was ${typeText(old)}`);
  if (valueText(before.default) !== valueText(now.default))
    say(
      "default",
      before.default === undefined ? "none" : "narrower",
      now.default === undefined
        ? `has no default now, and had ${shown(before.default)}`
        : `has the default ${shown(now.default)} now${before.default === undefined ? "" : `, and had ${shown(before.default)}`}`,
    );
  for (const [key, words] of [
    ["readOnly", "read-only"],
    ["writeOnly", "write-only"],
  ] as const)
    if (before[key] !== now[key]) say(key, now[key] ? "other" : "none", now[key] ? `is ${words} now` : `is no longer ${words}`);
};

/** Where values are listed, they say of what type they are. */
function typesOf({ types, values }: NormalSchema): readonly JsonType[] | undefined {
  return values === undefined ? types : [...new Set(values.map(typeOf))].sort();
}

function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  const type = typeof value;
  if (type === "number" || type === "bigint") return Number.isInteger(Number(value)) ? "integer" : "number";
  return type === "boolean" || type === "string" ? type : "object";
}

function isAmong(type: JsonType, types: readonly JsonType[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function typeText(types: readonly JsonType[] | undefined): string {
  return types === undefined ? "any" : types.join(" or ");
}

function valueText(value: unknown): string {
  return value === undefined ? "" : canonical(value, "default").text;
}
