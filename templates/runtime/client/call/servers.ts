/**
 * Base URLs: from the servers of the description and the caller's choice.
 */
import { hasOwn } from "../../shared/has-own.js";
import type { Operation, Server } from "../../shared/operation.js";

/** A server by name, with values for its variables: one that has a variable without a default is not chosen by its name alone. */
export type ServerChoice<Servers> = {
  [Name in keyof Servers]: [Undefaulted<Servers[Name]>] extends [never]
    ? Name | { readonly name: Name; readonly variables?: Variables<Servers[Name]> }
    : {
        readonly name: Name;
        readonly variables: Variables<Servers[Name]> & { readonly [Variable in Undefaulted<Servers[Name]>]: string };
      };
}[keyof Servers];

/** Values of a server's variables: one of those the description lists, or any text. */
export type Variables<S> = S extends { readonly variables: infer Known }
  ? { readonly [Name in keyof Known]?: Known[Name] extends { readonly values: readonly (infer Value)[] } ? Value : string }
  : { readonly [name: string]: never };

/** The names of a server's variables that have no default. */
type Undefaulted<S> = S extends { readonly variables: infer Known }
  ? { [Name in keyof Known]: Known[Name] extends { readonly default: string } ? never : Name }[keyof Known]
  : never;

/** A choice of a server of any description. */
export type AnyServer = string | NamedServer;

interface NamedServer {
  readonly name: string;
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** A URL with the chosen values of a server's variables, or the description's. Throws where a variable or a value is none of them. */
export type FillUrl = (url: string, server: Server, chosen: Readonly<Record<string, string | undefined>>) => string;

/** The chosen server's URL, or the first's. Throws where the name is none of the description's. */
export function serverUrl(servers: Readonly<Record<string, Server>>, choice: AnyServer | undefined, fillUrl?: FillUrl): string {
  const { name, variables = {} }: Partial<NamedServer> = typeof choice === "string" ? { name: choice } : (choice ?? {});
  if (name !== undefined && !hasOwn(servers, name))
    throw new TypeError(`There is no server "${name}", only ${Object.keys(servers).join(", ")}; else give \`baseUrl\``);
  const server = name === undefined ? Object.values(servers)[0] : servers[name];
  return server === undefined ? "/" : urlOf(server, variables, fillUrl);
}

/**
 * A server's URL. A query is no part of it: what a description has there, its readers cannot mend.
 * @see https://spec.openapis.org/oas/v3.2.0.html#server-object
 */
export function urlOf(server: Server, chosen: Readonly<Record<string, string | undefined>>, fillUrl?: FillUrl): string {
  const url = server.url.replace(/\?.*$/, "");
  return fillUrl?.(url, server, chosen) ?? url;
}

/** The base URL of an operation that has servers of its own. `client` gives that of the client, which relative ones are meant from. */
export type OwnBaseUrl = (operation: Operation, client: () => string, fillUrl?: FillUrl) => string | undefined;

/** That of the first. One that is absolute needs no other. */
export const ownBaseUrl: OwnBaseUrl = ({ servers: [own] = [] }, client, fillUrl) => {
  const url = own && urlOf(own, {}, fillUrl);
  return url === undefined ? undefined : baseUrlOf(url, parsedUrl(url) === undefined ? client() : undefined);
};

type Defaulted = Readonly<Record<string, { readonly default: string; readonly values?: readonly string[] }>>;

/** Fills in the variables of a server's URL, each of which has a default. */
export const fillVariables: FillUrl = (url, server, chosen) => {
  const known = (server.variables ?? {}) as Defaulted; // a value for one without is asked for before
  for (const name of Object.keys(chosen)) {
    if (!hasOwn(known, name)) throw new TypeError(`The server ${server.url} has no variable "${name}"`);
  }
  return url.replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = hasOwn(known, name) ? known[name] : undefined;
    if (variable === undefined) return written;
    const value = chosen[name] ?? variable.default;
    if (variable.values !== undefined && !variable.values.includes(value)) {
      throw new TypeError(`The variable "${name}" of the server ${server.url} is one of ${variable.values.join(", ")}`);
    }
    return value;
  });
};

/** The same, for a description in which a variable has no default. Throws where the caller gives no value either. */
export const fillNeededVariables: FillUrl = (url, server, chosen) => {
  for (const [name, { default: usual }] of Object.entries(server.variables ?? {}))
    if ((chosen[name] ?? usual) === undefined) throw new TypeError(`The server ${server.url} needs its variable "${name}"`);
  return fillVariables(url, server, chosen);
};

/**
 * The same, for a description in which a variable that may be any text stands in a part of a scheme or of a host. Throws where a value would
 * lead to another host: calls and credentials would go there.
 */
export const fillCheckedVariables: FillUrl = (url, server, chosen) => {
  const filled = fillNeededVariables(url, server, chosen);
  const known = server.variables ?? {};
  const [first = "", ...texts] = url.split(/\{[^{}]+\}/);
  let before = first;
  for (const [index, [written, name = ""]] of [...url.matchAll(/\{([^{}]+)\}/g)].entries()) {
    const variable = hasOwn(known, name) ? known[name] : undefined;
    const value = variable === undefined ? written : (chosen[name] ?? variable.default ?? "");
    const isFree = variable !== undefined && variable.values === undefined && value !== variable.default;
    if (isFree && !keepsHost(before, texts.slice(index).join("{}"), value, variable.default))
      throw new TypeError(`The variable "${name}" of the server ${server.url} has a value that would change the host`);
    before += value + (texts[index] ?? "");
  }
  // Two slashes begin a host, whatever platforms overlook around them; where none follows, the path is taken for one.
  const plain = filled.replace(/[\0- ]/g, "");
  if ((/^\/(?!\/)/.test(url) && /^[/\\]{2}/.test(plain)) || /^(?:https?:(?!\/\/)|(?:https?:)?\/\/(?:[/?#\\:]|$))/i.test(plain))
    throw new TypeError(`The variables of the server ${server.url} have values that would make a host of its path`);
  return filled;
};

/** What stands in a host. What is percent-encoded there is decoded by the platform. */
const inHost = "[^\\0- /\\\\?#@:%<>[\\]^|]*";

/**
 * Whether a value stays in the part of the URL that its variable stands in, if that is a scheme or a host. A variable that is all of a host may
 * have a port, and one that has a port or a path by default may have that.
 */
function keepsHost(before: string, after: string, value: string, usual = ""): boolean {
  // By its default it is more than a scheme. A value that ends with the scheme would have the host come of the path.
  if (!before.includes("/") && usual.includes("/")) return !/^https?:\/?$/i.test(value.replace(/[\0- ]/g, ""));
  if (!before.includes("/")) return !/^[^/]*\/\//.test(after) || /^[a-z\d+.-]*:?$/i.test(value);
  if (!/^[^/]*\/\/[^/?#]*$/.test(before)) return true;
  if (before.endsWith("[")) return /^[\da-f:.]*$/i.test(value);
  const isWhole = before.endsWith("//") && /^(?:$|\/)/.test(after);
  const host = /^[/:]/.test(usual) ? "" : isWhole ? `(?:${inHost}|\\[[\\da-fA-F:.]+\\])` : inHost;
  const port = isWhole || usual.includes(":") ? "(?::\\d*)?" : "";
  const path = usual.includes("/") ? "(?:/.*)?" : "";
  return new RegExp(`^${host}${port}${path}$`, "s").test(value);
}

/** `undefined` where it is none. Not every platform can be asked first. */
export function parsedUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/**
 * An absolute base URL without a slash at its end. A relative one, as many descriptions have, is meant from `from`, else from the page
 * the code runs in, as `fetch` has it: before a path, an empty one is the root of its origin. Throws for anything but http and https,
 * and for a query, which may hold a key and is not shown.
 */
export function baseUrlOf(url: string, from?: string): string {
  const parsed = parsedUrl(url === "" && from === undefined ? "/" : url, from ?? pageUrl());
  // The platform's own error would show them.
  if (parsed?.username || parsed?.password) throw new TypeError("The base URL has a user name or a password: give them as credentials");
  const href = (parsed?.href ?? "").replace(/[?#].*$/, "");
  if (!/^https?:/.test(href)) {
    throw new TypeError(
      `The base URL "${url.replace(/[?#].*$/, "").replace(/^.*@/, "…@")}" is not an absolute http(s) URL: set \`baseUrl\` to one, such as "https://api.example.com/v1"`,
    );
  }
  if (parsed?.search)
    throw new TypeError(`The base URL ${href} has a query, which no call would send: give it as parameters, or in middleware`);
  return href.replace(/\/+$/, "");
}

/** What relative URLs are meant from. A page may say so itself (`<base href="/">`); workers have a location alone, and others neither. */
function pageUrl(): string | undefined {
  const globals: unknown = globalThis;
  const { document, location } = globals as {
    readonly document?: { readonly baseURI?: string };
    readonly location?: { readonly href?: string };
  };
  return document?.baseURI ?? location?.href;
}
