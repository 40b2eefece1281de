/** What values may have that has no form where they are sent: `UnsendableParts` of `runtime/operation.ts`. */
import type { Api } from "../../model/ir/api.js";
import type { Content, Location, Operation, Parameter, PropertyEncoding } from "../../model/ir/operation.js";
import type { Schema } from "../../model/ir/schema.js";
import { code, indexedMember, literal, type Code } from "../print/code.js";
import { braces, brackets } from "../print/layout.js";
import type { WireType } from "./wire-shape.js";
import { wireTypeOf } from "./wire-type.js";

export interface UnsendableParts {
  readonly positions?: number;
  readonly otherNames?: readonly string[];
  readonly members?: ReadonlyMap<string, UnsendableParts>;
  readonly others?: UnsendableParts;
}

/**
 * Where lists are written item by item. `value`: the value itself. `members`: its members, too. `deep`: to any depth. `fields`: the members
 * alone. Elsewhere they are JSON, which has null.
 */
type Division = "value" | "members" | "deep" | "fields";

/** A parameter, or a field of a form. */
interface Part {
  readonly name: string;
  readonly type: WireType;
  readonly division: Division | undefined;
  /** Whether its members are written under their own names. */
  readonly exploded: boolean;
}

/** Several objects that take any name are told in a warning; each of these has the names of all others with it. */
const mostMaps = 8;

const known = new WeakMap<Operation, ReadonlyMap<Parameter, UnsendableParts>>();

/** Of the parameters of an operation that have some, found once for each operation: several files ask. */
export function unsendableParameters(api: Api, operation: Operation): ReadonlyMap<Parameter, UnsendableParts> {
  const before = known.get(operation) ?? findParameters(api, operation);
  known.set(operation, before);
  return before;
}

function findParameters(api: Api, operation: Operation): ReadonlyMap<Parameter, UnsendableParts> {
  const found = new Map<Parameter, UnsendableParts>();
  if (!operation.parameters.some(({ schema }) => mayBeDivided(schema))) return found;
  for (const place of ["path", "query", "header", "cookie", "querystring"] as const) {
    const parameters = operation.parameters.filter((each) => each.in === place);
    const parts = partsOf(
      parameters.map((parameter) => parameterPart(api, parameter)),
      credentialsIn(api, operation, place),
    );
    for (const parameter of parameters) {
      const own = parts.get(parameter.name);
      if (own !== undefined) found.set(parameter, own);
    }
  }
  return found;
}

/** Whether a value may be a list or an object. */
function mayBeDivided({ assertions }: Schema): boolean {
  return !assertions.some(
    (assertion) => assertion.kind === "type" && !assertion.types.some((type) => type === "array" || type === "object"),
  );
}

/** The names of the credentials that the operation takes. */
function credentialsIn({ securitySchemes }: Api, { security }: Operation, place: Location): readonly string[] {
  const used = new Set(security.flatMap((alternative) => alternative.map(({ scheme }) => scheme)));
  return securitySchemes.flatMap((scheme) =>
    scheme.kind === "apiKey" && scheme.in === place && used.has(scheme.name) ? [scheme.parameter] : [],
  );
}

function parameterPart(api: Api, { name, in: place, schema, encoding }: Parameter): Part {
  const type = wireTypeOf(api, schema);
  if (encoding.kind === "content") return { name, type, division: encoding.codec === "form" ? "fields" : undefined, exploded: false };
  return { name, type, ...dividedBy(encoding, place) };
}

function dividedBy({ style, explode }: NonNullable<PropertyEncoding["style"]>, place: Location): Pick<Part, "division" | "exploded"> {
  if (style === "deepObject") return { division: "deep", exploded: false };
  const isApart = explode && (place === "query" || place === "cookie");
  return { division: isApart && place === "query" ? "members" : "value", exploded: isApart };
}

/** Of the fields of a form that have some. */
export function unsendableFields(api: Api, { schema, codec, encoding }: Content): ReadonlyMap<string, UnsendableParts> {
  if (schema === undefined || (codec !== "form" && codec !== "multipart")) return new Map();
  const encodings = new Map(encoding.map((each) => [each.property, each]));
  const { members = new Map<string, WireType>() } = wireTypeOf(api, schema);
  const fields = Array.from(members, ([name, type]): Part => {
    const { style, contentType } = encodings.get(name) ?? {};
    if (style !== undefined) return { name, type, ...dividedBy(style, "query") };
    return { name, type, division: contentType !== undefined && isJsonType(contentType) ? undefined : "value", exploded: false };
  });
  return partsOf(fields, []);
}

const isJsonType = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType);

/** Of parts beside one another, and beside other names. */
function partsOf(parts: readonly Part[], others: readonly string[]): ReadonlyMap<string, UnsendableParts> {
  const names = [...parts.map(({ name }) => name), ...others];
  const inBrackets = new Map<string, string[]>();
  for (const name of names) {
    const [, root, key] = /^([^[]+)\[([^[\]]+)\]$/.exec(name) ?? [];
    if (root === undefined || key === undefined) continue;
    const keys = inBrackets.get(root) ?? [];
    keys.push(key);
    inBrackets.set(root, keys);
  }
  const maps = new Set(parts.filter(({ exploded, type }) => exploded && isMap(type)).slice(0, mostMaps));
  const found = new Map<string, UnsendableParts>();
  for (const part of parts) {
    const { name, type, division } = part;
    const beside = maps.has(part) ? [...names, ...membersBeside(part, parts)] : division === "deep" ? (inBrackets.get(name) ?? []) : [];
    // Its own members in brackets are read as its own.
    const own = new Set(Array.from(type.members?.keys() ?? [], (member) => member.split("[", 1)[0] ?? ""));
    const otherNames = [...new Set(beside)].filter((other) => other !== name && !own.has(other));
    const unsendable = { ...positionsIn(type, division), ...(otherNames.length > 0 && { otherNames }) };
    if (isAny(unsendable)) found.set(name, unsendable);
  }
  return found;
}

/** The names of members that other parts write as their own. */
const membersBeside = (part: Part, parts: readonly Part[]): readonly string[] =>
  parts.flatMap((other) => (other !== part && other.exploded ? [...(other.type.members?.keys() ?? [])] : []));

/** Whether members may have names that are not described. */
const isMap = ({ additional, patterns, members, types }: WireType): boolean =>
  additional !== undefined || patterns.length > 0 || (types?.has("object") === true && (members?.size ?? 0) === 0);

/** What lists have that are told by position, and may have null. */
function positionsIn(type: WireType, division: Division | undefined): UnsendableParts {
  if (division === undefined) return {};
  const inside = division === "deep" ? "deep" : division === "value" ? undefined : "value";
  const of = (member: WireType): UnsendableParts => positionsIn(member, inside);
  const members = new Map(
    Array.from(type.members ?? [], ([name, member]) => [name, of(member)] as const).filter(([, each]) => isAny(each)),
  );
  const rest = [...type.patterns.map((each) => each.type), type.additional, inside === "deep" ? type.items : undefined];
  const others = rest.flatMap((member) => (member === undefined ? [] : [of(member)])).find(isAny);
  const isOptional = type.first.some(
    ({ types }, index) => types?.has("null") !== false && (index < type.first.length - 1 || type.rest !== undefined),
  );
  return {
    ...(isOptional && division !== "fields" && { positions: type.first.length }),
    ...(members.size > 0 && { members }),
    ...(others !== undefined && { others }),
  };
}

const isAny = (parts: UnsendableParts): boolean => Object.keys(parts).length > 0;

/** The members of a descriptor's parameter or encoding. */
export function unsendableEntries(parts: UnsendableParts | undefined, column: number): readonly Code[] {
  if (parts === undefined) return [];
  const { positions, otherNames, members, others } = parts;
  return [
    ...(positions === undefined ? [] : [code`positions: ${literal(positions)}`]),
    ...(otherNames === undefined ? [] : [code`otherNames: ${brackets(otherNames.map(literal), column)}`]),
    ...(members === undefined
      ? []
      : [
          code`members: ${braces(
            Array.from(members, ([name, each]) => indexedMember(name, braces(unsendableEntries(each, column), column))),
            column,
          )}`,
        ]),
    ...(others === undefined ? [] : [code`others: ${braces(unsendableEntries(others, column), column)}`]),
  ];
}
