/**
 * The handlers of a mock: those that a test gives, and for all other operations what the description says. They note what they were given.
 */
import { hasOwn } from "../shared/has-own.js";
import { methodOf } from "../shared/method-of.js";
import { checkReply } from "../server/reply/check-reply.js";
import type { AnyReply } from "../server/reply/encode-reply.js";
import type { RouteDefinition } from "../server/route/server.js";
import type { Context } from "../server/route/server-types.js";
import { ProblemError } from "../server/route/problem.js";
import type { CallLog, NotedCall } from "./call-log.js";
import { MissingReplyError } from "./missing-reply-error.js";
import type { MockDefinition } from "./mock-types.js";

type MockHandler = (request: object, context: Context<unknown>) => Promise<AnyReply>;

/** Handlers of all operations. Throws a `TypeError` for one that is given for no operation, or is no function. */
export function mockHandlers(
  { routes, replies }: MockDefinition,
  given: object,
  log: CallLog,
): { readonly [operation: string]: MockHandler } {
  // An object of a class may have other members.
  if (given.constructor === Object) for (const name of Object.keys(given)) checkHandler(name, given, routes);
  const handlers = Object.entries(routes).map(([operation, route]): [string, MockHandler] => {
    const own = methodOf(given, operation);
    const reply = hasOwn(replies, operation) ? replies[operation] : undefined;
    const handle: MockHandler = async (request, context) => {
      const raw = context.request.raw as object; // a `Request`, or that of `node:http`
      const call = log.note(raw, operation);
      call.args = argsOf(request, route);
      if (own === undefined) return noted(call, describedReply(route, reply, context, log));
      try {
        return noted(call, (await Reflect.apply(own, given, [request, context])) as AnyReply); // as handlers are typed
      } catch (error) {
        // It stopped because nobody waits any more: that is no failure.
        throw context.signal.aborted ? new ProblemError("unavailable", "The caller has gone.") : error;
      }
    };
    return [operation, handle];
  });
  return Object.fromEntries(handlers);
}

/** A reply, whose status the call has until it is sent. What is no reply at all, the server tells. */
function noted(call: NotedCall, reply: AnyReply): AnyReply {
  call.status = (reply as AnyReply | undefined)?.status;
  return reply;
}

function checkHandler(name: string, given: object, routes: MockDefinition["routes"]): void {
  if (!hasOwn(routes, name)) throw new TypeError(`There is no operation \`${name}\` that could have a handler`);
  const handler: unknown = Reflect.get(given, name);
  if (handler !== undefined && typeof handler !== "function") throw new TypeError(`The handler of \`${name}\` is no function`);
}

/** The answer of the description, where there is one that is as described. */
function describedReply(
  { operation, replies }: RouteDefinition,
  reply: AnyReply | undefined,
  { request }: Context<unknown>,
  { pending }: CallLog,
): AnyReply {
  const check = (): void => {
    checkReply(operation, replies, reply, undefined, request);
  };
  const fault = reply === undefined ? "its description gives nothing to answer with" : faultOf(check);
  if (reply !== undefined && fault === undefined) return reply;
  const error = new MissingReplyError(operation.id, fault ?? "");
  const raw = request.raw as object; // see above
  if (pending.has(raw)) pending.set(raw, error);
  throw error;
}

function faultOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return `what its description gives is not as described (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** The parts of a request that hold something. */
function argsOf(request: object, { operation }: RouteDefinition): object {
  const hasChoice = Object.keys(operation.body?.content ?? {}).length > 1;
  const parts = Object.entries(request).filter(([name, part]: [string, unknown]) => {
    if (name === "contentType") return hasChoice && part !== undefined;
    if (name === "body" || name === "querystring") return part !== undefined;
    return typeof part === "object" && part !== null && Object.keys(part).length > 0;
  });
  return Object.fromEntries(parts);
}
