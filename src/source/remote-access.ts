import { diagnostic } from "../diagnostic/catalogue.js";
import { isSecretName } from "../diagnostic/redact.js";
import type { Diagnostic, Origin, Outcome } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { credentialParts, secretsOfUser } from "./credential-parts.js";
import { basicCredential, decoded } from "./percent-encoding.js";
import { parseTemplate, type RemoteInput } from "./remote-input.js";

/** What is sent for a description on the network. It holds secrets: it is for requests alone. */
export interface RemoteAccess {
  /** With its secrets. */
  readonly url: string;
  /** The same without the values of variables: it stands for the URL everywhere else. */
  readonly shown: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that appear nowhere, the longest first. */
  readonly secrets: readonly string[];
}

/** What stands in the place of a secret: a word that URLs, JSON and YAML take for text wherever a secret was. */
export const secretMark = "REDACTED";

/** A variable of the environment and where a configuration names it. */
interface Wanted {
  readonly name: string;
  readonly what: string;
  readonly at: Origin;
}

/** Fills variables in. Every one that is not set is reported, and every value that no header can hold. */
export function remoteAccess(remote: RemoteInput, env: Io["env"]): Outcome<RemoteAccess> {
  const diagnostics: Diagnostic[] = [];
  const secrets = new Set<string>();
  const lacking = new Set<string>();
  const valueOf = (wanted: Wanted): string => {
    const { name, what } = wanted;
    const found = Object.hasOwn(env, name) ? env[name] : undefined; // it has the members of every object besides
    const value = found?.trim() ?? "";
    if (value !== "") for (const each of credentialParts(value)) secrets.add(each);
    else if (!lacking.has(`${name} ${what}`)) diagnostics.push(missing(wanted, found !== undefined));
    lacking.add(`${name} ${what}`);
    return value;
  };
  const url = filled(remote.url, (name) => encoded(valueOf({ name, what: "the URL of the description", at: remote.at })));
  const shown = filled(remote.url, () => secretMark);
  for (const each of credentialsIn(url)) secrets.add(each);
  const headers: Record<string, string> = {};
  for (const { name, value: written, at } of remote.headers) {
    const value = filled(written, (variable) => valueOf({ name: variable, what: `the header ${name}`, at })).trim();
    if (!isHeaderValue(value)) diagnostics.push(impossible(name, at));
    if (isSecretName(name)) for (const each of credentialParts(value)) secrets.add(each);
    headers[name] = value;
  }
  return {
    value:
      diagnostics.length === 0
        ? { url, shown: new URL(shown).href.replace(/#.*/s, ""), headers, secrets: longestFirst(secrets) }
        : undefined,
    diagnostics,
  };
}

/** Access to a URL that is written out, by an input or an overlay that is a text alone: what it says of who asks is no less secret. */
export function urlAccess(url: string): RemoteAccess {
  return { url, shown: url, headers: {}, secrets: longestFirst(new Set(credentialsIn(url))) };
}

/** What a URL says of who asks: its user and password, and what looks like a key in its path or its query. */
function credentialsIn(url: string): readonly string[] {
  return [...ofUserInfo(new URL(url)), ...ofParameters(url)];
}

/** As it stands there and as it is meant, and what a request makes of it. A token may be the user, with a password that says nothing. */
function ofUserInfo(url: URL): readonly string[] {
  const { username, password } = url;
  if (username === "" && password === "") return [];
  return [...secretsOfUser(decoded(username), decoded(password)), password, basicCredential(url)];
}

/** Every parameter whose name says that it holds a secret, also one that is written out. `redact` knows the same. */
function ofParameters(url: string): readonly string[] {
  const parameters = url.replace(/#.*/s, "").matchAll(/[?&;]([^=?&;]+)=([^?&;]*)/g);
  return Array.from(parameters).flatMap(([, name = "", value = ""]) => {
    if (value === "" || !isSecretName(name)) return [];
    const meant = decoded(value.replaceAll("+", " "));
    return [value, ...credentialParts(meant), ...credentialParts(decoded(value))];
  });
}

/** With every one as a URL has it, and in the plain encodings that a page may show it in. */
function longestFirst(secrets: ReadonlySet<string>): readonly string[] {
  const long = Array.from(secrets).filter(({ length }) => length >= shortestDisguised);
  const all = new Set([...secrets, ...Array.from(secrets, encoded), ...long.flatMap(disguised)]);
  return [...all].filter(({ length }) => length >= shortestMasked).sort((a, b) => b.length - a.length);
}

/** Units of UTF-16: shorter texts are parts of words, and to take them out of messages would leave nothing readable. */
const shortestMasked = 4;

/** The same of those that are looked for in other encodings, where anything that short can be something else. */
const shortestDisguised = 8;

/** In base64, base64url (both without what fills them up) and hexadecimal digits. */
function disguised(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString("hex");
  return [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), hex, hex.toUpperCase()];
}

/** As a URL has it. A text that is not well-formed can be in none. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
}

function filled(text: string, valueOf: (name: string) => string): string {
  const parts = parseTemplate(text);
  // A configuration was refused for what is no template.
  if (typeof parts === "string") return text;
  return parts.map((part) => (part.kind === "text" ? part.text : valueOf(part.name))).join("");
}

/** Whether a text is a field value that can be sent: visible characters of Latin-1, blanks and tabs. @see RFC 9110, section 5.5 */
export function isHeaderValue(text: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text);
}

function missing({ name, what, at }: Wanted, isEmpty: boolean): Diagnostic {
  return diagnostic("variable-not-set", `The environment variable ${name} is ${isEmpty ? "empty" : "not set"}, and ${what} needs it.`, {
    at,
    hint: `Set ${name} where the command runs: in a shell with \`export ${name}=…\`, in CI from a secret.`,
  });
}

/** Says nothing of the value: not even how long it is. */
function impossible(name: string, at: Origin): Diagnostic {
  return diagnostic(
    "variable-not-set",
    `The header ${name} cannot be sent: its value has a line end, or a character that no header can have.`,
    {
      at,
      hint: "Look at the variable that it is made of: it may hold more than the secret.",
    },
  );
}
