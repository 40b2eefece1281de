import { describe, expect, test } from "vitest";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { replyOf, responses, route, serve } from "./serving.js";

/** The same through fetch alone, for what differs each time. */
async function replyOnce(operation: Partial<Operation>, body: object) {
  const serving = await serve([route("op", "GET", "/op", operation)], { handlers: { op: () => body } });
  const response = await serving.fetch(new Request("http://x/op"));
  await serving.close();
  return { type: response.headers.get("content-type"), text: await response.text() };
}
describe("replies", () => {
  test("JSON has a length", async () => {
    expect(await replyOf({}, () => ({ status: 200, body: { ü: "€" } }))).toMatchObject({
      status: 200,
      type: "application/json",
      length: "12",
      text: '{"ü":"€"}',
    });
    expect(await replyOf({}, () => Promise.resolve({ status: 200, body: null }))).toMatchObject({ text: "null", length: "4" });
    expect(await replyOf({}, () => ({ status: 200, body: "text" }))).toMatchObject({ text: '"text"' });
  });
  test("no body has length 0, or none where there can be none", async () => {
    expect(await replyOf({}, () => ({ status: 200 }))).toMatchObject({ text: "", length: "0", type: null });
    expect(await replyOf({}, () => ({ status: 204, body: "ignored" }))).toMatchObject({ status: 204, text: "", length: null, type: null });
  });
  test("the described media type of the status is sent", async () => {
    expect(await replyOf(responses(["application/vnd.x+json"]), () => ({ status: 200, body: 1 }))).toMatchObject({
      type: "application/vnd.x+json",
      text: "1",
    });
    expect(await replyOf(responses([]), () => ({ status: 404, body: { a: 1 } }))).toMatchObject({
      status: 404,
      type: "application/problem+json",
    });
    expect(await replyOf(responses([]), () => ({ status: 503, body: "down" }))).toMatchObject({
      status: 503,
      type: "text/plain; charset=utf-8",
      text: "down",
    });
    expect(
      await replyOf(responses(["text/csv", "application/json"]), () => ({ status: 200, contentType: "text/csv", body: "a,b" })),
    ).toMatchObject({ type: "text/csv; charset=utf-8", text: "a,b" });
    expect(await replyOf(responses(["text/csv", "application/json"]), () => ({ status: 200, body: [1] }))).toMatchObject({
      type: "application/json",
      text: "[1]",
    });
    expect(await replyOf(responses(["application/xml"]), () => ({ status: 200, body: "<a/>" }))).toMatchObject({
      type: "application/xml",
      text: "<a/>",
    });
  });
  test("bytes of every kind", async () => {
    const binary = responses(["application/octet-stream"]);
    expect(await replyOf(binary, () => ({ status: 200, body: new Uint8Array([97, 98]) }))).toMatchObject({
      type: "application/octet-stream",
      length: "2",
      text: "ab",
    });
    expect(await replyOf(binary, () => ({ status: 200, body: new Blob(["ab"]) }))).toMatchObject({
      type: "application/octet-stream",
      length: "2",
      text: "ab",
    });
    expect(await replyOf(responses(["image/*"]), () => ({ status: 200, body: new Blob(["ab"], { type: "image/png" }) }))).toMatchObject({
      type: "image/png",
    });
    expect(await replyOf(binary, () => ({ status: 200, body: new Blob(["ab"]).stream() }))).toMatchObject({ length: null, text: "ab" });
    async function* chunks() {
      yield "a";
      await Promise.resolve();
      yield new Uint8Array([98]);
    }
    expect(await replyOf(binary, () => ({ status: 200, body: chunks() }))).toMatchObject({ text: "ab" });
    expect((await replyOf(binary, () => ({ status: 200, body: new Uint8Array(3_000_000) }))).text.length).toBe(3_000_000);
    expect((await replyOf(binary, () => ({ status: 200, body: new Blob([new Uint8Array(3_000_000)]).stream() }))).text.length).toBe(
      3_000_000,
    );
  });
  test("sequences are written item by item", async () => {
    async function* items() {
      yield { a: 1 };
      await Promise.resolve();
      yield { a: 2 };
    }
    expect(await replyOf(responses(["application/x-ndjson"]), () => ({ status: 200, body: items() }))).toMatchObject({
      text: '{"a":1}\n{"a":2}\n',
    });
    expect(await replyOf(responses(["application/x-ndjson"]), () => ({ status: 200, body: [{ a: 1 }] }))).toMatchObject({
      text: '{"a":1}\n',
      length: "8",
    });
    expect(
      await replyOf(responses(["text/event-stream"]), () => ({
        status: 200,
        body: [{ event: "x\ny", id: 1, data: { a: 1 } }, { data: "l1\nl2" }],
      })),
    ).toMatchObject({
      type: "text/event-stream; charset=utf-8",
      text: 'event: x y\nid: 1\ndata: {"a":1}\n\ndata: l1\ndata: l2\n\n',
    });
  });
  test("what is no event by itself is the data of one, as JSON", async () => {
    const items = [{ id: "c1", choices: [] }, "a\nb", "", { event: "end" }, { data: "l1\nl2" }, 1, null];
    expect(await replyOf(responses(["text/event-stream"]), () => ({ status: 200, body: items }))).toMatchObject({
      text: 'data: {"id":"c1","choices":[]}\n\ndata: "a\\nb"\n\ndata: ""\n\nevent: end\n\ndata: l1\ndata: l2\n\ndata: 1\n\ndata: null\n\n',
    });
  });
  describe.each(["application/x-ndjson", "application/jsonl", "application/json-seq", "text/event-stream"])("texts of %s", (type) => {
    const items = ["a", "b\nc", "", '{"a":1}'];
    const isEvents = type === "text/event-stream";
    const written = isEvents ? 'data: "a"\n\ndata: "b\\nc"\n\ndata: ""\n\ndata: "{\\"a\\":1}"\n\n' : '"a"\n"b\\nc"\n""\n"{\\"a\\":1}"\n';
    const reply = async (body: () => unknown): Promise<string> =>
      (await replyOf(responses([type]), () => ({ status: 200, body: body() }))).text.replaceAll("\u001e", "");

    test("are items, in a list, in a generator and one by one as they come", async () => {
      async function* later() {
        for (const item of items) yield await Promise.resolve(item);
      }
      expect(await reply(() => items)).toBe(written);
      expect(await reply(() => items.values())).toBe(written);
      expect(await reply(later)).toBe(written);
    });
    test("are what is sent where there is nothing else, or where they are bytes", async () => {
      const bytes = items.map((item) => new TextEncoder().encode(item));
      async function* later() {
        for (const chunk of bytes) yield await Promise.resolve(chunk);
      }
      expect(await reply(() => "a\nb")).toBe("a\nb");
      expect(await reply(later)).toBe(items.join(""));
      expect(await reply(() => new Blob(items).stream())).toBe(items.join(""));
      expect(await reply(() => new Blob(items))).toBe(items.join(""));
    });
  });
  test("an object is many parts, and no XML", async () => {
    const { text, type } = await replyOnce(responses(["multipart/form-data"]), {
      status: 200,
      body: { a: 1, list: ["x", "y"], file: new Blob(["f"]) },
    });
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(text.match(/(?<= name=")\w+/g)).toEqual(["a", "list", "list", "file"]);
    expect((await replyOf(responses(["application/xml"]), () => ({ status: 200, body: { a: 1 } }))).status).toBe(500);
  });
  test.each(["multipart/mixed", "multipart/related; type=text/plain"])("parts are of the kind that is described: %s", async (kind) => {
    const form = new FormData();
    form.append("a", "1");
    for (const body of [form, { a: 1 }]) {
      const { text, type } = await replyOnce(responses([kind]), { status: 200, body });
      expect(type?.startsWith(`${kind}; boundary=`)).toBe(true);
      expect(text.startsWith(`--${String(type?.split("boundary=")[1])}\r\n`)).toBe(true);
    }
    for (const other of ["multipart/*", "multipart/form-data", "application/json"])
      expect((await replyOnce(responses([other]), { status: 200, body: form })).type).toMatch(/^multipart\/form-data; boundary=/);
  });
  test("headers are written as the style simple has them", async () => {
    const { headers } = await replyOf({}, () => ({
      status: 200,
      body: 1,
      headers: {
        "X-A": 5,
        "X-B": [1, "b"],
        "X-C": { a: 1, b: true },
        "X-D": undefined,
        "Set-Cookie": ["a=1", "b=2"],
        "Content-Length": 99,
      },
    }));
    expect([
      headers.get("x-a"),
      headers.get("x-b"),
      headers.get("x-c"),
      headers.has("x-d"),
      headers.getSetCookie(),
      headers.get("content-length"),
    ]).toEqual(["5", "1,b", "a,1,b,true", false, ["a=1", "b=2"], "1"]);
  });
  test("a form, and many parts", async () => {
    expect(
      await replyOf(responses(["application/x-www-form-urlencoded"]), () => ({ status: 200, body: { a: 1, b: "x y" } })),
    ).toMatchObject({
      text: "a=1&b=x+y",
    });
    const form = new FormData();
    form.append("a", "1");
    const { text, type } = await replyOnce(responses(["multipart/form-data"]), { status: 200, body: form });
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(text).toContain('name="a"\r\n\r\n1\r\n');
  });
});
