import { deepStrictEqual } from "node:assert";
import type { Server } from "node:http";
import type { Api } from "../../../src/model/ir/api.js";
import type { Operation } from "../../../src/model/ir/operation.js";
import { generateFrom } from "../../support/pipeline.js";
import { createSampler } from "../../support/sample.js";
import { expectedBody, expectedData, expectedParameters, plain } from "./compare.js";
import { loadProgram, type CallResult, type GeneratedProgram } from "./module.js";
import { planCalls, type PlannedCall } from "./plan.js";

export interface RoundTrips {
  readonly operations: number;
  readonly calls: number;
  /** Operations that could not be tried, and why. */
  readonly skipped: readonly string[];
  readonly failures: readonly string[];
}

/** What a handler is called with. */
interface Received {
  readonly path: unknown;
  readonly query: unknown;
  readonly header: unknown;
  readonly cookie: unknown;
  readonly body?: unknown;
  readonly contentType?: unknown;
}

interface Seen {
  operation: string | undefined;
  request: Received | undefined;
  reply: unknown;
  error: unknown;
}

/** Calls every operation of a description over HTTP, and tells where one side did not see what the other sent. */
export async function makeRoundTrips(path: string): Promise<RoundTrips> {
  const { api, files, diagnostics } = await generateFrom(path);
  if (api === undefined) throw new Error(`${path} was refused: ${diagnostics.map((diagnostic) => diagnostic.message).join("; ")}`);
  const program = await loadProgram(api, files);
  const seen: Seen = { operation: undefined, request: undefined, reply: undefined, error: undefined };
  const { baseUrl, server } = await program.serve({
    handlers: handlersOf(api, seen),
    onError: (error) => void (seen.error = error),
  });
  try {
    return await callAll(api, program, baseUrl, seen);
  } finally {
    await closed(server);
  }
}

/** Each handler keeps what it got, and replies as planned. */
function handlersOf(api: Api, seen: Seen): Record<string, (request: unknown) => unknown> {
  return Object.fromEntries(
    api.operations.map((operation) => [
      operation.names.value,
      (request: unknown) => {
        seen.operation = operation.names.value;
        seen.request = request as Received; // what generated servers promise their handlers
        return seen.reply;
      },
    ]),
  );
}

async function callAll(api: Api, program: GeneratedProgram, baseUrl: string, seen: Seen): Promise<RoundTrips> {
  const client = program.createClient(baseUrl);
  const sample = createSampler(api.schemas);
  const skipped: string[] = [];
  const failures: string[] = [];
  let calls = 0;
  for (const operation of api.operations) {
    let planned: readonly PlannedCall[];
    try {
      planned = planCalls(operation, sample);
    } catch (error) {
      skipped.push(`${operation.names.value}: no instance of ${messageOf(error)}`);
      continue;
    }
    for (const call of planned) {
      calls += 1;
      const failure = await tryCall(api, program, client, call, seen);
      if (failure !== undefined) failures.push(`${operation.names.value} (${operation.method} ${operation.path}): ${failure}`);
    }
  }
  return { operations: api.operations.length, calls, skipped, failures };
}

/** What went wrong with one call. */
async function tryCall(api: Api, program: GeneratedProgram, client: unknown, call: PlannedCall, seen: Seen): Promise<string | undefined> {
  const { operation, args, content, reply } = call;
  forget(seen);
  seen.reply = {
    status: reply.status,
    body: reply.body,
    headers: reply.headers,
    ...(reply.contentType === undefined ? {} : { contentType: reply.contentType }),
  };
  try {
    const result = await program.call(operation.names.value, client, args);
    const { request, error } = seen;
    if (request === undefined)
      return `refused with ${String(result.status)} ${JSON.stringify(result.error)}; sent ${JSON.stringify(await plain(args))}`;
    if (seen.operation !== operation.names.value && !isShared(api, operation)) return `reached ${String(seen.operation)}`;
    if (error !== undefined) return `the server failed: ${messageOf(error)}`;
    const { path, query, header, cookie, body } = request;
    const expected = {
      ...expectedParameters(api.schemas, operation, args, request),
      ...expectedBody(api.schemas, operation, content, args["body"]),
    };
    deepStrictEqual(
      await plain({ path, query, header, cookie, body, contentType: wildcardAs(request.contentType, content?.mediaType) }),
      await plain(expected),
    );
    await compareAnswer(result, call);
    return undefined;
  } catch (error) {
    return `${messageOf(error)}; sent ${JSON.stringify(await plain(args))}`;
  }
}

/** Whether another operation has the same method and path on the wire, where the fragment of a path never goes. */
function isShared(api: Api, { method, path }: Operation): boolean {
  const wire = (text: string): string => text.replace(/[?#].*$/, "");
  return api.operations.filter((other) => other.method === method && wire(other.path) === wire(path)).length > 1;
}

function forget(seen: Seen): void {
  seen.request = undefined;
  seen.error = undefined;
}

/** Of a range the handler sees what was sent. */
function wildcardAs(received: unknown, described: string | undefined): unknown {
  return described?.includes("*") === true && received !== undefined ? described : received;
}

async function compareAnswer(result: CallResult, { reply }: PlannedCall): Promise<void> {
  deepStrictEqual(result.status, reply.status);
  deepStrictEqual(await plain(result.ok ? result.data : result.error), await plain(expectedData(reply.content, reply.body)));
  for (const [name, value] of Object.entries(reply.headers)) {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue; // Styles of headers are held against the specification's own table elsewhere.
    deepStrictEqual(result.response.headers.get(name), String(value), `header ${name}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 1500) : String(error);
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
