/** What stands in the place of a secret. */
const mark = "***";

/** Names of query parameters that carry secrets, in small letters and without `-`, `_` and `.`. */
const secretNames: ReadonlySet<string> = new Set(
  "key code sig sign pwd pass passwd passphrase auth xauth xkey authentication jwt sas ticket".split(" "),
);
const secretWords =
  /token|secret|password|signature|credential|authorization|session|cookie|(?:api|app|access|private|subscription|client|auth|account|consumer)(?:key|id$)|^xamz|^xgoog|^awsaccess/;

/**
 * Where a server is named, as `URL` takes it: with any number of slashes, or without a scheme. All of it is matched, so that no text takes
 * more than one pass. A blank in a password is not followed far: most end a URL.
 */
const authority =
  /(https?:[\\/]*|:[\\/]{2,}|(?<![\w:.\\/])[\\/]{2})((?:[^\s\\/?#]|\\["'])*)((?<=:[^@\s]{1,100}) [^"'`\n\\/?#@]{0,100}@)?/gi;
const parameter = /([?&#;])([^\s"'`<>=?&#;]+)=((?:[^\s"'`\\<>&#]|\\.|'(?=[\w%]))*)/g;
const url = /https?:[\\/]{2}[^\s"'`<>]*/gi;

/** A text with the secrets of the URLs in it taken out: user names and passwords, and the query parameters that hold keys, tokens and signatures. */
export function redact(text: string): string {
  if (!/[@=]/.test(text)) return text;
  return text.replace(authority, withoutUserInfo).replace(url, withoutStray).replace(parameter, redactedParameter);
}

function withoutUserInfo(text: string, scheme: string, server: string, rest: string | undefined): string {
  if (rest !== undefined) return scheme;
  return server.includes("@") ? scheme + server.slice(server.lastIndexOf("@") + 1) : text;
}

/** A password with a slash in it makes a URL that no one can read, and is a password all the same. */
function withoutStray(text: string): string {
  const end = text.lastIndexOf("@");
  return end === -1 || URL.canParse(text) ? text : `${text.slice(0, text.indexOf(":"))}://${text.slice(end + 1)}`;
}

function redactedParameter(text: string, before: string, name: string, value: string): string {
  // A template such as `?key={key}` holds none, and neither does a flag.
  if (value === "" || /^(?:\{[^{}]*\}|(?:true|false|null)[).,]{0,3})$/.test(value) || !isSecretName(name)) return text;
  return `${before}${name}=${mark}${/(?<![).,])[).,]{1,3}$/.exec(value)?.[0] ?? ""}`; // what ends a sentence
}

/** Whether a query parameter or a header of this name holds a secret. */
export function isSecretName(name: string): boolean {
  const plain = decoded(name)
    .toLowerCase()
    .replace(/[-_.[\]]/g, "");
  return secretNames.has(plain) || secretWords.test(plain);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone "%" means itself
  }
}
