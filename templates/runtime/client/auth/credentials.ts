/** Attaches credentials to requests, below every middleware, and for one origin only. */
import { hasOwn } from "../../shared/has-own.js";
import type { Operation } from "../../shared/operation.js";
import { isPromiseLike } from "../../shared/is-promise-like.js";

/** A security scheme of the description. All but `basic` take text; `authorization` takes the whole header value. */
export type Scheme =
  | { readonly kind: "bearer" | "basic" | "mutualTLS" }
  | { readonly kind: "authorization" }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string };

export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** A credential, or a function that returns it for each call. */
export type Credential<T> = T | (() => T | null | undefined | Promise<T | null | undefined>);

/** Credentials by the name of their scheme. */
export type Credentials = Readonly<Record<string, Credential<string | BasicCredential> | undefined>>;

/** One credential as it is sent. */
export interface Attachment {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  value: string;
  /** Of a key in a query or a cookie: the caller's own value is sent in its place, which `value` is then, too. */
  isOwn?: boolean;
}

/** Sends a request, and as many more as its answer leads to. */
export type Follow = (request: Request, fetch: (request: Request) => Promise<Response>) => Promise<Response>;

/** What a client with API keys needs besides: they have places of the service's own. */
export interface ApiKeys {
  /** What a place can carry. */
  readonly allowed: Readonly<Record<Attachment["in"], RegExp>>;
  /** The request with the keys of its query and its cookies, each once. `isStream` says that the body is sent while it is made. */
  readonly attach: (request: Request, attachments: readonly Attachment[], isStream: boolean) => Request | Promise<Request>;
  /** Takes the keys off a request that it was sent with. */
  readonly detach: (request: Request, attachments: readonly Attachment[]) => void;
  /** Whether `fetch` would take one of these along wherever it is redirected. */
  readonly areBound: (attachments: readonly Attachment[]) => boolean;
  /** Sends a request so that no error repeats a key, and `follows` redirects as far as one may go; undefined where `fetch` itself will do. */
  readonly follow: (attachments: readonly Attachment[], follows: boolean) => Follow | undefined;
}

/** What a client knows of credentials, as far as its description has them. */
export interface CredentialKinds {
  readonly schemes?: Readonly<Record<string, Scheme>>;
  readonly apiKeys?: ApiKeys;
  /** A user name and a password as text. */
  readonly writeBasic?: (name: string, credential: BasicCredential) => string;
}

/**
 * What to attach for an operation: the first alternative for which every credential is given. An alternative without
 * any comes last, whatever its place: who gives a credential wants it used. None at all when nothing fits: the service answers then.
 */
export function attachmentsFor(
  security: Operation["security"],
  kinds: CredentialKinds,
  credentials: Credentials | undefined,
): readonly Attachment[] | Promise<readonly Attachment[]> {
  const { schemes } = kinds;
  if (security === undefined || credentials === undefined || schemes === undefined) return none;
  for (const [index, alternative] of security.entries()) {
    if (alternative.length === 0 || !alternative.every((name) => isGiven(schemes[name], own(credentials, name)))) continue;
    const given = alternative.map((name): Known | PromiseLike<Known> => {
      const credential = own(credentials, name);
      return typeof credential === "function" ? credential() : credential;
    });
    // A promise for those who have to ask alone: this is done at every call.
    if (given.some(isPromiseLike)) {
      return Promise.all(given.map((one) => Promise.resolve(one))).then(
        (known) => attachmentsOf(alternative, kinds, known) ?? attachmentsFor(security.slice(index + 1), kinds, credentials),
      );
    }
    const attachments = attachmentsOf(alternative, kinds, given as readonly Known[]); // none of them is a promise
    if (attachments !== undefined) return attachments;
  }
  return none;
}

/** Null is what storage of a browser gives where there is nothing. */
type Known = string | BasicCredential | null | undefined;

/** What an alternative comes to, if all of it is there. */
function attachmentsOf(alternative: readonly string[], kinds: CredentialKinds, given: readonly Known[]): readonly Attachment[] | undefined {
  const attachments: Attachment[] = [];
  for (const [index, name] of alternative.entries()) {
    const scheme = kinds.schemes?.[name];
    const credential = given[index];
    if (scheme === undefined || scheme.kind === "mutualTLS") continue;
    if (credential == null) return undefined;
    attachments.push(attachment(name, scheme, credential, kinds));
  }
  // A certificate alone is known to the platform alone: whoever gave another credential wants that one sent.
  return attachments.length > 0 ? attachments : undefined;
}

const none: readonly Attachment[] = [];

// A scheme may be called like a member that every object has.
const own = (credentials: Credentials, name: string): Credentials[string] => (hasOwn(credentials, name) ? credentials[name] : undefined);

// A certificate belongs to the connection: the platform has it or has it not.
const isGiven = (scheme: Scheme | undefined, credential: Credentials[string]): boolean =>
  scheme !== undefined && (credential !== undefined || scheme.kind === "mutualTLS");

function attachment(scheme: string, described: Scheme, given: string | BasicCredential, { writeBasic }: CredentialKinds): Attachment {
  const isKey = described.kind === "apiKey";
  const place = isKey ? described.in : "header";
  const text = typeof given === "object" ? (writeBasic?.(scheme, given) ?? "") : given;
  const value = described.kind === "bearer" ? `Bearer ${text}` : text;
  return { scheme, in: place, name: isKey ? described.name : "Authorization", value };
}

/** What a header can carry. */
export const inHeader: RegExp = /^[!-~\u0080-\u00ff](?:[\t -~\u0080-\u00ff]*[!-~\u0080-\u00ff])?$/;

/**
 * The request with its credentials. What the caller has set already stays; a request to another origin than `base` gets none.
 * `isStream` says that the body is sent while it is made.
 */
export function attach(
  request: Request,
  attachments: readonly Attachment[],
  base: string,
  isStream = false,
  apiKeys?: ApiKeys,
): Request | Promise<Request> {
  if (attachments.length === 0 || !isWithin(request.url, base)) return request;
  const attached = attachments.filter(({ in: place, name }) => place !== "header" || !request.headers.has(name));
  for (const { scheme, in: place, name, value } of attached) {
    // The platform's own error would show the value. Of a bearer without a token a blank is left at the end.
    if (!(apiKeys?.allowed[place] ?? inHeader).test(value))
      throw new TypeError(`The credential "${scheme}" has characters that cannot be sent in a ${place}, or is empty`);
    if (place === "header") request.headers.set(name, value);
  }
  return apiKeys?.attach(request, attachments, isStream) ?? request;
}

/** Takes the credentials off a request that has been sent with them: it is sent again with others. What a caller has set stays. */
export function detach(request: Request, attachments: readonly Attachment[], apiKeys?: ApiKeys): void {
  for (const { in: place, name, value } of attachments)
    if (place === "header" && request.headers.get(name) === value) request.headers.delete(name);
  apiKeys?.detach(request, attachments);
}

/** Whether a URL has the origin of another one. Under the base URL itself, as nearly always, that is seen without parsing. */
function isWithin(url: string, base: string): boolean {
  return url.startsWith(`${base}/`) || new URL(url).origin === new URL(base).origin;
}
