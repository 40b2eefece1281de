import type { JsonType } from "../../ir/schema.js";
import { effectOf, shown, type Effect } from "../change.js";
import { canonical } from "../canonical.js";
import type { Rule } from "../compare-schema.js";
import type { NormalSchema } from "../normal-schema.js";
import { isAmong, isOfTypes, typeOfValue } from "../../ir/type-of-value.js";

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
  for (const key of ["readOnly", "writeOnly"] as const)
    if (before[key] !== now[key])
      say(key, now[key] ? lost[key] : "none", `is ${now[key] ? "" : "no longer "}${markWords[key]}${now[key] ? " now" : ""}`);
};

export const markWords = { readOnly: "read-only", writeOnly: "write-only" } as const;

/** What is read-only can no longer be sent, and what is write-only no longer be read: the other way, nothing is lost. */
const lost = { readOnly: "narrower", writeOnly: "wider" } as const satisfies Record<string, Effect>;

/** Where values are listed, they say of what type they are, as long as one of them may be. */
function typesOf({ types, values }: NormalSchema): readonly JsonType[] | undefined {
  const allowed = [...new Set(values?.filter((value) => isOfTypes(value, types)).map(typeOfValue))];
  return allowed.length === 0 ? types : allowed.sort();
}

function typeText(types: readonly JsonType[] | undefined): string {
  return types === undefined ? "any" : types.join(" or ");
}

function valueText(value: unknown): string {
  return value === undefined ? "" : canonical(value, "default").text;
}
