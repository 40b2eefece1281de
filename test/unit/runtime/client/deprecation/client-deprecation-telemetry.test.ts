/** The real OpenTelemetry, which the runtime does not import. */
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, type Client } from "../../../../../templates/runtime/client/call/client.js";
import { warnDeprecated, type DeprecationOptions } from "../../../../../templates/runtime/client/deprecation/deprecation.js";
import { warnOfService } from "../../../../../templates/runtime/client/deprecation/service-deprecation.js";
import type { Operation } from "../../../../../templates/runtime/shared/operation.js";
import { deprecated, fresh, listening } from "./deprecated.js";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

let emitWarning = vi.spyOn(process, "emitWarning");

beforeEach(() => {
  exporter.reset();
  emitWarning = vi
    .spyOn(process, "emitWarning")
    .mockReset()
    .mockImplementation(() => undefined);
});

afterAll(async () => {
  vi.restoreAllMocks();
  trace.disable();
  context.disable();
  await provider.shutdown();
});

/** The span in which an action ran. */
async function spanOf(action: () => unknown): Promise<ReadableSpan | undefined> {
  await trace.getTracer("test").startActiveSpan("request", async (span) => {
    await action();
    span.end();
  });
  return exporter.getFinishedSpans()[0];
}

/** A call through a whole client whose service answers with `headers`. */
async function call(operation: Operation, headers: Record<string, string> = {}, options: DeprecationOptions = {}): Promise<void> {
  const client = createClient<Client>(
    {
      servers: {},
      onAnswer: (called, response) => {
        warnOfService(called, response, "TEST_DEP", options);
      },
    },
    { baseUrl: "http://localhost", fetch: () => Promise.resolve(Response.json({}, { headers })), ...options },
  );
  await client.call({ ...operation, onCall: warnDeprecated }, { path: { petId: 1 } });
}

describe("the active span", () => {
  it("gets an event with the code and the message, and the process its warning besides", async () => {
    const operation = deprecated({ replacement: { operation: "listPets" } });
    const span = await spanOf(() => call(operation));
    const { code } = operation.deprecation;
    expect(span?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ["deprecation", { "deprecation.code": code, "deprecation.message": `getPet (GET ${operation.path}) is deprecated. Use listPets.` }],
    ]);
    expect(emitWarning).toHaveBeenCalledOnce();
  });

  it("is that of the call, also when the service says it in its answer", async () => {
    const span = await spanOf(() => call(fresh(), { Deprecation: "@1688169599" }));
    expect(span?.events.map(({ attributes }) => attributes?.["deprecation.code"])).toEqual(["TEST_DEP_SERVER_GETPET"]);
  });

  it("gets one event for many calls", async () => {
    const operation = deprecated();
    const span = await spanOf(async () => {
      for (let count = 0; count < 100; count += 1) await call(operation);
    });
    expect(span?.events).toHaveLength(1);
  });

  it("gets none where a hook is told instead", async () => {
    const { options, events } = listening();
    const span = await spanOf(() => call(deprecated(), {}, options));
    expect([span?.events, events.length]).toEqual([[], 1]);
  });

  it("gets none where warnings are silent", async () => {
    expect((await spanOf(() => call(deprecated(), {}, { deprecations: "silent" })))?.events).toEqual([]);
  });

  it("is not needed", async () => {
    await call(deprecated());
    expect(emitWarning).toHaveBeenCalledOnce();
  });
});
