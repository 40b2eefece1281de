import type { ApiChanges, ChangedOperation, OperationName } from "./compare-apis.js";

/** Changes of what is generated, and those of the rest of the description. */
export interface SelectedChanges {
  readonly changes: ApiChanges;
  readonly leftOut: ApiChanges;
}

/**
 * Tells changes that matter from those that do not. `whole`: of the description; `used`: of what each of the APIs that are made of it has of it. An operation that is
 * still there, and no longer selected, is not removed.
 */
export function selectedChanges(whole: ApiChanges, used: readonly ApiChanges[]): SelectedChanges {
  const own = used.map((each) => reselected(each, whole));
  const changes = combined((pick) => own.flatMap(pick));
  const names = namesIn(changes);
  const leftOut = combined((pick) => {
    const kept = new Set(pick(changes).map(key));
    return pick(whole).filter((each) => !kept.has(key(each)) && !names.has(nameKey(each)));
  });
  return { changes, leftOut: { ...leftOut, remarks: [] } };
}

/** What an operation that comes or goes with the selection alone is said to be. */
function reselected(used: ApiChanges, whole: ApiChanges): ApiChanges {
  const [added, removed] = [whole.added, whole.removed].map((list) => new Set(list.map(nameKey)));
  const came = used.added.filter((each) => added?.has(nameKey(each)) !== true);
  const went = used.removed.filter((each) => removed?.has(nameKey(each)) !== true);
  const moved = (list: readonly OperationName[], text: string, breaking: boolean): readonly ChangedOperation[] =>
    list.map(({ method, path }) => ({ method, path, what: [{ rule: "selection", text, breaking }] }));
  return {
    ...used,
    added: used.added.filter((each) => !came.includes(each)),
    removed: used.removed.filter((each) => !went.includes(each)),
    changed: [
      ...moved(went, "the configuration no longer selects it", true),
      ...used.changed,
      ...moved(came, "the configuration selects it now", false),
    ],
  };
}

/** One of each, in the order met. `listOf`: what becomes of a list of changes. */
function combined(listOf: <T>(pick: (changes: ApiChanges) => readonly T[]) => readonly T[]): ApiChanges {
  const list = <T>(pick: (changes: ApiChanges) => readonly T[]): readonly T[] => {
    const seen = new Map(listOf(pick).map((each) => [key(each), each]));
    return [...seen.values()];
  };
  return {
    added: list((each) => each.added),
    removed: list((each) => each.removed),
    deprecated: list((each) => each.deprecated),
    changed: list((each) => each.changed),
    schemas: {
      added: list((each) => each.schemas.added),
      removed: list((each) => each.schemas.removed),
      changed: list((each) => each.schemas.changed),
    },
    whole: list((each) => each.whole),
    remarks: list((each) => each.remarks),
  };
}

/** A schema is one thing, whatever else an API says that takes more of the description. */
function key(value: unknown): string {
  const { name, text } = Object(value) as { readonly name?: string; readonly text?: string };
  return JSON.stringify(name ?? text ?? value);
}

function nameKey(value: unknown): string {
  const { method, path } = Object(value) as Partial<OperationName>;
  return method === undefined || path === undefined ? "" : `${method} ${path}`;
}

/** Operations that are told already: the same change of one may be said in other words there. */
function namesIn({ added, removed, deprecated, changed }: ApiChanges): ReadonlySet<string> {
  return new Set([...added, ...removed, ...deprecated, ...changed].map(nameKey));
}
