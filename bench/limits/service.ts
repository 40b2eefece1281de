/**
 * A service with a limit: 60 requests in a minute for each key, in a window that begins with its first request, and a ban for a key at
 * the third request inside a closed window. It is no part of sundial: it is what a client meets outside.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createLedger, type Ledger } from "./ledger.js";
import { quota, timeScale, windowSeconds, type FromService, type OpenKey, type ToService } from "./messages.js";
import { calm, randomTrouble } from "./trouble.js";

/** In real milliseconds, since it is real time that a client's event loop needs; see `createLedger`. */
const grace = 100 * timeScale();
const requestsUntilBan = 3;

interface Key {
  readonly settings: OpenKey;
  /** By program: what `X-Program` says. */
  readonly ledgers: Map<string, Ledger>;
  used: number;
  /** The end of the window; 0 before the first request. */
  reset: number;
  /** Requests inside this window after it was closed. */
  early: number;
  banned: boolean;
}

const keys = new Map<string, Key>();
const newKey = (settings: OpenKey): Key => ({ settings, ledgers: new Map(), used: 0, reset: 0, early: 0, banned: false });

function ledgerOf(key: Key, program: string): Ledger {
  const ledger = key.ledgers.get(program) ?? createLedger(grace);
  key.ledgers.set(program, ledger);
  return ledger;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const key = keys.get(request.headers.authorization?.slice("Bearer ".length) ?? "");
  if (key === undefined) {
    // Everybody may warm up: no limit here.
    setTimeout(reply, calm.delay, response, 200, {}, 0);
    return;
  }
  const ledger = ledgerOf(key, String(request.headers["x-program"] ?? "tested"));
  const now = Date.now();
  if (now >= key.reset) Object.assign(key, { used: 0, reset: now + windowSeconds * 1000, early: 0 });
  const { headers, trouble } = key.settings;
  const { delay, refuses, loses } = trouble === undefined ? calm : randomTrouble(Math.random);
  const call = String(request.headers["x-call"]);
  if (loses === "request") {
    request.destroy();
    return;
  }
  // A call that is safe to repeat is sent again when its answer is lost.
  const arrival = { call: loses === "answer" && request.method === "GET" ? `${call} lost` : call, now, reset: key.reset };
  if (ledger.arrive(arrival)) key.early += 1;
  if (key.early >= requestsUntilBan && trouble === undefined && !key.banned) {
    key.banned = true;
    ledger.ban();
  }
  const allowed = !key.banned && !refuses && key.used < quota;
  if (allowed) key.used += 1;
  const retryAfter = refuses ? refuses : Math.ceil((key.reset - now) / 1000);
  const remaining = quota - key.used;
  const ahead = trouble?.ahead ?? 0;
  const limits = headers && {
    "X-RateLimit-Limit": quota,
    "X-RateLimit-Remaining": remaining,
    "X-RateLimit-Reset": Math.ceil((key.reset + ahead) / 1000),
  };
  const answered = key.banned
    ? () => undefined
    : ledger.decide(arrival, { allowed, remaining: headers ? remaining : undefined, until: now + retryAfter * 1000 });
  response.on("finish", () => {
    answered(Date.now());
  });
  setTimeout(() => {
    if (loses === "answer") request.destroy();
    else
      reply(
        response,
        key.banned ? 403 : allowed ? 200 : 429,
        { ...limits, ...(!allowed && !key.banned && { "Retry-After": retryAfter }) },
        ahead,
      );
  }, delay);
}

function reply(response: ServerResponse, status: number, headers: Record<string, string | number>, ahead: number): void {
  const body = status === 200 ? animals : { code: "refused", message: "Refused.", status };
  const text = JSON.stringify(body);
  response.sendDate = false; // Node's own clock is not scaled
  response.writeHead(status, {
    ...headers,
    Date: new Date(Date.now() + ahead).toUTCString(),
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}

const animals = [{ id: 1, name: "Rex", categoryId: 1 }];

const tell = (message: FromService): void => {
  process.send?.(message);
};
const server = createServer(answer);
server.keepAliveTimeout = 600_000;
process.on("message", (message: ToService) => {
  if ("open" in message) keys.set(message.open, newKey(message));
  else tell({ report: ledgerOf(keys.get(message.report) ?? newKey({ open: message.report, headers: true }), "tested").report() });
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") tell({ port: address.port });
});
