import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Report } from "../../../diagnostic/diagnostic.js";
import type { Resolved } from "../../../openapi/resolve/resolved.js";
import { inside, stands } from "../../build/origin.js";
import { printJson } from "../../ir/print-json.js";
import { isAlternatives, type AssertionOf } from "../../ir/kinds.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Schema } from "../../ir/schema.js";
import { certain, foundOnce, isDescribed, joinedBy, type Found } from "../described-property.js";
import { propertyValues, type ForbiddenTag } from "./settled-tags.js";
import { typesOfTag } from "./typed-tags.js";

type Alternatives = AssertionOf<"anyOf" | "oneOf">;
interface Context {
  readonly api: Api;
  readonly resolved: Resolved;
  readonly report: Report;
}

/** Looks for discriminators that cannot do what they are for: their property is described nowhere, or may not have the value that is mapped. */
export function discriminatorProblems(api: Api, resolved: Resolved, report: Report): (schema: Schema) => void {
  const reported = new Set<string>();
  const once: Report = (found) => {
    const key = JSON.stringify([found.at, found.message]);
    if (!reported.has(key)) report(found);
    reported.add(key);
  };
  return (schema) => {
    for (const assertion of schema.assertions) if (isAlternatives(assertion)) judge(schema, assertion, { api, resolved, report: once });
  };
}

function judge(schema: Schema, { members, discriminator }: Alternatives, { api, resolved, report }: Context): void {
  if (discriminator === undefined) return;
  const { property, tags, parent } = discriminator;
  const objects = members.map((member, index) => ({ member, tags: tags[index] ?? [] })).filter(({ member }) => isObject(member, api));
  const without = objects.filter(({ member }) => !isDescribed(member, property, api.schemas));
  // A parent may leave it to its children.
  if (without.length > 0 && parent === undefined) {
    const closed = without.some(({ member }) => isClosed(member, api));
    const names = without.flatMap(({ member }) => nameOf(member, api.schemas));
    const listed = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;
    const subject = `The discriminator's property ${JSON.stringify(property)} is`;
    const who = names.length === 0 ? "described by none of its schemas" : `not described by ${listed}`;
    report(
      diagnostic("discriminator-undescribed", `${subject} ${who}${closed ? ", which take no others: no value is valid" : ""}.`, {
        at: inside(schema.origin, "discriminator"),
        hint: "Describe it in each of the schemas, and require it; or name another property.",
      }),
    );
  }
  const untold = objects.filter(({ member, tags: own }) => own.length === 0 && takesNoText(member, property, api));
  if (untold.length > 0 && (parent === undefined || tags.every((own) => own.length === 0))) {
    const names = untold.flatMap(({ member }) => nameOf(member, api.schemas)).slice(0, 5);
    const subject = `The discriminator's property ${JSON.stringify(property)} takes no text, and the mapping has no value of it for`;
    report(
      diagnostic("discriminator-undescribed", `${subject} ${names.join(", ")}: a value is held against one schema after the other.`, {
        at: inside(schema.origin, "discriminator"),
        hint: 'Give each schema a value of the property in the mapping, in quotes: `"1"` is the number 1, `"true"` is true.',
      }),
    );
  }
  // Of others, it is told where their tags are settled.
  if (parent === undefined) return;
  for (const { member, tags: own } of objects) {
    const allowed = propertyValues(member, property, api.schemas);
    for (const tag of own)
      if (allowed?.includes(tag) === false) reportForbidden({ schema, property, member, tag, allowed }, api.schemas, resolved, report);
  }
}

/** Reports a tag that a mapping has for a schema that does not allow it. */
export function reportForbidden(
  { schema, property, member, tag, allowed }: ForbiddenTag,
  schemas: Api["schemas"],
  resolved: Resolved,
  report: Report,
): void {
  const at = inside(schema.origin, "discriminator", "mapping", String(tag));
  if (!stands(at, resolved)) return;
  const [name = "this schema"] = nameOf(member, schemas);
  const values = allowed.map((value) => printJson(value)).join(" or ");
  const said = `whose property ${JSON.stringify(property)} can only be ${values === "" ? "something else" : values}`;
  report(
    diagnostic("discriminator-undescribed", `The mapping has ${printJson(tag)} for ${name}, ${said}.`, {
      at,
      hint: "Correct the mapping, or the values of the property.",
    }),
  );
}

function takesNoText(member: Schema, property: string, { schemas }: Api): boolean {
  return typesOfTag(member, property, schemas)?.includes("string") === false;
}

/** Whether it is certain that all properties are seen: those of alternatives are not looked at. */
function isObject(member: Schema, { schemas }: Api): boolean {
  const parts = joinedBy(member).map((part) => foundOnce(kindsFound, part, "", schemas, (meant) => kindsIn(certain(meant, schemas))));
  return parts.some(({ object }) => object) && !parts.some(({ choice }) => choice);
}

const kindsFound: Found<{ readonly object: boolean; readonly choice: boolean }> = new WeakMap();

const kindsIn = (assertions: readonly Assertion[]) => ({
  object: assertions.some(({ kind }) => kind === "object"),
  choice: assertions.some((each) => isAlternatives(each) || each.kind === "if"),
});

function isClosed(member: Schema, { schemas }: Api): boolean {
  return foundOnce(closedFound, member, "", schemas, (meant) =>
    certain(meant, schemas).some(
      (each) =>
        each.kind === "object" &&
        each.patternProperties.length === 0 &&
        each.additionalProperties?.assertions.some(({ kind }) => kind === "never") === true,
    ),
  );
}

const closedFound: Found<boolean> = new WeakMap();

function nameOf({ assertions }: Schema, schemas: Api["schemas"]): readonly string[] {
  return assertions.flatMap((each) => (each.kind === "ref" ? [schemas.get(each.target)?.wireName ?? each.target] : [])).slice(0, 1);
}
