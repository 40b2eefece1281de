/** Bodies without a byte: a file, a text, a form or a list of lines that is empty, or no body at all. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import { route, serve, type Serving } from "./serving.js";

const required = (id: string, mediaType: string, decode?: "integer") =>
  route(
    id,
    "POST",
    `/${id}`,
    { body: { ...(id === "maybe" ? {} : { required: true }), content: { [mediaType]: {} } } },
    decode && { body: { [mediaType]: { decode } } },
  );

const sizes: unknown[] = [];
const routes = [
  required("file", "application/octet-stream"),
  required("image", "image/*"),
  required("text", "text/plain"),
  required("number", "text/plain", "integer"),
  required("json", "application/json"),
  required("form", "application/x-www-form-urlencoded"),
  required("lines", "application/jsonl"),
  required("maybe", "text/plain"),
];

describe("a body without a byte", () => {
  let serving: Serving;
  beforeAll(async () => {
    const op = ({ body }: { body: unknown }) => {
      sizes.push(body instanceof Blob ? body.size : body);
      return { status: 200, body: null };
    };
    serving = await serve(routes, { handlers: Object.fromEntries(routes.map(({ operation }) => [operation.id, op])) });
  });
  afterAll(() => serving.close());

  test.each([
    ["/file", "application/octet-stream", 200, 0],
    ["/image", "image/png", 200, 0],
    ["/text", "text/plain", 200, ""],
    ["/maybe", "text/plain", 200, ""],
    ["/form", "application/x-www-form-urlencoded", 200, {}],
    ["/lines", "application/jsonl", 200, []],
    ["/number", "text/plain", 400, undefined],
    ["/json", "application/json", 400, undefined],
  ])("at %s as %s: %d", async (path, contentType, status, size) => {
    const request = { method: "POST", body: new Blob([]), headers: { "Content-Type": contentType } };
    const framings = [`Content-Length: 0\r\n\r\n`, `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`].map(
      (framing) => `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${contentType}\r\n${framing}`,
    );
    sizes.length = 0;
    const answers = [
      (await serving.fetch(new Request(`http://x${path}`, request))).status,
      (await fetch(`${serving.url}${path}`, request)).status,
      ...(await Promise.all(framings.map((text) => serving.raw(text)))).map((answer) => Number(answer.slice(9, 12))),
    ];
    expect(answers).toEqual([status, status, status, status]);
    expect(sizes).toEqual(status === 200 ? [size, size, size, size] : []);
  });

  test("is none where nobody says that there is one", async () => {
    sizes.length = 0;
    const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n`;
    expect((await serving.raw(head("/text"))).slice(9, 12)).toBe("400");
    expect((await serving.raw(head("/maybe"))).slice(9, 12)).toBe("200");
    expect(sizes).toEqual([undefined]);
  });
});

describe("an empty body that a parser has waited for is no body", () => {
  const waits: Readonly<Record<string, (request: IncomingMessage, next: () => void) => void>> = {
    "at once": (request, next) => void request.resume().on("end", next),
    later: (request, next) =>
      void request.resume().on("end", () => {
        setTimeout(next, 20);
      }),
  };

  test.each(Object.keys(waits))("%s", async (when) => {
    const server = createServer(
      { basePath: "", realm: "Test", schemes: {}, routes: { json: required("json", "application/json") } },
      { handlers: { json: () => ({ status: 200, body: null }) } },
    );
    const http = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
      waits[when]?.(request, () => {
        server.node(request, response);
      });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const answer = await new Promise<string>((resolve) => {
      const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
      socket.write("POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
      socket.on("data", (data) => {
        socket.destroy();
        resolve(String(data));
      });
    });
    http.closeAllConnections();
    http.close();
    expect(answer).toContain("400 Bad Request");
    expect(answer).toContain("is required");
  });
});

/** What tells nothing of a length: a request of `fetch` with a stream, as adapters make it of a request without a body. */
describe("where no byte comes, of a media type or charset that is not read", () => {
  const sorts = ["text/html", "text/plain;charset=iso-8859-1", "application/json"];
  const cases = sorts.flatMap((contentType) => [[contentType, "/maybe", 200, 415] as const, [contentType, "/text", 400, 415] as const]);
  test.each(cases)("%s at %s answers %d, and %d with one", async (contentType, path, empty, full) => {
    const serving = await serve(routes, {
      handlers: Object.fromEntries(routes.map(({ operation }) => [operation.id, () => ({ status: 200, body: null })])),
    });
    const headers = { "Content-Type": contentType };
    const stream = (...texts: readonly string[]): ReadableStream =>
      new ReadableStream({
        start(controller) {
          for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      });
    const request = (body: ReadableStream | null): Request =>
      new Request(`http://x${path}`, { method: "POST", headers, body, duplex: "half" });
    const raw = async (rest: string): Promise<number> =>
      Number(
        (await serving.raw(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${contentType}\r\n${rest}`)).slice(
          9,
          12,
        ),
      );
    const tried = async (body: ReadableStream | null): Promise<number | undefined> => (await serving.fetch(request(body))).status;
    expect(await Promise.all([tried(null), tried(stream()), tried(stream("")), raw("\r\n")])).toEqual(
      Array.from({ length: 4 }, () => empty),
    );
    const chunk = "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n";
    expect(await Promise.all([tried(stream("a")), raw("Content-Length: 1\r\n\r\na"), raw(chunk)])).toEqual([full, full, full]);
    await serving.close();
  });
});
