/**
 * Who is calling: credentials are taken out of the request as the security schemes say, and handed to the functions that
 * know which ones are good.
 */
import { hasOwn } from "../../shared/has-own.js";
import type { CredentialNames } from "../decode/parameter-decoder.js";
import type { Operation } from "../../shared/operation.js";
import { formDecoded, mostParameters, Pairs, parseCookies, parsePairs } from "../decode/query-pairs.js";
import { percentDecoded } from "./router.js";
import { ProblemError } from "./problem.js";
import type { Caller, CredentialGuard, GuessAttempt } from "./server-features.js";
import { headerOf } from "./http-exchange.js";
import { isPromiseLike } from "../../shared/is-promise-like.js";
import { methodOf } from "../../shared/method-of.js";
import type { AuthenticateContext, BasicCredential, IncomingRequest } from "./server-types.js";

/** Where a scheme's credential stands. `authorization` is any other scheme of the `Authorization` header, named in lower case. */
export type SchemeDefinition =
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "authorization"; readonly scheme: string }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly kind: "mutualTLS" };

/** Alternatives; each lists the schemes that must all be satisfied, with the scopes asked for. An empty one: no credential is needed. */
export type Requirements = readonly { readonly [scheme: string]: readonly string[] }[];

type Check = (credential: unknown, context: AuthenticateContext) => unknown;

/** The caller, or `undefined` where none is needed; throws or rejects with a `ProblemError` where one is and there is none. */
export type Authenticate = (request: IncomingRequest, query: string) => Caller | undefined | PromiseLike<Caller | undefined>;

interface SchemeCheck {
  readonly name: string;
  readonly scheme: SchemeDefinition;
  readonly check: Check;
  readonly scopes: readonly string[];
}

/** What all operations of a server share. */
export interface Authentication {
  readonly schemes: { readonly [name: string]: SchemeDefinition };
  /** The functions of `authenticate`, by scheme. */
  readonly checks: object | undefined;
  /** Of challenges. */
  readonly realm: string;
  /** The scheme that identifies a caller where several are accepted together. Default: the first. */
  readonly identifyingScheme: string | undefined;
  /** Slows who guesses credentials. */
  readonly guard?: CredentialGuard | undefined;
}

/** What the keys that an operation takes in the query and in cookies are called. */
export function keyNames(security: NonNullable<Operation["security"]>, schemes: Authentication["schemes"]): CredentialNames {
  const keys = security.flat().map((name) => (hasOwn(schemes, name) ? schemes[name] : undefined));
  const namesIn = (location: "query" | "cookie"): readonly string[] =>
    keys.flatMap((key) => (key?.kind === "apiKey" && key.in === location ? [key.name] : []));
  return { query: namesIn("query"), cookie: namesIn("cookie") };
}

/** The authentication of one operation; `undefined` when it asks for no credential. */
export function authenticator(operation: string, requirements: Requirements, shared: Authentication): Authenticate | undefined {
  const { schemes, checks, realm, identifyingScheme, guard } = shared;
  const alternatives = requirements.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]): SchemeCheck => {
      const scheme = hasOwn(schemes, name) ? schemes[name] : undefined;
      const check = checks === undefined ? undefined : methodOf(checks, name);
      if (scheme === undefined || check === undefined)
        throw new TypeError(`\`authenticate\` has no function for the security scheme "${name}"`);
      return { name, scheme, scopes, check: (credential, context) => Reflect.apply(check, checks, [credential, context]) as unknown };
    }),
  );
  const optional = alternatives.some((steps) => steps.length === 0);
  const asking = alternatives.filter((steps) => steps.length > 0);
  const challenges = [...new Set(asking.flat().map(({ scheme }) => challenge(scheme, realm)))];
  const policy: Policy = {
    operation,
    optional,
    identifyingScheme,
    guard,
    headers: challenges.flatMap((text) => ["WWW-Authenticate", text]),
  };
  const [first] = asking;
  if (first === undefined) return undefined;
  const [only] = first;
  return asking.length === 1 && first.length === 1 && only !== undefined ? authenticateBy(only, policy) : authenticateByAny(asking, policy);
}

interface Policy {
  readonly operation: string;
  readonly optional: boolean;
  readonly identifyingScheme: string | undefined;
  readonly guard: CredentialGuard | undefined;
  /** Of a 401. */
  readonly headers: readonly string[];
}

/** One scheme: the common case, which needs no promise where the answer is there at once. */
function authenticateBy(step: SchemeCheck, policy: Policy): Authenticate {
  const { operation, optional, headers, guard } = policy;
  return (request, query) => {
    const credential = credentialOf(step.scheme, request, query);
    if (credential === undefined) return optional ? undefined : refuse(false, headers);
    if (credential === unreadableCredential) return refuse(true, headers);
    const text = guard && guardedText(credential);
    if (guard === undefined || text === undefined) return askFor(step, policy, request, credential, unguarded);
    if (guard.isTrusted(text))
      return askFor(step, policy, request, credential, (isGood) => {
        if (isGood === false) guard.distrust(request, text, operation);
      });
    const ask = (attempt: GuessAttempt): ReturnType<Authenticate> => {
      if (attempt.isRefused(text)) throw tooManyGuesses(attempt);
      return askFor(step, policy, request, credential, (isGood) => {
        attempt.settle(isGood === true ? [text] : [], isGood === false ? [text] : []);
      });
    };
    const attempt = guard.ask(request, [text], operation);
    return isPromiseLike(attempt) ? attempt.then(ask) : ask(attempt);
  };
}

/** What a guard is told of a credential; `undefined` where nothing was found out. */
type Settle = (isGood: boolean | undefined) => void;
const unguarded: Settle = () => undefined;

/** Whether a function of `authenticate` has thrown what it might as well have said by `undefined`. All else may be a fault of its own. */
const isRefusal = (error: unknown): boolean => error instanceof ProblemError && error.code === "unauthenticated";

/** Asks for a credential, and for what else it may mean. */
function askFor(
  step: SchemeCheck,
  policy: Policy,
  request: IncomingRequest,
  presented: Presented,
  settle: Settle,
): ReturnType<Authenticate> {
  const { name, scheme, check, scopes } = step;
  // Now: a connection that closes meanwhile has no certificate any more.
  const credential = credentialText(scheme, presented, request);
  const accept = (principal: unknown): ReturnType<Authenticate> => {
    if (isAccepted(principal)) {
      settle(true);
      return { principal, scheme: name, credential };
    }
    if (presented.otherwise !== undefined) return askFor(step, policy, request, presented.otherwise, settle);
    settle(false);
    return refused(presented, policy);
  };
  const fail = (error: unknown): never => {
    settle(isRefusal(error) ? false : undefined);
    throw error;
  };
  let principal: unknown;
  try {
    principal = check(presented.value, { operation: policy.operation, scopes, request });
  } catch (error) {
    return fail(error);
  }
  return isPromiseLike(principal) ? principal.then(accept, fail) : accept(principal);
}

/** What a credential is known by to a guard; a certificate cannot be guessed. A password alone would be the same for many users. */
function guardedText({ value }: Presented): string | undefined {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? value : undefined;
  const { username, password } = value as BasicCredential; // `credentialOf` gives no other
  return `${username}:${password}`;
}

/** Too many wrong credentials came from where this one comes from. */
function tooManyGuesses(attempt: GuessAttempt): ProblemError {
  const { retryAfter, headers } = attempt.refusal();
  const detail = `Too many credentials that are not accepted came from here. Try again in ${retryAfter} s.`;
  return new ProblemError("rate-limited", detail, { headers, retryAfter });
}

/** A certificate is the connection's: who has none presents none. */
function refused({ value }: Presented, { optional, headers }: Policy): Caller | undefined {
  return value === undefined && optional ? undefined : refuse(value !== undefined, headers);
}

function authenticateByAny(alternatives: readonly (readonly SchemeCheck[])[], policy: Policy): Authenticate {
  const { optional, headers, guard, operation } = policy;
  return (request, query) => {
    const tried = alternatives.map((steps) => ({ steps, found: steps.map(({ scheme }) => credentialOf(scheme, request, query)) }));
    const presented = tried.some(({ found }) => found.some((credential) => credential?.value !== undefined));
    const ready = tried.flatMap(({ steps, found }): readonly Ready[] => {
      const all = found.filter((credential) => credential !== undefined).filter((credential) => credential !== unreadableCredential);
      return all.length === steps.length ? [{ steps, found: all }] : [];
    });
    const refused = (): Caller | undefined => (optional && !presented ? undefined : refuse(presented, headers));
    if (ready.length === 0) return refused();
    const texts =
      guard === undefined ? [] : ready.flatMap(({ found }) => found.flatMap((each): string | readonly string[] => guardedText(each) ?? []));
    if (guard === undefined || texts.length === 0) return firstAccepted(ready, request, policy, refused, undefined);
    const ask = (attempt: GuessAttempt): Promise<Caller | undefined> => firstAccepted(ready, request, policy, refused, attempt);
    const attempt = guard.ask(request, [...new Set(texts)], operation);
    return isPromiseLike(attempt) ? attempt.then(ask) : ask(attempt);
  };
}

/** `false` is the answer of a function that only compares: taken for a caller, it would let everybody in. */
const isAccepted = (principal: unknown): boolean => principal !== undefined && principal !== null && principal !== false;

interface Ready {
  readonly steps: readonly SchemeCheck[];
  readonly found: readonly Presented[];
}

/**
 * The principal of the first scheme of the first alternative whose schemes all accept what they were given. A guard is told of each credential
 * by itself: who has a good one must not guess others beside it. One that only some schemes accept is good.
 */
async function firstAccepted(
  ready: readonly Ready[],
  request: IncomingRequest,
  { operation, identifyingScheme }: Policy,
  refused: () => Caller | undefined,
  attempt: GuessAttempt | undefined,
): Promise<Caller | undefined> {
  const [good, wrong] = [new Set<string>(), new Set<string>()];
  let isTurnedAway = false;
  try {
    for (const { steps, found } of ready) {
      const callers: Caller[] = [];
      for (const [index, step] of steps.entries()) {
        const presented = found[index] ?? absent;
        const text = attempt && guardedText(presented);
        if (text !== undefined && attempt?.isRefused(text) === true) {
          isTurnedAway = true;
          break;
        }
        const caller = await acceptedBy(step, presented, request, operation).catch((error: unknown): never => {
          if (text !== undefined && isRefusal(error)) wrong.add(text);
          throw error;
        });
        if (text !== undefined) (caller === undefined ? wrong : good).add(text);
        if (caller === undefined) break;
        callers.push(caller);
      }
      const [first] = callers;
      if (first !== undefined && callers.length === steps.length)
        return { ...(callers.find(({ scheme }) => scheme === identifyingScheme) ?? first), principal: first.principal };
    }
  } finally {
    attempt?.settle(
      [...good],
      [...wrong].filter((text) => !good.has(text)),
    );
  }
  if (attempt !== undefined && isTurnedAway) throw tooManyGuesses(attempt);
  return refused();
}

/** The caller whom a scheme accepts by a credential, or by what else the same text may mean. */
async function acceptedBy(
  { name, scheme, check, scopes }: SchemeCheck,
  presented: Presented,
  request: IncomingRequest,
  operation: string,
): Promise<Caller | undefined> {
  for (let credential: Presented | undefined = presented; credential !== undefined; credential = credential.otherwise) {
    const text = credentialText(scheme, credential, request);
    const principal = await check(credential.value, { operation, scopes, request });
    if (isAccepted(principal)) return { principal, scheme: name, credential: text };
  }
  return undefined;
}

function refuse(presented: boolean, headers: readonly string[]): never {
  const detail = presented ? "The credential is not accepted." : "A credential is needed.";
  throw new ProblemError("unauthenticated", detail, { headers });
}

/** A credential may be `undefined` (a client's certificate is the connection's), so it is wrapped. */
interface Presented {
  readonly value: unknown;
  /** What else the same text may mean: asked for where the value is not accepted. */
  readonly otherwise?: Presented;
}

const absent: Presented = { value: undefined };

/**
 * A credential that cannot be read. It is refused without a question to the program: whatever stood for it there might be accepted, as a
 * directory accepts an empty name and password. Nor is its caller anonymous, who meant to be somebody.
 */
const unreadableCredential: Presented = { value: null };

/** What tells callers of a scheme apart: a key or token is what it is, a password may change, and a certificate stands elsewhere. */
function credentialText(scheme: SchemeDefinition, { value }: Presented, request: IncomingRequest): string | undefined {
  if (typeof value === "string") return value;
  if (scheme.kind === "basic") return (value as BasicCredential).username; // `credentialOf` gives no other
  return certificateOf(request);
}

/** Fingerprint of the client's certificate, where the connection is one of Node's. */
export function certificateOf({ raw }: IncomingRequest): string | undefined {
  const { socket } = raw as { readonly socket?: { readonly getPeerCertificate?: () => { readonly fingerprint256?: string } | undefined } };
  return socket?.getPeerCertificate?.()?.fingerprint256;
}

function credentialOf(scheme: SchemeDefinition, request: IncomingRequest, query: string): Presented | undefined {
  switch (scheme.kind) {
    case "bearer":
      return present(authorizationOf(request, "bearer"));
    case "authorization":
      return present(authorizationOf(request, scheme.scheme));
    case "basic": {
      const text = authorizationOf(request, "basic");
      return text === undefined ? undefined : (basicOf(text) ?? unreadableCredential);
    }
    case "apiKey":
      return scheme.in === "cookie"
        ? cookieKey(keyOf(scheme.in, scheme.name, request, query))
        : present(keyOf(scheme.in, scheme.name, request, query));
    case "mutualTLS":
      return { value: undefined };
  }
}

const present = (text: string | undefined): Presented | undefined => (text === undefined || text === "" ? undefined : { value: text });

/** What follows the name of a scheme in the `Authorization` header. */
function authorizationOf(request: IncomingRequest, scheme: string): string | undefined {
  const header = headerOf(request, "authorization");
  if (header?.charCodeAt(scheme.length) !== 32 || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  return header.slice(scheme.length + 1).trim();
}

/** User name and password; `undefined` for what is no base64, and where no colon is between them. @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function basicOf(text: string): { readonly value: BasicCredential } | undefined {
  let plain: string;
  try {
    plain = new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return undefined; // `atob` throws on what is not base64
  }
  const colon = plain.indexOf(":");
  return colon === -1 ? undefined : { value: { username: plain.slice(0, colon), password: plain.slice(colon + 1) } };
}

function keyOf(place: "header" | "query" | "cookie", name: string, request: IncomingRequest, query: string): string | undefined {
  if (place === "header") return headerOf(request, name.toLowerCase());
  const pairs = place === "query" ? parsePairs(query, mostParameters) : parseCookies(headerOf(request, "cookie"));
  const raw = pairs instanceof Pairs ? pairs.get(name) : undefined;
  const [first] = raw ?? [];
  if (first === undefined || raw?.length !== 1) return undefined;
  return place === "query" ? formDecoded(first) : first;
}

/**
 * The key of a cookie. Nothing says that cookies are encoded: clients send a key as it is, and many programs percent-encode what they put into
 * one. What no cookie can hold was encoded; any other text is first what it says.
 */
function cookieKey(written: string | undefined): Presented | undefined {
  const decoded = written === undefined ? undefined : percentDecoded(written);
  if (decoded === undefined || decoded === "" || decoded === written) return present(written);
  return /[^!#-+\--:<-[\]-~]/.test(decoded)
    ? { value: decoded, otherwise: { value: written } }
    : { value: written, otherwise: { value: decoded } };
}

/** @see https://www.iana.org/assignments/http-authschemes: keys in other places have no scheme there, so they get a telling name. */
function challenge(scheme: SchemeDefinition, realm: string): string {
  switch (scheme.kind) {
    case "bearer":
      return `Bearer realm="${realm}"`;
    case "basic":
      return `Basic realm="${realm}", charset="UTF-8"`;
    case "authorization":
      return `${/^[\w-]+$/.test(scheme.scheme) ? scheme.scheme : "Bearer"} realm="${realm}"`;
    case "apiKey":
      return `ApiKey realm="${realm}"`;
    case "mutualTLS":
      return `Mutual realm="${realm}"`;
  }
}
