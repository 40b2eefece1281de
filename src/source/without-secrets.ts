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
  const patterns = patternsOf(access.secrets);
  const repeatable = patternsOf(access.secrets.filter(({ length }) => length >= shortestReplaced));
  const masked = (text: string): string => withoutSecrets(text, patterns);
  return {
    ...io,
    async fetch(url, init) {
      const isOwn = new URL(url).origin === origin;
      const answer = await io
        .fetch(url === access.shown ? access.url : url, { ...init, ...(isOwn ? { credentials: access.headers } : {}) })
        .catch((error: unknown) => Promise.reject(maskedError(error, masked)));
      const body = withoutRepeated(answer.body, repeatable);
      if (body !== answer.body && answer.status === 200) repeats(masked(url));
      return { ...answer, url: masked(answer.url), body, ...maskedHeaders(answer, masked) };
    },
  };
}

function withoutSecrets(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, secretMark), text);
}

/** What finds each secret, as it is and in the escapes of JSON, YAML, URLs and HTML: whatever repeats it may write some characters so. */
function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  return secrets.map((secret) => new RegExp(Array.from(secret, patternOf).join(""), "g"));
}

const htmlNames: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function patternOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split("").map((unit) => anyCase(unit.charCodeAt(0).toString(16).padStart(4, "0")));
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`);
  const isPlain = /[\p{L}\p{N}]/u.test(character);
  const ways = [
    isPlain ? character : `\\\\?${quoted(character)}`,
    units.map((unit) => `\\\\u${unit}`).join(""),
    bytes.join(""),
    ...(code < 0x100 ? [`\\\\x${anyCase(code.toString(16).padStart(2, "0"))}`] : []),
    `&#(?:0*${String(code)}|[xX]0*${anyCase(code.toString(16))});`,
    ...(htmlNames[character] === undefined ? [] : [`&${htmlNames[character]};`]),
  ];
  return `(?:${ways.join("|")})`;
}

function anyCase(hexadecimal: string): string {
  return hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function quoted(character: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character;
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

/** The same bytes where none is repeated. */
function withoutRepeated(body: Uint8Array, patterns: readonly RegExp[]): Uint8Array {
  if (patterns.length === 0) return body;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const kept = withoutSecrets(text, patterns);
  return kept === text ? body : new TextEncoder().encode(kept);
}
