import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A server of descriptions that a test may change while it runs. */
export interface Vendor {
  readonly origin: string;
  /** What it answers, by path and query: a text, or whatever is done with a request. */
  readonly answers: Map<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>;
  /** Every request so far. */
  readonly asked: Asked[];
  close(): Promise<void>;
}

export interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly status: () => number;
}

/** Texts have an ETag, and are packed where the client takes that. Whoever lacks the `token`, where one is given, is refused. */
export async function startVendor(token?: string): Promise<Vendor> {
  const answers: Vendor["answers"] = new Map();
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    asked.push({ url: request.url ?? "", headers: request.headers, status: () => response.statusCode });
    const found = answers.get(request.url ?? "");
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      response.writeHead(401).end(`not ${String(request.headers.authorization)}`);
    else if (found === undefined) response.writeHead(404).end("nothing here");
    else if (typeof found === "function") found(request, response);
    else sendText(found, request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    answers,
    asked,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}

function sendText(text: string, request: IncomingMessage, response: ServerResponse): void {
  const etag = `"${createHash("sha1").update(text).digest("hex")}"`;
  if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
  else if (request.headers["accept-encoding"]?.includes("gzip") === true)
    response.writeHead(200, { etag, "content-encoding": "gzip" }).end(gzipSync(text));
  else response.writeHead(200, { etag }).end(text);
}
