import { asWritten, largeInJson } from "../../source/large-integers.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { emptySchema } from "../ir/empty-schema.js";
import type { Content, Example, Operation, Response } from "../ir/operation.js";
import type { Instances } from "./instances.js";

/** What a service answers when all is well, as its description has it. */
export interface Answer {
  readonly status: number;
  /** The response as described; `undefined` where no response is. */
  readonly response: Response | undefined;
  readonly body: AnswerBody | undefined;
}

export interface AnswerBody {
  readonly content: Content;
  /** What a program gives as the body; of lines and events a list of them, unless it is `whole`. */
  readonly value: Json;
  /** Whether it is a text as it is sent. */
  readonly isWhole: boolean;
}

/**
 * The answer of an operation: its first response that is no error, with the first body for which there is a value, JSON before others.
 * `undefined` where all described responses are errors, and where no value is found.
 */
export function answerOf(operation: Operation, instances: Instances): Answer | undefined {
  const { responses, method } = operation;
  if (responses.length === 0) return { status: 200, response: undefined, body: undefined };
  const response = ["2", "3", "d"]
    .map((first) => responses.find(({ status }) => status.startsWith(first)))
    .find((each) => each !== undefined);
  if (response === undefined) return undefined;
  const status = statusOf(response.status);
  const { contents } = response;
  if (contents.length === 0 || method === "HEAD" || bodiless.has(status)) return { status, response, body: undefined };
  for (const content of [...contents.filter(isJson), ...contents.filter((each) => !isJson(each))]) {
    const body = bodyOf(content, instances);
    if (body !== undefined) return { status, response, body };
  }
  return undefined;
}

/** Statuses that are sent without a body, whatever is described. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** A range is answered by its first code; all others that are not listed, by that of success. */
const statusOf = (status: string): number => (status === "default" ? 200 : Number(status.replace("XX", "00")));

const isJson = ({ codec }: Content): boolean => codec === "json";

function bodyOf(content: Content, instances: Instances): AnswerBody | undefined {
  const { codec, schema, examples } = content;
  const given = examples.filter(hasValue);
  const sent = given.map(textOf).find((text) => text !== undefined);
  const asSent = (text: string | undefined): AnswerBody | undefined =>
    text === undefined ? undefined : { content, value: text, isWhole: true };
  const asValue = (value: Json | undefined): AnswerBody | undefined =>
    value === undefined ? undefined : { content, value, isWhole: false };
  switch (codec) {
    case "json":
      return asValue(valueOf(given.flatMap(meantBy), content, instances, {}));
    case "text":
      return asValue(valueOf(given.flatMap(written), content, instances, "text"));
    case "unread":
    case "xml":
      return asSent(sent);
    case "binary":
      // Nobody can tell what bytes of a kind are made of.
      return asSent("");
    case "form":
    case "multipart":
      return schema === undefined ? undefined : asMembers(asValue(valueOf(given.flatMap(written), content, instances, {})));
    case "lines":
    case "events": {
      const text = given.flatMap((each) => (each.kind === "serialized" ? [each.text] : [])).at(0);
      if (text !== undefined) return asSent(text);
      const value = valueOf(given.flatMap(written), content, instances, {});
      return asValue(value === undefined || isJsonArray(value) ? value : [value]);
    }
  }
}

const asMembers = (body: AnswerBody | undefined): AnswerBody | undefined =>
  body !== undefined && typeof body.value === "object" && body.value !== null && !isJsonArray(body.value) ? body : undefined;

/** An example that a schema takes, else a value that is made of it; `otherwise` where nothing is said. */
function valueOf(given: readonly Json[], { schema }: Content, instances: Instances, otherwise: Json): Json | undefined {
  if (schema === undefined) return instances.first(given, emptySchema) ?? otherwise;
  return instances.first(given, schema) ?? instances.of(schema);
}

type Given = Exclude<Example, { readonly kind: "external" }>;

const hasValue = (example: Example): example is Given & Example => example.kind !== "external";

const textOf = (example: Given): string | undefined => {
  if (example.kind === "serialized") return example.text;
  return typeof example.value === "string" ? example.value : undefined;
};

/** A value, or a text as it is sent. */
const written = (example: Given): readonly Json[] => [example.kind === "serialized" ? example.text : example.value];

/** An example of JSON may be written as the text that is sent: then its value may be meant. */
function meantBy(example: Given): readonly Json[] {
  const text = textOf(example);
  if (text === undefined) return written(example);
  return [...(example.kind === "value" ? [text] : []), ...parsed(text)];
}

function parsed(text: string): readonly Json[] {
  try {
    const value = JSON.parse(text) as Json;
    return [asWritten(value, () => undefined, "", largeInJson(text, value))];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
