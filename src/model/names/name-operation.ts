import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { Site } from "../build/list-operations.js";
import { valueName, type Scope } from "./identifiers.js";
import { isUnsafeValue } from "./reserved.js";
import { pascalCase, shortHash, splitWords } from "./letter-case.js";
import { originOf } from "../build/origin.js";

/**
 * The functions' names: camelCase of the operationId, else of method and path. Two of one name are distinguished by tag, method, path,
 * then a number.
 */
export function nameOperations(
  sites: readonly Site[],
  suffix: "" | "Webhook",
  scope: Scope,
  resolved: Resolved,
  report: Report,
): ReadonlyMap<Site, string> {
  const names = new Map<Site, string>();
  const given = new Set<string>();
  const give = (site: Site, name: string): void => {
    names.set(site, name);
    given.add(name);
  };
  const repeated = repeatedIds(sites);
  for (const site of sites) {
    const { operationId } = site.operation;
    if (operationId !== undefined && valueName(operationId) === operationId && !scope.has(operationId))
      give(site, scope.take([operationId]));
  }
  for (const site of sites) {
    if (names.has(site)) continue;
    const natural = naturalName(site, suffix);
    const name = scope.take(candidates(site, natural, suffix));
    give(site, name);
    const written = site.operation.operationId;
    const expected = written === undefined ? natural : valueName(written).replace(/_$/, "");
    // Two operations with one operationId are an error that is already reported; its effect on names is not reported again.
    if (name !== expected && (written === undefined || !repeated.has(written)))
      report(changed(site, written, name, expected, given, resolved));
  }
  return names;
}

/** Ids that several operations have; one operation that several paths have in common has its own. */
function repeatedIds(sites: readonly Site[]): ReadonlySet<string> {
  const first = new Map<string, Site["operation"]>();
  const repeated = new Set<string>();
  for (const { operation } of sites) {
    const { operationId } = operation;
    if (operationId === undefined) continue;
    if ((first.get(operationId) ?? operation) !== operation) repeated.add(operationId);
    first.set(operationId, operation);
  }
  return repeated;
}

function naturalName(site: Site, suffix: string): string {
  const fromId = site.operation.operationId === undefined ? "" : valueName(site.operation.operationId);
  return fromId === "" ? fromPlace(site, suffix) : fromId;
}

/** "getPetsByPetId" for `GET /pets/{petId}`; the name of a webhook and "Webhook". */
function fromPlace(site: Site, suffix: string): string {
  const name = suffix === "" ? valueName(`${site.method.toLowerCase()} ${pathWords(site.path)}`) : valueName(`${site.path} ${suffix}`);
  return name === "" ? valueName(`operation ${shortHash(`${site.method} ${site.path}`)}`) : name;
}

function pathWords(path: string): string {
  const said = path.replace(/\{([^{}]*)\}/g, " by $1 ").replace(/^[/ ]+|[/ ]+$/g, "");
  return splitWords(said).length === 0 ? (said === "" ? "root" : shortHash(path)) : said;
}

function candidates(site: Site, natural: string, suffix: string): readonly [string, ...string[]] {
  const base = natural.replace(/_$/, "");
  const tag = pascalCase(site.operation.tags?.[0] ?? "");
  const method = pascalCase(site.method.toLowerCase());
  const path = pascalCase(pathWords(site.path));
  const endings = [...(suffix === "" ? [] : [suffix]), ...(tag === "" ? [] : [tag]), method, path, method + path];
  return [natural, ...endings.map((ending) => valueName(base + ending))];
}

function changed(
  site: Site,
  written: string | undefined,
  name: string,
  expected: string,
  given: ReadonlySet<string>,
  resolved: Resolved,
): Diagnostic {
  const what = written === undefined ? `${site.method} ${site.path}` : `Operation "${written}"`;
  const why = expected === "" ? "no part of its operationId can be part of an identifier" : `"${expected}" ${reason(expected, given)}`;
  return diagnostic("name-changed", `${what} is called "${name}" in generated code, because ${why}.`, {
    at: originOf(site.operation, resolved),
  });
}

function reason(expected: string, given: ReadonlySet<string>): string {
  if (isUnsafeValue(expected)) return "is a reserved word of JavaScript";
  return given.has(expected) ? "is taken" : "is a name that generated code uses itself";
}
