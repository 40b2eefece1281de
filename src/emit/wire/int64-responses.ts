import { int64FormsOf } from "../../model/passes/int64.js";
import type { Api } from "../../model/ir/api.js";
import type { Content, Operation } from "../../model/ir/operation.js";
import type { SchemaId } from "../../model/ir/schema.js";
import { code, literal } from "../print/code.js";
import { braces } from "../print/layout.js";
import { locationsName, locationsCode, statusKey, type Int64s } from "./int64-code.js";
import { createLocationFinder, innerOf, type Int64Location, type Int64LocationList, type LocationFinder } from "./int64-locations.js";

const runtime = "./runtime/client.js";

/** Of 64-bit integers that are numbers like any other: where a client reads some, which may be beyond what numbers hold. */
export function responseInt64s(api: Api, module: string): Int64s {
  let known: Replies | undefined;
  const found = (): Replies => (known ??= repliesOf(api));
  return {
    get named() {
      return found().named;
    },
    runtime,
    entryOf(operation, imports) {
      const statuses = found().operations.get(operation.names.value);
      if (statuses === undefined) return undefined;
      const locations = statuses.map(
        ([status, own]) =>
          code`${statusKey(status)}: ${own.length === 0 ? code`[]` : locationsCode(own, (id) => imports.value(locationsName(id), module), status.length + 28)}`,
      );
      return code`int64Responses: () => ${imports.value("rejectRounded", runtime)}(${braces(locations, 30)})`;
    },
    literal,
    isExact: () => false,
    jsonOf: () => undefined,
  };
}

interface Replies {
  /** By the name of the operation; only of those that have some. */
  readonly operations: ReadonlyMap<string, readonly (readonly [status: string, Int64LocationList])[]>;
  /** The schemas that replies lead to. */
  readonly named: ReadonlyMap<SchemaId, Int64LocationList>;
}

function repliesOf(api: Api): Replies {
  const locations = createLocationFinder(api, int64FormsOf(api, "bigint"));
  const replies = api.operations.map((operation) => [operation.names.value, statusesOf(operation, locations)] as const);
  const operations = new Map(replies.filter(([, statuses]) => statuses.length > 0));
  const named = new Map<SchemaId, Int64LocationList>();
  const follow = (location: Int64Location): void => {
    if (location.kind === "integer") return;
    if (location.kind !== "ref") innerOf(location).flat().forEach(follow);
    else if (!named.has(location.target)) {
      const own = plain(locations.named.get(location.target) ?? [], locations);
      named.set(location.target, own);
      own.forEach(follow);
    }
  };
  for (const statuses of operations.values()) for (const [, own] of statuses) own.forEach(follow);
  return { operations, named };
}

function statusesOf({ responses }: Operation, locations: LocationFinder): readonly (readonly [status: string, Int64LocationList])[] {
  const all = responses.map(({ status, contents }) => [status, contents.flatMap((content) => ofContent(content, locations))] as const);
  // Of a status without any something must be said where another entry would stand for it.
  const isGeneral = all.some(([status, own]) => own.length > 0 && !/^\d+$/.test(status));
  return all.filter(([, own]) => own.length > 0 || isGeneral);
}

/** Of JSON alone: lines and events are handed on unread. */
function ofContent({ codec, schema }: Content, locations: LocationFinder): Int64LocationList {
  return codec === "json" ? plain(locations.of(schema), locations) : [];
}

/** Where nothing is exchanged, alternatives matter no more: wherever one of them has an integer of 64 bits, that must be one. */
function plain(all: Int64LocationList, locations: LocationFinder): Int64LocationList {
  const inside = (inner: Int64LocationList): Int64LocationList => plain(inner, locations);
  return all.flatMap((location): Int64LocationList => {
    switch (location.kind) {
      case "integer":
        return [{ ...location, text: false }];
      case "ref":
        return [location];
      case "either":
        // A number beside it may be a large one.
        return inside(location.locations.filter((one) => !(location.number && isInteger(one, locations))));
      case "tag":
        return [{ ...location, cases: location.cases.map(([tag, inner]) => [tag, inside(inner)]), otherwise: inside(location.otherwise) }];
      case "object":
        return [
          {
            ...location,
            properties: location.properties.map(([name, inner]) => [name, inside(inner)]),
            patterns: location.patterns.map(([pattern, inner]) => [pattern, inside(inner)]),
            additional: inside(location.additional),
          },
        ];
      case "array":
        return [{ ...location, prefix: location.prefix.map(inside), items: inside(location.items) }];
    }
  });
}

function isInteger(location: Int64Location, { named }: LocationFinder): boolean {
  return (
    location.kind === "integer" || (location.kind === "ref" && named.get(location.target)?.some(({ kind }) => kind === "integer") === true)
  );
}
