import type { IncomingMessage } from "node:http";
import { errorCode, type Io } from "./io.js";
import { unpack } from "./io-node-unpack.js";
import { basicCredential } from "./source/percent-encoding.js";

const maxRedirects = 5;
/** Milliseconds for one answer, with all its redirects. */
const fetchTimeout = 60_000;

/** Statuses with which a server sends whoever asks to another place, where it names one. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Redirects are followed here: only so can one be rejected before anything is sent to its target. And requests are Node's own, not those of the
 * global `fetch`: that takes half of a packed answer for a whole one, and shows nobody what was packed.
 */
export async function fetchBytes(
  url: string,
  { headers = {}, credentials = {}, most = Infinity, mayFollow = () => true }: NonNullable<Parameters<Io["fetch"]>[1]> = {},
): ReturnType<Io["fetch"]> {
  const signal = AbortSignal.timeout(fetchTimeout);
  let { at, authorization } = withoutUserInfo(url);
  let own = credentials;
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const sent = lowercased({ ...headers, ...authorization }, own);
    const response = await answerOf(at, sent, signal);
    const location = locationOf(response);
    const status = response.statusCode ?? 0;
    if (!redirects.has(status) || location === undefined) {
      const body = await bodyOf(response, most, signal);
      return { status, url: at, body, headers: headersOf(response) };
    }
    response.destroy();
    const next = URL.canParse(location, at) ? new URL(location, at).href : location;
    if (!/^https?:/.test(next) || !mayFollow(next)) throw new Error(`it redirects to ${next}, which may not be read`);
    const redirected = withoutUserInfo(next);
    const leaves = new URL(next).origin !== new URL(at).origin;
    if (leaves) own = {};
    if (redirected.authorization !== undefined || leaves) authorization = redirected.authorization;
    at = redirected.at;
  }
  throw new Error(`it redirects more than ${String(maxRedirects)} times`);
}

/** Names in small letters, so that of two that are the same the later one counts. */
function lowercased(...headers: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const all = headers.flatMap((each) => Object.entries(each)).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(all);
}

/** The head of an answer; its body is yet to be read. A pooled connection that the server has closed meanwhile is no trouble of the server's. */
async function answerOf(at: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = await (at.startsWith("https:") ? import("node:https") : import("node:http"));
  const options = { signal, headers: { "user-agent": "openapi-sundial", "accept-encoding": "gzip, deflate, br", ...headers } };
  const ask = (): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      const asked = request(at, options);
      let isAgain = false;
      asked.on("response", done);
      asked.on("error", (error) => {
        isAgain = asked.reusedSocket && errorCode(error) === "ECONNRESET" && !signal.aborted;
        if (isAgain) ask().then(done, fail);
        else fail(reasonOf(error, signal));
      });
      // Such as after `101`: Node says nothing else of an answer that is none.
      asked.on("close", () => {
        if (!isAgain) fail(new Error("the connection was closed before there was an answer"));
      });
      asked.end();
    });
  return ask();
}

/** Where a redirect leads. Servers send UTF-8, and Node reads a header as Latin-1. */
function locationOf({ headers: { location } }: IncomingMessage): string | undefined {
  return location === undefined ? undefined : Buffer.from(location, "latin1").toString("utf8");
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")] as const],
  );
  return Object.fromEntries(given);
}

/** The whole body, unpacked. A small answer may unpack to more than any memory holds: what is too much is not waited for. */
async function bodyOf(response: IncomingMessage, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes = chunk as Uint8Array; // the type of Node's streams does not say what is in them
      size += bytes.length;
      if (size > most) throw Object.assign(new Error(`the answer has more than ${String(most)} bytes`), { code: "EFBIG" });
      chunks.push(bytes);
    }
  } catch (error) {
    throw reasonOf(error, signal);
  }
  const whole = new Uint8Array(Buffer.concat(chunks));
  return unpack(whole, response.headers["content-encoding"] ?? "", most);
}

/** What Node says of an answer that did not come, in the words of whoever has to do something about it. */
function reasonOf(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return Object.assign(new Error("there was no whole answer in time"), { name: "TimeoutError" });
  // A name with several addresses: each was tried, and failed for a reason of its own.
  if (error instanceof AggregateError && error.message === "") {
    const reasons = error.errors.map((each) => (each instanceof Error ? each.message : String(each)));
    return Object.assign(new Error([...new Set(reasons)].join(", ")), { code: errorCode(error) });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** `request` takes a user name and a password apart in a way of its own: they go into a header. */
function withoutUserInfo(address: string): { readonly at: string; readonly authorization: { readonly authorization: string } | undefined } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = url.password = url.hash = "";
  if (username === "" && password === "") return { at: url.href, authorization: undefined };
  return { at: url.href, authorization: { authorization: `Basic ${basicCredential({ username, password })}` } };
}
