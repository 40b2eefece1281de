import { diagnostic } from "../../diagnostic/catalogue.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { listOf } from "../rules/collections.js";
import { type JsonObject, type Walk } from "../rules/rule.js";
import { oneOf, text } from "../rules/scalars.js";

const schemes = listOf(oneOf(["http", "https", "ws", "wss"]));

/** The servers that `schemes`, `host` and `basePath` make together; one relative to the description's own address when no host is named. */
export function serversOf(raw: JsonObject, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const { host, path: before, scheme } = hostOf(raw, at, walk);
  const own = pathOf(raw, host, at, walk);
  // Whoever writes a whole URL as the host says its path there, and again as the basePath.
  const isSaid = own.replace(/(?<!\/)\/+$/, "") === before.replace(/(?<!\/)\/+$/, "");
  const path = isSaid ? own : joined(before, own);
  const schemes = host === undefined ? [] : schemesOf(raw, scheme, at, walk);
  const urls = host === undefined ? [path] : schemes.map((each) => `${String(each)}://${host}${path === "/" ? "" : path}`);
  return urls.map((url) => {
    const server = { url };
    walk.location(server, host === undefined ? at : childLocation(at, "host"));
    return server;
  });
}

/** What is written as the host. */
interface Host {
  readonly host: string | undefined;
  /** A path behind it. */
  readonly path: string;
  /** A scheme before it. */
  readonly scheme: string | undefined;
}

/** The host, which has a name and perhaps a port; and the scheme and the path of a URL in its place. */
function hostOf(raw: JsonObject, at: DocumentLocation, walk: Walk): Host {
  const written = raw["host"] === undefined ? undefined : text(raw["host"], at, "host", walk);
  if (typeof written !== "string") return { host: undefined, path: "/", scheme: undefined };
  if (isHost(written)) return { host: written, path: "/", scheme: undefined };
  const {
    scheme,
    user,
    host = "",
    path = "/",
  } = /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/|\/\/)?(?:(?<user>[^/@]*)@)?(?<host>[^/]*)(?<path>\/.*)?$/i.exec(written.trim())?.groups ?? {};
  // A host before the "@" is what readers take for the one that is asked.
  const meant = isHost(host) && user?.includes(".") !== true ? host : undefined;
  const isKnown = scheme !== undefined && /^(?:https?|wss?)$/i.test(scheme);
  told(
    `The host ${JSON.stringify(written.replace(/(?<![^/@])[^/@]*@/, "***@"))} is not the name of a host.`,
    `Write the name and the port alone: "api.example.com".${user === undefined ? "" : " A name of a user and a password belong into the options of a client."}`,
    meant === undefined ? "it is left out" : `it is read as ${JSON.stringify(meant + (path === "/" ? "" : path))}`,
    childLocation(at, "host"),
    walk,
  );
  return { host: meant, path: meant === undefined ? "/" : path, scheme: isKnown ? scheme.toLowerCase() : undefined };
}

/** Whether a text is a host and nothing else: what stands behind an "@" would be another one. */
function isHost(text: string): boolean {
  return /^[^\s/@?#\\:]+(?::\d+)?$/.test(text) || /^\[[\da-f:.]+\](?::\d+)?$/i.test(text);
}

/** The path, which begins with a slash: without one it would go on the name of the host. */
function pathOf(raw: JsonObject, host: string | undefined, at: DocumentLocation, walk: Walk): string {
  const written = raw["basePath"] === undefined ? undefined : text(raw["basePath"], at, "basePath", walk);
  if (typeof written !== "string" || written === "") return "/";
  if (written.startsWith("/") && !written.startsWith("//")) return written;
  const [, behind] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)?$/i.exec(written) ?? [];
  const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(written);
  const withHost = host !== undefined && `${written.replace(/^\/+/, "")}/`.startsWith(`${host}/`);
  const plain = written.replace(/^\/+/, "").slice(withHost ? host.length : 0);
  const path = isUrl ? (behind ?? "/") : `/${plain.replace(/^\/+/, "")}`;
  told(
    `The basePath ${JSON.stringify(written)} does not begin with a slash.`,
    `Write ${JSON.stringify(path)}.`,
    `it is read as ${JSON.stringify(path)}`,
    childLocation(at, "basePath"),
    walk,
  );
  return path;
}

function joined(first: string, second: string): string {
  const start = first.replace(/(?<!\/)\/+$/, "");
  return start === "" ? second : second === "/" ? start : start + second;
}

function told(message: string, hint: string, assumed: string, at: DocumentLocation, walk: Walk): void {
  walk.report(diagnostic("server-url", message, { at: originAt(at), hint, assumed }));
}

/** Without `schemes` it is that of the host, or the one the description came by; for a file, https is what a host of today has. */
function schemesOf(raw: JsonObject, ofHost: string | undefined, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const given = raw["schemes"] === undefined ? [] : schemes(raw["schemes"], at, "schemes", walk);
  if (Array.isArray(given) && given.length > 0) return given;
  return [ofHost ?? (at.file.source.uri.startsWith("http:") ? "http" : "https")];
}
