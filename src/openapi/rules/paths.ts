import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { kind, mapOf } from "./collections.js";
import { isTemplate, meantTemplate } from "./path-template.js";
import { isObject, type Rule, type Walk } from "./rule.js";

const pathItems = mapOf(kind("pathItem"), { extensible: true });

/** Paths, each as a template that begins with a slash. */
export const paths: Rule = (raw, parent, key, walk) => {
  const read = pathItems(raw, parent, key, walk);
  const items = isObject(read) ? Object.entries(read as Readonly<Record<string, unknown>>) : [];
  const at = childLocation(parent, key);
  const meant = new Map(items.map(([name, item]) => [name, meantPath(name, item, at, walk)]));
  if (items.every(([name]) => meant.get(name) === name)) return read;
  const out = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  for (const [name, item] of items) {
    const path = meant.get(name) ?? name;
    const isFree = path === name || (!meant.has(path) && !Object.hasOwn(out, path));
    if (path !== name) reportPath(name, path, isFree, childLocation(at, name), walk);
    if (isFree) out[path] = item;
  }
  walk.location(out, at);
  return out;
};

/** The template that a path means: the path of a URL, without a method before it or blanks around it, with parameters in single braces. */
function meantPath(name: string, item: unknown, at: DocumentLocation, walk: Walk): string {
  if (isTemplate(name)) return name;
  const text = name.trim().replace(/^[A-Z]+\s+(?=\/)/, "");
  const [, path = text] = /^https?:\/\/[^/]+(\/.*|$)/i.exec(text) ?? [];
  const template = meantTemplate(path, pathParameters(item, at, walk));
  return template.startsWith("/") ? template : `/${template}`;
}

/** The names of the path parameters of a path item and of its operations. */
function pathParameters(item: unknown, at: DocumentLocation, walk: Walk): ReadonlySet<string> {
  const operations = isObject(item) && isObject(item["operations"]) ? Object.values<Json>(item["operations"]) : [];
  const holders = [item, ...operations].filter(isObject);
  const parameters = holders.flatMap(({ parameters: list }) => (Array.isArray(list) ? (list as readonly Json[]) : []));
  return new Set(
    parameters.flatMap((written) => {
      const reference = isObject(written) ? written["$ref"] : undefined;
      const one = typeof reference === "string" ? walk.peek(reference, at)?.raw : written;
      return isObject(one) && one["in"] === "path" && typeof one["name"] === "string" ? [one["name"]] : [];
    }),
  );
}

/** The signs by which frameworks mark a parameter that takes in slashes. */
const isGreedy = /\{(?:\+|\*\*)|\{[^{}]*:path\}|\{[^{}=]*=[^{}]*\//;

function reportPath(name: string, path: string, isFree: boolean, at: DocumentLocation, walk: Walk): void {
  const lacks = name.startsWith("/") ? "is not written as a template" : "does not begin with a slash";
  walk.report(
    diagnostic(name.startsWith("/") ? "path-template" : "path-slash", `The path "${name}" ${lacks}.`, {
      at: originAt(at),
      hint: `Write "${path}".${isGreedy.test(name) ? " A slash in a value is sent as %2F, and a server takes one segment." : ""}`,
      assumed: isFree ? `it is read as "${path}"` : `it is left out, because there is "${path}"`,
    }),
  );
}
