/** Validates replies against the description, where that is asked for. */
import { describedAs, includes } from "../../shared/media-type.js";
import { ofStatus } from "../../shared/of-status.js";
import type { Operation } from "../../shared/operation.js";
import type { AnyReply } from "./encode-reply.js";
import type { IncomingRequest, ServerOptions } from "../route/server-types.js";
import type { Validator } from "../../validate/validate.js";

/** By status ("200", "4XX", "default") and media type. */
export interface ReplyValidators {
  readonly [status: string]: { readonly [mediaType: string]: Validator<unknown> };
}

/** Reports a reply that is not as described, or throws where there is no `report`: its status, its media type, and its body. */
export function checkReply(
  { id, responses }: Operation,
  validators: ReplyValidators | undefined,
  reply: AnyReply | undefined,
  report: ServerOptions["onError"],
  { method, url }: IncomingRequest,
): void {
  // What is no reply at all is reported where it is written.
  if (reply == null || !Number.isInteger(reply.status) || reply.status < 200 || reply.status > 599) return;
  const isBodiless = isEmpty(reply.status, method);
  const type = sentType(reply);
  const fault =
    typeFault(responses, reply, type, isBodiless) ??
    (isBodiless ? undefined : bodyFault(ofStatus(validators ?? {}, reply.status) ?? {}, reply, type));
  if (fault === undefined) return;
  const error = new TypeError(`${id} replied ${reply.status}${fault}`);
  if (report === undefined) throw error;
  report(error, { operation: id, method, url });
}

/** What is wrong with status and media type, as the rest of a sentence. */
function typeFault(responses: Operation["responses"], reply: AnyReply, type: string | undefined, isBodiless: boolean): string | undefined {
  // Nothing is described there, so that nothing is wrong.
  if (Object.keys(responses).length === 0) return undefined;
  const described = ofStatus(responses, reply.status);
  if (described === undefined) return ", which is not described";
  if (reply.body === undefined || isBodiless) return undefined;
  if (described.length === 0) return " with a body where none is described";
  return type === undefined || described.some((one) => includes(one, type))
    ? undefined
    : ` with the media type ${type}, which is not described`;
}

/** The media type that a handler says, of which the header is what is sent. */
function sentType({ contentType, headers = {} }: AnyReply): string | undefined {
  let said = contentType;
  for (const [name, value] of Object.entries(headers)) if (name.toLowerCase() === "content-type" && typeof value === "string") said = value;
  return said;
}

function bodyFault(byType: ReplyValidators[string], { body }: AnyReply, type: string | undefined): string | undefined {
  const validator = type === undefined ? Object.values(byType)[0] : (byType[type] ?? byType[describedAs(Object.keys(byType), type) ?? ""]);
  return validator === undefined || (body !== undefined && validator.is(body)) ? undefined : ` ${faultOf(validator, body)}`;
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
