import type { Report } from "../../diagnostic/diagnostic.js";
import type { Relation } from "../ir/assertion-fields.js";
import { changed, each, mapAssertion, mapSchema, withSchema } from "../ir/map-schema.js";
import type { Content, Operation } from "../ir/operation.js";
import { leadingSchemas, leadsTo } from "../ir/survey.js";
import { eachChild } from "../ir/visit.js";
import type { Api } from "../ir/api.js";
import type { Assertion, NamedSchema, Schema, SchemaId } from "../ir/schema.js";
import type { Scope } from "../names/identifiers.js";
import { ownMember } from "./discriminators/without-discriminated-parents.js";
import type { Parts } from "./request-variants.js";
import { formOf, takeFormName } from "./schema-forms.js";

/**
 * Where a value stands, by what of it may be raw bytes. `body`: one of multipart, whose members are parts; `part`: bytes, or a list of them;
 * `item`: bytes, or something without any inside; `text`: JSON, a form or a parameter, where a `Blob` would be written as `{}`.
 */
type Place = "body" | "part" | "item" | "text";

/** The place of what stands inside, by how it stands there. */
const inside: Record<Place, Readonly<Record<"same" | "member" | "item", Place>>> = {
  body: { same: "body", member: "part", item: "item" },
  part: { same: "part", member: "text", item: "item" },
  item: { same: "item", member: "text", item: "text" },
  text: { same: "text", member: "text", item: "text" },
};

const standing = {
  member: "same",
  alternative: "same",
  negated: "same",
  condition: "same",
  branch: "same",
  dependent: "same",
  item: "item",
  contained: "item",
  unevaluatedItem: "item",
  property: "member",
  patternProperty: "member",
  additionalProperty: "member",
  unevaluatedProperty: "member",
  propertyName: "member",
} as const satisfies Record<Relation, "same" | "member" | "item">;

const placeIn = (place: Place, relation: Relation): Place => inside[place][standing[relation]];

/**
 * The same with raw bytes (`format: binary`) only where something carries them: a part of multipart, or a body by itself. Elsewhere they are
 * text. A schema with a name that is needed in several forms keeps its name as text; the others get names of their own. One that nothing uses
 * stays as it is.
 */
export function withTextBytes<P extends Parts>(parts: P, scope: Scope, report: Report): P {
  const leads = leadsTo(parts.schemas, ({ bytes }) => bytes);
  const roots = rootsOf(parts).filter(([schema]) => leads(schema));
  // Most descriptions have no bytes.
  if (roots.length === 0) return parts;
  const placeOf = placesOf(parts.schemas, leads);
  const needed = neededIn(roots, parts.schemas, placeOf);
  const names = namesOf(needed, parts.schemas, scope, report);
  const nameOf = (id: SchemaId, place: Place): SchemaId => names.get(id)?.get(placeOf(id, place)) ?? id;
  const written = writing(leads, nameOf);
  const ofContent = (content: Content): Content =>
    content.schema === undefined ? content : withSchema(content, written(content.schema, placeOfContent(content)));
  const ofOperation = (operation: Operation): Operation =>
    changed(operation, {
      parameters: each(operation.parameters, (parameter) => withSchema(parameter, written(parameter.schema, "text"))),
      body: operation.body && changed(operation.body, { contents: each(operation.body.contents, ofContent) }),
      responses: each(operation.responses, (response) =>
        changed(response, {
          headers: each(response.headers, (header) => withSchema(header, written(header.schema, "text"))),
          contents: each(response.contents, ofContent),
        }),
      ),
    });
  const formsOf = (named: NamedSchema): readonly (readonly [SchemaId, NamedSchema])[] =>
    Array.from(needed.get(named.id) ?? [], (place) => {
      const id = nameOf(named.id, place);
      const schema = written(named.schema, place);
      return [id, id === named.id ? withSchema(named, schema) : formOf(named, id, schema, "bytes", scope)];
    });
  return {
    ...parts,
    schemas: new Map([...parts.schemas].flatMap(([id, named]) => (needed.has(id) ? formsOf(named) : [[id, named] as const]))),
    operations: each(parts.operations, ofOperation),
    webhooks: each(parts.webhooks, ofOperation),
  };
}

function placeOfContent({ codec }: Content): Place {
  if (codec === "multipart") return "body";
  return codec === "binary" ? "item" : "text";
}

const isBytes = (assertion: Assertion): boolean => assertion.kind === "string" && assertion.binary === true;

/** What is said of bytes, as it is of text: nothing, where no bound is beside it. */
function asText(assertion: Assertion): readonly Assertion[] {
  if (assertion.kind !== "string") return [assertion];
  const { binary, ...rest } = assertion;
  if (binary !== true) return [assertion];
  return Object.keys(rest).length === 1 ? [] : [rest];
}

/** Writes schemas for places, each once for each. */
function writing(leads: (schema: Schema) => boolean, nameOf: (id: SchemaId, place: Place) => SchemaId) {
  const known: Record<Place, Map<Schema, Schema>> = { body: new Map(), part: new Map(), item: new Map(), text: new Map() };
  return function written(schema: Schema, place: Place): Schema {
    const before = leads(schema) ? known[place].get(schema) : schema;
    if (before !== undefined) return before;
    const mapped = mapSchema(schema, (assertion) =>
      assertion.kind === "ref"
        ? changed(assertion, { target: nameOf(assertion.target, place) })
        : mapAssertion(assertion, (inner, relation) => written(inner, placeIn(place, relation))),
    );
    const made =
      place === "text" && mapped.assertions.some(isBytes) ? { ...mapped, assertions: mapped.assertions.flatMap(asText) } : mapped;
    known[place].set(schema, made);
    return made;
  };
}

type Root = readonly [schema: Schema, place: Place];

/** The schemas of what is sent and received, and where they stand. */
function rootsOf({ operations, webhooks }: Parts): readonly Root[] {
  const roots: Root[] = [];
  for (const { parameters, body, responses } of [...operations, ...webhooks]) {
    for (const { schema } of parameters) roots.push([schema, "text"]);
    for (const { headers } of responses) for (const { schema } of headers) roots.push([schema, "text"]);
    for (const content of [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)])
      if (content.schema !== undefined) roots.push([content.schema, placeOfContent(content)]);
  }
  return roots;
}

/** Tells the assertions of a schema with the places where they stand. */
function eachPlace(schema: Schema, place: Place, visit: (assertion: Assertion, at: Place) => void): void {
  for (const assertion of schema.assertions) {
    visit(assertion, place);
    eachChild(assertion, (inner, relation) => {
      eachPlace(inner, placeIn(place, relation), visit);
    });
  }
}

/** The place that a named schema is written for where it stands at another: of all that come to the same, the one that carries least. */
type PlaceOf = (id: SchemaId, place: Place) => Place;

/** From the one that carries most. */
const carrying = ["body", "part", "item"] as const satisfies readonly Place[];
const places: readonly Place[] = [...carrying, "text"];

function placesOf(schemas: Api["schemas"], leads: (schema: Schema) => boolean): PlaceOf {
  const found = new Map<Place, ReadonlySet<SchemaId>>();
  const placeOf: PlaceOf = (id, place) => carrying.slice(places.indexOf(place)).find((each) => found.get(each)?.has(id)) ?? "text";
  // What carries less is known before what it stands in is asked.
  for (const place of carrying.toReversed()) {
    const isDirect = (assertion: Assertion, at: Place): boolean => {
      if (at === "text" || (at === place && place !== "item")) return false;
      return assertion.kind === "ref" ? at !== place && placeOf(assertion.target, at) !== "text" : isBytes(assertion);
    };
    found.set(
      place,
      leadingSchemas(schemas, (schema) => {
        const references = new Set<SchemaId>();
        let isIn = false;
        if (leads(schema))
          eachPlace(schema, place, (assertion, at) => {
            isIn ||= isDirect(assertion, at);
            if (assertion.kind === "ref" && at === place) references.add(assertion.target);
          });
        return { isIn, references };
      }),
    );
  }
  return placeOf;
}

/** The places that each named schema with bytes is written for. */
function neededIn(roots: readonly Root[], schemas: Api["schemas"], placeOf: PlaceOf): ReadonlyMap<SchemaId, ReadonlySet<Place>> {
  const needed = new Map<SchemaId, Set<Place>>();
  const parents = parentsIn(schemas);
  const waiting: Root[] = [...roots];
  const need = (id: SchemaId, at: Place): void => {
    const named = schemas.get(id);
    const place = placeOf(id, at);
    const places = needed.get(id) ?? new Set();
    if (named === undefined || places.has(place)) return;
    needed.set(id, places.add(place));
    waiting.push([named.schema, place]);
    // The type of what a parent says itself is called after the parent.
    for (const parent of parents.get(id) ?? []) need(parent, place);
  };
  // The list grows while it is walked.
  for (const [schema, place] of waiting)
    eachPlace(schema, place, (assertion, at) => {
      if (assertion.kind === "ref") need(assertion.target, at);
    });
  return needed;
}

function parentsIn(schemas: Api["schemas"]): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const found = new Map<SchemaId, SchemaId[]>();
  for (const { id, schema } of schemas.values()) {
    const own = ownMember(schema);
    if (own !== undefined) found.set(own, [...(found.get(own) ?? []), id]);
  }
  return found;
}

/** The names of forms besides the one that keeps the name, in the order of the description. */
function namesOf(
  needed: ReadonlyMap<SchemaId, ReadonlySet<Place>>,
  schemas: Api["schemas"],
  scope: Scope,
  report: Report,
): ReadonlyMap<SchemaId, ReadonlyMap<Place, SchemaId>> {
  const names = new Map<SchemaId, ReadonlyMap<Place, SchemaId>>();
  for (const named of schemas.values()) {
    const places = needed.get(named.id);
    if (places === undefined || places.size < 2) continue;
    const [, ...others] = (["text", ...carrying] as const).filter((place) => places.has(place));
    names.set(named.id, new Map(others.map((place) => [place, takeFormName(named, "bytes", scope, report)])));
  }
  return names;
}
