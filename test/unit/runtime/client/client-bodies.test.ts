import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { parseMultipart } from "../../../../templates/runtime/server/decode/multipart.js";
import { ResponseError } from "../../../../templates/runtime/client/call/response-body.js";
import { decodeBody } from "../../../../templates/runtime/client/call/response-media.js";

function operation(content: NonNullable<Operation["body"]>["content"], responses: Operation["responses"] = {}): Operation {
  return { id: "send", method: "POST", path: "/", body: { content }, responses };
}

const bytes = async (file: Blob): Promise<number[]> => [...new Uint8Array(await file.arrayBuffer())];
const textOf = (body: unknown): Promise<string> => new Response(body as RequestInit["body"]).text();

describe("a request body", () => {
  it.each([
    ["application/json", { a: 1 }, '{"a":1}'],
    ["application/json", "text", '"text"'],
    ["application/vnd.api+json", [1], "[1]"],
    ["application/x-www-form-urlencoded", { a: "b c", d: [1, 2] }, "a=b%20c&d=1&d=2"],
    ["application/x-www-form-urlencoded", "ready=1", "ready=1"],
    ["text/plain", "héllo", "héllo"],
    ["text/plain", 5, "5"],
    ["application/xml", "<a/>", "<a/>"],
    ["application/x-ndjson", [{ a: 1 }, 2], '{"a":1}\n2\n'],
    ["application/json-seq", [1], "\u001e1\n"],
    ["application/octet-stream", new Uint8Array([104, 105]), "hi"],
    ["application/octet-stream", new Blob(["hi"]), "hi"],
  ])("of %s", async (mediaType, value, expected) => {
    const { body, contentType } = encodeBody(operation({ [mediaType]: {} }), value, mediaType);
    expect(await textOf(body)).toBe(expected);
    expect(contentType).toBe(mediaType);
  });

  describe("of another realm, or of a package that stands in for the platform's classes,", () => {
    const named = (name: string): object => ({ [Symbol.toStringTag]: name });
    const multipart = operation({ "multipart/form-data": {}, "application/octet-stream": {} });

    it.each([
      ["FormData", "multipart/form-data"],
      ["URLSearchParams", "application/octet-stream"],
      ["Blob", "application/octet-stream"],
    ])("is sent as it is: %s", (name, mediaType) => {
      // prettier-ignore
      const value = named(name);
      expect(encodeBody(multipart, value, mediaType).body).toBe(value);
    });

    it("is bytes in a field of a form", async () => {
      const foreign = runInNewContext("new Uint8Array([104, 105]).buffer") as ArrayBuffer;
      expect(foreign).not.toBeInstanceOf(ArrayBuffer);
      const { body } = encodeBody(multipart, { a: foreign, b: [foreign] }, "multipart/form-data");
      const fields = [...(body as FormData)];
      expect(fields.map(([name]) => name)).toEqual(["a", "b"]);
      for (const [, value] of fields) expect(await textOf(value)).toBe("hi");
    });
  });

  it("of URLSearchParams says that it is a form, whatever else is described", () => {
    const form = new URLSearchParams("a=1");
    const described = operation({ "application/json": {}, "application/x-www-form-urlencoded; charset=utf-8": {} });
    const typesOf = Object.keys(described.body?.content ?? {}).map((mediaType) => encodeBody(described, form, mediaType).contentType);
    expect(typesOf).toEqual(["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8"]);
  });

  it("of a multipart type that is no form is not made of a value", () => {
    const described = operation({ "multipart/mixed": {}, "multipart/related": {} });
    for (const mediaType of ["multipart/mixed", "multipart/related"]) {
      expect(() => encodeBody(described, { a: 1 }, mediaType)).toThrow(`a body of ${mediaType} is given as text or bytes`);
      expect(encodeBody(described, "--b--", mediaType).body).toBe("--b--");
    }
  });

  describe.each(["multipart/mixed", "multipart/related; type=text/plain", 'multipart/x; boundary="a b"', "Multipart/Mixed;boundary=b"])(
    "of %s",
    (mediaType) => {
      const described = operation({ [mediaType]: {} });

      it("is made of a form, with the media type that is described and a boundary", async () => {
        const form = new FormData();
        form.append("a", "1");
        form.append('n"\r\nX: y', "two\nlines");
        form.append("file", new File(["<x>"], 'f"\\ü.xml', { type: "text/xml" }));
        form.append("plain", new Blob([new Uint8Array([0, 255])]));
        const { body, contentType = "" } = encodeBody(described, form, mediaType);
        expect(contentType.startsWith(mediaType)).toBe(true);
        expect(contentType.match(/boundary=/gi)).toHaveLength(1);
        const parts = parseMultipart(new Uint8Array(await new Response(body as Blob).arrayBuffer()), contentType, 10);
        const told = parts.map(async ([name, part]) => [name, part instanceof File ? [part.name, part.type, await bytes(part)] : part]);
        expect(await Promise.all(told)).toEqual([
          ["a", "1"],
          ['n"\r\nX: y', "two\r\nlines"],
          ["file", ['f"\\ü.xml', "text/xml", [60, 120, 62]]],
          ["plain", ["blob", "application/octet-stream", [0, 255]]],
        ]);
      });
    },
  );

  it("of another kind of multipart has the boundary that a Blob knows", () => {
    const typeFor = (type: string, mediaType: string) => encodeBody(operation({}), new Blob(["--b--"], { type }), mediaType).contentType;
    expect(typeFor("multipart/mixed; boundary=b", "multipart/mixed")).toBe("multipart/mixed; boundary=b");
    expect(typeFor("multipart/mixed; boundary=b", "multipart/mixed; boundary=c")).toBe("multipart/mixed; boundary=c");
    expect(typeFor("multipart/related; boundary=b", "multipart/mixed")).toBe("multipart/mixed");
  });

  it("of a range says what it is", () => {
    const any = operation({ "image/*": {}, "*/*": {} });
    expect(encodeBody(any, new Blob(["x"], { type: "image/png" }), "image/*").contentType).toBe("image/png");
    expect(encodeBody(any, new Blob(["x"]), "image/*").contentType).toBe("application/octet-stream");
    expect(encodeBody(any, { a: 1 }, "*/*").contentType).toBe("application/json");
  });

  it("that is a stream says so", () => {
    expect(encodeBody(operation({}), new Blob(["x"]).stream(), "application/octet-stream").stream).toBe(true);
  });

  it("of XML is text: objects have no form", () => {
    expect(() => encodeBody(operation({}), { a: 1 }, "application/xml")).toThrow(
      "send: a body of application/xml is given as text or bytes",
    );
  });

  it("of a form in Stripe's manner nests brackets", async () => {
    const content = { "application/x-www-form-urlencoded": { encoding: { address: { style: "deepObject", explode: true } } } } as const;
    const { body } = encodeBody(
      operation(content),
      { address: { line1: "a", tags: ["b"] }, name: "c" },
      "application/x-www-form-urlencoded",
    );
    expect(decodeURIComponent(await textOf(body))).toBe("address[line1]=a&address[tags][0]=b&name=c");
  });

  it("of several parts has files, lists, JSON and text", async () => {
    const content = {
      "multipart/form-data": {
        encoding: {
          list: { contentType: "application/json" },
          note: { contentType: "text/markdown" },
          ids: { style: "form", explode: false },
        },
      },
    } as const;
    const value = {
      file: new File(["data"], "a.txt", { type: "text/plain" }),
      bytes: new Uint8Array([1]),
      tags: ["x", "y"],
      meta: { k: 1 },
      list: [1, 2],
      note: "# n",
      ids: [1, 2],
      none: null,
      count: 3,
    };
    const { body, contentType } = encodeBody(operation(content), value, "multipart/form-data");
    expect(contentType).toBeUndefined();
    const parts = await Promise.all(
      [...(body as FormData)].map(async ([name, part]) => (typeof part === "string" ? [name, part] : [name, part.type, await part.text()])),
    );
    expect(parts).toEqual([
      ["file", "text/plain", "data"],
      ["bytes", "application/octet-stream", "\u0001"],
      ["tags", "x"],
      ["tags", "y"],
      ["meta", "application/json", '{"k":1}'],
      ["list", "application/json", "[1,2]"],
      ["note", "text/markdown", "# n"],
      ["ids", "1,2"],
      ["count", "3"],
    ]);
    expect((body as FormData).get("file")).toHaveProperty("name", "a.txt");
  });

  it("of several parts sends bytes as files, whatever style their field has", async () => {
    const style = { style: "form", contentType: "image/png" } as const;
    const content = {
      "multipart/form-data": { encoding: { file: style, bytes: style, buffer: style, files: style, deep: { style: "deepObject" } } },
    } as const;
    const value = {
      file: new File(["data"], "a.png"),
      bytes: new Uint8Array([65]),
      buffer: new TextEncoder().encode("B").buffer,
      files: [new Blob(["1"]), "two", new Blob(["3"], { type: "image/gif" })],
      deep: { a: 1, b: [2] },
    };
    const { body } = encodeBody(operation(content), value, "multipart/form-data");
    const parts = await Promise.all(
      [...(body as FormData)].map(async ([name, part]) => (typeof part === "string" ? [name, part] : [name, part.type, await part.text()])),
    );
    expect(parts).toEqual([
      ["file", "image/png", "data"],
      ["bytes", "image/png", "A"],
      ["buffer", "image/png", "B"],
      ["files", "image/png", "1"],
      ["files", "image/png", "two"],
      ["files", "image/gif", "3"],
      ["deep[a]", "1"],
      ["deep[b][0]", "2"],
    ]);
    expect((body as FormData).get("file")).toHaveProperty("name", "a.png");
  });

  it("that is a form already is sent as it is", () => {
    const form = new FormData();
    expect(encodeBody(operation({}), form, "multipart/form-data")).toEqual({ body: form, contentType: undefined });
  });
});

describe("a response body", () => {
  const answer = (body: string | Uint8Array<ArrayBuffer> | null, contentType?: string, status = 200): Response =>
    new Response(body, { status, ...(contentType === undefined ? {} : { headers: { "Content-Type": contentType } }) });
  const read = (types: readonly string[], response: Response, status = "200"): Promise<unknown> =>
    decodeBody(operation({}, { [status]: types }), response);

  it("is parsed where it is JSON, with or without parameters, by the name of a vendor, or of no name", async () => {
    expect(await read(["application/json"], answer('{"a":1}', "application/json; charset=utf-8"))).toEqual({ a: 1 });
    expect(await read(["application/vnd.x+json"], answer("[1]", "application/vnd.x+json"))).toEqual([1]);
    expect(await decodeBody(operation({}, { 200: ["application/json"] }), new Response(new TextEncoder().encode("5")))).toBe(5);
    expect(await read(["application/json"], answer("5", "text/plain"))).toBe(5);
  });

  it("is text, bytes, a form or a stream by its media type", async () => {
    expect(await read(["text/csv"], answer("a,b", "text/csv"))).toBe("a,b");
    expect(await read(["application/pdf"], answer("x", "application/pdf"))).toBeInstanceOf(Blob);
    expect(await read(["image/*"], answer("x", "image/png"))).toBeInstanceOf(Blob);
    // A file of Swagger 2.0 may hold anything.
    expect(await read(["application/octet-stream"], answer("{}", "application/json"))).toBeInstanceOf(Blob);
    expect(await read(["text/event-stream"], answer("data: 1\n\n", "text/event-stream"))).toBeInstanceOf(ReadableStream);
    expect(await read(["application/x-ndjson"], answer("1\n", "application/x-ndjson"))).toBeInstanceOf(ReadableStream);
  });

  it("goes by what the service says where the description allows several", async () => {
    expect(await read(["application/json", "text/csv"], answer("a,b", "text/csv"))).toBe("a,b");
    expect(await read(["*/*"], answer("a,b", "text/csv"))).toBe("a,b");
  });

  it("is read by the entry of its range, or by default", async () => {
    expect(await read(["application/json"], answer("1", "application/json", 404), "4XX")).toBe(1);
    expect(await read(["application/json"], answer("1", "application/json", 503), "default")).toBe(1);
  });

  it("is nothing where there is none", async () => {
    expect(await read([], answer(null, undefined, 204), "204")).toBeUndefined();
    expect(await read(["application/json"], answer("", "application/json"))).toBeUndefined();
  });

  it("that should be JSON and is not names operation and status", async () => {
    const error = await read(["application/json"], answer("<html>" + "x".repeat(500), "text/html", 502), "5XX").catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({
      operation: "send",
      status: 502,
      message: "send: the answer 502 is not the JSON that the description promises (text/html)",
    });
    expect((error as ResponseError).body).toHaveLength(200);
    expect((error as ResponseError).response.status).toBe(502);
    expect(inspect(error)).not.toContain("Response {");
  });

  it("of a status that is not described is what it says it is, or text", async () => {
    expect(await read(["application/json"], answer('{"a":1}', "application/json", 500))).toEqual({ a: 1 });
    expect(await read(["application/json"], answer("<html>", "text/html", 502))).toBe("<html>");
    expect(await read(["application/json"], answer("{broken", "application/json", 500))).toBe("{broken");
  });
});
