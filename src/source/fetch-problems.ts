import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Fetched } from "../io.js";
import type { RemoteInput } from "./remote-input.js";
import { statusProblem } from "./status-problems.js";

/** What messages know of how a URL was asked for. */
export interface FetchAdvice {
  /** The configuration, where one names the URL. */
  readonly config?: string | undefined;
  readonly remote?: RemoteInput | undefined;
  /** Whether it is an overlay, which no headers are sent for. */
  readonly isOverlay?: boolean;
}

/** Why an answer is no file that can be read, if it is none. `uri`: what was asked for. */
export function answerProblem(uri: string, answer: Fetched, advice: FetchAdvice): Diagnostic | undefined {
  const { status, body, headers, url } = answer;
  if (status === 401 || status === 403) return refused(uri, answer, advice);
  if (status === 407) return refusedByProxy(uri);
  if (status !== 200) return statusProblem(uri, answer, advice);
  const isPage = /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(new TextDecoder().decode(body.subarray(0, 1000)));
  if (isPage || (body.length === 0 && headers !== undefined))
    return noFile(ledTo(uri, url), isPage ? "an HTML page" : "nothing at all", advice);
  return undefined;
}

/** A URL, and where redirects lead it; without the query, which may be of one visit. */
function ledTo(uri: string, url: string): string {
  if (url === "" || url === uri) return uri;
  const { origin, pathname } = new URL(url);
  const place = `${origin}${pathname}`.slice(0, 300);
  return place === uri ? uri : `${uri} led to ${place}, which`;
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

function refused(uri: string, { status, url }: Fetched, advice: FetchAdvice): Diagnostic {
  const names = advice.remote?.headers.map(({ name }) => name) ?? [];
  const other = url === "" || new URL(url).origin === new URL(uri).origin ? undefined : new URL(url).origin;
  const hint =
    names.length > 0 && other !== undefined
      ? `The URL redirects to ${other}, where ${names.join(", ")} is not sent: name a URL of that server as \`url\`, if it may have the credential.`
      : names.length === 0
        ? `If you may read it, ${headerHint(advice)}`
        : `It was sent ${names.join(", ")}: look whether the credential is valid, has not expired, and may read this file.`;
  return diagnostic("fetch-unauthorized", `${uri} may not be read: the server answered with status ${String(status)}.`, {
    hint,
    ...(advice.remote === undefined ? {} : { at: advice.remote.at }),
  });
}

/** No header of the configuration reaches a proxy: those are for the server. */
function refusedByProxy(uri: string): Diagnostic {
  return diagnostic("fetch-unauthorized", `${uri} may not be read: a proxy on the way answered with status 407, and asks who you are.`, {
    hint: "Give its user and password in HTTPS_PROXY (`http://user:password@proxy:8080`, with NODE_USE_ENV_PROXY=1), or run the command where no proxy is needed.",
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
