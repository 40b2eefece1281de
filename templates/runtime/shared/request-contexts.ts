/** What of the platform decides how requests may wait for each other. */

/** What platforms have on their global object. */
export interface Globals {
  readonly WebSocketPair?: unknown;
  readonly EdgeRuntime?: unknown;
  readonly navigator?: { readonly userAgent?: unknown; readonly product?: unknown } | undefined;
  readonly process?: { readonly versions?: { readonly node?: unknown } | undefined } | undefined;
  readonly Deno?: unknown;
  readonly document?: unknown;
  readonly importScripts?: unknown;
}

/**
 * Whether each request has a context of its own, in which alone its promises and timers may be touched. So it is on Cloudflare Workers,
 * also where they pass for Node, and may be on every platform that is not known. To take it for so costs some milliseconds of waiting
 * where it is not; the other way round, requests would be cancelled.
 * @see https://developers.cloudflare.com/workers/observability/errors/
 */
export function hasRequestContexts(globals: unknown = globalThis): boolean {
  // Platforms, and what is installed beside, declare these with types of their own.
  const { WebSocketPair, EdgeRuntime, navigator, process, Deno, document, importScripts } = globals as Globals;
  if ((WebSocketPair ?? EdgeRuntime) !== undefined || navigator?.userAgent === "Cloudflare-Workers") return true;
  // Node and Bun, Deno, pages, their workers, React Native.
  const isKnown = (process?.versions?.node ?? Deno ?? document ?? importScripts) !== undefined;
  return !isKnown && navigator?.product !== "ReactNative";
}
