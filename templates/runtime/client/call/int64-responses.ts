/**
 * 64-bit integers of answers that are held as numbers: one that a number cannot hold is rejected, and not rounded.
 */
import { hasOwn } from "../../shared/has-own.js";
import type { Operation } from "../../shared/operation.js";
import { ofStatus } from "../../shared/of-status.js";
import { ResponseError } from "./response-body.js";

/** Where a value holds such integers. `int64`: it is one itself. A function: as another schema says. A list: the locations of all of these. */
export type Int64Locations = "int64" | (() => Int64Locations) | Inside | readonly Int64Locations[];

/** Inside a value, or, with a `tag`, of one of several by what that property says. */
export interface Inside {
  readonly properties?: { readonly [name: string]: Int64Locations | null };
  /** Of names that a pattern takes in. */
  readonly patterns?: readonly (readonly [pattern: RegExp, places: Int64Locations])[];
  /** Of names that are among neither. */
  readonly additional?: Int64Locations;
  readonly prefix?: readonly (Int64Locations | null)[];
  /** Of the items after those. */
  readonly items?: Int64Locations;
  readonly tag?: string;
  readonly cases?: { readonly [value: string]: Int64Locations | null };
  /** Where the property says none of them. */
  readonly otherwise?: Int64Locations;
}

/** The `int64Responses` of an operation. `responses`: its locations by described status; an empty list where a status has none. */
export const rejectRounded =
  (responses: { readonly [status: string]: Int64Locations }): ReturnType<NonNullable<Operation["int64Responses"]>> =>
  (value, operation, response, text) => {
    // Nearly every answer has no number with so many digits, and needs no closer look.
    // Sixteen digits, a point among them or not, or an exponent.
    if (!/[\d.]{16}|\d[eE][+\d]/.test(text)) return;
    // A list of what is to do: values may nest deeper than calls can.
    const open: Step[] = [{ value, places: ofStatus(responses, response.status), pointer: "" }];
    for (let step = open.pop(); step !== undefined; step = open.pop())
      if (isRounded(step, open)) {
        // Cut where it is longer than anybody reads: names of members come from the service.
        const problem = `has an integer at ${JSON.stringify(step.pointer.slice(0, 200))} that a number would round: configure int64 as "bigint" or "string"`;
        throw new ResponseError(operation.id, response, problem, text);
      }
  };

type Location = Int64Locations | null | undefined | readonly Location[];

/** A value inside an answer. */
interface Step {
  readonly value: unknown;
  readonly places: Location;
  /** A JSON Pointer. */
  readonly pointer: string;
}

/** Whether a value is an integer beyond those that numbers hold one by one. What may be one inside of it is to be looked at. */
function isRounded({ value, places, pointer }: Step, open: Step[]): boolean {
  const all = new Set([places]);
  const insides: Inside[] = [];
  // A set yields what is added while it is walked, and each once.
  for (const place of all)
    if (typeof place === "function") all.add(place());
    else if (isList(place)) place.forEach((one) => all.add(one));
    else if (typeof place === "object" && place !== null) {
      insides.push(place);
      const { tag, cases, otherwise } = place;
      if (tag !== undefined) all.add(ownLocation(cases, ownLocation(value, tag), otherwise));
    }
  if (isLarge(value)) return all.has("int64");
  if (typeof value !== "object" || value === null || insides.length === 0) return false;
  const inner = Array.isArray(value) ? itemOf : memberOf;
  // Each member once, whatever says something of it: else the work would double at every level.
  for (const key of Object.keys(value)) {
    const member = ownLocation(value, key);
    if (isLarge(member) || (typeof member === "object" && member !== null)) {
      const escaped = key.replace(/~/g, "~0").replace(/\//g, "~1");
      open.push({ value: member, places: insides.map((place) => inner(place, key)), pointer: `${pointer}/${escaped}` });
    }
  }
  return false;
}

const isList = (place: Location): place is readonly Location[] => Array.isArray(place);
const isLarge = (value: unknown): boolean => typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
const itemOf = ({ prefix, items }: Inside, key: string): Location => ownLocation(prefix, key, items);

function memberOf({ properties, patterns = [], additional }: Inside, key: string): Location {
  const matching = patterns.filter(([pattern]) => pattern.test(key)).map(([, places]) => places);
  return ownLocation(properties, key, matching.length > 0 ? matching : additional);
}

/** A member that is an object's own. What comes of the value, of which nothing is known, is but compared, or looked at in turn. */
function ownLocation(object: unknown, key: unknown, otherwise?: Location): Location {
  return typeof object === "object" && object !== null && hasOwn(object, key as string)
    ? (object as Record<string, Location>)[key as string]
    : otherwise;
}
