import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import type { Content, Operation, Parameter } from "../ir/operation.js";
import type { Assertion, Property, Schema } from "../ir/schema.js";
import { eachChild, roleOf } from "../ir/visit.js";

/** What stands under a name of its own, and whether its members do, too. */
interface Field {
  readonly name: string;
  readonly origin: Schema["origin"];
  readonly schema: Schema;
  readonly exploded: boolean;
}

/** Reports the members of exploded objects that are called like something beside the object: nothing tells the two apart. */
export function reportSharedNames({ operations, schemas }: Api, report: Report): void {
  const told = new Set<string>();
  for (const { parameters, body, responses } of operations) {
    for (const place of ["query", "cookie"] as const) reportParameters(parameters, place, schemas, report);
    for (const content of [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)]) {
      const key = `${content.origin.file}#${content.origin.pointer}`;
      if (!told.has(key)) reportFields(content, schemas, report);
      told.add(key);
    }
  }
}

function reportParameters(parameters: Operation["parameters"], place: "query" | "cookie", schemas: Api["schemas"], report: Report): void {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter): Field => ({ ...parameter, exploded: isExplodedParameter(parameter) }));
  const words = { kind: `${place} parameter`, sentAs: "parameters" };
  for (const { object, property, other, owner } of sharedNames(fields, schemas)) {
    const deep = place === "query" ? `, or give ${JSON.stringify(object.name)} the style deepObject` : "";
    report(
      diagnostic("query-name-shared", messageOf({ object, property, owner }, words), {
        at: object.origin,
        hint: `Leave one of the two out${deep}.`,
        related: relatedOf(property, other),
      }),
    );
  }
  for (const [first, other] of mapsBeside(fields, schemas)) {
    const hint = place === "query" ? "Give one of them the style deepObject." : "Leave one of the two out.";
    const related = [{ message: `${JSON.stringify(first.name)} is here.`, at: first.origin }];
    report(diagnostic("query-name-shared", mapsMessage([first, other], "parameters"), { at: other.origin, hint, related }));
  }
}

function reportFields({ schema, codec, encoding, origin }: Content, schemas: Api["schemas"], report: Report): void {
  if (schema === undefined || (codec !== "form" && codec !== "multipart")) return;
  const exploded = new Set(encoding.flatMap(({ property, style }) => (style?.style === "form" && style.explode ? [property] : [])));
  if (exploded.size === 0) return;
  const fields = propertiesOf(schema, schemas).map((property): Field => ({
    ...property,
    origin: property.schema.origin,
    exploded: exploded.has(property.name),
  }));
  for (const { object, property, other, owner } of sharedNames(fields, schemas)) {
    report(
      diagnostic("form-name-shared", messageOf({ object, property, owner }, { kind: "field of the form", sentAs: "fields" }), {
        at: origin,
        hint: `Leave one of the two out, or give ${JSON.stringify(object.name)} the style deepObject in \`encoding\`.`,
        related: relatedOf(property, other),
      }),
    );
  }
  for (const pair of mapsBeside(fields, schemas)) {
    const hint = "Give one of them the style deepObject in `encoding`.";
    report(diagnostic("form-name-shared", mapsMessage(pair, "fields"), { at: origin, hint }));
  }
}

/** The first of the exploded objects that take any name, and each of the others. */
function mapsBeside(fields: readonly Field[], schemas: Api["schemas"]): readonly (readonly [first: Field, other: Field])[] {
  const [first, ...others] = fields.filter(({ exploded, schema }) => exploded && isMap(schema, schemas));
  return first === undefined ? [] : others.map((other) => [first, other]);
}

function mapsMessage([first, other]: readonly [Field, Field], sentAs: string): string {
  const [a, b] = [JSON.stringify(first.name), JSON.stringify(other.name)];
  return `${a} and ${b} take properties of any name, which are sent as ${sentAs}: each is read as one of both.`;
}

/** A member of an exploded object, and what else has its name: a field, or a member of another exploded object, its `owner`. */
interface SharedName {
  readonly object: Field;
  readonly property: Property;
  readonly other: Schema["origin"];
  readonly owner: Field | undefined;
}

function sharedNames(fields: readonly Field[], schemas: Api["schemas"]): readonly SharedName[] {
  const found: SharedName[] = [];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const members = new Map<string, { readonly object: Field; readonly property: Property }>();
  for (const object of fields.filter(({ exploded }) => exploded))
    for (const property of propertiesOf(object.schema, schemas)) {
      const field = byName.get(property.name);
      const member = members.get(property.name);
      if (field !== undefined && field.name !== object.name) found.push({ object, property, other: field.origin, owner: undefined });
      else if (member !== undefined && member.object.name !== object.name)
        found.push({ object, property, other: member.property.schema.origin, owner: member.object });
      else members.set(property.name, { object, property });
    }
  return found;
}

function messageOf({ object, property, owner }: Omit<SharedName, "other">, { kind, sentAs }: { kind: string; sentAs: string }): string {
  const [a, b] = [JSON.stringify(property.name), JSON.stringify(object.name)];
  return owner === undefined
    ? `${a} is a ${kind}, and a property of ${b}, whose properties are sent as ${sentAs}: given twice, it is refused.`
    : `${a} is a property of ${JSON.stringify(owner.name)} and of ${b}, whose properties are sent as ${sentAs}: given twice, it is refused.`;
}

const relatedOf = (property: Property, other: Schema["origin"]) => [
  { message: `The property ${JSON.stringify(property.name)} is here.`, at: property.schema.origin },
  { message: "What has the same name is here.", at: other },
];

/** The properties that values of a schema may have, also those of some alternatives, by name; of several of a name the first. */
function propertiesOf(schema: Schema, schemas: Api["schemas"]): readonly Property[] {
  const found = new Map<string, Property>();
  for (const assertion of assertionsOf(schema, schemas))
    for (const property of ownProperties(assertion)) if (!found.has(property.name)) found.set(property.name, property);
  return [...found.values()];
}

/** Whether values of a schema, or of an alternative in it, may have properties of any name. */
const isMap = (schema: Schema, schemas: Api["schemas"]): boolean =>
  assertionsOf(schema, schemas).some((assertion) => assertion.kind === "object" && isPossible(assertion.additionalProperties));

const isPossible = (schema: Schema | undefined): boolean => schema !== undefined && !schema.assertions.some(({ kind }) => kind === "never");

/** What is said of a value itself, also by some alternatives. */
function assertionsOf(schema: Schema, schemas: Api["schemas"]): readonly Assertion[] {
  const found: Assertion[] = [];
  const seen = new Set<Schema>();
  const look = (one: Schema): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const assertion of one.assertions) {
      found.push(assertion);
      const target = targetOf(assertion, schemas);
      if (target !== undefined) look(target);
      eachChild(assertion, (child, relation) => {
        if (roleOf[relation] === "member" || roleOf[relation] === "branch") look(child);
      });
    }
  };
  look(schema);
  return found;
}

const ownProperties = (assertion: Assertion): readonly Property[] => (assertion.kind === "object" ? assertion.properties : []);

const targetOf = (assertion: Assertion, schemas: Api["schemas"]): Schema | undefined =>
  assertion.kind === "ref" ? schemas.get(assertion.target)?.schema : undefined;

const isExplodedParameter = ({ encoding }: Parameter): boolean =>
  encoding.kind === "style" && encoding.explode && encoding.style !== "deepObject";
