/** Whether one side got what the other sent. */
import type { Content, Operation, Parameter } from "../../../src/model/ir/operation.js";
import { canonical, isMembers, isValid, type Schemas } from "../../support/valid.js";
import { defaultOf, withDefaults } from "./fill.js";

/** A value without bytes and streams: what is left can be compared. Properties that are undefined are not there. */
export async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { bytes: Buffer.from(await value.arrayBuffer()).toString("hex") };
  if (value instanceof ReadableStream) return new Response(value).text();
  if (value instanceof FormData) return plain(Object.fromEntries(value));
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (typeof value !== "object" || value === null) return value;
  const result = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined)
      Object.defineProperty(result, name, { value: await plain(member), enumerable: true, configurable: true, writable: true });
  }
  return result;
}

/**
 * The parameters that the handler must see: those that were sent, and the defaults of the others. A list of one item is written
 * as its item is: where the schema takes both, the handler may see either.
 */
export function expectedParameters(
  schemas: Schemas,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  received: { readonly [location in Parameter["in"]]?: unknown },
): Record<string, Record<string, unknown>> {
  const expected: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of operation.parameters) {
    const sent = memberOf(args[parameter.in], parameter.name);
    const seen = memberOf(received[parameter.in], parameter.name);
    if (Array.isArray(sent) && sent.length === 1 && canonical(sent) === canonical([seen]) && isValid(schemas, parameter.schema, seen)) {
      (expected[parameter.in] ??= {})[parameter.name] = seen;
      continue;
    }
    const value = sent ?? (parameter.required ? undefined : defaultOf(schemas, parameter.schema));
    if (value !== undefined) (expected[parameter.in] ??= {})[parameter.name] = value;
  }
  return expected;
}

function memberOf(group: unknown, name: string): unknown {
  return isMembers(group) && Object.hasOwn(group, name) ? group[name] : undefined;
}

/** The body that the handler must see, and its media type. A form without fields is written as no body is. */
export function expectedBody(
  schemas: Schemas,
  operation: Operation,
  content: Content | undefined,
  body: unknown,
): { readonly body?: unknown; readonly contentType?: string } {
  if (content === undefined || (content.codec === "form" && isMembers(body) && Object.keys(body).length === 0)) return {};
  return { body: withDefaults(schemas, operation, content, body), contentType: content.mediaType };
}

/** What the client is to see of a body, as its media type arrives. */
export function expectedData(content: Content | undefined, body: unknown): unknown {
  if (content === undefined) return undefined;
  if (content.codec === "lines") return (body as readonly unknown[]).map((item) => `${JSON.stringify(item)}\n`).join(""); // planned as a list
  if (content.codec === "events") return (body as readonly unknown[]).map(eventText).join(""); // planned as a list
  return body;
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function eventText(item: unknown): string {
  if (typeof item === "string") return item;
  const event = isMembers(item) ? item : {};
  const isEvent = "data" in event || "event" in event;
  const fields = isEvent ? Object.entries(event) : [["data", JSON.stringify(item)] as const];
  const order = ["event", "id", "retry", "data"];
  const lines = order.flatMap((field) =>
    fields
      .filter(([name]) => name === field)
      .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`),
  );
  return `${lines.join("\n")}\n\n`;
}
