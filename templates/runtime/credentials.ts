/**
 * Credentials: from what the caller gave to what goes on the wire, below every middleware, and to one origin only.
 */
import type { Operation } from "./operation.js";

/** A security scheme of the description. All but `basic` take text; `authorization` takes the whole header value. */
export type Scheme =
  | { readonly kind: "bearer" | "basic" | "mutualTLS" }
  | { readonly kind: "authorization" }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string };

export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** A credential, or a function that is asked for it at each call. */
export type Credential<T> = T | (() => T | undefined | Promise<T | undefined>);

/** Credentials by the name of their scheme. */
export type Credentials = Readonly<Record<string, Credential<string | BasicCredential> | undefined>>;

/** One credential as it is sent. */
export interface Attachment {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
}

/**
 * What to attach for an operation: the first alternative for which every credential is given. An alternative without
 * any comes last, whatever its place: who gives a credential wants it used. None at all when nothing fits: the service answers then.
 */
export async function attachmentsFor(
  security: Operation["security"],
  schemes: Readonly<Record<string, Scheme>> | undefined,
  credentials: Credentials | undefined,
): Promise<readonly Attachment[]> {
  if (security === undefined || credentials === undefined || schemes === undefined) return none;
  for (const alternative of security) {
    if (alternative.length === 0 || !alternative.every((name) => isGiven(schemes[name], own(credentials, name)))) continue;
    const attachments: Attachment[] = [];
    let complete = true;
    for (const name of alternative) {
      const scheme = schemes[name];
      const given = own(credentials, name);
      if (scheme === undefined || scheme.kind === "mutualTLS") continue;
      const credential = typeof given === "function" ? await given() : given;
      if (credential === undefined) complete = false;
      else attachments.push(attachment(name, scheme, credential));
    }
    // A certificate alone is known to the platform alone: whoever gave another credential wants that one sent.
    if (complete && attachments.length > 0) return attachments;
  }
  return none;
}

const none: readonly Attachment[] = [];

// A scheme may be called like a member that every object has.
const own = (credentials: Credentials, name: string): Credentials[string] =>
  Object.hasOwn(credentials, name) ? credentials[name] : undefined;

// A certificate belongs to the connection: the platform has it or has it not.
const isGiven = (scheme: Scheme | undefined, credential: Credentials[string]): boolean =>
  scheme !== undefined && (credential !== undefined || scheme.kind === "mutualTLS");

function attachment(name: string, scheme: Scheme, credential: string | BasicCredential): Attachment {
  if (typeof credential === "object") return { scheme: name, in: "header", name: "Authorization", value: basic(name, credential) };
  const place = scheme.kind === "apiKey" ? scheme.in : "header";
  // The platform's own error would show the value.
  if (!allowed[place].test(credential)) {
    throw new TypeError(`The credential "${name}" has characters that cannot be sent in a ${place}, or is empty`);
  }
  const value = scheme.kind === "bearer" ? `Bearer ${credential}` : credential;
  return { scheme: name, in: place, name: scheme.kind === "apiKey" ? scheme.name : "Authorization", value };
}

const allowed = {
  header: /^[!-~\u0080-\u00ff](?:[\t -~\u0080-\u00ff]*[!-~\u0080-\u00ff])?$/,
  query: /^[^]+$/,
  cookie: /^[!#-+\--:<-[\]-~]+$/,
};

/** RFC 7617, in UTF-8. */
function basic(name: string, { username, password }: BasicCredential): string {
  if (username.includes(":")) throw new TypeError(`The user name of the credential "${name}" has a colon, which cannot be sent`);
  let bytes = "";
  for (const byte of new TextEncoder().encode(`${username}:${password}`)) bytes += String.fromCharCode(byte);
  return `Basic ${btoa(bytes)}`;
}

/**
 * Whether a redirect must not be followed with these attached. `fetch` itself takes `Authorization` away from another
 * origin; a header of the service's own it sends along.
 */
export function areBoundToOrigin(attachments: readonly Attachment[]): boolean {
  return attachments.some((one) => one.in === "cookie" || (one.in === "header" && one.name.toLowerCase() !== "authorization"));
}

/**
 * The request with its credentials. What the caller has set already stays; a request to another origin than `base` gets none.
 * `isStream` says that the body is sent while it is made.
 */
export function attach(request: Request, attachments: readonly Attachment[], base: string, isStream = false): Request | Promise<Request> {
  if (attachments.length === 0 || !isWithin(request.url, base)) return request;
  const query: string[] = [];
  for (const { in: place, name, value } of attachments) {
    if (place === "query") query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    else if (place === "cookie")
      request.headers.set("Cookie", [request.headers.get("Cookie"), `${name}=${value}`].filter((part) => part !== null).join("; "));
    else if (!request.headers.has(name)) request.headers.set(name, value);
  }
  if (query.length === 0) return request;
  const url = new URL(request.url);
  url.search += `${url.search === "" ? "?" : "&"}${query.join("&")}`;
  return request.body === null || isStream ? new Request(url, request) : withBody(url, request);
}

/** A copy of a request has its body as a stream: it is sent without a length, cannot follow a redirect, and some browsers lose it. */
async function withBody(url: URL, request: Request): Promise<Request> {
  const { method, headers, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal } = request;
  const settings = { method, headers, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal };
  const body = await request.blob();
  return new Request(url, body.size === 0 ? settings : { ...settings, body });
}

/** Whether a URL has the origin of another one. Under the base URL itself, as nearly always, that is seen without parsing. */
function isWithin(url: string, base: string): boolean {
  return url.startsWith(`${base}/`) || new URL(url).origin === new URL(base).origin;
}
