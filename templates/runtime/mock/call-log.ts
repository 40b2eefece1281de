/**
 * The calls of a mock, as its handlers and its `fetch` note them.
 */
import type { MockReplyError } from "./mock-reply-error.js";

/** A call of an operation: one object from the request to the answer. */
export interface NotedCall {
  operation: string;
  args: object;
  status: number | undefined;
}

export interface CallLog {
  readonly calls: NotedCall[];
  /** The call that a request is, which is noted now if it is not yet. */
  readonly note: (request: object, operation: string) => NotedCall;
  /** Requests that `fetch` has not answered yet, with what it rejects with instead. */
  readonly pending: Map<object, MockReplyError | undefined>;
}

export function newCallLog(): CallLog {
  const calls: NotedCall[] = [];
  const known = new WeakMap<object, NotedCall>();
  return {
    calls,
    pending: new Map(),
    note(request, operation) {
      const found = known.get(request);
      if (found !== undefined) {
        // Of several operations at a path, only the server knows which is meant.
        found.operation = operation;
        return found;
      }
      const call: NotedCall = { operation, args: {}, status: undefined };
      known.set(request, call);
      calls.push(call);
      return call;
    },
  };
}
