import type { Fetched, Io } from "../io.js";
import { secretMark, type RemoteAccess } from "./remote-access.js";

/** Units of UTF-16 from which on a text is so rarely met by chance that it is taken out of what a server sends. */
const shortestReplaced = 8;

/**
 * An `Io` whose requests to the origin of an access carry its headers, and from which none of its secrets comes back: a server may repeat what it
 * was sent, in a description, in a redirect, in an error. `repeats` is told the URL of a description that does.
 */
export function withAccess(io: Io, access: RemoteAccess, repeats: (url: string) => void): Io {
  const { origin } = new URL(access.url);
  const masked = (text: string): string => withoutSecrets(text, access.secrets);
  return {
    ...io,
    async fetch(url, init) {
      const isOwn = new URL(url).origin === origin;
      const answer = await io
        .fetch(url === access.shown ? access.url : url, { ...init, ...(isOwn ? { credentials: access.headers } : {}) })
        .catch((error: unknown) => Promise.reject(maskedError(error, masked)));
      const body = withoutRepeated(answer.body, access.secrets);
      if (body !== answer.body && answer.status === 200) repeats(masked(url));
      return { ...answer, url: masked(answer.url), body, ...maskedHeaders(answer, masked) };
    },
  };
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, secretMark), text);
}

function maskedHeaders({ headers }: Fetched, masked: (text: string) => string): Pick<Fetched, "headers"> {
  return headers === undefined
    ? {}
    : { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])) };
}

/** An error of the same words and code; nothing else of it is kept, as its stack and its cause repeat the words. */
function maskedError(error: unknown, masked: (text: string) => string): Error {
  const { message, cause, code } = Object(error) as { readonly message?: unknown; readonly cause?: unknown; readonly code?: unknown };
  const text = cause instanceof Error && cause.message !== "" ? cause.message : typeof message === "string" ? message : String(error);
  const inner = Object(cause) as { readonly code?: unknown };
  const known = typeof code === "string" ? code : inner.code;
  const name = error instanceof Error ? error.name : "Error";
  return Object.assign(new Error(masked(text)), { name }, typeof known === "string" ? { code: known } : {});
}

/** The same bytes where none is repeated. Bytes are compared as such: most answers have none, and are not decoded. */
function withoutRepeated(body: Uint8Array, secrets: readonly string[]): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const found = secrets.filter((secret) => secret.length >= shortestReplaced && bytes.includes(secret));
  if (found.length === 0) return body;
  return new TextEncoder().encode(withoutSecrets(new TextDecoder("utf-8", { ignoreBOM: true }).decode(body), found));
}
