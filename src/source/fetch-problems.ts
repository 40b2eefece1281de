import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Fetched } from "../io.js";
import type { RemoteInput } from "./remote-input.js";
import { MAX_FILE_BYTES } from "./size-limits.js";

/** What messages know of how a URL was asked for. */
export interface FetchAdvice {
  /** The configuration, where one names the URL. */
  readonly config?: string | undefined;
  readonly remote?: RemoteInput | undefined;
  /** Whether it is an overlay, which no headers are sent for. */
  readonly isOverlay?: boolean;
}

/** Why an answer is no file that can be read, if it is none. `uri`: what was asked for. */
export function answerProblem(uri: string, { status, body, headers }: Fetched, advice: FetchAdvice): Diagnostic | undefined {
  if (status === 401 || status === 403 || status === 407) return refused(uri, status, advice);
  if (status !== 200)
    return diagnostic("fetch-failed", `${uri} answered with status ${String(status)}.`, { hint: statusHint(status, advice) });
  const isPage = /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(new TextDecoder().decode(body.subarray(0, 1000)));
  if (isPage || (body.length === 0 && headers !== undefined)) return noFile(uri, isPage ? "an HTML page" : "nothing at all", advice);
  return undefined;
}

function noFile(uri: string, what: string, advice: FetchAdvice): Diagnostic {
  const way = advice.remote === undefined || advice.remote.headers.length === 0 ? ` If it asks who you are, ${headerHint(advice)}` : "";
  const wanted = advice.isOverlay === true ? "overlay" : "OpenAPI description";
  return diagnostic(
    advice.isOverlay === true ? "overlay-invalid" : "not-openapi",
    `${uri} answered with ${what}, and not with an ${wanted}.`,
    {
      hint: `Open the URL in a browser: it may be a page that leads to the ${wanted === "overlay" ? wanted : "description"}.${way}`,
    },
  );
}

function statusHint(status: number, advice: FetchAdvice): string {
  if (status === 404 || status === 410) {
    const hidden =
      (advice.remote?.headers.length ?? 0) === 0 && advice.isOverlay !== true
        ? " Some servers answer so where a credential is missing: `headers` of `input` gives one."
        : "";
    return `Open the URL in a browser: the ${advice.isOverlay === true ? "overlay" : "description"} may have moved.${hidden}`;
  }
  if (status === 429) return "The server asks for fewer requests: wait, and run the command again.";
  if (status >= 500) return "The server has a problem: run the command again later.";
  return "Open the URL in a browser, or download the file and name the copy.";
}

function refused(uri: string, status: number, advice: FetchAdvice): Diagnostic {
  const names = advice.remote?.headers.map(({ name }) => name) ?? [];
  const hint =
    names.length === 0
      ? `If you may read it, ${headerHint(advice)}`
      : `It was sent ${names.join(", ")}: look whether the credential is valid, has not expired, and may read this file.`;
  return diagnostic("fetch-unauthorized", `${uri} may not be read: the server answered with status ${String(status)}.`, {
    hint,
    ...(advice.remote === undefined ? {} : { at: advice.remote.at }),
  });
}

/** The configuration to write, in the spelling of the one that there is. */
function headerHint({ config, remote, isOverlay }: FetchAdvice): string {
  if (isOverlay === true) return "download it, and name the copy: no headers are sent for overlays.";
  const example =
    config?.endsWith(".json") === true
      ? '"input": { "url": "…", "headers": { "Authorization": "Bearer ${DOCS_TOKEN}" } }'
      : 'input: { url: "…", headers: { Authorization: "Bearer ${DOCS_TOKEN}" } }';
  const where = config === undefined && remote === undefined ? "write a configuration (sundial.config.ts) with" : "write";
  return `${where} \`${example}\`, and set DOCS_TOKEN in the environment.`;
}

const interrupted: ReadonlySet<string> = new Set([
  "UND_ERR_SOCKET",
  "ECONNRESET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/** Why there is no answer. */
export function failureProblem(uri: string, error: unknown): Diagnostic {
  // `fetch` says "fetch failed", and puts the reason into the cause.
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = inner instanceof Error ? inner.message : String(inner);
  const code = errorCode(inner) ?? "";
  const name = error instanceof Error ? error.name : "";
  if (code === "EFBIG")
    return diagnostic("file-too-large", `${uri} has more than ${String(MAX_FILE_BYTES)} bytes, which are all that are read.`);
  if (name === "TimeoutError" || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT")
    return diagnostic("fetch-failed", `${uri} could not be read: there was no whole answer within a minute.`, {
      hint: "Look whether the server can be reached from here, and run the command again.",
    });
  if (interrupted.has(code) || /terminated|aborted|other side closed/.test(reason))
    return diagnostic("fetch-failed", `${uri} could not be read: the answer ended before it was whole (${reason}).`, {
      hint: "Run the command again; if it stays so, the server or a proxy before it cuts the file off.",
    });
  return diagnostic("fetch-failed", `${uri} could not be read: ${reason}.`, {
    hint: "Look whether the URL is right, and whether the server can be reached from here.",
  });
}
