import { certainInt64s } from "../../model/passes/int64/int64.js";
import type { Api } from "../../model/ir/api.js";
import type { Content, Operation } from "../../model/ir/operation.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import { code } from "../print/code.js";
import { valueCode } from "../print/value-code.js";
import { braces } from "../print/layout.js";
import { locationsCode, referrer, statusKey, type Int64s } from "./int64-code.js";
import { withoutNumbersOfOthers, type Alternatives } from "./int64-alternatives.js";
import { createLocationFinder, type Int64LocationList } from "./int64-locations.js";
import { alwaysUnevaluated } from "./int64-unevaluated.js";
import { innerOf, mappedInside, pruned, withLocationsOf } from "./int64-pruning.js";

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
          code`${statusKey(status)}: ${own.length === 0 ? code`[]` : locationsCode(own, referrer(imports, module), status.length + 28)}`,
      );
      return code`int64Responses: () => ${imports.value("rejectRounded", runtime)}(${braces(locations, 30)})`;
    },
    literal: (value, _, column = -Infinity) => valueCode(value, column),
    isExact: () => false,
    jsonOf: () => undefined,
    exactOf: () => undefined,
  };
}

interface Replies {
  /** By the name of the operation; only of those that have some. */
  readonly operations: ReadonlyMap<string, readonly (readonly [status: string, Int64LocationList])[]>;
  /** The schemas that replies lead to. */
  readonly named: ReadonlyMap<SchemaId, Int64LocationList>;
}

function repliesOf(api: Api): Replies {
  const formOf = certainInt64s(api);
  const all = createLocationFinder(api, formOf);
  const known: Alternatives = { api, formOf, placesOf: (id) => all.named.get(id) ?? [] };
  const simple = new Map([...all.named].map(([id, own]) => [id, plain(own, known)]));
  // What is left out beside numbers may have been all that a schema had.
  const useful = withLocationsOf(simple);
  const of = (schema: Schema | undefined): Int64LocationList => pruned(plain(all.of(schema), known), useful);
  const replies = api.operations.map((operation) => [operation.names.value, statusesOf(operation, of)] as const);
  const operations = new Map(replies.filter(([, statuses]) => statuses.length > 0));
  const roots = [...operations.values()].flatMap((statuses) => statuses.flatMap(([, own]) => own));
  return { operations, named: reachedFrom(roots, (id) => pruned(simple.get(id) ?? [], useful)) };
}

/** The schemas that some locations lead to, each before those that only it leads to. A list of what is left to do: schemas may be a chain of any length. */
function reachedFrom(roots: Int64LocationList, locationsOf: (id: SchemaId) => Int64LocationList): ReadonlyMap<SchemaId, Int64LocationList> {
  const named = new Map<SchemaId, Int64LocationList>();
  const left = [...roots].reverse();
  for (let location = left.pop(); location !== undefined; location = left.pop()) {
    if (location.kind === "integer" || (location.kind === "ref" && named.has(location.target))) continue;
    const inside = location.kind === "ref" ? locationsOf(location.target) : innerOf(location).flat();
    if (location.kind === "ref") named.set(location.target, inside);
    for (const next of inside.toReversed()) left.push(next);
  }
  return named;
}

type LocationsOf = (schema: Schema | undefined) => Int64LocationList;

function statusesOf({ responses }: Operation, of: LocationsOf): readonly (readonly [status: string, Int64LocationList])[] {
  const all = responses.map(({ status, contents }) => [status, contents.flatMap((content) => ofContent(content, of))] as const);
  // Of a status without any something must be said where another entry would stand for it.
  const isGeneral = all.some(([status, own]) => own.length > 0 && !/^\d+$/.test(status));
  return all.filter(([, own]) => own.length > 0 || isGeneral);
}

/** Of JSON alone: lines and events are handed on unread. */
function ofContent({ codec, schema }: Content, of: LocationsOf): Int64LocationList {
  return codec === "json" ? of(schema) : [];
}

/**
 * Where nothing is exchanged, alternatives matter no more: where one of them has an integer of 64 bits, and none any number, that must be one.
 * `open`: alternatives that are looked at, in which nothing is looked for again. What is beside others is opened, so that it may lead back to them.
 */
function plain(all: Int64LocationList, known: Alternatives, open: readonly object[] = []): Int64LocationList {
  const inside = (inner: Int64LocationList): Int64LocationList => plain(inner, known, open);
  return all.flatMap((location): Int64LocationList => {
    switch (location.kind) {
      case "integer":
        return [{ ...location, text: false }];
      case "ref":
      case "fitting": // not of numbers
        return [location];
      case "either": {
        const { options } = location;
        if (options.length === 0) return inside(location.locations);
        if (open.includes(options)) return [];
        return withoutNumbersOfOthers(options, known).flatMap((left) => plain(left, known, [...open, options]));
      }
      case "unevaluated":
        return alwaysUnevaluated(location).flatMap((one) => inside([one]));
      case "tag":
      case "object":
      case "array":
        return [mappedInside(location, inside)];
    }
  });
}
