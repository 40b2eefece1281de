/** What to send and what to answer, operation by operation: valid instances of everything that the description has. */
import type { Content, Operation, Parameter, ParameterEncoding, Response } from "../../../src/model/ir/operation.js";
import type { Schema } from "../../../src/model/ir/schema.js";
import { Unsatisfiable, type SampleOptions } from "../../support/sample.js";

export type Sample = (schema: Schema, options: SampleOptions) => unknown;

export interface PlannedReply {
  readonly status: number;
  readonly content: Content | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface PlannedCall {
  readonly operation: Operation;
  readonly args: Readonly<Record<string, unknown>>;
  readonly content: Content | undefined;
  readonly reply: PlannedReply;
}

/** Every request media type and every reply of an operation, each in one call at least; three calls at least. */
export function planCalls(operation: Operation, sample: Sample): readonly PlannedCall[] {
  const contents: readonly (Content | undefined)[] = [
    ...(operation.body?.contents ?? []),
    ...(operation.body?.required === true ? [] : [undefined]),
  ];
  const replies = operation.responses.flatMap((response): { readonly response: Response; readonly content: Content | undefined }[] =>
    response.contents.length === 0 ? [{ response, content: undefined }] : response.contents.map((content) => ({ response, content })),
  );
  const count = Math.max(3, contents.length, replies.length);
  const plan = (index: number): PlannedCall => {
    const optional = (["all", "none", "some"] as const)[index % 3] ?? "some";
    const content = contents[index % contents.length];
    const seed = index + 1;
    return {
      operation,
      content,
      args: {
        ...parametersOf(operation, sample, seed, optional),
        ...(content === undefined ? {} : bodyOf(content, operation, sample, seed, optional)),
      },
      reply: possibleReply([...replies.slice(index % Math.max(1, replies.length)), ...replies], operation, sample, seed, optional),
    };
  };
  return Array.from({ length: count }, (_, index) => plan(index));
}

/** The first of the replies that there can be: real descriptions have some with contradicting schemas. */
function possibleReply(
  replies: readonly { readonly response: Response; readonly content: Content | undefined }[],
  operation: Operation,
  sample: Sample,
  seed: number,
  optional: SampleOptions["optional"],
): PlannedReply {
  for (const { response, content } of replies) {
    try {
      return replyOf(response, content, operation, sample, seed, optional);
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
  return replyOf(undefined, undefined, operation, sample, seed, optional);
}

function parametersOf(operation: Operation, sample: Sample, seed: number, optional: SampleOptions["optional"]): Record<string, unknown> {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [index, parameter] of operation.parameters.entries()) {
    if (!parameter.required && (optional === "none" || (optional === "some" && (index + seed) % 2 === 0))) continue;
    // The transport's own: what they say of the bytes must be true of them.
    if (parameter.in === "header" && /^content-(length|encoding)$/i.test(parameter.name)) continue;
    try {
      const options = { seed: seed * 1000 + index, direction: "request", optional, carrier: carrierOf(parameter) } as const;
      (groups[parameter.in] ??= {})[parameter.name] = sample(parameter.schema, options);
    } catch (error) {
      // Real descriptions have optional parameters that no value fits, an empty `enum` for one.
      if (!(error instanceof Unsatisfiable) || parameter.required) throw error;
    }
  }
  return groups;
}

/** Hard words go where every character can be encoded; where a style gives characters a meaning, the value may not hold them. */
function carrierOf(parameter: Parameter): SampleOptions["carrier"] {
  if (parameter.encoding.kind === "content") return "json";
  const { style, explode } = parameter.encoding;
  if (parameter.in === "path" && style === "simple") return "text";
  return parameter.in === "query" && style === "form" && explode ? "text" : "plain";
}

function bodyOf(
  content: Content,
  operation: Operation,
  sample: Sample,
  seed: number,
  optional: SampleOptions["optional"],
): Record<string, unknown> {
  const contentType = concrete(content.mediaType);
  const body = valueOf(content, sample, { seed, direction: "request", optional });
  // The first is what the client sends by itself; any other must be asked for.
  return content === operation.body?.contents[0] && contentType === content.mediaType ? { body } : { body, contentType };
}

/** Whether a field is written with separators between its items, which a part cannot encode. */
function isCut(content: Content): boolean {
  return content.encoding.some(
    ({ style }) => style !== undefined && style.style !== "deepObject" && !(style.style === "form" && style.explode),
  );
}

/** A value of a body, as its codec carries it. */
function valueOf(content: Content, sample: Sample, options: Omit<SampleOptions, "carrier">): unknown {
  switch (content.codec) {
    case "json":
      return content.schema === undefined ? { any: ["thing", 1, null] } : sample(content.schema, { ...options, carrier: "json" });
    case "form":
      return content.schema === undefined ? { any: "thing" } : sample(content.schema, { ...options, carrier: "text" });
    case "multipart":
      return content.schema === undefined
        ? { any: "thing" }
        : sample(content.schema, { ...options, carrier: "multipart", words: isCut(content) ? "plain" : undefined });
    case "binary":
      return new Blob([Uint8Array.from({ length: 300 }, (_, index) => (index * options.seed) % 256)], {
        type: concrete(content.mediaType),
      });
    case "text": {
      const text = content.schema === undefined ? undefined : sample(content.schema, { ...options, carrier: "json" });
      // Text of which an object is described (a page of HTML, for one) has a form that only its sender knows.
      return typeof text === "string" ? text : "grün & 😀";
    }
    case "unread":
      return "- grün & 😀";
    case "xml":
      return "<animal name='grün'/>";
    case "lines":
    case "events":
      return content.schema === undefined ? [] : [sample(content.schema, { ...options, carrier: "json" })];
  }
}

function replyOf(
  response: Response | undefined,
  content: Content | undefined,
  operation: Operation,
  sample: Sample,
  seed: number,
  optional: SampleOptions["optional"],
): PlannedReply {
  const status = statusOf(response?.status ?? "200", operation);
  const headers: Record<string, unknown> = {};
  for (const [index, header] of (response?.headers ?? []).entries()) {
    // The server writes these itself.
    if (/^(content-type|content-length|location|connection|transfer-encoding|set-cookie|deprecation|sunset|link)$/i.test(header.name))
      continue;
    headers[header.name] = sample(header.schema, {
      seed: seed * 1000 + index,
      direction: "response",
      optional,
      carrier: isStyled(header.encoding) ? "plain" : "json",
    });
  }
  const none = content === undefined || status === 204 || status === 205 || status === 304 || operation.method === "HEAD";
  return {
    status,
    content: none ? undefined : content,
    contentType: none ? undefined : concrete(content.mediaType),
    body: none ? undefined : valueOf(content, sample, { seed, direction: "response", optional }),
    headers,
  };
}

const isStyled = (encoding: ParameterEncoding): boolean => encoding.kind === "style";

/** A code that a key of `responses` stands for, and that no other key does. */
function statusOf(key: string, operation: Operation): number {
  const listed = new Set(operation.responses.map((response) => response.status));
  if (/^\d{3}$/.test(key)) return Number(key);
  const first = key === "default" ? 5 : Number(key[0]);
  for (let code = first * 100 + 18; code < first * 100 + 100; code += 1) if (!listed.has(String(code))) return code;
  return first * 100;
}

/** A range is sent as one of its types. */
function concrete(mediaType: string): string {
  if (mediaType === "*/*" || mediaType === "application/*") return "application/octet-stream";
  return mediaType.replace("/*", "/x-sample").replace("image/x-sample", "image/png").replace("text/x-sample", "text/plain");
}
