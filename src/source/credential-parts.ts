import { isSecretName } from "../diagnostic/redact.js";
import { decoded } from "./percent-encoding.js";

/**
 * Every part of a credential that says something by itself, as a server may repeat one without the others: the text, what follows the word for its
 * scheme, values of parameters and cookies, the user and password of `Basic`, the pieces of a JWT.
 * @see RFC 9110, section 11.4; RFC 6265, section 4.2
 */
export function credentialParts(value: string): readonly string[] {
  const [, scheme, credential] = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(value) ?? [];
  const parts = new Set([value]);
  if (credential !== undefined) parts.add(credential);
  if (scheme?.toLowerCase() === "basic" && credential !== undefined) for (const each of ofBasic(credential)) parts.add(each);
  const text = credential ?? value;
  const pairs = pairsOf(text);
  for (const { name, value: own } of pairs) for (const each of isTelling(name, own) ? [own, ...piecesOf(own)] : []) parts.add(each);
  if (pairs.length === 0) for (const each of piecesOf(text)) parts.add(each);
  return [...parts];
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** `a=b; c=d` of cookies, and `a="b", c=d` of parameters. A text that has something else in it, such as base64 with its `=`, has none. */
function pairsOf(text: string): readonly Pair[] {
  const pair = /\s*([^\s=;,"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,"\s]*(?:[;,](?!\s|$|[^\s=;,"]+=)[^;,"\s]*)*))\s*(?:[;,]|$)/y;
  const pairs: Pair[] = [];
  for (let found = pair.exec(text); found !== null; found = pair.exec(text)) {
    const [, name = "", quoted, plain = ""] = found;
    pairs.push({ name, value: quoted?.replace(/\\(.)/g, "$1") ?? plain });
    if (pair.lastIndex === text.length) return pairs;
  }
  return /^[^=;,]*$/.test(text) ? [] : pairs;
}

/** Parameters that say how a credential is to be read, and what for. */
const publicNames: ReadonlySet<string> = new Set(
  "realm qop algorithm uri nc charset userhash stale scope signedheaders version path domain".split(" "),
);

/** Units of UTF-16 from which on a value is no word such as `dark` of `theme=dark`, which URLs and messages have. */
const shortestValue = 8;

function isTelling(name: string, value: string): boolean {
  if (publicNames.has(name.toLowerCase())) return false;
  return (
    value.length >= shortestValue ||
    isSecretName(name) ||
    /^(?:response|cnonce|nonce|opaque|mac|[\w-]*sid)$/i.test(name) ||
    /\d/.test(value)
  );
}

/** The pieces of `id:secret` and of a JWT, and a text without its percent-encoding. */
function piecesOf(text: string): readonly string[] {
  const pieces = text.split(/[:.]/).filter(({ length }) => length >= shortestValue);
  return [...(pieces.length > 1 ? pieces : []), decoded(text), ...secondOf(text)];
}

/** The secret of `id:secret`, however short. */
function secondOf(text: string): readonly string[] {
  const [, secret] = /^[^:\s/]+:([^:\s/]+)$/.exec(text) ?? [];
  return secret === undefined ? [] : [secret];
}

function ofBasic(credential: string): readonly string[] {
  if (!/^[A-Za-z\d+/_-]+=*$/.test(credential)) return [];
  const text = Buffer.from(credential, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon === -1 || text.includes("\ufffd")
    ? []
    : [text, ...secretsOfUser(text.slice(0, colon), text.slice(colon + 1)), credential.replace(/(?<!=)=+$/, "")];
}

/** Passwords that stand where a token is the user. */
const placeholders: ReadonlySet<string> = new Set(["", "x", "x-oauth-basic", "x-token-auth", "api_token", "token", "unused"]);

/** What is secret of a user and a password: the password, and a user that is a token, as its password or its letters say. */
export function secretsOfUser(user: string, password: string): readonly string[] {
  const isToken = placeholders.has(password.toLowerCase()) || (user.length >= 16 && /\d/.test(user) && /^[\w.~-]+$/.test(user));
  return [password, ...(isToken ? [user] : [])].filter((each) => each !== "" && !(isToken && placeholders.has(each.toLowerCase())));
}
