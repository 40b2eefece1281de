/** A documented service on a real server of Node's. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DocumentedService, ServiceAnswer, ServiceRequest } from "./service.js";

export interface ServeOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long the handler of a request takes, in milliseconds. */
  readonly handlerOf?: (request: ServiceRequest) => number;
}

export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function requestOf(incoming: IncomingMessage): Promise<ServiceRequest> {
  let body = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) body += String(chunk);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
  return { method: incoming.method ?? "GET", path, headers, body };
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      // A server that listens on a port has an address of this kind.
      resolve((server.address() as AddressInfo).port);
    });
  });

export async function serve(service: DocumentedService, { now, handlerOf = () => 0 }: ServeOptions): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    const respond = ({ status, headers, body }: ServiceAnswer): void => {
      outgoing.writeHead(status, { "content-type": "application/json", ...headers });
      outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    requestOf(incoming)
      .then((request) => {
        const decision = service.decide(request, now());
        if (decision.kind !== "served") {
          respond(decision.answer);
          return;
        }
        setTimeout(() => {
          respond(decision.finish(now()));
        }, handlerOf(request));
      })
      .catch((error: unknown) => {
        outgoing.destroy(error instanceof Error ? error : undefined);
      });
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
      }),
  };
}
