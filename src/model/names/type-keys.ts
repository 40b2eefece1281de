import { createScope } from "./identifiers.js";

/** Characters up to which a name as written is a key: nobody types more, and a hostile one may have any number. */
export const maxKeyLength = 200;

/**
 * Keys in the generated `operations` and `components.schemas`, by which people know what they describe: names as written, as openapi-typescript
 * has them. What has no name, or one that another one has too, gets a name of generated code, `own`.
 */
export function typeKeys<T>(
  all: readonly T[],
  written: (value: T) => string | undefined,
  own: (value: T) => string,
): ReadonlyMap<T, string> {
  const scope = createScope();
  const keys = new Map<T, string>();
  for (const value of all) {
    const name = written(value);
    if (name !== undefined && name !== "" && name.length <= maxKeyLength && !scope.has(name)) keys.set(value, scope.take([name]));
  }
  for (const value of all) if (!keys.has(value)) keys.set(value, scope.take([own(value)]));
  return keys;
}
