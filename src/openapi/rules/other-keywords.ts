import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";

/** What schemas say in the words of another version than their description. They are read as meant. */
export interface OtherKeywords {
  /** `key` stands in the schema `at`. */
  readonly add: (key: string, value: Json, at: DocumentLocation) => void;
  /** What there is to say of them, once for each keyword. */
  reports(): readonly Diagnostic[];
}

interface Found {
  readonly what: string;
  readonly home: string;
  readonly key: string;
  readonly first: DocumentLocation;
  others: number;
}

/** Keywords of no schema as yet. */
export function createOtherKeywords(): OtherKeywords {
  const found = new Map<string, Found>();
  return {
    add(key, value, at) {
      const other = homeOf(key, value, at);
      if (other === undefined) return;
      const [what, home] = other;
      const id = `${at.file.version} ${what}`;
      const known = found.get(id);
      if (known === undefined) found.set(id, { what, home, key, first: at, others: 0 });
      else known.others += 1;
    },
    reports: () => [...found.values()].map(report),
  };
}

const [earliest, before, later, latest] = ["OpenAPI 2.0", "OpenAPI 3.0", "OpenAPI 3.0 and later", "OpenAPI 3.1 and later"];
const drafts = "JSON Schema before 2020-12";

const ofLatest: ReadonlySet<string> = new Set(
  "const $defs if then else prefixItems contains minContains maxContains patternProperties propertyNames dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema".split(
    " ",
  ),
);
const ofLater: ReadonlySet<string> = new Set(["oneOf", "anyOf", "not", "nullable", "writeOnly"]);

/** What a keyword is called, and which version has it, where that is another one than that of its description. */
function homeOf(key: string, value: Json, { file }: DocumentLocation): readonly [what: string, home: string] | undefined {
  const { version, dialect } = file;
  const name = JSON.stringify(key);
  if (version === "2.0" || version === "3.0") {
    if (!dialect.name.startsWith("OpenAPI")) return undefined; // A schema that says which draft it is of.
    if (ofLatest.has(key) || (key === "examples" && Array.isArray(value))) return [name, latest];
    if (key === "type" && Array.isArray(value)) return ['"type" as a list', latest];
    if (key === "type" && value === "null") return ['The type "null"', latest];
    if (key.startsWith("exclusive") && typeof value === "number") return [`${name} as a number`, latest];
    if (version === "3.0" && key === "x-nullable") return value === true ? [name, earliest] : undefined;
    if (version === "3.0")
      return key === "discriminator" && typeof value === "string" ? ['"discriminator" as a text', earliest] : undefined;
    if (key === "discriminator" && typeof value === "object") return ['"discriminator" as an object', later];
    return ofLater.has(key) ? [name, later] : undefined;
  }
  if (dialect.name !== "JSON Schema 2020-12") return undefined;
  if (key === "x-nullable" && value === true) return [name, earliest];
  if (key === "nullable" && value === true) return [name, before];
  if (key.startsWith("exclusive") && typeof value === "boolean") return [`${name} as true or false`, before];
  if (key === "discriminator" && typeof value === "string") return ['"discriminator" as a text', earliest];
  if (key === "items" && Array.isArray(value)) return ['"items" as a list', drafts];
  return key === "additionalItems" || key === "dependencies" ? [name, drafts] : undefined;
}

function report({ what, home, key, first, others }: Found): Diagnostic {
  const places = others === 0 ? "" : `, here and in ${String(others)} other ${others === 1 ? "place" : "places"}`;
  const message = `${what} belongs to ${home}, and the description is of ${first.file.version}${places}; it is read as in ${home}.`;
  return diagnostic("other-version", message, {
    at: originAt(childLocation(first, key)),
    hint: "Write the description in one version: other tools may ignore this.",
  });
}
