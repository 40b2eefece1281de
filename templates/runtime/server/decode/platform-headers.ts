/**
 * Headers that platforms send with every request, whether the caller says something or not. Where a parameter may be left out, such a text says
 * as much as none.
 */
import { hasOwn } from "../../shared/has-own.js";
import type { Parameter } from "../../shared/operation.js";
import type { IncomingHeaders } from "../route/server-types.js";
import { addIssues, type Issues } from "./wire-type.js";

/**
 * By name, what platforms write there: languages of the user (Node and Deno: `*`), codings they unpack, their own name, what `cache: "no-cache"`
 * asks for. `Origin`, `Referer` and `Sec-Fetch-*` are none of these: they tell where a request comes from, and a server may refuse by it.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
const ofPlatforms: ReadonlyMap<string, RegExp> = new Map([
  ["accept-encoding", /^[ \t]*(?:(?:x-)?gzip|deflate|br|zstd|dcb|dcz|identity|compress|\*)(?:[;,][\w \t;,.=*-]*)?$/i],
  ["accept-language", /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*[;,][a-z0-9 \t;,.=*-]*)?$/i],
  ["cache-control", /^(?:no-cache|no-store|max-age=0)$/i],
  ["dnt", /^[01]$/],
  ["expect", /^100-continue$/i],
  ["pragma", /^no-cache$/i],
  ["priority", /^(?:u=[0-7]|i)(?:,[ \t]*(?:u=[0-7]|i))?$/],
  ["save-data", /^on$/i],
  ["te", /^trailers$/i],
  ["upgrade-insecure-requests", /^1$/],
  ["user-agent", /^/],
]);

type ReadHeaders = (headers: IncomingHeaders, issues: Issues) => Record<string, unknown>;

/** `read`, for which an optional header that it refuses was not sent where its text is one of the platform. */
export function withoutPlatformHeaders(parameters: readonly Parameter[], read: ReadHeaders | undefined): ReadHeaders | undefined {
  const optional = parameters.filter(({ name, required }) => required !== true && ofPlatforms.has(name.toLowerCase()));
  if (optional.length === 0 || read === undefined) return read;
  return (headers, issues) => {
    const found: Issues = [];
    const values = read(headers, found);
    const unsaid = optional.filter(({ name }) => found.some(({ path }) => path[0] === name) && isOfPlatform(headers, name));
    if (unsaid.length > 0) {
      const names = new Set(unsaid.map(({ name }) => name.toLowerCase()));
      return read(Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name))), issues);
    }
    addIssues(issues, found);
    return values;
  };
}

function isOfPlatform(headers: IncomingHeaders, name: string): boolean {
  const key = name.toLowerCase();
  const text = hasOwn(headers, key) ? headers[key] : undefined;
  return typeof text === "string" && ofPlatforms.get(key)?.test(text) === true;
}
