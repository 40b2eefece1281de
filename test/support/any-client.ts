/** A client without the types of one description, with calls of functions and calls by path. */
import type { CallableOperation } from "../../templates/runtime/client/call/call-types.js";
import {
  createClient,
  type Client,
  type ClientDescription,
  type ClientOperation,
  type ClientOptions,
} from "../../templates/runtime/client/call/client.js";
import { writeHeaders } from "../../templates/runtime/client/call/headers.js";
import { fillVariables, type AnyServer } from "../../templates/runtime/client/call/servers.js";
import type { ClientLimit } from "../../templates/runtime/client/limits/limit-options.js";
import type { PathClient } from "../../templates/runtime/client/paths/path-calls.js";
import { createPathClient, type PathOptions, type PathsDescription } from "../../templates/runtime/client/paths/path-client.js";

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Calls by path, as far as types go: what the types allow is tested elsewhere. */
export interface AnyPaths {
  readonly GET: (path: string, init?: object) => Promise<Answer>;
  readonly POST: (path: string, init?: object) => Promise<Answer>;
  readonly request: (method: string, path: string, init?: object) => Promise<Answer>;
}

interface FetchClient extends AnyPaths {
  use: PathClient<object>["use"];
}

export interface AnyClient extends AnyPaths, Pick<Client, "use" | "eject" | "~core"> {
  readonly limits: readonly ClientLimit[];
  /** With middleware of its own. */
  readonly byPath: FetchClient;
  call<A, R>(operation: CallableOperation<A, R>, args?: A, options?: object): Promise<R>;
}

export type AnyOptions = ClientOptions<AnyServer, object> & PathOptions;

/** Functions that each described operation has, unless it has others itself. */
type OperationFunctions = Pick<ClientOperation, "encodeBody" | "decodeBody" | "writeParameter" | "onCall">;

export type AnyDescription = ClientDescription & PathsDescription & OperationFunctions;

export function anyClient(description: AnyDescription, { querySerializer, ...options }: AnyOptions): AnyClient {
  const { encodeBody, decodeBody, writeParameter, onCall, operations = {}, ...rest } = description;
  const functions = { encodeBody, decodeBody, writeParameter, onCall };
  const given = Object.fromEntries(Object.entries(functions).filter(([, value]) => value !== undefined)) as OperationFunctions;
  const withFunctions = <O extends ClientOperation>(operation: O): O => ({ writeHeaders, ...given, ...operation });
  const described = Object.entries(operations).map(([route, operation]) => [route, withFunctions(operation)] as const);
  const client = createClient<AnyClient>({ fillUrl: fillVariables, ...rest }, options);
  const call: AnyClient["call"] = (operation, ...args) => client.call(withFunctions(operation), ...args);
  const pathOptions = querySerializer === undefined ? {} : { querySerializer };
  const byPath = createPathClient<FetchClient>(client, { ...rest, operations: Object.fromEntries(described) }, pathOptions);
  // Its `limits` are a getter: the rest stays with the client itself.
  return Object.assign(Object.create(client) as AnyClient, { call, GET: byPath.GET, POST: byPath.POST, request: byPath.request, byPath });
}
