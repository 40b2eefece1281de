import { childLocation, type DocumentLocation } from "../resolve/document-location.js";
import { listOf, oneOf, text, type JsonObject, type Walk } from "../rules/rule.js";

const schemes = listOf(oneOf(["http", "https", "ws", "wss"]));

/** The servers that `schemes`, `host` and `basePath` make together; one relative to the description's own address when no host is named. */
export function serversOf(raw: JsonObject, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const host = raw["host"] === undefined ? undefined : text(raw["host"], at, "host", walk);
  const basePath = raw["basePath"] === undefined ? undefined : text(raw["basePath"], at, "basePath", walk);
  const path = typeof basePath === "string" ? basePath : "/";
  const urls =
    typeof host === "string" ? schemesOf(raw, at, walk).map((scheme) => `${String(scheme)}://${host}${path === "/" ? "" : path}`) : [path];
  return urls.map((url) => {
    const server = { url };
    walk.location(server, host === undefined ? at : childLocation(at, "host"));
    return server;
  });
}

/** Without `schemes` it is the one the description came by; for a file, https is what a host of today has. */
function schemesOf(raw: JsonObject, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const given = raw["schemes"] === undefined ? [] : schemes(raw["schemes"], at, "schemes", walk);
  if (Array.isArray(given) && given.length > 0) return given;
  return [at.file.source.uri.startsWith("http:") ? "http" : "https"];
}
