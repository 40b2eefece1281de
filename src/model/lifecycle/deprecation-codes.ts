import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { createScope } from "../names/identifiers.js";
import type { Api } from "../ir/api.js";
import type { Operation } from "../ir/operation.js";
import { shortHash, upperSnakeCase } from "../names/letter-case.js";

/** Operations with the codes of their warnings, and what their replacements come to reported. */
export function withDeprecationCodes(operations: readonly Operation[], api: Api["names"], report: Report): readonly Operation[] {
  const written = operations.flatMap(({ doc }) => (doc.lifecycle?.code === undefined ? [] : [doc.lifecycle.code]));
  const scope = createScope(written);
  reportUndated(operations, report);
  const byName = new Map(operations.map((operation) => [operation.names.value, operation]));
  return operations.map((operation) => {
    const { lifecycle } = operation.doc;
    if (lifecycle?.deprecated !== true) return operation;
    reportReplacement(operation, byName, report);
    const code = lifecycle.code ?? scope.take([codeOf(api, operation)]);
    return { ...operation, doc: { ...operation.doc, lifecycle: { ...lifecycle, code } } };
  });
}

/** What the codes of an API's warnings begin with: "PETSTORE_DEP". */
export function codePrefix({ stem }: Api["names"]): string {
  return `${upperSnakeCase(stem)}_DEP`;
}

/** "PETSTORE_DEP_GETPET", at most 64 characters. */
function codeOf(api: Api["names"], operation: Operation): string {
  const name = upperSnakeCase(operation.operationId ?? "");
  const code = `${codePrefix(api)}_${name === "" ? upperSnakeCase(operation.names.value) : name}`;
  return code.length <= 60 ? code : `${code.slice(0, 52)}_${shortHash(code).toUpperCase()}`;
}

function reportReplacement(operation: Operation, byName: ReadonlyMap<string, Operation>, report: Report): void {
  const replacement = operation.doc.lifecycle?.replacement;
  const other = replacement?.kind === "operation" ? byName.get(replacement.operation) : undefined;
  if (other?.doc.lifecycle?.deprecated !== true) return;
  const why = other === operation ? "is the operation itself" : "is deprecated too";
  report(
    diagnostic("replacement-deprecated", `The replacement of "${operation.names.value}", "${other.names.value}", ${why}.`, {
      at: operation.origin,
      hint: "Name the operation that callers should move to in the end.",
    }),
  );
}

/**
 * RFC 9745 section 2.1: the `Deprecation` header is a date, and is not sent without one. Told once, and only where the description knows
 * such dates of other operations: one that has none at all cannot be asked for them.
 */
function reportUndated(operations: readonly Operation[], report: Report): void {
  const dated = operations.filter(({ doc: { lifecycle } }) => lifecycle?.since !== undefined);
  const undated = operations.filter(({ doc: { lifecycle } }) => lifecycle?.sunset !== undefined && lifecycle.since === undefined);
  const [first] = undated;
  if (first === undefined || dated.length === 0) return;
  const more = undated.length === 1 ? "" : `, nor of ${undated.length - 1} more`;
  const message = `It is not said since when "${first.names.value}" is deprecated${more}; a server sends its \`Sunset\` without \`Deprecation\`.`;
  report(diagnostic("deprecation-undated", message, { at: first.origin, hint: "Add `x-deprecation: { since: DATE }` where it is known." }));
}
