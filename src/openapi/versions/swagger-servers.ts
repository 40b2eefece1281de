import { diagnostic } from "../../diagnostic/catalogue.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { listOf } from "../rules/collections.js";
import { type JsonObject, type Walk } from "../rules/rule.js";
import { oneOf, text } from "../rules/scalars.js";

const schemes = listOf(oneOf(["http", "https", "ws", "wss"]));

/** The servers that `schemes`, `host` and `basePath` make together; one relative to the description's own address when no host is named. */
export function serversOf(raw: JsonObject, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const [host, before] = hostOf(raw, at, walk);
  const path = joined(before, pathOf(raw, at, walk));
  const urls =
    host === undefined ? [path] : schemesOf(raw, at, walk).map((scheme) => `${String(scheme)}://${host}${path === "/" ? "" : path}`);
  return urls.map((url) => {
    const server = { url };
    walk.location(server, host === undefined ? at : childLocation(at, "host"));
    return server;
  });
}

/** The host, which has a name and perhaps a port; and a path that someone has written behind it. */
function hostOf(raw: JsonObject, at: DocumentLocation, walk: Walk): readonly [host: string | undefined, path: string] {
  const written = raw["host"] === undefined ? undefined : text(raw["host"], at, "host", walk);
  if (typeof written !== "string") return [undefined, "/"];
  if (isHost(written)) return [written, "/"];
  const [, host = "", path = "/"] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/)?([^/]*)(\/.*)?$/i.exec(written.trim()) ?? [];
  const meant = isHost(host) ? host : undefined;
  const assumed = meant === undefined ? "it is left out" : `it is read as ${JSON.stringify(meant + (path === "/" ? "" : path))}`;
  told(
    `The host ${JSON.stringify(written)} is not the name of a host.`,
    'Write the name and the port alone: "api.example.com".',
    assumed,
    childLocation(at, "host"),
    walk,
  );
  return [meant, meant === undefined ? "/" : path];
}

/** Whether a text is a host and nothing else: what stands behind an "@" would be another one. */
function isHost(text: string): boolean {
  return /^[^\s/@?#\\:]+(?::\d+)?$/.test(text) || /^\[[\da-f:.]+\](?::\d+)?$/i.test(text);
}

/** The path, which begins with a slash: without one it would go on the name of the host. */
function pathOf(raw: JsonObject, at: DocumentLocation, walk: Walk): string {
  const written = raw["basePath"] === undefined ? undefined : text(raw["basePath"], at, "basePath", walk);
  if (typeof written !== "string" || written === "") return "/";
  if (written.startsWith("/") && !written.startsWith("//")) return written;
  const [, behind] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)?$/i.exec(written) ?? [];
  const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(written);
  const path = isUrl ? (behind ?? "/") : `/${written.replace(/^\/+/, "")}`;
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
  const start = first.replace(/\/+$/, "");
  return start === "" ? second : second === "/" ? start : start + second;
}

function told(message: string, hint: string, assumed: string, at: DocumentLocation, walk: Walk): void {
  walk.report(diagnostic("server-url", message, { at: originAt(at), hint, assumed }));
}

/** Without `schemes` it is the one the description came by; for a file, https is what a host of today has. */
function schemesOf(raw: JsonObject, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const given = raw["schemes"] === undefined ? [] : schemes(raw["schemes"], at, "schemes", walk);
  if (Array.isArray(given) && given.length > 0) return given;
  return [at.file.source.uri.startsWith("http:") ? "http" : "https"];
}
