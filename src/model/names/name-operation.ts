import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { amongAll, type OperationEntry } from "../build/list-operations.js";
import { isTooLong, valueName, type Scope } from "./identifiers.js";
import type { Asked, AskedNames } from "./asked-names.js";
import { isUnsafeValue } from "./reserved.js";
import { pascalCase, shortHash, splitWords } from "./letter-case.js";
import { originOf } from "../build/origin.js";

/** What the names of operations depend on besides themselves. */
export interface OperationNaming {
  readonly scope: Scope;
  readonly resolved: Resolved;
  readonly report: Report;
  readonly names: AskedNames;
  /** What is asked for, by operation. */
  readonly asked: ReadonlyMap<OperationEntry, Asked>;
}

/**
 * The functions' names: camelCase of the operationId, else of method and path. Two of one name are distinguished by tag, method, path,
 * then a number. What a configuration asks for goes first. Where `entries` are a part of the description, each is called as it is among all.
 */
export function nameOperations(
  entries: readonly OperationEntry[],
  suffix: "" | "Webhook",
  { scope, resolved, report, names: askedNames, asked }: OperationNaming,
): ReadonlyMap<OperationEntry, string> {
  const names = new Map<OperationEntry, string>();
  const given = new Set<string>();
  const give = (entry: OperationEntry, name: string): void => {
    names.set(entry, name);
    given.add(name);
  };
  const repeated = repeatedIds(entries);
  const isIn = new Set(entries);
  const all = amongAll(entries, suffix === "" ? resolved.whole?.paths : resolved.whole?.webhooks);
  for (const entry of entries) {
    const own = asked.get(entry);
    if (own !== undefined) give(entry, own.name);
  }
  for (const entry of all) {
    const { operationId } = entry.operation;
    if (names.has(entry)) continue;
    if (operationId !== undefined && valueName(operationId) === operationId && !scope.has(operationId))
      give(entry, scope.take([operationId]));
  }
  for (const entry of all) {
    if (names.has(entry)) continue;
    const natural = naturalName(entry, suffix);
    const name = scope.take(candidates(entry, natural, suffix));
    give(entry, name);
    const written = entry.operation.operationId;
    const expected = written === undefined ? natural : valueName(written).replace(/_$/, "");
    // Two operations with one operationId are an error that is already reported; its effect on names is not reported again.
    if (!isIn.has(entry) || name === expected) continue;
    if (askedNames.conflict(expected, `${entry.method} ${entry.path}`, originOf(entry.operation, resolved))) continue;
    if (written === undefined || !repeated.has(written)) report(changed(entry, written, name, expected, given, resolved));
  }
  return isIn.size === all.length ? names : new Map(entries.map((entry) => [entry, names.get(entry) ?? ""]));
}

/** Ids that several operations have; one operation that several paths have in common has its own. */
function repeatedIds(entries: readonly OperationEntry[]): ReadonlySet<string> {
  const first = new Map<string, OperationEntry["operation"]>();
  const repeated = new Set<string>();
  for (const { operation } of entries) {
    const { operationId } = operation;
    if (operationId === undefined) continue;
    if ((first.get(operationId) ?? operation) !== operation) repeated.add(operationId);
    first.set(operationId, operation);
  }
  return repeated;
}

function naturalName(entry: OperationEntry, suffix: string): string {
  const { operationId } = entry.operation;
  const fromId = operationId === undefined ? "" : valueName(isTooLong(operationId) ? withoutPlace(operationId, entry) : operationId);
  return fromId === "" ? fromPlace(entry, suffix) : fromId;
}

/** FastAPI's ids end with the path and the method: "delete_pet_pets__pet_id__delete". That much repeats what is said beside it. */
function withoutPlace(operationId: string, { method, path }: OperationEntry): string {
  const place = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return operationId.endsWith(place) && operationId.length > place.length ? operationId.slice(0, -place.length) : operationId;
}

/** "getPetsByPetId" for `GET /pets/{petId}`; the name of a webhook and "Webhook". */
function fromPlace(entry: OperationEntry, suffix: string): string {
  const name = suffix === "" ? valueName(`${entry.method.toLowerCase()} ${pathWords(entry.path)}`) : valueName(`${entry.path} ${suffix}`);
  return name === "" ? valueName(`operation ${shortHash(`${entry.method} ${entry.path}`)}`) : name;
}

function pathWords(path: string): string {
  const said = path.replace(/\{([^{}]*)\}/g, " by $1 ").replace(/^[/ ]+|(?<![/ ])[/ ]+$/g, "");
  return splitWords(said).length === 0 ? (said === "" ? "root" : shortHash(path)) : said;
}

function candidates(entry: OperationEntry, natural: string, suffix: string): readonly [string, ...string[]] {
  const base = natural.replace(/_$/, "");
  const tag = pascalCase(entry.operation.tags?.[0] ?? "");
  const method = pascalCase(entry.method.toLowerCase());
  const path = pascalCase(pathWords(entry.path));
  const endings = [...(suffix === "" ? [] : [suffix]), ...(tag === "" ? [] : [tag]), method, path, method + path];
  return [natural, ...endings.map((ending) => valueName(base + ending))];
}

function changed(
  entry: OperationEntry,
  written: string | undefined,
  name: string,
  expected: string,
  given: ReadonlySet<string>,
  resolved: Resolved,
): Diagnostic {
  const what = written === undefined ? `${entry.method} ${entry.path}` : `Operation "${written}"`;
  const why = expected === "" ? "no part of its operationId can be part of an identifier" : `"${expected}" ${reason(expected, given)}`;
  return diagnostic("name-changed", `${what} is called "${name}" in generated code, because ${why}.`, {
    at: originOf(entry.operation, resolved),
  });
}

function reason(expected: string, given: ReadonlySet<string>): string {
  if (isUnsafeValue(expected)) return "is a reserved word of JavaScript";
  return given.has(expected) ? "is taken" : "is a name that generated code uses itself";
}
