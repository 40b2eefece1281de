import { basename, relative, resolve, sep } from "node:path";
import type { Origin } from "../diagnostic/diagnostic.js";
import { isSecretName } from "../diagnostic/redact.js";
import { isHeaderValue } from "../source/remote-access.js";
import { parseTemplate, type RemoteInput, type WrittenHeader } from "../source/remote-input.js";
import type { ConfigReader } from "./config-reader.js";
import { namedInput } from "./named-input.js";

/** A description on the network that needs headers, or is kept as a copy. */
export interface RemoteInputConfig {
  /** http(s), as a text or a URL object. `${NAME}` in its query stands for a variable of the environment. */
  readonly url: string | URL;
  /**
   * Headers of requests to the URL's origin, and to no other: `{ Authorization: "Bearer ${DOCS_TOKEN}" }`. `${NAME}` stands for a variable of the
   * environment, `$${` for `${`.
   */
  readonly headers?: { readonly [name: string]: string };
  /**
   * Where `sundial pull` keeps a copy, relative to the configuration file: "spec/vendor.yaml". `generate` and `check` then read the copy, and
   * nothing from the network. Commit it with its lock.
   */
  readonly snapshot?: string;
}

/** Where a description is, how generated files name it, and how it is fetched where a configuration says so. */
export interface ReadInput {
  readonly input: string;
  readonly source: string;
  readonly remote: RemoteInput | undefined;
  /** Where the configuration names it. */
  readonly inputAt: Origin;
}

/** The `input` of an API: a text, or an object with a URL. `folder`: what paths are relative to. */
export function readInput(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  folder: string,
): ReadInput | undefined {
  if (api["input"] instanceof URL) return readInput(reader, { ...api, input: api["input"].href }, at, folder);
  const written = api["input"];
  if (typeof written !== "object" || written === null || Array.isArray(written)) {
    const input = reader.text(api, "input", at);
    return input === undefined ? undefined : { ...namedInput(input, folder), remote: undefined, inputAt: reader.place([...at, "input"]) };
  }
  return readRemote(reader, written as Readonly<Record<string, unknown>>, [...at, "input"], folder); // an object, as was asked
}

function readRemote(
  reader: ConfigReader,
  written: Readonly<Record<string, unknown>>,
  at: readonly string[],
  folder: string,
): ReadInput | undefined {
  const before = reader.diagnostics.length;
  reader.onlyKeys(written, ["url", "headers", "snapshot"], at);
  const url = written["url"] instanceof URL ? written["url"].href : reader.text(written, "url", at);
  if (url !== undefined) checkUrl(reader, url, [...at, "url"]);
  const headers = readHeaders(reader, written["headers"], [...at, "headers"]);
  if (url !== undefined && hasUserInfo(url) && headers.some(({ name }) => name.toLowerCase() === "authorization"))
    reader.report(
      "config-invalid-value",
      at,
      "has credentials twice: a user in `url`, and the header Authorization",
      "Remove one of them.",
    );
  const path = reader.optionalText(written, "snapshot", at);
  if (path !== undefined) checkSnapshot(reader, path, [...at, "snapshot"]);
  if (url === undefined || reader.diagnostics.length > before) return undefined;
  const snapshot = path === undefined ? undefined : resolve(folder, path);
  const remote: RemoteInput = { url, headers, snapshot, at: reader.place([...at, "url"]) };
  const named =
    snapshot === undefined ? namedInput(url, folder) : { input: snapshot, source: relative(folder, snapshot).split(sep).join("/") };
  return { ...named, remote, inputAt: reader.place(at) };
}

function checkUrl(reader: ConfigReader, url: string, at: readonly string[]): void {
  const report = (what: string, hint?: string): void => {
    reader.report("config-invalid-value", at, what, hint);
  };
  if (!/^https?:\/\//i.test(url))
    report("must be an http(s) URL", "A file is named by `input` itself, as a text: headers and a snapshot are for what is fetched.");
  else if (!URL.canParse(url)) report("is not a valid URL");
  const [, path = url, query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  if (path.includes("${"))
    report("has a variable outside of its query", "Variables stand in values of headers, and in the query of the URL.");
  const parts = parseTemplate(query);
  if (typeof parts === "string") report(parts, "A variable is written `${NAME}`; `$${` is a `${` that is meant as it is.");
}

function hasUserInfo(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== "" || password !== "";
}

function readHeaders(reader: ConfigReader, value: unknown, at: readonly string[]): readonly WrittenHeader[] {
  const written = value === undefined ? {} : reader.record(value, at);
  const headers: WrittenHeader[] = [];
  const names = new Set<string>();
  for (const [name, text] of Object.entries(written ?? {})) {
    const place = [...at, name];
    const problem = headerProblem(name, text, names);
    names.add(name.toLowerCase());
    if (problem === undefined) headers.push({ name, value: String(text), at: reader.place(place) });
    else reader.report("config-invalid-value", isToken(name) ? place : at, problem.what, problem.hint);
  }
  return headers;
}

interface Problem {
  readonly what: string;
  readonly hint?: string;
}

/** A field name. @see RFC 9110, section 5.1 */
const isToken = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/** Headers that are the connection's, and not the user's to set. */
const ofConnection: ReadonlySet<string> = new Set(
  "connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade if-none-match if-modified-since".split(
    " ",
  ),
);

/** What is wrong with a header. Its value is repeated nowhere: it may hold a secret. */
function headerProblem(name: string, value: unknown, others: ReadonlySet<string>): Problem | undefined {
  if (!isToken(name))
    return { what: `has ${JSON.stringify(name)}, which is no name of a header`, hint: "A name has no blanks, colons or line ends." };
  if (others.has(name.toLowerCase())) return { what: "is given twice, as capitals in names of headers do not count" };
  if (ofConnection.has(name.toLowerCase())) return { what: "is a header that is set by itself" };
  if (typeof value !== "string" || value.trim() === "")
    return { what: "must be a string that is not empty", hint: 'Write what is sent: "Bearer ${DOCS_TOKEN}".' };
  const parts = parseTemplate(value);
  if (typeof parts === "string") return { what: parts, hint: "A variable is written `${NAME}`; `$${` is a `${` that is meant as it is." };
  if (!isHeaderValue(value)) return { what: "has a line end, or a character that no header can have" };
  if (isSecretName(name) && /\bundefined$/.test(value))
    return {
      what: "ends in the word undefined",
      hint: "A variable that is not set was put into it: write `${NAME}` between double quotes, and sundial fills it in and says when it is not set.",
    };
  return undefined;
}

function checkSnapshot(reader: ConfigReader, path: string, at: readonly string[]): void {
  const name = basename(path);
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) reader.report("config-invalid-value", at, "must be the path of a file");
  else if (/[\\/]$/.test(path) || !/\.(?:ya?ml|json)$/i.test(name))
    reader.report("config-invalid-value", at, `must name a file that ends in .yaml, .yml or .json, and is ${JSON.stringify(path)}`);
  // What Windows takes for something else than a name, and our own files while a run lasts.
  else if (/[\\:\u0000-\u001f]|^\.sundial-/.test(name))
    reader.report("config-invalid-value", at, "must name a file without a colon, a backslash or a control character in its name");
}
