/** A program whose handlers note what they get: the generated client of a description beside the generated server. */
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type CallResult } from "./module.js";

export interface Sent {
  readonly result: CallResult;
  /** What the handler got; `undefined` where the request was refused. */
  readonly seen: Readonly<Record<string, unknown>> | undefined;
  /** The path and the query of the request. */
  readonly url: string | undefined;
}

export interface EchoProgram {
  readonly send: (operation: string, args?: unknown) => Promise<Sent>;
  /** The status of a request that somebody else's client sends. */
  readonly get: (url: string) => Promise<{ readonly status: number; readonly seen: Sent["seen"] }>;
  /** The same with headers, of which the platform adds its own. */
  readonly ask: (url: string, headers: Readonly<Record<string, string>>) => ReturnType<EchoProgram["get"]>;
}

const texts = async (value: unknown): Promise<unknown> => {
  if (value instanceof Blob) return `file ${await value.text()}`;
  if (Array.isArray(value)) return Promise.all(value.map(texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, member]) => [name, await texts(member)] as const)));
};

/** Makes such programs, and closes all of their servers. */
export function echoPrograms(): { readonly programOf: (description: string) => Promise<EchoProgram>; readonly close: () => void } {
  const open: (() => unknown)[] = [];
  const programOf = async (description: string): Promise<EchoProgram> => {
    const api = await apiOf(description, { name: "echo" });
    const parts = new Set(["types", "validators", "client", "server"] as const);
    const program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
    let seen: Sent["seen"];
    let url: string | undefined;
    const handler = async (request: unknown) => {
      seen = (await texts(request)) as Sent["seen"]; // what the server gives to handlers is an object
      return { status: 200 };
    };
    const handlers = Object.fromEntries(api.operations.map(({ names }) => [names.value, handler]));
    const { server, baseUrl } = await program.serve({ handlers, onError: () => undefined });
    server.prependListener("request", (request) => {
      url = request.url;
    });
    open.push(() => server.close());
    const client = program.createClient(baseUrl);
    const ask: EchoProgram["ask"] = async (target, headers) => {
      seen = undefined;
      const { status } = await fetch(baseUrl + target, { headers });
      return { status, seen };
    };
    return {
      async send(operation, args) {
        seen = url = undefined;
        const result = await program.call(operation, client, args);
        return { result, seen, url };
      },
      get: (target) => ask(target, {}),
      ask,
    };
  };
  return {
    programOf,
    close() {
      for (const close of open) close();
    },
  };
}
