import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode } from "../io.js";
import { MAX_FILE_BYTES } from "./size-limits.js";

const interrupted: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "HPE_INVALID_EOF_STATE",
  "TRUNCATED",
]);

/** Why there is no answer, and what to do about it. */
export function failureProblem(uri: string, error: unknown): Diagnostic {
  // Some `fetch`es say "fetch failed", and put the reason into the cause.
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = inner instanceof Error ? inner.message : String(inner);
  const code = errorCode(inner) ?? "";
  const name = error instanceof Error ? error.name : "";
  if (code === "EFBIG")
    return diagnostic("file-too-large", `${uri} has more than ${String(MAX_FILE_BYTES)} bytes, which are all that are read.`);
  if (name === "TimeoutError" || code === "ETIMEDOUT")
    return unreachable(
      uri,
      "there was no whole answer within a minute",
      "Look whether the server can be reached from here, and run the command again.",
    );
  if (interrupted.has(code) || /terminated|aborted|other side closed/.test(reason))
    return unreachable(
      uri,
      `the answer ended before it was whole (${reason})`,
      "Run the command again; if it stays so, the server or a proxy before it cuts the file off.",
    );
  if (/^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code))
    return unreachable(
      uri,
      reason,
      "Look whether the URL is right, and whether the server can be reached from here. Behind a proxy, set NODE_USE_ENV_PROXY=1 (Node 22.21, 24.5 or later), so that HTTPS_PROXY counts.",
    );
  return failed(uri, reason, hints.find(([pattern]) => pattern.test(code))?.[1] ?? hintOf(uri, reason));
}

/** What may be otherwise the next time. */
function unreachable(uri: string, why: string, hint: string): Diagnostic {
  return diagnostic("server-unreachable", `${uri} could not be read: ${why}.`, { hint });
}

function failed(uri: string, why: string, hint: string): Diagnostic {
  return diagnostic("fetch-failed", `${uri} could not be read: ${why}.`, { hint });
}

/** By what Node says. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /^ENCODING$/,
    'Ask for the file as it is: `headers: { "Accept-Encoding": "identity" }` of `input`. If that does not help, tell who serves it.',
  ],
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
    "The server's certificate is of an authority that Node does not know: name its file in NODE_EXTRA_CA_CERTS.",
  ],
  [/^CERT_|^ERR_TLS_/, "The server's certificate is not for this host, or not valid now: look whether the URL and the clock are right."],
  [/^EPROTO$|^ERR_SSL_/, "The server may not speak https at this port: look whether the URL is right."],
  [/^HPE_/, "What answers there is not what HTTP is: look whether the port is right, and whether it is one for https."],
];

function hintOf(uri: string, reason: string): string {
  if (reason.includes("redirects more than"))
    return "Open the URL in a browser: a server that redirects in a circle often waits for a cookie of a login. Name the URL that it ends at, or download the file.";
  if (reason.startsWith("it redirects to ")) return `Name the URL that it leads to, in place of ${uri}, if it is where the file is.`;
  return "Look whether the URL is right, and whether the server can be reached from here.";
}
