/**
 * What the server answers by itself when it cannot let a request through to a handler, or when a handler fails.
 * @see https://www.rfc-editor.org/rfc/rfc9457 for the body used where the description has none of its own
 */

import { hasOwn } from "../../shared/has-own.js";
import { pointerOf } from "../../validate/issues.js";

export type ProblemCode =
  | "malformed-request"
  | "invalid-request"
  | "unauthenticated"
  | "banned"
  | "not-found"
  | "method-not-allowed"
  | "gone"
  | "body-too-large"
  | "unsupported-media-type"
  | "rate-limited"
  | "internal-error"
  | "not-implemented"
  | "unavailable";

/** One thing that is wrong with a request, and in which part of it. The path begins with the parameter's name, or inside the body. */
export interface ProblemIssue {
  readonly in: "path" | "query" | "querystring" | "header" | "cookie" | "body";
  /** Property names and array indexes. */
  readonly path: readonly (string | number)[];
  /** The keyword of JSON Schema that failed: "required", "minimum", … */
  readonly keyword: string;
  /** A sentence for the caller. Never repeats the value. */
  readonly message: string;
}

/** An issue as it is sent to callers: its names are cut where they are long, and so is its path. */
export interface ReportedIssue extends ProblemIssue {
  /** The path as a JSON Pointer, RFC 6901. */
  readonly pointer: string;
}

export interface Problem {
  /** The HTTP status the answer is sent with. */
  readonly status: number;
  readonly code: ProblemCode;
  /** The same for every problem of the code. */
  readonly title: string;
  /** A sentence about this one. Repeats nothing the caller sent, and nothing of the server's insides. */
  readonly detail: string;
  /** What is wrong with the request, part by part; empty when the problem is not about its content. */
  readonly issues: readonly ReportedIssue[];
  /** Name of the operation, when the request reached one. */
  readonly operation: string | undefined;
  /** Whole seconds after which the caller may try again, as `Retry-After` says. */
  readonly retryAfter?: number;
  /** Names of the policies that a call was rejected by. */
  readonly policies?: readonly string[];
}

const kinds: { readonly [code in ProblemCode]: { readonly status: number; readonly title: string } } = {
  "malformed-request": { status: 400, title: "The request cannot be read" },
  "invalid-request": { status: 400, title: "The request is not valid" },
  unauthenticated: { status: 401, title: "Authentication is required" },
  banned: { status: 403, title: "The caller is banned" },
  "not-found": { status: 404, title: "There is nothing at this path" },
  "method-not-allowed": { status: 405, title: "The method is not allowed here" },
  gone: { status: 410, title: "The operation was removed" },
  "body-too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The media type is not supported" },
  "rate-limited": { status: 429, title: "The rate limit is exceeded" },
  "internal-error": { status: 500, title: "The server failed" },
  "not-implemented": { status: 501, title: "The operation is not implemented" },
  unavailable: { status: 503, title: "The service is not available" },
};

/**
 * Ends a request with a problem, from wherever it is thrown: the server answers it through `errors`.
 * `headers` are sent with the answer, names and values in turn.
 */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly issues: readonly ReportedIssue[];
  readonly headers: readonly string[];
  /** Whole seconds after which the caller may try again. No header is made of it. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { readonly issues?: readonly ProblemIssue[]; readonly headers?: readonly string[]; readonly retryAfter?: number } = {},
  ) {
    super(detail);
    if (!hasOwn(kinds, code)) throw new TypeError(`There is no problem with the code ${JSON.stringify(code)}`);
    this.code = code;
    this.issues = reportable(more.issues ?? []);
    this.headers = more.headers ?? [];
    this.retryAfter = more.retryAfter;
  }
}

// An answer must not be many times as long as what it answers: names of the data are in every issue below them.
const mostIssues = 50;
const longestPath = 16;
const longestName = 64;

function reportable(issues: readonly ProblemIssue[]): readonly ReportedIssue[] {
  return issues.slice(0, mostIssues).map(({ in: place, path, keyword, message }) => {
    const short = path.slice(0, longestPath).map((key) => (typeof key === "string" ? cut(key) : key));
    return { in: place, path: short, pointer: pointerOf(short), keyword, message };
  });
}

const cut = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName)}…` : name);

/** A problem that the server itself answers with, where nothing needs to be thrown. */
export function problem(
  code: ProblemCode,
  detail: string,
  operation: string | undefined,
  more: Pick<Problem, "retryAfter" | "policies"> = {},
): Problem {
  return { ...kinds[code], code, detail, issues: [], operation, ...more };
}

/** What to throw in a handler that is still to be written: answered with 501. */
export function notImplemented(operation: string): ProblemError {
  return new ProblemError("not-implemented", `The operation \`${operation}\` is not implemented yet.`);
}

/** A request whose parts do not fit the description: 400, with a sentence for each. */
export function invalidRequest(issues: readonly ProblemIssue[]): ProblemError {
  return new ProblemError("invalid-request", reportable(issues.slice(0, 8)).map(sentence).join(" "), { issues });
}

function sentence(issue: ProblemIssue): string {
  const [head, ...rest] = issue.path;
  const inner = (parts: readonly (string | number)[]): string =>
    parts.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  if (issue.in === "body")
    return `The body${head === undefined ? "" : ` at \`${inner(issue.path).replace(/^\./, "")}\``} ${issue.message}.`;
  if (head === undefined) return `The ${issue.in} ${issue.message}.`;
  return `The ${issue.in} parameter \`${String(head)}${inner(rest)}\` ${issue.message}.`;
}

/** The problem a thrown value stands for; anything but a `ProblemError` is a failure of the server that tells nothing. */
export function problemOf(thrown: unknown, operation: string | undefined): Problem {
  const code = thrown instanceof ProblemError ? thrown.code : "internal-error";
  const detail = thrown instanceof ProblemError ? thrown.message : "The server could not answer this request.";
  const issues = thrown instanceof ProblemError ? thrown.issues : [];
  const retryAfter = thrown instanceof ProblemError ? thrown.retryAfter : undefined;
  return { ...kinds[code], code, detail, issues, operation, ...(retryAfter !== undefined && { retryAfter }) };
}

/**
 * The body of RFC 9457, for descriptions that say nothing about errors.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ for the type of a call over the limit
 */
export function problemDetails({ status, code, title, detail, issues, policies }: Problem): unknown {
  const type = policies === undefined ? "about:blank" : "https://iana.org/assignments/http-problem-types#quota-exceeded";
  return {
    ...{ type, title, status, detail, code },
    ...(issues.length === 0 ? {} : { issues }),
    ...(policies === undefined ? {} : { "violated-policies": policies }),
  };
}
