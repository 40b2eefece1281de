/** Validates replies against the description, where that is asked for. */
import type { AnyReply } from "./encode-reply.js";
import type { IncomingRequest, ServerOptions } from "../route/server-types.js";
import type { Validator } from "../../validate/validate.js";

/** By status ("200", "4XX", "default") and media type. */
export interface ReplyValidators {
  readonly [status: string]: { readonly [mediaType: string]: Validator<unknown> };
}

/** Reports a reply whose body is not valid, or throws where there is no `report`. */
export function checkReply(
  validators: ReplyValidators | undefined,
  reply: AnyReply | undefined,
  operation: string,
  report: ServerOptions["onError"],
  { method, url }: IncomingRequest,
): void {
  if (reply == null) return; // which is reported where it is written
  const byType = validators?.[reply.status] ?? validators?.[`${Math.floor(reply.status / 100)}XX`] ?? validators?.["default"];
  const validator = reply.contentType === undefined ? Object.values(byType ?? {})[0] : byType?.[reply.contentType];
  if (validator === undefined || isEmpty(reply.status, method)) return;
  if (reply.body !== undefined && validator.is(reply.body)) return;
  const error = new TypeError(`${operation} replied ${reply.status} ${faultOf(validator, reply.body)}`);
  if (report === undefined) throw error;
  report(error, { operation, method, url });
}

/** Whether no body is sent, whatever the handler gives: see `replyEncoder`. */
const isEmpty = (status: number, method: string): boolean => method === "HEAD" || status === 204 || status === 205 || status === 304;

function faultOf(validator: Validator<unknown>, body: unknown): string {
  if (body === undefined) return "without the body that is described";
  const result = validator.safeParse(body);
  const wrong =
    "issues" in result ? result.issues.map(({ path, message }) => `${path.length === 0 ? "the body" : path.join(".")} ${message}`) : [];
  return `with a body that is not as described: ${wrong.join("; ")}`;
}
