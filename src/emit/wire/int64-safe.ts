import { withInt64 } from "../../model/passes/int64.js";
import type { Api, Content, Operation, SchemaId } from "../../model/ir/types.js";
import { code, literal } from "../print/code.js";
import { braces } from "../print/layout.js";
import { locationsName, placesCode, statusKey, type Int64s } from "./int64-code.js";
import { createPlaces, innerOf, type Place, type Places, type PlacesOf } from "./int64-places.js";

const runtime = "./runtime/int64-responses.js";

/** Of 64-bit integers that are numbers like any other: where a client reads some, which may be beyond what numbers hold. */
export function safeInt64s(api: Api, module: string): Int64s {
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
      const places = statuses.map(
        ([status, own]) =>
          code`${statusKey(status)}: ${own.length === 0 ? code`[]` : placesCode(own, (id) => imports.value(locationsName(id), module), status.length + 28)}`,
      );
      return code`int64Responses: /* @__PURE__ */ ${imports.value("rejectRounded", runtime)}(${braces(places, 30)})`;
    },
    literal,
    isExact: () => false,
    jsonOf: () => undefined,
  };
}

interface Replies {
  /** By the name of the operation; only of those that have some. */
  readonly operations: ReadonlyMap<string, readonly (readonly [status: string, Places])[]>;
  /** The schemas that replies lead to. */
  readonly named: ReadonlyMap<SchemaId, Places>;
}

function repliesOf(described: Api): Replies {
  const api = withInt64(withReplies(described), "bigint");
  const places = createPlaces(api);
  const replies = api.operations.map((operation) => [operation.names.value, statusesOf(operation, places)] as const);
  const operations = new Map(replies.filter(([, statuses]) => statuses.length > 0));
  const named = new Map<SchemaId, Places>();
  const follow = (place: Place): void => {
    if (place.kind === "leaf") return;
    if (place.kind !== "ref") innerOf(place).flat().forEach(follow);
    else if (!named.has(place.target)) {
      const own = plain(places.named.get(place.target) ?? [], places);
      named.set(place.target, own);
      own.forEach(follow);
    }
  };
  for (const statuses of operations.values()) for (const [, own] of statuses) own.forEach(follow);
  return { operations, named };
}

/** With nothing but what replies are: no other part of it need be looked at. */
function withReplies(api: Api): Api {
  const operations = api.operations.map((operation) => ({ ...operation, parameters: [], body: undefined }));
  return { ...api, operations, webhooks: [], parsed: new Map() };
}

function statusesOf({ responses }: Operation, places: PlacesOf): readonly (readonly [status: string, Places])[] {
  const all = responses.map(({ status, contents }) => [status, contents.flatMap((content) => ofContent(content, places))] as const);
  // Of a status without any something must be said where another entry would stand for it.
  const isGeneral = all.some(([status, own]) => own.length > 0 && !/^\d+$/.test(status));
  return all.filter(([, own]) => own.length > 0 || isGeneral);
}

/** Of JSON alone: lines and events are handed on unread. */
function ofContent({ codec, schema }: Content, places: PlacesOf): Places {
  return codec === "json" ? plain(places.of(schema), places) : [];
}

/** Where nothing is exchanged, alternatives matter no more: wherever one of them has an integer of 64 bits, that must be one. */
function plain(all: Places, places: PlacesOf): Places {
  const inside = (inner: Places): Places => plain(inner, places);
  return all.flatMap((place): Places => {
    switch (place.kind) {
      case "leaf":
        return [{ ...place, text: false }];
      case "ref":
        return [place];
      case "either":
        // A number beside it may be a large one.
        return inside(place.places.filter((one) => !(place.number && isInteger(one, places))));
      case "tag":
        return [{ ...place, cases: place.cases.map(([tag, inner]) => [tag, inside(inner)]), otherwise: inside(place.otherwise) }];
      case "object":
        return [
          {
            ...place,
            properties: place.properties.map(([name, inner]) => [name, inside(inner)]),
            patterns: place.patterns.map(([pattern, inner]) => [pattern, inside(inner)]),
            additional: inside(place.additional),
          },
        ];
      case "array":
        return [{ ...place, prefix: place.prefix.map(inside), items: inside(place.items) }];
    }
  });
}

function isInteger(place: Place, { named }: PlacesOf): boolean {
  return place.kind === "leaf" || (place.kind === "ref" && named.get(place.target)?.some(({ kind }) => kind === "leaf") === true);
}
