import type { Api } from "../../model/ir/api.js";
import type { Content, Operation } from "../../model/ir/operation.js";
import { code, ident, indent, literal, propertyKey, type Code } from "../print/code.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import type { EmitOptions } from "../options.js";
import { literalAt, locationsName, locationsCode, referrer, statusKey, type Int64s, type Refer } from "../wire/int64-code.js";
import { createLocationFinder, type Int64Location, type Int64LocationList, type LocationFinder } from "../wire/int64-locations.js";
import { responseInt64s } from "../wire/int64-responses.js";

const module = "./int64.js";
const runtime = "./runtime/shared.js";

/** `undefined` where 64-bit integers are numbers like any other, and nothing reads any that others have written. */
export function int64sOf(api: Api, { int64 = "number", parts }: EmitOptions): Int64s | undefined {
  if (int64 === "number") return parts.has("client") ? responseInt64s(api, module) : undefined;
  const locations = createLocationFinder(api);
  const make = (imports: Imports): Code => imports.value(int64 === "bigint" ? "bigintJson" : "digitsJson", runtime);
  return {
    named: locations.named,
    runtime,
    entryOf(operation, imports) {
      const entries = operationEntries(operation, locations, referrer(imports, module));
      const all = (): Code => imports.value(int64 === "bigint" ? "bigints" : "digits", runtime);
      return entries.length === 0 ? undefined : code`get exact() {\n${indent(code`return ${all()}(${braces(entries, 30)});`)}\n}`;
    },
    literal: (value, schema, column) => literalAt(value, locations.of(schema), int64, locations.named, column),
    isExact: (operation) => operationEntries(operation, locations, referrer(new Imports([]), module)).length > 0,
    jsonOf: (id, imports) => (locations.named.has(id) ? code`${make(imports)}(${imports.value(locationsName(id), module)})` : undefined),
    exactOf(schema, imports) {
      const own = locations.of(schema);
      return own.length === 0 ? undefined : code`${make(imports)}(${locationsCode(own, referrer(imports, module), 24)})`;
    },
  };
}

/** `int64.ts`: where values of the named schemas hold 64-bit integers. */
export function emitInt64s(int64s: Int64s | undefined, options: EmitOptions): Emitted | undefined {
  const named = [...(int64s?.named ?? [])];
  if (int64s === undefined || named.length === 0) return undefined;
  const imports = new Imports(named.map(([id]) => locationsName(id)));
  const type = imports.type("Int64Locations", int64s.runtime);
  const constants = named.map(
    ([id, locations]) =>
      code`export function ${ident(locationsName(id))}(): ${type} {\n${indent(code`return ${locationsCode(locations, referrer(imports), 12)};`)}\n}`,
  );
  const comment = code`// Where values hold integers of 64 bits: read and written exactly there.`;
  return { ...file("int64.ts", header(options), imports, [comment, ...constants]), exports: [] };
}

function operationEntries(operation: Operation, locations: LocationFinder, refer: Refer): readonly Code[] {
  const parameters = parameterLocations(operation, locations);
  const bodies = contentEntries(operation.body?.contents ?? [], locations, refer);
  const responses = operation.responses.map(({ status, contents }) => [status, contentEntries(contents, locations, refer)] as const);
  const has = responses.some(([, entries]) => entries.length > 0);
  const statuses = responses.map(
    ([status, entries]) => code`${statusKey(status)}: ${entries.length === 0 ? literal(null) : braces(entries, status.length + 24)}`,
  );
  return [
    ...(parameters.length === 0 ? [] : [code`parameters: ${locationsCode(parameters, refer, 34)}`]),
    ...(bodies.length === 0 ? [] : [code`body: ${braces(bodies, 24)}`]),
    ...(has ? [code`responses: ${braces(statuses, 28)}`] : []),
  ];
}

/** Of one object with the parameters of each location; of the whole query string under its own name. */
function parameterLocations({ parameters }: Operation, locations: LocationFinder): Int64LocationList {
  const byLocation = new Map<string, (readonly [string, Int64LocationList])[]>();
  const whole: (readonly [string, Int64LocationList])[] = [];
  for (const { in: location, name, schema } of parameters) {
    const own = locations.of(schema);
    if (own.length === 0) continue;
    if (location === "querystring") whole.push([location, own]);
    else byLocation.set(location, [...(byLocation.get(location) ?? []), [name, own]]);
  }
  const members = [...[...byLocation].map(([location, names]) => [location, [objectOf(names)]] as const), ...whole];
  return members.length === 0 ? [] : [objectOf(members)];
}

const objectOf = (properties: readonly (readonly [string, Int64LocationList])[]): Int64Location => ({
  kind: "object",
  properties,
  patterns: [],
  additional: [],
});

function contentEntries(contents: readonly Content[], locations: LocationFinder, refer: Refer): readonly Code[] {
  return contents.flatMap((content) => {
    const own = ofContent(content, locations);
    return own.length === 0 ? [] : [code`${propertyKey(content.mediaType)}: ${locationsCode(own, refer, content.mediaType.length + 28)}`];
  });
}

/** Of lines and events: of one of them. */
function ofContent({ codec, schema }: Content, locations: LocationFinder): Int64LocationList {
  if (schema === undefined || codec === "binary" || codec === "xml" || codec === "unread") return [];
  if (codec !== "lines" && codec !== "events") return locations.of(schema);
  const ofItem = locations.ofItem(schema);
  return ofItem.length > 0 ? ofItem : locations.of(schema);
}
