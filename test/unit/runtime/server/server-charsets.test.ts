/** Charsets of request bodies: what is read as UTF-8 says no other. */
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import { route } from "./serving.js";

const form = "application/x-www-form-urlencoded";
const content = {
  "application/json": {},
  "application/x-ndjson": {},
  "application/xml": {},
  "text/plain": {},
  "text/latin; charset=iso-8859-1": {},
  "application/octet-stream": {},
  "multipart/form-data": {},
  "image/*": {},
  [form]: {},
};
const serverOf = (described: object) => {
  const routes = { op: route("op", "POST", "/op", { body: { content: described as typeof content } }) };
  return createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers: { op: () => ({ status: 204 }) } });
};
const server = serverOf(content);

const send = async (contentType: string, body = "5", to = server) => {
  const answer = await to.fetch(new Request("http://x/op", { method: "POST", body, headers: { "content-type": contentType } }));
  return [answer.status, answer.status === 204 ? "" : ((await answer.json()) as { readonly detail: string }).detail];
};
const refused = [415, "The charset of the body must be UTF-8."];

const read = ["application/json", "application/x-ndjson", "application/xml", "text/plain", form];
test.each(read)("%s in UTF-8 or ASCII is read, and in any other charset it is a 415", async (type) => {
  for (const charset of ["utf-8", "UTF-8", "utf8", "Utf8", '"utf-8"', "us-ascii", '"US-ASCII"', "", "utf-8; v=1"])
    expect([charset, await send(`${type}; charset=${charset}`)]).toEqual([charset, [204, ""]]);
  expect(await send(type)).toEqual([204, ""]);
  for (const charset of ["iso-8859-1", "latin1", "foo", '"UTF-16"', "utf-16le", "windows-1252", "utf-88"])
    expect([charset, await send(`${type}; charset=${charset}`)]).toEqual([charset, refused]);
  expect(await send(`${type};v=1;CHARSET=foo`)).toEqual(refused);
});

test("a charset of bytes, of a form of parts, and one that is described is no matter", async () => {
  expect(await send("application/octet-stream; charset=foo")).toEqual([204, ""]);
  expect(await send("image/svg; charset=iso-8859-1")).toEqual([204, ""]);
  expect(await send("multipart/form-data; charset=foo; boundary=b", "--b--\r\n")).toEqual([204, ""]);
  expect(await send("text/latin; charset=ISO-8859-1", "a")).toEqual([204, ""]);
});

test("a range is read by what was sent", async () => {
  const any = serverOf({ "*/*": {} });
  expect(await send("application/json; charset=foo", "5", any)).toEqual(refused);
  expect(await send("text/plain; charset=foo", "5", any)).toEqual(refused);
  expect(await send("application/zip; charset=foo", "5", any)).toEqual([204, ""]);
});

test("a request without a body says no charset", async () => {
  const answer = await server.fetch(new Request("http://x/op", { method: "POST", headers: { "content-type": "text/plain; charset=foo" } }));
  expect(answer.status).toBe(204);
});

test("text that a body parser has decoded is read, in whatever charset it came", async () => {
  const seen: unknown[] = [];
  const routes = { op: route("op", "POST", "/op", { body: { content } }) };
  const op = ({ body }: { readonly body: unknown }) => (seen.push(body), { status: 204 });
  const mounted = createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers: { op } });
  for (const parser of [express.text(), express.raw({ type: "text/plain" })]) {
    const http = createHttpServer(express().use(parser).use(mounted.node)).listen(0, "127.0.0.1");
    await once(http, "listening");
    const { status } = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/op`, {
      method: "POST",
      body: Buffer.from("\u00e9", "latin1"),
      headers: { "content-type": "text/plain; charset=iso-8859-1" },
    });
    seen.push(status);
    http.closeAllConnections();
    http.close();
  }
  expect(seen).toEqual(["\u00e9", 204, 415]);
});
