import { mapKinds } from "../../ir/assertion-fields.js";
import { eachValueOf64Bits } from "./values-of-64-bits.js";
import type { Said } from "./parts-of-values.js";
import type { Api } from "../../ir/api.js";
import type { Int64, Schema } from "../../ir/schema.js";

/**
 * What the place of a schema says of its integers. A form: they are held in it, though the schema itself does not say so. "number": they are
 * numbers, though it says 64 bits. "either": they are held in one form or the other, and compared with both.
 */
export type PlaceForm = Int64 | "number" | "either";

type FormOf = (schema: Schema) => Int64 | undefined;

interface Places {
  readonly formOf: FormOf;
  readonly doubtful: "number" | "int64";
  readonly found: Map<Schema, PlaceForm>;
}

/**
 * What schemas take from those about the same value, the same member or the same item. A member that one part of an `allOf` calls int64 is
 * int64 in each of them.
 * @param formOf What a schema says itself.
 * @param doubtful What an integer is that some values of a place have as one of 64 bits, and all have as an integer.
 */
export function placeForms(api: Api, formOf: FormOf, doubtful: Places["doubtful"]): ReadonlyMap<Schema, PlaceForm> {
  const places: Places = { formOf, doubtful, found: new Map() };
  const matters = (schema: Schema): boolean => wordOf(schema) !== undefined || formOf(schema) !== undefined;
  // Where all integers are of 64 bits, none takes anything from another.
  eachValueOf64Bits(
    api,
    ({ loose }) => loose,
    matters,
    (all) => {
      settleValue(all, places);
    },
  );
  return places.found;
}

function settleValue(all: readonly Said[], places: Places): void {
  if (all.length === 1) return; // from whom should it take anything
  const { said, form } = taken(all, places) ?? { said: [] };
  for (const { schema } of said) if (form !== undefined) places.found.set(schema, form);
}

/** What schemas about the same value take from each other; `undefined`: nothing. */
function taken(
  all: readonly Said[],
  { formOf, doubtful }: Places,
): { readonly said: readonly Said[]; readonly form?: PlaceForm } | undefined {
  const held = all.filter(({ schema }) => formOf(schema) !== undefined);
  const [first] = held;
  const form = first && formOf((held.find(({ certain }) => certain) ?? first).schema);
  if (form === undefined) return undefined;
  const others = all.filter(({ schema }) => formOf(schema) === undefined && wordOf(schema) !== undefined);
  // A number elsewhere may be any; as an integer it would take less there.
  const able = others.filter(({ schema, own }) => own || wordOf(schema) !== "number");
  // What others refer to goes on taking any number, so that here, too, they are numbers. Where they are read as such, nothing is lost.
  const isStuck = doubtful === "int64" && held.every(({ own }) => own) && isNumberElsewhere(others);
  if (isStuck) return { said: held, form: "number" };
  if (held.some(({ certain }) => certain)) return { said: able, form };
  const typed = others.filter(({ schema, certain }) => certain && wordOf(schema) !== "limits");
  if (typed.length === 0) return { said: others.filter(({ schema }) => wordOf(schema) === "limits"), form: "either" };
  const isWhole = typed.every(({ schema }) => wordOf(schema) === "integer");
  const isOwn = held.every(({ own }) => own);
  if (isOwn && (!isWhole || doubtful === "number" || typed.some(({ own }) => !own))) return { said: held, form: "number" };
  return isWhole ? { said: able, form } : undefined;
}

/** Whether one that references lead to says of every value that it may be any number. */
const isNumberElsewhere = (all: readonly Said[]): boolean =>
  all.some(({ schema, certain, own }) => certain && !own && wordOf(schema) === "number");

/** What a schema says of numbers: that they are integers, or any; `limits`: which of them, but no type. */
export function wordOf({ assertions }: Schema): "integer" | "number" | "limits" | undefined {
  const types = assertions.flatMap((assertion) => (assertion.kind === "type" ? assertion.types : []));
  if (types.includes("integer")) return "integer";
  if (types.includes("number")) return "number";
  if (types.length > 0) return undefined;
  return assertions.some((assertion) => limitsNumbers[assertion.kind]) ? "limits" : undefined;
}

/** Whether an assertion says which numbers are meant. */
const limitsNumbers = mapKinds((kind) => kind === "number" || kind === "enum");
