import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Outcome, Report } from "../../diagnostic/diagnostic.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import { dialectOf, dialectOfMetaschema, standardDialect } from "./dialect.js";
import type { SchemaIdentifiers } from "./schema-identifiers.js";
import { isObject } from "../rules/rule.js";
import { declaredVersion } from "../versions/version.js";

/** Reads the metaschemas that a file's `$schema`s and its `jsonSchemaDialect` name, when they are not the standard's. */
export async function loadMetaschemas(
  file: SourceFile,
  { dialects: known, metaschemas }: Pick<SchemaIdentifiers, "dialects" | "metaschemas">,
  load: (uri: string) => Promise<Outcome<SourceFile>>,
  report: Report,
): Promise<void> {
  if (!/\$schema|jsonSchemaDialect/.test(file.text)) return;
  const found = new Map<string, string>();
  collect(file.value, "", found, new Set());
  // In a description, `$schema` tells an editor which schema the whole file has.
  if (declaredVersion(file.value) !== undefined) for (const [uri, pointer] of found) if (pointer === "/$schema") found.delete(uri);
  for (const [uri, pointer] of found) {
    if (known.has(uri)) continue;
    const standard = standardDialect(uri);
    known.set(uri, standard ?? dialectOf("3.1", false));
    if (standard !== undefined || !URL.canParse(uri, file.base ?? file.uri)) continue;
    const at = { file: file.uri, pointer };
    const { value } = await load(new URL(uri, file.base ?? file.uri).href.replace(/#.*/s, ""));
    if (value === undefined) {
      report(
        diagnostic("unknown-dialect", `The metaschema ${JSON.stringify(uri)} cannot be read.`, {
          at,
          hint: "Schemas of it are read as those of JSON Schema 2020-12.",
        }),
      );
      continue;
    }
    metaschemas.push(value);
    const { dialect, unknown } = dialectOfMetaschema(value.value, uri);
    known.set(uri, dialect);
    for (const vocabulary of unknown)
      report(
        diagnostic("unknown-vocabulary", `The vocabulary ${JSON.stringify(vocabulary)}, which the metaschema requires, is not known.`, {
          at,
          hint: "Its keywords have no effect here.",
        }),
      );
  }
}

/** The URIs at `$schema` and `jsonSchemaDialect`, each with the first place it stands at. Depth is that of the file, which has a limit. */
function collect(value: Json, pointer: string, found: Map<string, string>, seen: Set<object>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, member] of Object.entries<Json>(value)) {
    const there = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const isName = key === "$schema" || (pointer === "" && key === "jsonSchemaDialect");
    if (isName && typeof member === "string") {
      if (isObject(value) && !found.has(member)) found.set(member, there);
    } else if (!isValue(key)) collect(member, there, found, seen);
  }
}

function isValue(key: string): boolean {
  return key === "example" || key === "examples" || key === "enum" || key === "const" || key === "default" || key.startsWith("x-");
}
