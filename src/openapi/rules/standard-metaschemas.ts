import type { Json, SourceFile } from "../../source/source-file.js";
import { isObject } from "./rule.js";
import { draft04 } from "./draft-04.js";
import { draft202012 } from "./draft-2020-12.js";
import { draft202012Values } from "./draft-2020-12-values.js";

/** The standard's own metaschema of a URI, as a file that nothing has to be read for; `undefined` for every other URI. */
export function metaschemaAt(uri: string): SourceFile | undefined {
  const value = [draft04, ...draft202012, ...draft202012Values].find((each) => uriOf(each) === uri);
  return value === undefined
    ? undefined
    : { uri, name: uri, text: "", value, locate: () => ({ file: uri, line: 1, column: 1 }), line: () => undefined };
}

function uriOf(schema: Json): string | undefined {
  const id = isObject(schema) ? (schema["$id"] ?? schema["id"]) : undefined;
  return typeof id === "string" ? id.replace(/#$/, "") : undefined;
}
