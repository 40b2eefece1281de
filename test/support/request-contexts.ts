/**
 * A platform on which each request has a context of its own: its timers run in it, end with it, and are nobody else's; and so are its
 * promises.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface RequestContext {
  readonly name: string | number;
  /** The client has gone: nothing of the request goes on. */
  isDead: boolean;
}

const current = new AsyncLocalStorage<RequestContext>();

export const currentContext = (): RequestContext | undefined => current.getStore();

/** Runs a request, or what belongs to one; without a context, what belongs to none. */
export const inContext = <T>(context: RequestContext | undefined, action: () => T): T =>
  context === undefined ? current.exit(action) : current.run(context, action);

/** Tells `report` of each promise that one request settles and another has made, until what this returns is called. */
export function watchPromises(report: (problem: string) => void): () => void {
  const Original = globalThis.Promise;
  const watched = (settle: (value: never) => void): ((value: never) => void) => {
    const maker = currentContext();
    return (value) => {
      const settler = currentContext();
      if (settler !== maker && maker !== undefined)
        report(`a promise of ${maker.name} was settled by ${settler === undefined ? "nobody's code" : settler.name}`);
      settle(value);
    };
  };
  globalThis.Promise = new Proxy(Original, {
    construct: (target, [executor]: [(resolve: unknown, reject: unknown) => void], newTarget: typeof Promise) =>
      Reflect.construct(
        target,
        [
          (resolve: (value: never) => void, reject: (value: never) => void) => {
            executor(watched(resolve), watched(reject));
          },
        ],
        newTarget,
      ),
  });
  return () => {
    globalThis.Promise = Original;
  };
}
