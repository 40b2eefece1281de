/** Requests whose connection closes. */

/** A connection of Node's, and what stands for one in mocks. */
interface Connection {
  readonly once?: (event: "close", closed: () => void) => unknown;
}

/** Calls a function when a connection closes, and gives the function that ends this. */
export type ConnectionEnds = (connection: object | null | undefined, closed: () => void) => () => void;

/**
 * Of several requests that wait on one connection, Node closes the response of the first alone. One listener for each connection: there may be
 * any number of such requests.
 */
export function connectionEnds(): ConnectionEnds {
  const waiting = new WeakMap<object, Set<() => void>>();
  return (connection, closed) => {
    const { once } = (connection ?? {}) as Connection;
    if (connection === null || connection === undefined || typeof once !== "function") return () => undefined;
    const known = waiting.get(connection);
    const all = known ?? new Set<() => void>();
    all.add(closed);
    if (known === undefined) {
      waiting.set(connection, all);
      Reflect.apply(once, connection, [
        "close",
        () => {
          for (const each of [...all]) each();
        },
      ]);
    }
    return () => {
      all.delete(closed);
    };
  };
}
