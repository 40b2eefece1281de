/**
 * What a process has once for each credential, whichever client uses it.
 */

/** Made by the first copy of this file in a process, used by all: a change of what is in it needs another name. */
type Registry<T> = (key: string, create: () => T) => T;

/** More are kept only while they are needed. */
const usualSize = 1000;

/** The registry of that name. Keys are credentials. What is idle may be dropped, so ask for each request. */
export function processRegistry<T extends { isIdle(): boolean }>(name: string): Registry<T> {
  const symbol = Symbol.for(name);
  /** Of a global object that takes no more members. */
  let own: Registry<T> | undefined;
  return (key, create) => {
    // On the global object, so that two copies of this file have one. Not enumerable, and the map is out of sight: nothing must print keys.
    if (!Reflect.has(globalThis, symbol)) Reflect.defineProperty(globalThis, symbol, { value: (own ??= newRegistry()) });
    const registry = (Reflect.get(globalThis, symbol) ?? own) as unknown as Registry<T>; // it is in one of them now
    return registry(key, create);
  };
}

function newRegistry<T extends { isIdle(): boolean }>(): Registry<T> {
  const known = new Map<string, T>();
  let most = usualSize;
  return (key, create) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) {
      for (const [other, one] of known) if (one.isIdle()) known.delete(other);
      // Not at each one that is new, where most of them are in use.
      most = Math.max(usualSize, 2 * known.size);
    }
    const created = create();
    known.set(key, created);
    return created;
  };
}
