import { parameterKey } from "../../openapi/rules/operations.js";
import { diagnostic } from "../../diagnostic/catalogue.js";
import type { OperationObject, ParameterObject } from "../../openapi/rules/types.js";
import { readDatedLifecycle, readOperationLifecycle, readUseLifecycle, type Level } from "../lifecycle/build-lifecycle.js";
import type { Element } from "../lifecycle/elements.js";
import { sharedElement } from "../lifecycle/named-elements.js";
import { readCallbacks, readRawMembers } from "../lifecycle/read-raw.js";
import { buildContents, type ContentDraft } from "./build-content.js";
import { buildHeaders, buildParameter } from "./build-parameter.js";
import type { SchemaBuilder } from "./build-schema.js";
import { buildSecurity } from "./build-security.js";
import { buildServers } from "./build-server.js";
import { fitPath, type WrittenParameter } from "./fit-path.js";
import { followReference } from "./follow-reference.js";
import type { OperationEntry } from "./list-operations.js";
import { splitPath, writtenStyles } from "./path-template.js";
import type { Doc } from "../ir/doc.js";
import type { Location, Operation, Parameter, RequestBody, Response } from "../ir/operation.js";
import { memberOrigin, originOf } from "./origin.js";

/** An operation before the names that depend on all schemas are known. */
export type OperationDraft = Omit<Operation, "names" | "body" | "responses"> & {
  readonly name: string;
  readonly body: (Omit<RequestBody, "contents"> & { readonly contents: readonly ContentDraft[] }) | undefined;
  readonly responses: readonly (Omit<Response, "contents"> & { readonly contents: readonly ContentDraft[] })[];
};

/** An operation with everything it inherits, but for its limits. `inherited`: what its path item, then `info`, say about its life. */
export function buildOperation(
  entry: OperationEntry,
  name: string,
  kind: "operation" | "webhook",
  inherited: readonly Level[],
  builder: SchemaBuilder,
): Omit<OperationDraft, "rateLimit" | "retry"> {
  const { method, path, operation } = entry;
  const { resolved } = builder.build;
  const origin = originOf(operation, resolved);
  const written = buildParameters(entry, builder);
  const segments =
    kind === "webhook"
      ? []
      : splitPath(path, new Set(written.flatMap(({ parameter }) => (parameter.in === "path" ? [parameter.name] : []))));
  const element = kind === "webhook" ? ({ what: "webhook", name: path } as const) : undefined;
  readCallbacks(operation, builder.build);
  const lifecycle = readOperationLifecycle(operation, origin, inherited, builder.build, element);
  const servers = operation.servers ?? entry.items.findLast((item) => item.servers !== undefined)?.servers;
  return {
    name,
    origin,
    operationId: operation.operationId,
    method,
    path,
    segments,
    tags: [...new Set(operation.tags ?? [])],
    doc: operationDoc(entry, lifecycle),
    parameters: byLocation(kind === "webhook" ? written.map(({ parameter }) => parameter) : fitPath(written, segments, entry, builder)),
    body: buildBody(entry, builder),
    responses: buildResponses(operation, builder),
    security: buildSecurity(operation.security, operation, builder.build),
    servers: servers === undefined || servers.length === 0 ? undefined : buildServers(servers, "server of an operation", builder.build),
  };
}

function operationDoc({ operation, items }: OperationEntry, lifecycle: Doc["lifecycle"]): Doc {
  const summary = operation.summary ?? items.findLast((item) => item.summary !== undefined)?.summary;
  const description = operation.description ?? items.findLast((item) => item.description !== undefined)?.description;
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
  };
}

const locations: readonly Location[] = ["path", "query", "querystring", "header", "cookie"];

/** Those of the path item and the operation, whose own win; header names are the same in any case. */
function buildParameters({ items, operation, path }: OperationEntry, builder: SchemaBuilder): readonly WrittenParameter[] {
  const merged = new Map<string, WrittenParameter>();
  const item = items.findLast(({ parameters }) => parameters !== undefined);
  const styles = writtenStyles(path);
  for (const holder of [item, operation]) {
    for (const start of holder?.parameters ?? []) {
      const built = buildParameter(start, builder);
      if (built === undefined || holder === undefined) continue;
      const parameter = styledByPath(built, styles, followReference("parameter", start, builder.build.resolved).value);
      merged.set(parameterKey(parameter), { parameter, start, holder });
    }
  }
  return [...merged.values()];
}

function byLocation(parameters: readonly Parameter[]): readonly Parameter[] {
  return locations.flatMap((location) => parameters.filter((parameter) => parameter.in === location));
}

/** A parameter in the style that is written into its path, unless its own is described. */
function styledByPath(parameter: Parameter, styles: ReturnType<typeof writtenStyles>, described: ParameterObject): Parameter {
  const { in: location, name, encoding } = parameter;
  if (location !== "path" || encoding.kind !== "style" || described.style !== undefined || described.explode !== undefined)
    return parameter;
  const style = styles.get(name);
  return style === undefined ? parameter : { ...parameter, encoding: { ...encoding, ...style } };
}

/** Methods whose request has no content (RFC 9110 section 9.3): HTTP clients refuse to send one. */
const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD", "TRACE"]);

function buildBody({ method, operation }: OperationEntry, builder: SchemaBuilder): OperationDraft["body"] {
  const { resolved, report, components } = builder.build;
  if (operation.requestBody === undefined) return undefined;
  const { value, ref, description, dated } = followReference<"requestBody">("requestBody", operation.requestBody, resolved);
  if (bodiless.has(method)) {
    const hint = "Describe its content as parameters, or use another method.";
    const at = memberOrigin(operation, resolved, "requestBody");
    report(diagnostic("body-ignored", `A ${method} request has no body; the one described is left out.`, { at, hint }));
    return undefined;
  }
  const contents = builder.build.once("requestBody", value, () => buildContents(value.content, builder));
  if (contents.length === 0) return undefined;
  const text = description ?? value.description;
  const [own, beside] = livesOf({ what: "request body" }, value, dated, builder);
  const lifecycle = beside ?? own;
  return {
    origin: originOf(value, resolved),
    required: value.required === true,
    doc: { ...(text === undefined ? {} : { description: text }), ...(lifecycle === undefined ? {} : { lifecycle }) },
    contents,
    component: beside === undefined ? components.of("requestBodies", ref, value) : undefined,
  };
}

function buildResponses(operation: OperationObject, builder: SchemaBuilder): OperationDraft["responses"] {
  const { resolved, report, components } = builder.build;
  const written = operation.responses;
  const keyOf = keysByStatus(written);
  const responses = Object.entries(written ?? {}).flatMap(([key, start]) => {
    const { value, ref, summary, description, dated } = followReference("response", start, resolved);
    const status = statusOf(key);
    const isTaken = status !== undefined && keyOf.get(status) !== key;
    if (status === undefined || isTaken || key !== status) {
      const hint = "A status is three digits (200), a range (4XX), or `default`.";
      const becomes = status === undefined || isTaken ? "it is left out" : `it is read as ${status}`;
      const at = { ...memberOrigin(written ?? operation, resolved, key), on: "key" } as const;
      report(diagnostic("response-status-invalid", `"${key}" is not a status; ${becomes}.`, { at, hint }));
    }
    if (status === undefined || isTaken) return [];
    const [short, long] = [summary ?? value.summary, description ?? value.description];
    const origin = originOf(value, resolved);
    const parts = builder.build.once("response", value, () => {
      readRawMembers(value, "links", "link", builder.build);
      const headers = buildHeaders(value.headers, builder);
      return { origin, headers, contents: buildContents(value.content, builder) };
    });
    const [own, beside] = livesOf({ what: "response", name: status }, value, dated, builder);
    const lifecycle = beside ?? own;
    const doc = {
      ...(short === undefined ? {} : { summary: short }),
      ...(long === undefined ? {} : { description: long }),
      ...(lifecycle === undefined ? {} : { lifecycle }),
    };
    return [{ status, doc, ...parts, component: beside === undefined ? components.of("responses", ref, value) : undefined }];
  });
  return responses.sort((a, b) => statusRank(a.status) - statusRank(b.status));
}

/** What is said of the life of something that may be shared, and beside the reference to it, which is about this use alone. */
function livesOf(
  element: Element,
  value: object,
  dated: readonly object[],
  { build }: SchemaBuilder,
): readonly [own: Doc["lifecycle"], beside: Doc["lifecycle"]] {
  const own = build.once("life", value, () => {
    const at = originOf(value, build.resolved);
    return readDatedLifecycle(value, at, build, sharedElement(element, at));
  });
  return [own, readUseLifecycle({ beside: dated, target: value }, undefined, build, element)];
}

/** The key that counts of those that mean one status: the status itself, or else the first. */
function keysByStatus(written: object | undefined): ReadonlyMap<string, string> {
  const keyOf = new Map<string, string>();
  for (const key of Object.keys(written ?? {})) {
    const status = statusOf(key);
    if (status !== undefined && (key === status || !keyOf.has(status))) keyOf.set(status, key);
  }
  return keyOf;
}

/** The status that a key means, if any: "2xx" and "Default" in whatever case, and "200 OK" with its reason. */
function statusOf(key: string): string | undefined {
  const word = /^[1-5]\d\d(?=\s)/.exec(key)?.[0] ?? key.trim().toUpperCase();
  return word === "DEFAULT" ? "default" : /^[1-5](?:\d\d|XX)$/.exec(word)?.[0];
}

/** Codes, then ranges, then `default`. */
function statusRank(status: string): number {
  if (status === "default") return 10_000;
  return status.endsWith("XX") ? 1000 + Number(status.charAt(0)) : Number(status);
}
