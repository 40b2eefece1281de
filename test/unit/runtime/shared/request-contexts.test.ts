import { expect, it } from "vitest";
import { hasRequestContexts, type Globals } from "../../../../templates/runtime/shared/request-contexts.js";

const workers: Globals = { WebSocketPair: true, navigator: { userAgent: "Cloudflare-Workers" } };
const node = { versions: { node: "22.21.0" } };

it.each<[string, boolean, Globals]>([
  ["Cloudflare Workers", true, workers],
  ["Cloudflare Workers that pass for Node", true, { ...workers, process: node }],
  ["Cloudflare Workers before they said so", true, { WebSocketPair: true }],
  ["Cloudflare Workers with a page's globals put in by a bundle", true, { ...workers, document: {} }],
  ["an edge runtime that passes for Node", true, { EdgeRuntime: "edge-runtime", process: node }],
  ["a platform that nobody knows", true, {}],
  ["a platform that has an environment only", true, { process: {} }],
  ["Node", false, { process: node, navigator: { userAgent: "Node.js/22" } }],
  ["Deno", false, { Deno: {}, navigator: { userAgent: "Deno/2.5" } }],
  ["Bun", false, { process: { versions: { node: "24.3.0" } }, navigator: { userAgent: "Bun/1.3" } }],
  ["a page", false, { document: {}, navigator: { userAgent: "Mozilla/5.0" } }],
  ["a worker of a page", false, { importScripts: () => undefined, navigator: { userAgent: "Mozilla/5.0" } }],
  ["React Native", false, { process: {}, navigator: { product: "ReactNative" } }],
])("on %s requests have contexts of their own: %s", (_, expected, globals) => {
  expect(hasRequestContexts(globals)).toBe(expected);
});

it("is told of this process", () => {
  expect(hasRequestContexts()).toBe(false);
});
