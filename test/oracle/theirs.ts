/** What openapi-typescript prints of a description of the corpus. */
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";

/** The options that our output corresponds to, each with the reason why we go by it and not by the default. */
export const options: ReadonlyMap<"emptyObjectsUnknown" | "defaultNonNullable" | "readWriteMarkers", string> = new Map([
  ["emptyObjectsUnknown", "An object of which nothing is described may hold anything. By default it takes none but the empty one."],
  ["defaultNonNullable", "`false`: a response may lack what has a default. By default it is taken for required."],
  [
    "readWriteMarkers",
    "Types of requests are without what is read-only, those of responses without what is write-only. By default both have all.",
  ],
]);

/** The descriptions that openapi-typescript does not read, with the reason. */
export const unread: ReadonlyMap<string, string> = new Map([
  ["oai-petstore-2.0", "It does not read OpenAPI 2.0."],
  ["slack-web", "It does not read OpenAPI 2.0."],
  ["multi-oai-petstore-separate-spec-swagger", "It does not read OpenAPI 2.0."],
  ["synthetic-names", "It fails on a property called `valueOf`."],
]);

/** Why openapi-typescript is given another text than the description. */
export type Repair = "nothing" | "what it refuses taken out";

const printOptions = { emptyObjectsUnknown: true, defaultNonNullable: false, readWriteMarkers: true, silent: true } as const;

export interface Printed {
  readonly text: string;
  readonly repair: Repair;
}

/** The types of a description: those that stand beside it, if any do. */
export async function printTheirs(path: string): Promise<Printed> {
  const printed = path.replace(/\.\w+$/, ".ts");
  if (existsSync(printed)) return { text: readFileSync(printed, "utf8"), repair: "nothing" };
  try {
    return { text: astToString(await openapiTS(pathToFileURL(path), printOptions)), repair: "nothing" };
  } catch {
    const document: unknown = parse(readFileSync(path, "utf8"));
    const repaired = repair(document, document, false) as OpenAPI3; // a description, as the corpus holds nothing else
    return { text: astToString(await openapiTS(repaired, printOptions)), repair: "what it refuses taken out" };
  }
}

/** A description without members that are null, examples, and references that lead nowhere: openapi-typescript refuses each. */
function repair(value: unknown, root: unknown, named: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => repair(item, root, false));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (!named && entries.some(([key, target]) => key === "$ref" && typeof target === "string" && !leadsSomewhere(target, root))) return {};
  return Object.fromEntries(
    entries
      .filter(([key, member]) => named || !(member === null || key === "examples" || key === "example" || key === "mapping"))
      .map(([key, member]) => [key, repair(member, root, !named && (key === "properties" || key === "schemas"))]),
  );
}

function leadsSomewhere(reference: string, root: unknown): boolean {
  if (!reference.startsWith("#/")) return existsSync(reference);
  let value: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key]; // an object, as just asked
  }
  return true;
}
