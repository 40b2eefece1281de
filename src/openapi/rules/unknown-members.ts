import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { declaredVersion } from "../versions/version.js";
import { keywordsAround } from "./meaning/beside-schema.js";
import { isObject } from "./rule.js";

/** Members that OpenAPI does not have where they stand, and that resemble none that it has. */
export interface UnknownMembers {
  add(key: string, value: Json, at: DocumentLocation): void;
  /** What there is to say of them: once for each key, but for each that holds operations. */
  reports(): readonly Diagnostic[];
}

/** Members of no object as yet. */
export function createUnknownMembers(): UnknownMembers {
  const byKey = new Map<string, { readonly first: DocumentLocation; others: number }>();
  const misplaced: Diagnostic[] = [];
  return {
    add(key, value, at) {
      // Parts in files of their own have other parts beside them.
      if (declaredVersion(at.file.source.value) === undefined) return;
      if (holdsOperations(value, maxLevels)) {
        misplaced.push(reportOperations(key, childLocation(at, key)));
        return;
      }
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { first: childLocation(at, key), others: 0 });
      else known.others += 1;
    },
    reports: () => [...misplaced, ...[...byKey].map(([key, { first, others }]) => report(key, first, others))],
  };
}

/** Levels in which operations are looked for: those of paths that stand elsewhere. */
const maxLevels = 3;

/** Whether a value is an operation, or has some: `responses` by status tell it. */
function holdsOperations(value: Json, levels: number): boolean {
  if (!isObject(value)) return false;
  const { responses } = value;
  if (isObject(responses) && Object.keys(responses).some((status) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))) return true;
  return levels > 1 && Object.values<Json>(value).some((member) => holdsOperations(member, levels - 1));
}

function reportOperations(key: string, at: DocumentLocation): Diagnostic {
  return diagnostic("operation-misplaced", `${JSON.stringify(key)} holds an operation, and is not read here.`, {
    at: { ...originAt(at), on: "key" },
    hint: "An operation stands below a path and a method: paths, /pets, get.",
  });
}

/** Keywords of schemas alone, which are met around these. */
const ofSchemas: ReadonlySet<string> = new Set([...keywordsAround, "not", "readOnly", "writeOnly"]);

function report(key: string, at: DocumentLocation, others: number): Diagnostic {
  const places = others === 0 ? "" : `, nor in ${others} other ${others === 1 ? "place" : "places"}`;
  return diagnostic("unknown-member", `${JSON.stringify(key)} is not a key of OpenAPI here${places}; it is not read.`, {
    at: { ...originAt(at), on: "key" },
    hint: ofSchemas.has(key) ? `${JSON.stringify(key)} is a key of schemas.` : `A key of your own begins with "x-".`,
  });
}
