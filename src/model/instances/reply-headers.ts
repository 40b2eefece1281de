import type { Json } from "../../source/source-file.js";
import type { Header, Response } from "../ir/operation.js";
import type { RateLimits } from "../ir/limits.js";
import type { Instances } from "./instances.js";

/** A header that a service answers with. */
export interface AnswerHeader {
  readonly header: Header;
  readonly value: Json;
}

/** What a server says itself, as things are. `Link` would lead a program from page to page for ever. */
const ofServers: ReadonlySet<string> = new Set([
  ...["connection", "content-encoding", "content-length", "content-type", "date", "keep-alive", "trailer", "transfer-encoding", "upgrade"],
  ...["deprecation", "link", "ratelimit", "ratelimit-policy", "retry-after", "sunset"],
]);

/**
 * Headers of a response: those that the description gives an example of, and those that are required. Without those that a generated server
 * writes, such as the ones of limits.
 */
export function answerHeaders(response: Response, limits: RateLimits | undefined, instances: Instances): readonly AnswerHeader[] {
  const named = limits?.headers.flatMap(({ limit, remaining, fraction, reset, bucket }) => [
    limit,
    remaining,
    fraction,
    reset?.name,
    bucket,
  ]);
  const all = [...(named ?? []), limits?.retryAfter?.name, limits?.globalHeader];
  const counted = new Set(all.flatMap((name) => name?.toLowerCase() ?? []));
  const found = new Map<string, AnswerHeader>();
  for (const header of response.headers) {
    const key = header.name.toLowerCase();
    if (ofServers.has(key) || counted.has(key) || found.has(key)) continue;
    const value = valueOf(header, instances);
    if (value !== undefined && value !== null && isSendable(value)) found.set(key, { header, value });
  }
  return [...found.values()];
}

function valueOf({ examples, schema, required }: Header, instances: Instances): Json | undefined {
  const given = examples.flatMap((each) => (each.kind === "value" ? [each.value] : []));
  if (given.length === 0 && schema.examples.length === 0 && !required) return undefined;
  return instances.first(given, schema) ?? instances.of(schema);
}

/** Whether a header can hold the texts in a value. */
function isSendable(value: Json): boolean {
  if (typeof value === "string") return !/[^\t -~\u0080-\u00ff]/.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, each]: readonly [string, Json]) => isSendable(name) && isSendable(each));
}
