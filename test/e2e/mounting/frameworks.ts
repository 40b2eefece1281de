/** One application per framework, put together as `docs/server.md` says. */
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage, type Server as HttpServer } from "node:http";
import { connect, createServer as createHttp2Server, type Http2Server, type IncomingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import express from "express";
import express4 from "express4";
import fastify from "fastify";
import { Hono } from "hono";
import { cloneRawRequest } from "hono/request";
import type { Server } from "../../../templates/runtime/server/route/server.js";

/** What an application is made of, in this order: headers, own routes, body parsers, the servers, routes of others. */
export interface Plan {
  readonly servers: readonly { readonly server: Server; /** "" where it has the whole site. */ readonly prefix: string }[];
  /** Sets headers that a middleware would: an id, a cookie, what the answer varies by, the length of something else. */
  readonly headers?: boolean;
  /** Body parsers ahead of the server; "lost": one that keeps nothing. */
  readonly parsers?: "all" | "lost";
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  /** Values of a header. */
  readonly all: (name: string) => readonly string[];
  readonly text: string;
}

export interface Running {
  readonly send: (path: string, sent?: Sent) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface Framework {
  readonly name: string;
  /** Whether a framework tells the server where it is mounted; otherwise the base path does. */
  readonly tellsPrefix: boolean;
  /** Whether it has a part for routes of others, for headers that middleware sets, for body parsers. */
  readonly has: { readonly others: boolean; readonly headers: boolean; readonly parsers: boolean };
  readonly start: (plan: Plan) => Promise<Running>;
}

const setHeaders = (set: (name: string, value: string) => unknown): void => {
  const theirs = {
    "X-Request-Id": "theirs",
    "X-Theirs": "1",
    "Set-Cookie": "theirs=1",
    Vary: "Origin",
    "Content-Type": "text/html",
    "Content-Length": "9",
  };
  for (const [name, value] of Object.entries(theirs)) set(name, value);
};

/** Reads a body and keeps nothing of it. */
const lose = (request: IncomingMessage, next: () => void): void => void request.resume().once("end", next);

function expressFramework(name: string, make: typeof express): Framework {
  return {
    name,
    tellsPrefix: true,
    has: { others: true, headers: true, parsers: true },
    start({ servers, headers = false, parsers }) {
      const app = make();
      if (headers)
        app.use((_request, response, next) => {
          setHeaders((header, value) => response.setHeader(header, value));
          next();
        });
      app.get("/before", (_request, response) => void response.send("theirs"));
      if (parsers === "lost")
        app.use((request, _response, next) => {
          lose(request, next);
        });
      if (parsers === "all") {
        app.use(make.json({ strict: false }), make.urlencoded({ extended: true }));
        app.use(make.text(), make.raw());
      }
      for (const { server, prefix } of servers) app.use(prefix === "" ? "/" : prefix, server.node);
      app.get("/after", (_request, response) => void response.send("theirs"));
      return listen(createHttpServer(app));
    },
  };
}

/** The server answers before Fastify reads a body, or behind its parsers. */
const fastifyFramework: Framework = {
  name: "Fastify 5",
  tellsPrefix: false,
  has: { others: true, headers: true, parsers: true },
  async start({ servers, headers = false, parsers }) {
    const app = fastify();
    if (headers)
      app.addHook("onRequest", (_request, reply, done) => {
        setHeaders((name, value) => reply.raw.setHeader(name, value));
        done();
      });
    app.get("/before", () => "theirs");
    app.get("/after", () => "theirs");
    if (parsers === undefined)
      for (const { server } of servers)
        app.addHook("onRequest", (request, reply, done) => {
          server.node(request.raw, reply.raw, done);
        });
    else {
      app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) => {
        done(null, body);
      });
      app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
        done(null, new URLSearchParams(String(body)));
      });
      for (const { server } of servers)
        app.all("/*", (request, reply) => {
          reply.hijack();
          server.node(parsers === "lost" ? request.raw : Object.assign(request.raw, { body: request.body }), reply.raw);
        });
    }
    await app.ready();
    return listen(app.server, () => app.close());
  },
};

const honoFramework: Framework = {
  name: "Hono",
  tellsPrefix: false,
  has: { others: true, headers: false, parsers: true },
  start({ servers, parsers }) {
    const app = new Hono();
    app.get("/before", (context) => context.text("theirs"));
    if (parsers !== undefined)
      app.use(async (context, next) => {
        if (parsers === "all") await context.req.arrayBuffer();
        else await context.req.raw.arrayBuffer();
        await next();
      });
    for (const { server } of servers)
      app.use(async (context, next) => {
        const request = parsers === "all" ? await cloneRawRequest(context.req) : context.req.raw;
        const answer = await server.tryFetch(request);
        if (answer === undefined) return next();
        const whole = context.newResponse(answer.body, answer);
        context.res = undefined;
        context.res = whole;
      });
    app.get("/after", (context) => context.text("theirs"));
    return Promise.resolve(fetching(async (request) => app.fetch(request)));
  },
};

/** Route handlers of the App Router: one function per method, for whatever is below a folder. */
const nextFramework: Framework = {
  name: "Next.js route handlers",
  tellsPrefix: false,
  has: { others: false, headers: false, parsers: false },
  start({ servers: [mounted] }) {
    if (mounted === undefined) throw new Error("There is no server");
    const { fetch } = mounted.server;
    const handlers: Readonly<Record<string, (request: Request, context: object) => Promise<Response>>> = {
      ...{ GET: fetch, HEAD: fetch, POST: fetch, PUT: fetch, PATCH: fetch, DELETE: fetch, OPTIONS: fetch },
    };
    return Promise.resolve(
      fetching(
        async (request) =>
          (await handlers[request.method]?.(request, { params: Promise.resolve({}) })) ?? new Response(null, { status: 405 }),
      ),
    );
  },
};

const httpFramework: Framework = {
  name: "node:http",
  tellsPrefix: false,
  has: { others: true, headers: true, parsers: false },
  start: (plan) =>
    listen(
      createHttpServer((request, response) => {
        if (plan.headers === true) setHeaders((name, value) => response.setHeader(name, value));
        const others = (): void => void response.writeHead(request.url === "/before" || request.url === "/after" ? 200 : 404).end("theirs");
        const chain = plan.servers.reduceRight<() => void>(
          (next, mounted) => () => {
            mounted.server.node(request, response, next);
          },
          others,
        );
        if (plan.parsers === "lost") lose(request, chain);
        else chain();
      }),
    ),
};

const http2Framework: Framework = {
  name: "node:http2",
  tellsPrefix: false,
  has: { others: true, headers: true, parsers: false },
  start(plan) {
    const server = createHttp2Server((request, response) => {
      if (plan.headers === true)
        setHeaders((name, value) => {
          response.setHeader(name, value);
        });
      const others = (): void => {
        response.writeHead(request.url === "/before" || request.url === "/after" ? 200 : 404);
        response.end("theirs");
      };
      const chain = plan.servers.reduceRight<() => void>(
        (next, mounted) => () => {
          mounted.server.node(request, response, next);
        },
        others,
      );
      if (plan.parsers === "lost") request.resume().once("end", chain);
      else chain();
    });
    return listenHttp2(server);
  },
};

export const frameworks: readonly Framework[] = [
  httpFramework,
  http2Framework,
  expressFramework("Express 4", express4 as unknown as typeof express), // the types of the two majors differ in what is not used here
  expressFramework("Express 5", express),
  fastifyFramework,
  honoFramework,
  nextFramework,
];

async function listen(server: HttpServer, close?: () => unknown): Promise<Running> {
  const port = await portOf(server);
  return {
    send: (path, { method = "GET", headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const sent = httpRequest({ port, host: "127.0.0.1", path, method, headers, agent: false }, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (text += chunk));
          response.on("error", reject);
          response.on("end", () => {
            const pairs = response.rawHeaders.flatMap((name, index, all): [string, string][] =>
              index % 2 === 0 ? [[name, all[index + 1] ?? ""]] : [],
            );
            const all = (wanted: string): readonly string[] =>
              pairs.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
            resolve({ status: response.statusCode ?? 0, all, text });
          });
        });
        sent.on("error", reject);
        sent.end(body);
      }),
    close: async () => {
      server.closeAllConnections();
      await close?.();
      server.close();
    },
  };
}

async function listenHttp2(server: Http2Server): Promise<Running> {
  const client = connect(`http://127.0.0.1:${await portOf(server)}`);
  return {
    send: (path, { method = "GET", headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const stream = client.request({ ...headers, ":path": path, ":method": method });
        let text = "";
        let received: IncomingHttpHeaders & { readonly ":status"?: number | undefined } = {};
        stream.setEncoding("utf8");
        stream.on("response", (all) => (received = all));
        stream.on("data", (chunk: string) => (text += chunk));
        stream.on("error", reject);
        stream.on("end", () => {
          const all = (name: string): readonly string[] => [received[name] ?? []].flat();
          resolve({ status: received[":status"] ?? 0, all, text });
        });
        stream.end(body);
      }),
    close: async () => {
      await new Promise<void>((resolve) => {
        client.close(resolve);
      });
      server.close();
    },
  };
}

function portOf(server: HttpServer | Http2Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port); // of TCP
    });
  });
}

function fetching(answer: (request: Request) => Promise<Response>): Running {
  return {
    async send(path, { method = "GET", headers = {}, body } = {}) {
      const response = await answer(new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) }));
      const all = (name: string): readonly string[] =>
        name === "set-cookie" ? response.headers.getSetCookie() : [response.headers.get(name) ?? []].flat();
      return { status: response.status, all, text: await response.text() };
    },
    close: () => Promise.resolve(),
  };
}
