import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import { inOrder } from "../../diagnostic/source-order.js";
import { sourceOrderIn } from "../../openapi/resolve/source-order.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { at, parse, step } from "../../source/json-pointer.js";
import { sameJson } from "../../source/same-json.js";
import type { Json } from "../../source/source-file.js";
import { inside, stands } from "../build/origin.js";
import { eachSchema } from "../ir/visit.js";
import type { Refusal } from "../refusal/look.js";
import { refusalSentence } from "../refusal/refusal-sentence.js";
import { isInvalid, refusalOf, type Held } from "../refusal/refusal.js";
import type { Api } from "../ir/api.js";
import type { Schema } from "../ir/schema.js";
import { invalidExamples } from "./invalid-examples.js";

/** `places`: where the value may stand, depending on the version of the description; the last is taken where it stands in none. */
export type ReportRefusal = (code: keyof typeof hints, value: Json, refusal: Refusal, places: readonly Origin[]) => void;

/** Where a value stands as written, below one of these keys of a place: by itself, in a list or under a name. */
export type WrittenPlaces = (origin: Origin, keys: readonly string[], value: Json) => readonly Origin[];

/** Values that the schema beside them refuses: examples, and defaults and values of enumerations as far as other commands do not look at them. */
export function invalidValues(api: Api, resolved: Resolved, held: Held): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const report: ReportRefusal = (code, value, refusal, places) => {
    const place = places.find((each) => stands(each, resolved)) ?? places.at(-1);
    if (place === undefined) return;
    const key = `${place.file}#${place.pointer}`;
    if (!found.has(key)) found.set(key, invalidValue(code, value, refusal, place));
  };
  const placesOf = writtenPlaces(resolved);
  // What defaults are filled into has more properties that are required than the description says.
  const { schemas, operations, webhooks } = api;
  const described = { schemas, operations, webhooks };
  invalidExamples(described, held, placesOf, report);
  eachSchema(described, (schema) => {
    judgeDefault(schema, held, report);
    judgeEnum(schema, { ...held, eitherWay: true }, placesOf, report);
  });
  return inOrder([...found.values()], sourceOrderIn(resolved.files));
}

/** What bounds and types refuse has been told, and left out. */
function judgeDefault(schema: Schema, held: Held, report: ReportRefusal): void {
  const refusal = schema.default === undefined ? undefined : refusalOf(schema, schema.default, held);
  if (refusal !== undefined) report("default-invalid", schema.default ?? null, refusal, [inside(schema.origin, "default")]);
}

/** Nothing is told where all commands say that no value is left, or that a value is of another type. */
function judgeEnum(schema: Schema, held: Held, placesOf: WrittenPlaces, report: ReportRefusal): void {
  for (const assertion of schema.assertions) {
    if (assertion.kind !== "enum") continue;
    const others = schema.assertions.filter((each) => each !== assertion);
    const types = { assertions: others.filter(({ kind }) => kind === "type") };
    const beside = { assertions: others.filter(({ kind }) => kind !== "type") };
    if (beside.assertions.length === 0) continue;
    const values = assertion.values.filter((value) => !isInvalid(types, value, held));
    if (values.every((value) => isInvalid(beside, value, { ...held, checks: undefined }))) continue;
    for (const value of values) {
      const refusal = refusalOf(beside, value, held);
      if (refusal !== undefined)
        report("enum-invalid", value, refusal, [...placesOf(schema.origin, ["enum", "const"], value), schema.origin]);
    }
  }
}

/** The model may have other values than are written, and in another order. */
function writtenPlaces({ files }: Resolved): WrittenPlaces {
  return (origin, keys, value) => {
    const holder = at(files.find(({ uri }) => uri === origin.file)?.value ?? null, parse(origin.pointer) ?? []);
    return keys.flatMap((key) => {
      const written = holder === undefined ? undefined : step(holder, key);
      if (written === undefined) return [];
      if (sameJson(written, value)) return [inside(origin, key)];
      if (typeof written !== "object" || written === null) return [];
      const isIt = (each: Json): boolean => sameJson(each, value) || sameJson(step(each, "value") ?? null, value);
      const name = Object.entries(written).find(([, each]) => isIt(each))?.[0];
      return name === undefined ? [] : [inside(origin, key, name)];
    });
  };
}

/** What the value is called, and what there is to do. */
const hints = {
  "default-invalid": "Correct the default or the schema. A value that is left out becomes the default, and is not validated again.",
  "enum-invalid": "Correct the value or the schema: validators refuse the value.",
  "example-invalid": "Correct the example or the schema. Where services send what the example says, validators refuse it.",
};

const nouns = { "default-invalid": "default", "enum-invalid": "value of the enumeration", "example-invalid": "example" };

function invalidValue(code: keyof typeof hints, value: Json, refusal: Refusal, place: Origin): Diagnostic {
  return diagnostic(code, `The ${nouns[code]} ${refusalSentence(value, refusal)}`, { at: place, hint: hints[code] });
}
