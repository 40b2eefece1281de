import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import type { Json, SourceFile } from "../../source/source-file.js";

/**
 * What one description may have of what takes memory until the end. A schema of a published description takes about 120 bytes of text, so that one
 * of 80 MB, with all references written out, has some 700,000. Parts are counted, and not seconds: every machine draws the line at the same place.
 */
export const sizeLimits: SizeLimits = { schema: 1_000_000, "named schema": 200_000, operation: 50_000, reference: 2_000_000 };

export type Counted = "schema" | "named schema" | "operation" | "reference";
export type SizeLimits = Readonly<Record<Counted, number>>;

export interface SizeBudget {
  readonly limits: SizeLimits;
  /** Counts one more, or several. False: there are too many of something, and nothing more is to be read. */
  spend(what: Counted, count?: number): boolean;
  /** What there are too many of, if there are. */
  exceeded(): Counted | undefined;
}

export function createSizeBudget(limits: SizeLimits = sizeLimits): SizeBudget {
  const left = { ...limits };
  let exceeded: Counted | undefined;
  return {
    limits,
    spend(what, count = 1) {
      left[what] -= count;
      if (left[what] < 0) exceeded ??= what;
      return exceeded === undefined;
    },
    exceeded: () => exceeded,
  };
}

/** Says what there are too many of, and where most of the description is. */
export function tooLarge(what: Counted, limits: SizeLimits, files: readonly SourceFile[]): Diagnostic {
  const [largest] = files.map((file) => ({ file, size: sizeOf(file.value) })).sort((a, b) => b.size - a.size);
  const limit = String(limits[what]);
  const { pointer, share } = largest === undefined ? { pointer: "", share: 1 } : largestPart(largest.file.value, largest.size);
  const place = pointer === "" ? (largest?.file.name ?? "") : `${pointer} of ${largest?.file.name ?? ""}`;
  const part = `The largest part of it, ${String(Math.round(share * 100))} % of what the file holds, is ${place}.`;
  return diagnostic(
    "description-too-large",
    `The description has more than ${limit} ${plurals[what]}, which are all that are read. ${part}`,
    {
      at: largest && { file: largest.file.uri, pointer },
      hint: "No option raises this limit. Leave out what is not used, with `include` and `exclude`, or refer to what is written many times.",
    },
  );
}

const plurals: Readonly<Record<Counted, string>> = {
  schema: "schemas",
  "named schema": "named schemas",
  operation: "operations",
  reference: "references",
};

/** Levels of a description that a person knows by name: `/components/schemas/Pet`. */
const namedLevels = 3;

/** The smallest part, among those that people have names for, which holds more than half of a value. */
function largestPart(whole: Json, size: number): { readonly pointer: string; readonly share: number } {
  let [pointer, value, held] = ["", whole, size];
  for (let level = 0; level < namedLevels && typeof value === "object" && value !== null; level += 1) {
    const members = Object.entries(value).map(([key, member]: [string, Json]) => ({ key, member, size: sizeOf(member) }));
    const most = members.find((each) => each.size > size / 2);
    if (most === undefined) break;
    [pointer, value, held] = [child(pointer, most.key), most.member, most.size];
  }
  return { pointer, share: held / size };
}

/** How many values there are in one, itself included. What an alias of YAML shares counts each time, up to a bound of the reader's. */
function sizeOf(value: Json): number {
  const waiting = [value];
  let size = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    size += 1;
    if (typeof next === "object" && next !== null) for (const member of Object.values(next) as readonly Json[]) waiting.push(member);
  }
  return size;
}
