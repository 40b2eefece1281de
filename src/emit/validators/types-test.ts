/** Tests of a value's type. */
import type { Int64, JsonType } from "../../model/ir/schema.js";
import { code } from "../print/code.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { always, and, atom, different, never, or, same, typed, type Test } from "./test.js";
import { valueType } from "./types-of.js";

/** What a type means where it is not what JSON means by it. */
export interface Held {
  /** Binary data is as good as a string. */
  readonly bytes?: boolean;
  /** The form in which integers are held. */
  readonly int64?: Int64 | undefined;
}

/** Whether a value has one of the types. `narrow`: TypeScript must know it afterwards too, which costs a word for numbers. */
export function typeTest(
  types: readonly (JsonType | "bigint")[],
  place: Place,
  scope: FunctionScope,
  narrow: boolean,
  held: Held = {},
): Test {
  const only = types.length === 1 ? types[0] : undefined;
  return only === undefined
    ? or(...types.map((type) => oneType(type, place, scope, false, held)))
    : oneType(only, place, scope, narrow, held);
}

function oneType(type: JsonType | "bigint", place: Place, scope: FunctionScope, narrow: boolean, { bytes = false, int64 }: Held): Test {
  const { value, known } = place;
  if (type === "integer" && int64 !== undefined) return int64Test(int64, place, scope);
  if (known !== undefined) {
    if (type === known || (type === "number" && known === "integer")) return always;
    return type === "integer" && known === "number" ? atom(code`Number.isInteger(${value})`) : never;
  }
  const isNumber = narrow ? same(code`typeof ${value}`, code`"number"`) : always;
  switch (type) {
    case "null":
      return same(value, code`null`);
    case "integer":
      return and(isNumber, atom(code`Number.isInteger(${value})`));
    case "bigint":
      return same(code`typeof ${value}`, code`"bigint"`);
    case "number":
      return and(isNumber, atom(code`Number.isFinite(${value})`));
    case "array":
      return typed(code`Array.isArray(${value})`, value, "array");
    case "object":
      return typed(code`${runtime(scope, "isObject")}(${value})`, value, "object");
    case "string": {
      const isString = same(code`typeof ${value}`, code`"string"`);
      if (!bytes) return isString;
      return or(isString, typed(code`${value} instanceof Blob`, value, "Blob", code`!(${value} instanceof Blob)`));
    }
    case "boolean":
      return same(code`typeof ${value}`, code`"boolean"`);
  }
}

/** Whether a value is an integer in the form that a program holds it in. */
function int64Test({ as }: Int64, { value, known }: Place, scope: FunctionScope): Test {
  if (known === "integer") return always;
  if (known !== undefined && !(known === "string" && as === "string")) return never;
  return as === "bigint"
    ? same(code`typeof ${value}`, code`"bigint"`)
    : typed(code`${runtime(scope, "isDigits", "shared")}(${value})`, value, "digits");
}

/** What an assertion about one type is guarded by: whether the value is of that type, for TypeScript too. */
export function guard(type: "number" | "string" | "array" | "object", place: Place, scope: FunctionScope, int64?: Int64): Test {
  if (int64 !== undefined) return int64Test(int64, place, scope);
  if (place.known !== undefined) return valueType(place.known) === type ? always : never;
  if (type === "number") return same(code`typeof ${place.value}`, code`"number"`);
  return typeTest([type], place, scope, true);
}

export const isPresent = (value: Place["value"]): Test => different(value, code`undefined`);
export const isAbsent = (value: Place["value"]): Test => same(value, code`undefined`);
