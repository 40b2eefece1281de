/**
 * Status and headers of an answer on `node:http`, beside those that others have set for it.
 */
import type { ServerResponse } from "node:http";
import { hasOwn } from "../../shared/has-own.js";
import type { NodeRequest, NodeResponse } from "../route/node-adapter.js";

/** Sends status and headers; these are names and values in turn. */
export function writeHead(request: NodeRequest, response: NodeResponse, status: number, headers: readonly string[]): void {
  if (isUntouched(request, response) && !repeats(headers)) {
    response.writeHead(status, [...headers]);
  } else {
    setHeaders(response, headers);
    // Their overloads differ, and a union of these cannot be called.
    (response as ServerResponse).writeHead(status);
  }
}

/**
 * Whether a list may be given to `writeHead`, the fastest way. With headers that are set already, and in HTTP/2, only the last of several
 * headers of one name is sent. A `writeHead` that middleware has replaced takes objects only.
 */
function isUntouched(request: NodeRequest, response: NodeResponse): response is ServerResponse {
  return request.httpVersionMajor === 1 && response.getHeaderNames().length === 0 && !hasOwn(response, "writeHead");
}

/** Whether a name is there twice. Node 20 sends the last of them only where headers were set before, also where all of these were removed. */
function repeats(headers: readonly string[]): boolean {
  const names = new Set<string>();
  for (let index = 0; index < headers.length; index += 2) names.add((headers[index] ?? "").toLowerCase());
  return names.size < headers.length / 2;
}

/** Headers that may be there several times, or are lists: what others have set stays. */
const added = new Set(["set-cookie", "www-authenticate", "link", "vary", "server-timing", "access-control-expose-headers"]);

function setHeaders(response: NodeResponse, headers: readonly string[]): void {
  const all = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let index = 0; index < headers.length; index += 2) {
    const [name = "", value = ""] = [headers[index], headers[index + 1]];
    const key = name.toLowerCase();
    const known = all.get(key);
    if (known === undefined) all.set(key, { name, values: [...(added.has(key) ? headerValues(response.getHeader(name)) : []), value] });
    else known.values.push(value);
  }
  // These are of a body that somebody else was going to send. Of what is removed Node keeps in mind that it is not wanted: without a length
  // nothing but `Transfer-Encoding` frames a body.
  const others = all.has("content-length") ? ["transfer-encoding", "etag"] : ["content-length", "etag"];
  for (const name of others) if (!all.has(name) && response.hasHeader(name)) response.removeHeader(name);
  for (const [key, { name, values }] of all) {
    const value = key === "vary" ? mergedList(values) : values.length === 1 ? (values[0] ?? "") : values;
    response.setHeader(name, value);
  }
}

function headerValues(header: number | string | readonly string[] | undefined): readonly string[] {
  return header === undefined ? [] : typeof header === "object" ? header : [String(header)];
}

/** Members of a list, each once. */
function mergedList(lists: readonly string[]): string {
  const members = new Map(lists.flatMap((list) => list.split(",")).map((member) => [member.trim().toLowerCase(), member.trim()]));
  return members.has("*") ? "*" : [...members.values()].join(", ");
}
