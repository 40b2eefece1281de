import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { mostSuggestions, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { plainKey } from "../../openapi/rules/meaning/meant-value.js";
import type { OrReference, ParameterObject } from "../../openapi/rules/types.js";
import type { Parameter, ParameterEncoding, PathPart } from "../ir/operation.js";
import type { Schema } from "../ir/schema.js";
import { plain, type SchemaBuilder } from "./build-schema.js";
import type { OperationEntry } from "./list-operations.js";
import { originOf } from "./origin.js";
import { fixedQuery, queryTemplate } from "./path-template.js";

/** A parameter of an operation, with what it is written as, and the operation or path item that has it in its list. */
export interface WrittenParameter {
  readonly parameter: Parameter;
  readonly start: OrReference<ParameterObject>;
  readonly holder: object;
}

/**
 * Parameters as the path has them: one that is missing is any text, one that the path does not have is left out. A missing one and one left
 * over are one parameter, where there is one of each, or where they differ in case alone. What the query in a path has is in the query.
 */
export function fitPath(
  written: readonly WrittenParameter[],
  segments: readonly PathPart[],
  entry: OperationEntry,
  builder: SchemaBuilder,
): readonly Parameter[] {
  const placed = placeInQuery(withoutFixed(written, entry, builder), segments, entry, builder);
  const all = segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  const places = [...new Set(all)];
  const isPlace = new Set(places);
  if (all.length > places.length) reportRepeated(all, entry, builder);
  const isUnused = ({ parameter }: WrittenParameter): boolean => parameter.in === "path" && !isPlace.has(parameter.name);
  const unused = placed.filter(isUnused);
  const given = new Set(placed.flatMap(({ parameter }) => (parameter.in === "path" ? [parameter.name] : [])));
  const missing = places.filter((name) => !given.has(name));
  const pairs = pairsOf(unused, missing);
  const paired = new Set(pairs.values());
  let unusedReported = 0;
  const kept = placed.flatMap((each): readonly Parameter[] => {
    if (!isUnused(each)) return [each.parameter];
    const name = pairs.get(each);
    if (name === undefined) {
      // Each is compared with all that the path has.
      reportUnused(each, places, unusedReported++ < mostSuggestions ? missing : [], entry, builder);
      return [];
    }
    reportPair(each, name, entry, builder);
    // What is shared has another name.
    return [{ ...each.parameter, name, component: undefined }];
  });
  const unpaired = missing.filter((name) => !paired.has(name));
  const added = unpaired.map((name, index) => undeclared(name, "path", entry, builder, index < mostReported));
  if (unpaired.length > mostReported) reportOthers(unpaired.length - mostReported, entry, builder);
  const declared = kept.filter((parameter) => parameter.in === "path");
  return [...declared, ...added, ...kept.filter((parameter) => parameter.in !== "path")];
}

/** Which parameter that the path does not have is which of the path that is not declared. */
function pairsOf(unused: readonly WrittenParameter[], missing: readonly string[]): ReadonlyMap<WrittenParameter, string> {
  const pairs = new Map<WrittenParameter, string>();
  const alike = groupedBy(missing, plainKey);
  const rivals = groupedBy(unused, ({ parameter }) => plainKey(parameter.name));
  for (const each of unused) {
    const key = plainKey(each.parameter.name);
    const [same, second] = alike.get(key) ?? [];
    if (same !== undefined && second === undefined && rivals.get(key)?.length === 1) pairs.set(each, same);
  }
  const paired = new Set(pairs.values());
  const [one, ...others] = unused.filter((each) => !pairs.has(each));
  const [name, ...names] = missing.filter((each) => !paired.has(each));
  if (one !== undefined && name !== undefined && others.length === 0 && names.length === 0) pairs.set(one, name);
  return pairs;
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) if (groups.get(keyOf(item))?.push(item) === undefined) groups.set(keyOf(item), [item]);
  return groups;
}

/** Parameters without those that the query in the path has a value for: what is sent with every call is no argument. */
function withoutFixed(written: readonly WrittenParameter[], entry: OperationEntry, builder: SchemaBuilder): readonly WrittenParameter[] {
  const fixed = fixedQuery(entry.path);
  if (fixed.size === 0) return written;
  return written.filter((each) => {
    const { parameter } = each;
    const value = parameter.in === "query" ? fixed.get(parameter.name) : undefined;
    if (value === undefined) return true;
    if (!isOnly(parameter.schema, value) && !isReferred(parameter.schema)) reportFixed(each, value, entry, builder);
    return false;
  });
}

/** Whether a schema allows one value alone; one that is referred to is not looked at, and may. */
const isOnly = ({ assertions }: Schema, value: string): boolean =>
  assertions.some((each) => each.kind === "enum" && each.values.length === 1 && textOf(each.values[0]) === value);

const isReferred = ({ assertions }: Schema): boolean => assertions.some(({ kind }) => kind === "ref");

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : JSON.stringify(value));

function reportFixed(written: WrittenParameter, value: string, { path }: OperationEntry, { build }: SchemaBuilder): void {
  const { parameter, start, holder } = written;
  build.once(`fixed ${path} ${parameter.name}`, holder, () => {
    const message = `The query parameter "${parameter.name}" has the value ${JSON.stringify(value)} in the path "${path}".`;
    const hint = "Take it out of the path, where callers choose its value.";
    const place = { at: originOf(start, build.resolved), severity: "warning", hint, assumed: "it is sent so, and is no argument" } as const;
    build.report(diagnostic("path-query", message, { ...place, related: declaration(written, build) }));
  });
}

const byName = { kind: "style", explode: true, allowReserved: false, allowEmptyValue: false } as const;

/** Parameters with those in the query of the path where they are sent: they may be declared as ones of the path, or not at all. */
function placeInQuery(
  written: readonly WrittenParameter[],
  segments: readonly PathPart[],
  entry: OperationEntry,
  builder: SchemaBuilder,
): readonly WrittenParameter[] {
  const template = queryTemplate(entry.path);
  if (template.length === 0) return written;
  const routed = new Set(segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : [])));
  const inQuery = namesInQuery(written);
  const pairs = new Map<string, (typeof template)[number]>();
  for (const pair of template) if (!pairs.has(pair.parameter)) pairs.set(pair.parameter, pair);
  const moved = written.flatMap((each): readonly WrittenParameter[] => {
    const { parameter } = each;
    const pair = parameter.in === "path" ? pairs.get(parameter.name) : undefined;
    if (pair === undefined || routed.has(parameter.name)) return [each];
    if (inQuery.has(pair.name)) return [];
    const encoding: ParameterEncoding = parameter.encoding.kind === "style" ? { ...byName, style: "form" } : parameter.encoding;
    return [{ ...each, parameter: { ...parameter, in: "query", name: pair.name, encoding, component: undefined } }];
  });
  const declared = namesInQuery(moved);
  const added = template.filter(
    ({ name, parameter }) => !declared.has(name) && !declared.has(parameter) && !(routed.has(parameter) && parameter !== name),
  );
  return [
    ...moved,
    ...added.map(({ name }): WrittenParameter => {
      const parameter = undeclared(name, "query", entry, builder);
      return { parameter, start: { name, in: "query" }, holder: entry.operation };
    }),
  ];
}

const namesInQuery = (written: readonly WrittenParameter[]): ReadonlySet<string> =>
  new Set(written.flatMap(({ parameter }) => (parameter.in === "query" ? [parameter.name] : [])));

/** Told once of a path, whichever of its operations is selected. */
function reportRepeated(names: readonly string[], { operation, path, items }: OperationEntry, { build }: SchemaBuilder): void {
  const seen = new Set<string>();
  const repeated = [...new Set(names.filter((name) => seen.size === seen.add(name).size))];
  build.once(`repeated ${path}`, items.at(-1) ?? operation, () => {
    const said = repeated.map((name) => JSON.stringify(name)).join(", ");
    const message = `The path "${path}" has the parameter${repeated.length === 1 ? "" : "s"} ${said} twice; a server takes the last of two values.`;
    const hint = "Give each place its own name.";
    build.report(diagnostic("path-parameter-repeated", message, { at: originOf(items.at(-1) ?? operation, build.resolved), hint }));
  });
}

/** Parameters of one path that are told of one by one. Each message has the path with it, which may have thousands. */
const mostReported = 100;

function reportOthers(count: number, { operation, path, items }: OperationEntry, { build }: SchemaBuilder): void {
  const holder = operation.parameters === undefined ? (items.at(-1) ?? operation) : operation;
  build.once(`undeclared ${path}`, holder, () => {
    const message = `${String(count)} more parameters of the path "${path}" are not declared; they are read as strings.`;
    build.report(diagnostic("path-parameter-undeclared", message, { at: originOf(operation, build.resolved) }));
  });
}

/** A parameter of which nothing is known but its name. */
function undeclared(
  name: string,
  location: "path" | "query",
  entry: OperationEntry,
  { build }: SchemaBuilder,
  isReported = true,
): Parameter {
  const { operation, path, items } = entry;
  const at = originOf(operation, build.resolved);
  // What no operation of a path declares is told once.
  const holder = operation.parameters === undefined ? (items.at(-1) ?? operation) : operation;
  const tell = (): void => {
    const message = `The parameter "${name}" of the path "${path}" is not declared; it is read as a string.`;
    const hint = `Add { name: ${name}, in: ${location}, ${location === "path" ? "required: true, " : ""}schema: … } to the parameters.`;
    build.report(diagnostic("path-parameter-undeclared", message, { at, hint }));
  };
  if (isReported) build.once(`undeclared ${path} ${name}`, holder, tell);
  return {
    origin: at,
    in: location,
    name,
    required: location === "path",
    doc: {},
    schema: plain(at, [{ kind: "type", types: ["string"] }]),
    encoding: location === "path" ? { ...byName, style: "simple", explode: false } : { ...byName, style: "form" },
    examples: [],
    component: undefined,
  };
}

function reportPair(written: WrittenParameter, name: string, { path }: OperationEntry, { build }: SchemaBuilder): void {
  const { parameter, start, holder } = written;
  build.once(`pair ${path} ${parameter.name}`, holder, () => {
    const message = `The path "${path}" does not contain its parameter "${parameter.name}", and "${name}" of it is not declared.`;
    const place = { at: originOf(start, build.resolved), hint: "Give both one name.", assumed: `they are read as one, called "${name}"` };
    build.report(diagnostic("path-parameter-undeclared", message, { ...place, related: declaration(written, build) }));
  });
}

function reportUnused(
  written: WrittenParameter,
  places: readonly string[],
  missing: readonly string[],
  { path }: OperationEntry,
  { build }: SchemaBuilder,
): void {
  const { parameter, start, holder } = written;
  build.once(`unused ${path} ${parameter.name}`, holder, () => {
    const near = spellingSuggestion(parameter.name, missing);
    const all = places.length === 0 ? "The path has no parameters." : `The path has: ${places.join(", ")}.`;
    const message = `The path "${path}" does not contain its parameter "${parameter.name}"; it is left out.`;
    const place = { at: originOf(start, build.resolved), hint: near === undefined ? all : `Did you mean "${near}"?` };
    build.report(diagnostic("path-parameter-unused", message, { ...place, related: declaration(written, build) }));
  });
}

/** Where a parameter is declared that the operation refers to. */
function declaration({ parameter, start }: WrittenParameter, { resolved }: SchemaBuilder["build"]): Diagnostic["related"] {
  const { file, pointer } = originOf(start, resolved);
  const { origin } = parameter;
  const isSame = origin.file === file && origin.pointer === pointer;
  return isSame ? [] : [{ message: "It is declared here.", at: origin }];
}
