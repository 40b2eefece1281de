/** Whether one side got what the other sent. */
import type { Content, Operation, Parameter, Schema } from "../../../src/model/types.js";
import { canonical, isMembers, isValid, type Schemas } from "../../support/valid.js";

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

/** The default that a schema, or what it refers to, gives a value that was not sent. */
export function defaultOf(schemas: Schemas, schema: Schema, level = 0): unknown {
  if (schema.default !== undefined || level > 20) return schema.default;
  const found = schema.assertions.map((assertion) => {
    const target = assertion.kind === "ref" ? schemas.get(assertion.target)?.schema : undefined;
    return target === undefined ? undefined : defaultOf(schemas, target, level + 1);
  });
  return found.find((value) => value !== undefined);
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
export function expectedBody(content: Content | undefined, body: unknown): { readonly body?: unknown; readonly contentType?: string } {
  if (content === undefined || (content.codec === "form" && isMembers(body) && Object.keys(body).length === 0)) return {};
  return { body, contentType: content.mediaType };
}

/** What the client is to see of a body, as its media type arrives. */
export function expectedData(content: Content | undefined, body: unknown): unknown {
  if (content === undefined) return undefined;
  if (content.codec === "lines") return (body as readonly unknown[]).map((item) => `${JSON.stringify(item)}\n`).join(""); // planned as a list
  return body;
}
