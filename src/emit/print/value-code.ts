import { isJsonArray, type Json } from "../../source/source-file.js";
import { code, literal, propertyKey, type Code } from "./code.js";
import { braces, brackets } from "./layout.js";

/** A value of JSON as an expression, a member or an item per line where it does not fit on one, after `column` columns of something else. */
export function valueCode(value: Json, column: number): Code {
  if (typeof value !== "object" || value === null) return literal(value);
  if (isJsonArray(value)) {
    const items = value.map((item) => valueCode(item, column + 2));
    return brackets(items, column);
  }
  const members = Object.entries(value).map(([name, one]) => code`${propertyKey(name)}: ${valueCode(one, column + name.length + 4)}`);
  return braces(members, column);
}
