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
import { missingReply, wrongReply, type MockReplyError } from "./mock-reply-error.js";
import type { MockDefinition } from "./mock-types.js";

type MockHandler = (request: object, context: Context<unknown>) => Promise<AnyReply>;

/**
 * Handlers of all operations: `isChecked` says whether the replies of those that are given have to be as described. Throws a `TypeError` for
 * one that is given for no operation, or is no function.
 */
export function mockHandlers(
  { routes, replies }: MockDefinition,
  given: object,
  log: CallLog,
  isChecked: boolean,
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
      const replied = noted(call, await replyOf(() => Reflect.apply(own, given, [request, context]), context));
      const fault = isChecked ? faultOf(route, replied, context) : undefined;
      if (fault !== undefined) throw rejecting(wrongReply(operation, fault), context, log);
      return replied;
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

/** What a handler gives. */
async function replyOf(handle: () => unknown, { signal }: Context<unknown>): Promise<AnyReply> {
  try {
    return (await handle()) as AnyReply; // as handlers are typed
  } catch (error) {
    // It stopped because nobody waits any more: that is no failure.
    throw signal.aborted ? new ProblemError("unavailable", "The caller has gone.") : error;
  }
}

/** The answer of the description, where there is one that is as described. */
function describedReply(route: RouteDefinition, reply: AnyReply | undefined, context: Context<unknown>, log: CallLog): AnyReply {
  const fault = reply === undefined ? undefined : faultOf(route, reply, context);
  if (reply !== undefined && fault === undefined) return reply;
  const why =
    fault === undefined ? "its description gives nothing to answer with" : `what its description gives is not as described (${fault})`;
  throw rejecting(missingReply(route.operation.id, why), context, log);
}

/** An error that a call of the mock's `fetch` rejects with. */
function rejecting(error: MockReplyError, { request }: Context<unknown>, { pending }: CallLog): MockReplyError {
  const raw = request.raw as object; // see above
  if (pending.has(raw)) pending.set(raw, error);
  return error;
}

/** What is wrong with a reply, as a sentence. A handler may have forgotten to give one. */
function faultOf({ operation, replies }: RouteDefinition, reply: AnyReply | undefined, { request }: Context<unknown>): string | undefined {
  if (!((reply?.status ?? 0) >= 200 && (reply?.status ?? 0) <= 599)) return `${operation.id} replied without a status from 200 to 599`;
  try {
    checkReply(operation, replies, reply, undefined, request);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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
