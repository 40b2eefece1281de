import { answerOf, type Answer, type AnswerBody } from "../../model/instances/answers.js";
import type { Instances } from "../../model/instances/instances.js";
import { answerHeaders } from "../../model/instances/reply-headers.js";
import { emptySchema } from "../../model/ir/empty-schema.js";
import { loneReference } from "../../model/ir/lone-reference.js";
import type { Api } from "../../model/ir/api.js";
import type { Content, Operation } from "../../model/ir/operation.js";
import type { SchemaId } from "../../model/ir/schema.js";
import { code, ident, indexedMember, literal, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import { valueCode } from "../print/value-code.js";
import type { OutputBudget } from "../print/output-budget.js";
import type { Int64s } from "../wire/int64-code.js";

/** What replies are made of. */
export interface ReplyWriting {
  /** The API as JSON has it, of which `instances` are. */
  readonly plain: Api;
  readonly instances: Instances;
  readonly int64s: Int64s | undefined;
  readonly imports: Imports;
  readonly budget: OutputBudget | undefined;
}

/** What operations without a handler answer, and the bodies that several of them do, as constants. */
export interface RepliesCode {
  readonly entries: readonly Code[];
  readonly constants: readonly Code[];
}

/** The answers of all operations that have one. */
export function repliesCode(api: Api, { plain, instances, int64s, imports, budget }: ReplyWriting): RepliesCode {
  const count = budget?.of("mock.ts");
  const answers = api.operations.flatMap((operation, index) => {
    const described = plain.operations[index];
    const answer = described && answerOf(described, instances);
    if (answer === undefined) return [];
    const headers = headersCode(operation, answer, { plain, instances, int64s });
    return [{ operation, answer, body: bodyCode(operation, answer, int64s), headers }];
  });
  const shared = sharedBodies(answers.map(({ body }) => body));
  const typeOf = (id: SchemaId): string => plain.schemas.get(id)?.names.type ?? "";
  const names = new Map(Array.from(shared, ([text, id]) => [text, ident(imports.reserveLike(`exampleOf${typeOf(id)}`, 2))]));
  const entries = answers.map(({ operation, answer, body, headers }) => {
    const entry = indexedMember(operation.names.value, replyCode(answer, body && (names.get(body.text) ?? body.text), headers));
    count?.(entry);
    return entry;
  });
  return { entries, constants: Array.from(names, ([text, name]) => code`const ${name} = ${text};`) };
}

interface BodyCode {
  readonly text: Code;
  /** The named schema that the body is of, where it is one. */
  readonly id: SchemaId | undefined;
}

/** Columns before the body of a reply. */
const column = 8;

function bodyCode(operation: Operation, { response, body }: Answer, int64s: Int64s | undefined): BodyCode | undefined {
  if (response === undefined || body === undefined) return undefined;
  const { value, isWhole } = body;
  // The same content, with its integers in the form that programs hold them in.
  const held = operation.responses
    .find(({ status }) => status === response.status)
    ?.contents.find(({ mediaType }) => mediaType === body.content.mediaType);
  const schema = held?.schema;
  const text =
    isWhole || schema === undefined ? valueCode(value, column) : (int64s?.literal(value, schema, column) ?? valueCode(value, column));
  return { text, id: schema && loneReference(schema) };
}

/** The headers of an answer, with their integers in the form that programs hold them in. */
function headersCode(
  operation: Operation,
  { response }: Answer,
  { plain, instances, int64s }: Pick<ReplyWriting, "plain" | "instances" | "int64s">,
): readonly Code[] {
  if (response === undefined) return [];
  const held = operation.responses.find(({ status }) => status === response.status)?.headers ?? [];
  return answerHeaders(response, plain.rateLimits, instances).map(({ header: { name }, value }) => {
    const schema = held.find((each) => each.name === name)?.schema;
    return indexedMember(name, (schema && int64s?.literal(value, schema, column + 2)) ?? valueCode(value, column + 2));
  });
}

/** Shorter bodies are written where they are. */
const shortBody = 60;

/** The texts that several operations answer with, with the schema that they are of. */
function sharedBodies(bodies: readonly (BodyCode | undefined)[]): ReadonlyMap<Code, SchemaId> {
  const seen = new Set<Code>();
  const shared = new Map<Code, SchemaId>();
  for (const body of bodies) {
    if (body?.id === undefined || body.text.length < shortBody) continue;
    if (seen.has(body.text)) shared.set(body.text, body.id);
    seen.add(body.text);
  }
  return shared;
}

function replyCode({ status, response, body }: Answer, text: Code | undefined, headers: readonly Code[]): Code {
  const type = body && saidType(body, response?.contents ?? []);
  const entries = [
    code`status: ${status}`,
    ...(type === undefined ? [] : [code`contentType: ${literal(type)}`]),
    ...(headers.length === 0 ? [] : [code`headers: ${braces(headers, column + 2)}`]),
    ...(text === undefined ? [] : [code`body: ${text}`]),
  ];
  return braces(entries, column);
}

/** A type of each range that bytes are described by. */
const ofRange: ReadonlyMap<string, string> = new Map([
  ["image/*", "image/png"],
  ["audio/*", "audio/mpeg"],
  ["video/*", "video/mp4"],
  ["text/*", "text/plain"],
]);

/** The media type of a body, where the server would take another one, or where it is a range. */
function saidType({ content }: AnswerBody, contents: readonly Content[]): string | undefined {
  const usual = contents.find(({ codec }) => codec === "json") ?? contents[0];
  return ofRange.get(content.mediaType) ?? (content === usual || content.mediaType.includes("*") ? undefined : content.mediaType);
}

/** A value of a named schema; `undefined` where none is found. */
export function exampleCode(id: SchemaId, { instances, int64s }: ReplyWriting, around: number): Code | undefined {
  const schema = { ...emptySchema, assertions: [{ kind: "ref", target: id }] } as const;
  const value = instances.of(schema);
  return value === undefined ? undefined : (int64s?.literal(value, schema, around) ?? valueCode(value, around));
}
