import { identifierPattern, scripts } from "../model/names/letters.js";
import { isUnsafeValue } from "../model/names/reserved.js";
import type { WrittenNames } from "../model/names/asked-names.js";
import type { ConfigReader } from "./config-reader.js";

/** Names in generated code, by what the description calls the thing. What is sent never changes. */
export interface NamesConfig {
  /** Names of types, by the name of the component: `{ V1Pet: "Pet" }`. Of a schema in another file, by its name there, or that of the file. */
  readonly schemas?: { readonly [written: string]: string };
  /** Names of functions and handlers, by operationId, or by method and path: `{ get_pets_v2: "listPets", "DELETE /pets/{id}": "deletePet" }`. */
  readonly operations?: { readonly [written: string]: string };
}

type Table = Readonly<Record<string, unknown>>;

/** The `names` of an API. */
export function readNames(reader: ConfigReader, api: Table, at: readonly string[]): WrittenNames | undefined {
  if (api["names"] === undefined) return undefined;
  const place = [...at, "names"];
  const written = reader.record(api["names"], place);
  if (written === undefined) return undefined;
  const advice =
    "It takes schemas and operations. Names that are sent, as those of parameters and properties, stay as the description has them.";
  reader.onlyKeys(written, ["schemas", "operations"], place, advice);
  return {
    ...readSection(reader, written, "schemas", place),
    ...readSection(reader, written, "operations", place),
    name: place.join("."),
    at: reader.place(place),
  };
}

const forms = {
  schemas: { fits: /^\P{Ll}/u, takes: "begins with a capital letter", example: '"PetList"' },
  operations: { fits: /^\P{Lu}/u, takes: "begins with a small letter", example: '"listPets"' },
} as const;

/** Longer names than anybody types. */
const maxLength = 80;

const isIdentifier = (name: string): boolean => identifierPattern.test(name) && !name.includes("$");

function readSection(reader: ConfigReader, names: Table, section: keyof typeof forms, at: readonly string[]): Partial<WrittenNames> {
  if (names[section] === undefined) return {};
  const place = [...at, section];
  const written = reader.record(names[section], place);
  if (written === undefined) return {};
  const { fits, takes, example } = forms[section];
  const read = Object.entries(written).flatMap(([key, name]): readonly (readonly [string, string])[] => {
    // Scripts without case have letters that are neither. One letter has one spelling: engines compare identifiers by their characters.
    const spelt = typeof name === "string" ? name.normalize("NFC") : "";
    if (fits.test(spelt) && isIdentifier(spelt) && spelt.length <= maxLength && !isUnsafeValue(spelt)) return [[key, spelt]];
    const shown = typeof name === "string" ? `, and ${JSON.stringify(name)} is none` : "";
    const letters = typeof name === "string" && /[^\x00-\x7f]/.test(name) ? `letters of ${scripts}` : "letters";
    const hint = `It ${takes}, and has ${letters}, digits and underscores: ${example}.`;
    reader.report("config-invalid-value", [...place, key], `must be an identifier that can be exported${shown}`, hint);
    return [];
  });
  return { [section]: Object.fromEntries(read) };
}
