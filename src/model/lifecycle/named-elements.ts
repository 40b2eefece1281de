/** What things of a description are called where they end: by their kind, and by the name that they have at their place. */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { SchemaKeywords } from "../../openapi/rules/types.js";
import { at as valueAt, parse } from "../../source/json-pointer.js";
import type { BuildContext } from "../build/context.js";
import { printJson } from "../ir/print-json.js";
import type { Element } from "./elements.js";
import { isObject, nameInMap } from "./raw-parts.js";

const definitions: ReadonlySet<string> = new Set(["schemas", "definitions", "$defs"]);

/** A schema of one value alone is a value of an enum, which is how its values are described one by one. */
export function schemaElement({ const: value }: SchemaKeywords, origin: Origin, build: BuildContext): Element {
  if (value !== undefined) return { what: "enum value", name: printJson(value), value };
  const found = nameInMap(origin.pointer);
  if (found?.map === "properties") return { what: "property", name: found.name };
  if (found?.map === "parameters") return formField(origin, build);
  return found !== undefined && definitions.has(found.map) ? { what: "schema", name: found.name } : { what: "schema" };
}

/** A field of a form of 2.0 is written as a parameter, and is a property of the body. */
function formField({ file, pointer }: Origin, { resolved }: BuildContext): Element {
  const tokens = parse(pointer);
  const source = resolved.files.find(({ uri }) => uri === file);
  const written = source === undefined || tokens === undefined ? undefined : valueAt(source.value, tokens);
  const name = isObject(written) ? written["name"] : undefined;
  return typeof name === "string" ? { what: "property", name } : { what: "schema" };
}

/** A response or a request body that is shared has the name of the component, and no status: other operations have it by another. */
export function sharedElement(element: Element, { pointer }: Origin): Element {
  const isShared = /^(?:\/components)?\/(?:responses|requestBodies)\/[^/]+$/.test(pointer);
  const name = isShared ? nameInMap(pointer)?.name : undefined;
  return name === undefined ? element : { ...element, name };
}
