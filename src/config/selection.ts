import type { OperationFilter, WrittenFilter } from "../openapi/selection/selection.js";
import type { Json } from "../source/source-file.js";
import type { ConfigReader } from "./config-reader.js";
import { asJson } from "./limits.js";

type OneOrMore<T> = T | readonly T[];

/**
 * What an operation has to fit: every member that is given, and any of the values in a list. `*` in a value stands for any letters; in a path
 * for those of one segment, and `**` for any number of segments. For a webhook, its name stands in for the path.
 */
export interface OperationFilterConfig {
  /** Tags of the operation. */
  readonly tags?: OneOrMore<string>;
  /** By operationId, or by method and path: "GET /pets". */
  readonly operations?: OneOrMore<string>;
  /** As in the description: "/pets/{petId}", or with asterisks: "/pets/**". */
  readonly paths?: OneOrMore<string>;
  /** Methods of HTTP: "get", "post". */
  readonly methods?: OneOrMore<string>;
  /** Whether the operation is deprecated. */
  readonly deprecated?: boolean;
  /**
   * Extensions of the operation, or of its path where the operation has none: the name of one, which must be there and not be `false`; or an
   * object of names and the values that they all must have: `{ "x-internal": true, "x-audience": ["partner", "public"] }`.
   */
  readonly extensions?: OneOrMore<string> | { readonly [extension: `x-${string}`]: Json };
}

/** The part of a description that is generated. */
export interface SelectionConfig {
  /** The operations to generate: those that fit it, or one of several. All of them when absent. */
  readonly include?: OneOrMore<OperationFilterConfig>;
  /** Operations not to generate, whatever includes them. */
  readonly exclude?: OneOrMore<OperationFilterConfig>;
  /**
   * `"reachable"`: schemas and other components that no operation needs are left out. "reachable" where there is an `include` or an `exclude`,
   * else "all", when absent.
   */
  readonly components?: "reachable" | "all";
}

/** A part of a description, as it is read from a configuration. */
export interface ReadSelection {
  readonly include: readonly WrittenFilter[] | undefined;
  readonly exclude: readonly WrittenFilter[] | undefined;
  readonly components: "reachable" | "all" | undefined;
}

type Record = Readonly<globalThis.Record<string, unknown>>;

/** The `include`, `exclude` and `components` of an API. */
export function readSelection(reader: ConfigReader, api: Record, at: readonly string[]): ReadSelection {
  return {
    include: readFilters(reader, api["include"], [...at, "include"]),
    exclude: readFilters(reader, api["exclude"], [...at, "exclude"]),
    components: reader.word(api, "components", at, ["reachable", "all"] as const),
  };
}

function readFilters(reader: ConfigReader, written: unknown, at: readonly string[]): readonly WrittenFilter[] | undefined {
  if (written === undefined) return undefined;
  if (!Array.isArray(written)) return [readFilter(reader, written, at)].filter((each) => each !== undefined);
  if (written.length === 0) reader.report("config-invalid-value", at, "must not be an empty list", "Remove it to select by nothing.");
  return written.flatMap((each: unknown, index) => readFilter(reader, each, [...at, String(index)]) ?? []);
}

const lists = ["tags", "operations", "paths", "methods"] as const;
const members = [...lists, "deprecated", "extensions"] as const satisfies readonly (keyof OperationFilter)[];

function readFilter(reader: ConfigReader, written: unknown, at: readonly string[]): WrittenFilter | undefined {
  const advice = `It is an object with some of ${members.join(", ")}.`;
  const filter = typeof written === "object" ? reader.record(written, at) : undefined;
  if (filter === undefined) {
    if (typeof written !== "object") reader.report("config-invalid-value", at, "must be an object or a list of objects", advice);
    return undefined;
  }
  reader.onlyKeys(filter, members, at);
  if (members.every((member) => filter[member] === undefined)) {
    if (Object.keys(filter).length === 0) reader.report("config-invalid-value", at, "must not be empty", advice);
    return undefined;
  }
  const texts = lists.map((member) => [member, readTexts(reader, filter[member], [...at, member])] as const);
  const deprecated = reader.flag(filter, "deprecated", at);
  const extensions = readExtensions(reader, filter["extensions"], [...at, "extensions"]);
  const value: OperationFilter = {
    ...Object.fromEntries(texts.filter(([, each]) => each !== undefined)),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(extensions === undefined ? {} : { extensions }),
  };
  return { value, name: at.join("."), at: reader.place(at) };
}

function readTexts(reader: ConfigReader, written: unknown, at: readonly string[]): readonly string[] | undefined {
  if (written === undefined) return undefined;
  const all: readonly unknown[] = Array.isArray(written) ? (written as readonly unknown[]) : [written]; // `isArray` makes it any[]
  if (all.length === 0)
    reader.report("config-invalid-value", at, "must not be an empty list", "Remove it to select by nothing of the kind.");
  return all.flatMap((each, index) => {
    if (typeof each === "string" && each.trim() !== "") return [each];
    const place = Array.isArray(written) ? [...at, String(index)] : at;
    reader.report("config-invalid-value", place, "must be a string that is not empty");
    return [];
  });
}

function readExtensions(reader: ConfigReader, written: unknown, at: readonly string[]): OperationFilter["extensions"] {
  if (written === undefined) return undefined;
  const isText = typeof written !== "object" || written === null || Array.isArray(written);
  const texts = isText ? readTexts(reader, written, at) : undefined;
  const values = isText ? {} : asJson(reader, written, at);
  const names = texts ?? Object.keys(values ?? {});
  if (texts === undefined && names.length === 0) reader.report("config-invalid-value", at, "must name an extension");
  for (const name of names)
    if (!name.startsWith("x-"))
      reader.report(
        "config-invalid-value",
        texts === undefined ? [...at, name] : at,
        `is not an extension where it says ${JSON.stringify(name)}`,
        `Names of extensions begin with "x-".`,
      );
  return texts ?? (values as { readonly [extension: string]: Json }); // it was read from an object
}
