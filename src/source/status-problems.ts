import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Fetched } from "../io.js";
import type { FetchAdvice } from "./fetch-problems.js";

/** What a status that brings no file means, and what to do about it. */
interface StatusAdvice {
  /** The end of a sentence that begins with the status. */
  readonly what?: string;
  readonly hint: string;
}

/** Why an answer with a status other than 200 brings no file, and asks nobody who they are. */
export function statusProblem(uri: string, answer: Fetched, advice: FetchAdvice): Diagnostic {
  const { what, hint } = adviceOn(answer, advice);
  const isPassing = answer.status === 429 || answer.status >= 500;
  return diagnostic(
    isPassing ? "server-unreachable" : "fetch-failed",
    `${uri} answered with status ${String(answer.status)}${what === undefined ? "" : `: ${what}`}.`,
    {
      hint,
    },
  );
}

const browser = "Open the URL in a browser, or download the file and name the copy.";

function adviceOn(answer: Fetched, advice: FetchAdvice): StatusAdvice {
  const { status } = answer;
  const wait = waitOf(answer);
  if (status === 404 || status === 410) return { hint: notFoundHint(advice) };
  if (status === 429) return { hint: `The server asks for fewer requests: ${wait ?? "wait"}, and run the command again.` };
  const known = statuses.get(status);
  if (known !== undefined && wait === undefined) return known;
  if (status >= 500)
    return {
      hint: `The server has a problem: ${wait === undefined ? "" : `${wait}, and `}run the command again${wait === undefined ? " later" : ""}.`,
    };
  if (known !== undefined) return known;
  if (status >= 300 && status < 400)
    return { what: "it redirects, and does not say where to", hint: "Open the URL in a browser, and name the URL that it leads to." };
  return { hint: browser };
}

const statuses: ReadonlyMap<number, StatusAdvice> = new Map([
  [202, { what: "the file is not ready yet", hint: "Run the command again later." }],
  [
    203,
    {
      what: "something on the way changed the file",
      hint: "Run the command where no proxy changes what is read, or download the file and name the copy.",
    },
  ],
  [204, { what: "there is nothing to read", hint: "Open the URL in a browser: the description may have another URL." }],
  [205, { what: "there is nothing to read", hint: "Open the URL in a browser: the description may have another URL." }],
  [
    206,
    {
      what: "it is a part of the file only",
      hint: "Remove the header Range where the configuration sends one; else a proxy on the way cuts the file.",
    },
  ],
  [
    304,
    {
      what: "nothing has changed, though nothing here was asked about",
      hint: "A cache on the way answers in the server's place: run the command again later.",
    },
  ],
  [305, { what: "it wants a proxy to be used", hint: browser }],
  [
    400,
    {
      what: "it does not understand the request",
      hint: "Look whether the query of the URL is right, and the headers that the configuration sends.",
    },
  ],
  [405, { what: "it cannot be read with GET", hint: "Name the URL of the file itself: this one may belong to a form, or to the API." }],
  [
    406,
    {
      what: "it has the file in no form that was asked for",
      hint: 'Give a header Accept with the form it has: `headers: { Accept: "application/vnd.oai.openapi" }` of `input`.',
    },
  ],
  [408, { what: "the request took too long", hint: "Run the command again." }],
  [414, { what: "the URL is too long for it", hint: browser }],
  [421, { what: "another server has the file", hint: "Look whether the host of the URL is right." }],
  [425, { what: "it was asked too early", hint: "Run the command again." }],
  [
    431,
    { what: "the headers are too long for it", hint: "Look whether a variable in `headers` of `input` holds more than the credential." },
  ],
  [451, { what: "it may not be read from here for legal reasons", hint: "Ask who serves it." }],
  [502, { what: "a gateway before the server got no answer from it", hint: "Run the command again later." }],
  [504, { what: "a gateway before the server got no answer from it in time", hint: "Run the command again later." }],
  [
    511,
    { what: "the network here wants a login first", hint: "Open any page in a browser, log in to the network, and run the command again." },
  ],
]);

function notFoundHint(advice: FetchAdvice): string {
  const hidden =
    (advice.remote?.headers.length ?? 0) === 0 && advice.isOverlay !== true
      ? " Some servers answer so where a credential is missing: `headers` of `input` gives one."
      : "";
  return `Open the URL in a browser: the ${advice.isOverlay === true ? "overlay" : "description"} may have moved.${hidden}`;
}

/** How long a server asks to wait, as a piece of a sentence. Seconds or a date. @see RFC 9110, section 10.2.3 */
function waitOf({ headers }: Fetched): string | undefined {
  const written = headers?.["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(written)) return `wait ${written} second${written === "1" ? "" : "s"}`;
  const date = /^[A-Z][a-z]{2}/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(date) ? undefined : `wait until ${new Date(date).toISOString().replace(".000Z", "Z")}`;
}
