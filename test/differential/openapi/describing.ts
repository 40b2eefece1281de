/** Descriptions made of random schemas, and what random tests report. */
import { apiOf } from "../../support/api.js";
import type { Api } from "../../../src/model/ir/api.js";
import { refTo } from "../json-schema.js";
import type { Described } from "./reading.js";

export interface Sent {
  readonly version?: string;
  /** Schemas that are the body of a request, and of its response: operations in this order. */
  readonly bodies?: readonly string[];
  /** How schemas without a type are read. */
  readonly untyped?: "any";
}

export function apiOfSchemas(schemas: Described, { version = "3.1.0", bodies = [], untyped }: Sent = {}): Promise<Api> {
  const content = (name: string): object => ({ content: { "application/json": { schema: { $ref: refTo(name) } } } });
  const paths = bodies.map((name, index) => {
    const responses = { "200": { description: "Done.", ...content(name) } };
    return [`/p${String(index)}`, { post: { operationId: `send${name}`, requestBody: content(name), responses } }] as const;
  });
  const info = { title: "Api", version: "1" };
  return apiOf(`${JSON.stringify({ openapi: version, info, paths: Object.fromEntries(paths), components: { schemas } })}\n`, { untyped });
}

/** A schema with all that it leads to, as a message shows it. */
export function shown(schemas: Described, name: string): string {
  const reached = new Set([name]);
  // A set yields what is added while it is walked.
  for (const each of reached)
    for (const [, other = ""] of JSON.stringify(schemas[each] ?? {}).matchAll(/#\/components\/schemas\/(\w+)"/g)) reached.add(other);
  return JSON.stringify(Object.fromEntries([...reached].map((each) => [each, schemas[each]])));
}

/** Every object inside, frozen: who writes to it throws. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}
