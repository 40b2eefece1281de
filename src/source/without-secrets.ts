import type { Fetched, Io } from "../io.js";
import { decodeText } from "./decode-text.js";
import { secretMark, type RemoteAccess } from "./remote-access.js";

/** Units of UTF-16 from which on a text is so rarely met by chance that it is taken out of what a server sends. */
const shortestReplaced = 8;

/**
 * An `Io` whose requests to the origin of an access carry its headers, and from which none of its secrets comes back: a server may repeat what it
 * was sent, in a description, in a redirect, in an error. `repeats` is told the URL of a description that does.
 */
export function withAccess(io: Io, access: RemoteAccess, repeats: (url: string) => unknown): Io {
  const { origin } = new URL(access.url);
  const sending: Io["fetch"] = (url, init) => {
    const isOwn = new URL(url).origin === origin;
    const own = isOwn ? withOwnQuery(url, access.url) : url;
    return io.fetch(url === access.shown ? access.url : own, { ...init, ...(isOwn ? { credentials: access.headers } : {}) });
  };
  return withoutRepeats({ ...io, fetch: sending }, access, repeats);
}

/** The same of requests that carry nothing, such as those for overlays: who serves them may know the secrets all the same. */
export function withoutRepeats(io: Io, { secrets }: Pick<RemoteAccess, "secrets">, repeats: (url: string) => unknown): Io {
  const patterns = patternsOf(secrets);
  const repeatable = patternsOf(secrets.filter(({ length }) => length >= shortestReplaced));
  const masked = (text: string): string => withoutSecrets(text, patterns);
  return {
    ...io,
    async fetch(url, init) {
      const answer = await io.fetch(url, init).catch((error: unknown) => Promise.reject(maskedError(error, masked)));
      const body = withoutRepeated(answer, repeatable);
      const own = { ...answer, url: masked(answer.url), ...maskedHeaders(answer, masked) };
      if (body === undefined) return own;
      if (answer.status === 200) repeats(masked(url));
      const { "content-type": _, ...headers } = own.headers ?? {}; // it may name another encoding
      return { ...own, body, ...(own.headers && { headers }) };
    },
  };
}

/** A reference to a file beside the input may repeat a parameter of its URL, which was taken out of the text. */
function withOwnQuery(url: string, own: string): string {
  if (!url.includes(secretMark)) return url;
  const asked = new URL(url);
  const given = new URL(own).searchParams;
  for (const [name, value] of [...asked.searchParams]) if (value === secretMark) asked.searchParams.set(name, given.get(name) ?? value);
  return asked.href;
}

function withoutSecrets(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, secretMark), text);
}

/** What finds each secret, as it is and in the escapes of JSON, YAML, URLs and HTML: whatever repeats it may write some characters so. */
function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  return secrets.map((secret) => new RegExp(Array.from(secret, patternOf).join(folded), "g"));
}

/**
 * Where a text in double quotes goes on in another line of YAML, which begins where its blanks end; lines between that hold nothing, or a backslash alone,
 * are no end of a secret. @see YAML 1.2.2, section 7.3.1
 */
const folded = String.raw`(?:(?:\\(?:\r\n|\r(?!\n)|\n)[ \t\r\n]*)+(?:\\(?=[ \t]))?)?`;

const htmlNames: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function patternOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split("").map((unit) => anyCase(unit.charCodeAt(0).toString(16).padStart(4, "0")));
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`);
  const isPlain = /[\p{L}\p{N}]/u.test(character);
  const ways = [
    isPlain ? character : `\\\\?${quoted(character)}`,
    units.map((unit) => `\\\\u${unit}`).join(""),
    `\\\\U${anyCase(code.toString(16).padStart(8, "0"))}`,
    bytes.join(""),
    ...(code < 0x100 ? [`\\\\x${anyCase(code.toString(16).padStart(2, "0"))}`] : []),
    `&#(?:0*${String(code)}|[xX]0*${anyCase(code.toString(16))});`,
    // Where a text in YAML is folded, a line end stands for a blank.
    ...(character === " " ? ["[ \\t]*(?:\\r\\n|\\r(?!\\n)|\\n)[ \\t]*"] : []),
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

/** Undefined where none is repeated. Whatever they were, the bytes are UTF-8. */
function withoutRepeated({ body, headers }: Fetched, patterns: readonly RegExp[]): Uint8Array | undefined {
  if (patterns.length === 0) return undefined;
  const text = decodeText(body, headers?.["content-type"]) ?? new TextDecoder().decode(body);
  const kept = withoutSecrets(text, patterns);
  return kept === text ? undefined : new TextEncoder().encode(kept);
}
