import type { Origin } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import { sameJson } from "../../source/same-json.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { OperationFacts } from "./operation-facts.js";
import { namePattern, pathPattern } from "./patterns.js";
import type { OperationFilter, WrittenFilter } from "./selection.js";

/** One value of a filter, such as a tag. */
export interface Pattern {
  readonly member: Exclude<keyof OperationFilter, "deprecated">;
  readonly text: string;
  /** As a person would name its list: "include.tags". */
  readonly list: string;
  readonly at: Origin | undefined;
  readonly fits: (operation: OperationFacts) => boolean;
  /** Whether a description has anything that it could be about. */
  readonly isKnown: (operation: OperationFacts) => boolean;
  /** Of a pattern of paths: whether one is meant, whatever its operations are. */
  readonly fitsPath?: (path: string) => boolean;
}

/** A filter as tests. */
export interface CompiledFilter {
  readonly patterns: readonly Pattern[];
  readonly fits: (operation: OperationFacts) => boolean;
  /** Whether operations of a path fit, as far as its path says. */
  readonly fitsPath: (path: string) => "yes" | "no" | "perhaps";
}

/** What an operation has to fit of one member of a filter: any of its patterns, or all of them. */
interface Demand {
  readonly patterns: readonly Pattern[];
  readonly all: boolean;
}

export function compileFilter({ value, name, at }: WrittenFilter): CompiledFilter {
  const { deprecated, extensions } = value;
  const place = (member: string, key: string | number): Pick<Pattern, "list" | "at"> => ({
    list: at === undefined ? name : `${name}.${member}`,
    at: at && { file: at.file, pointer: child(child(at.pointer, member), key) },
  });
  const any = (member: keyof typeof tests): Demand => ({
    all: false,
    patterns: (value[member] ?? []).map((text, index): Pattern => {
      const fits = tests[member](text);
      const known = { member, text, ...place(member, index), fits, isKnown: fits };
      return member === "paths" ? { ...known, fitsPath: pathPattern(text) } : known;
    }),
  });
  const named = isJsonArray(extensions) ? extensions.map(String) : undefined;
  const demands: readonly Demand[] = [
    ...memberNames.filter((member) => value[member] !== undefined).map(any),
    ...(named === undefined
      ? []
      : [{ all: false, patterns: named.map((text, index) => extension(text, undefined, place("extensions", index))) }]),
    ...(named !== undefined || extensions === undefined
      ? []
      : [{ all: true, patterns: Object.entries(extensions).map(([text, wanted]) => extension(text, wanted, place("extensions", text))) }]),
  ];
  return {
    patterns: demands.flatMap(({ patterns }) => patterns),
    fits: (operation) =>
      (deprecated === undefined || operation.deprecated === deprecated) &&
      demands.every(({ patterns, all }) =>
        all ? patterns.every(({ fits }) => fits(operation)) : patterns.some(({ fits }) => fits(operation)),
      ),
    fitsPath: (path) => {
      if (value.paths?.some((pattern) => pathPattern(pattern)(path)) === false) return "no";
      return value.paths !== undefined && demands.length === 1 && deprecated === undefined ? "yes" : "perhaps";
    },
  };
}

type Test = (text: string) => Pattern["fits"];

const tests = {
  tags: (text) => {
    const isMeant = namePattern(text);
    return ({ tags }) => tags.some(isMeant);
  },
  operations: (text) => {
    const isMeant = namePattern(text);
    const [, method = "", path = ""] = /^([A-Za-z]+) +(\S.*)$/.exec(text) ?? [];
    const isPath = pathPattern(path);
    return (operation) =>
      (operation.operationId !== undefined && isMeant(operation.operationId)) ||
      (path !== "" && operation.method === method.toUpperCase() && isPath(operation.path));
  },
  paths: (text) => {
    const isMeant = pathPattern(text);
    return ({ path }) => isMeant(path);
  },
  methods: (text) => {
    const wanted = text.toUpperCase();
    return ({ method }) => method === wanted;
  },
} as const satisfies { readonly [Member in "tags" | "operations" | "paths" | "methods"]: Test };

const memberNames = ["tags", "operations", "paths", "methods"] as const;

/** Without a value: that it is there, and not `false`. A list means any of its values; a list in the description holds each of its own. */
function extension(text: string, wanted: Json | undefined, place: Pick<Pattern, "list" | "at">): Pattern {
  const isWanted = (given: Json): boolean => {
    if (wanted === undefined) return given !== false;
    const all: readonly Json[] = isJsonArray(wanted) ? wanted : [wanted];
    return (
      sameJson(given, wanted) ||
      all.some((one) => sameJson(given, one) || (isJsonArray(given) && given.some((each) => sameJson(each, one))))
    );
  };
  return {
    member: "extensions",
    text,
    ...place,
    fits: (operation) => {
      const given = operation.extension(text);
      return given === undefined ? wanted === false : isWanted(given);
    },
    isKnown: (operation) => operation.extension(text) !== undefined,
  };
}
