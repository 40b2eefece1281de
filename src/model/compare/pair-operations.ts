import type { Api } from "../ir/api.js";
import type { Operation } from "../ir/operation.js";

/** An operation, as a description names it. */
export interface OperationName {
  /** In upper case; "WEBHOOK" for a request that the service sends. */
  readonly method: string;
  readonly path: string;
}

interface Named {
  readonly name: OperationName;
  readonly operation: Operation;
}

/** Which operation is which; each by its name now, where it is there now. */
export interface PairedOperations {
  readonly both: readonly { readonly name: OperationName; readonly before: Operation; readonly now: Operation }[];
  readonly added: readonly Named[];
  readonly removed: readonly Named[];
}

/** Operations of the same method and path are the same, also where a parameter of the path has another name. */
export function pairOperations(before: Api, now: Api): PairedOperations {
  const [old, fresh] = [operationsOf(before), operationsOf(now)];
  const gone = new Map<string, Named>();
  for (const [key, each] of old) if (!fresh.has(key)) gone.set(shapeOf(each), each);
  const removed = new Set([...old].filter(([key]) => !fresh.has(key)).map(([, each]) => each));
  const both = [];
  const added = [];
  for (const [key, each] of fresh) {
    const was = old.get(key) ?? gone.get(shapeOf(each));
    if (was === undefined || (!old.has(key) && !removed.has(was))) added.push(each);
    else both.push({ name: each.name, before: was.operation, now: each.operation });
    if (was !== undefined) removed.delete(was);
  }
  return { both, added, removed: [...removed] };
}

function operationsOf({ operations, webhooks }: Api): ReadonlyMap<string, Named> {
  const plain = operations.map((operation) => [`${operation.method} ${operation.path}`, named(operation.method, operation)] as const);
  const sent = webhooks.map((operation) => [`WEBHOOK-${operation.method} ${operation.path}`, named("WEBHOOK", operation)] as const);
  return new Map([...plain, ...sent]);
}

const named = (method: string, operation: Operation): Named => ({ name: { method, path: operation.path }, operation });

function shapeOf({ name, operation: { path } }: Named): string {
  return `${name.method} ${name.method === "WEBHOOK" ? path : path.replace(/\{[^{}]*\}/g, "{}")}`;
}
