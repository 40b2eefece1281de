import type { Api } from "../model/ir/api.js";
import type { Replacement } from "../model/ir/lifecycle.js";

/** A deprecated operation, as data. */
export interface DeprecatedOperation {
  /** Its name in generated code. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** As written in the description. */
  readonly since: string | undefined;
  readonly sunset: string | undefined;
  readonly replacement: string | undefined;
  /** How far it had come, where it was not stable. */
  readonly stability: "draft" | "alpha" | "beta" | undefined;
}

/** The deprecated operations of an API: those with a date first, the next to go at the top. */
export function deprecations(api: Api): readonly DeprecatedOperation[] {
  const found = api.operations.flatMap((operation) => {
    const lifecycle = operation.doc.lifecycle;
    if (lifecycle?.deprecated !== true) return [];
    const { method, path, names } = operation;
    const record: DeprecatedOperation = {
      operation: names.value,
      method,
      path,
      since: lifecycle.since?.text,
      sunset: lifecycle.sunset?.text,
      replacement: replacementText(lifecycle.replacement),
      stability: lifecycle.stability === "stable" ? undefined : lifecycle.stability,
    };
    return [{ epoch: lifecycle.sunset?.epoch ?? Infinity, record }];
  });
  return found.sort((a, b) => (a.epoch === b.epoch ? 0 : a.epoch - b.epoch)).map(({ record }) => record);
}

function replacementText(replacement: Replacement | undefined): string | undefined {
  if (replacement === undefined) return undefined;
  if (replacement.kind === "text") return replacement.note;
  const target = replacement.kind === "operation" ? replacement.operation : replacement.url;
  return replacement.note === undefined ? target : `${target} (${replacement.note})`;
}

/** "getPet (GET /pets/{petId}), beta, to be removed on 2030-12-05; instead: listPets". */
export function deprecationLine({ operation, method, path, since, sunset, replacement, stability }: DeprecatedOperation): string {
  const facts = [
    stability,
    since === undefined ? undefined : `since ${since}`,
    sunset === undefined ? undefined : `to be removed on ${sunset}`,
  ].filter((fact) => fact !== undefined);
  return `${operation} (${method} ${path})${facts.map((fact) => `, ${fact}`).join("")}${replacement === undefined ? "" : `; instead: ${replacement}`}`;
}
