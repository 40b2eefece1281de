/** Multipart bodies as clients of all kinds send them: the same is read of them on every platform. */
import { describe, expect, test } from "vitest";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import { dice } from "../../../support/dice.js";
import { route } from "./serving.js";

const type = "multipart/form-data";
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0));

const shape = { properties: { a: "string", n: "integer", file: "binary", files: { items: "binary" } } } as const;
const routes = { op: route("op", "POST", "/op", { body: { content: { [type]: {} } } }, { body: { [type]: { decode: shape } } }) };

/** What a handler gets: texts as they are, files by name, media type and content. Of what is refused, the sentence. */
async function received(body: string | Uint8Array<ArrayBuffer> | FormData, contentType?: string): Promise<unknown> {
  let seen: unknown;
  const tell = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(tell));
    if (value instanceof File) return [value.name, value.type, await value.text()];
    return value instanceof Blob ? [value.type, await value.text()] : value;
  };
  const op = async ({ body: given }: { body: object }) => {
    const told = Object.entries(given).map(async ([name, value]) => [name, await tell(value)] as const);
    seen = Object.fromEntries(await Promise.all(told));
    return { status: 204 };
  };
  const server = createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers: { op } });
  const headers = contentType === undefined ? undefined : { headers: { "content-type": contentType } };
  const answer = await server.fetch(new Request("http://x/op", { method: "POST", body, ...headers }));
  return answer.status === 204 ? seen : ((await answer.json()) as { detail: string }).detail;
}

const one = (disposition: string, content = "x"): string => `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n--b--\r\n`;
const typed = (fields: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; name=file\r\n${fields}\r\n\r\n${content}\r\n--b--\r\n`;

describe("what clients send", () => {
  test.each<[string, string, unknown]>([
    ["names without quotes", one("form-data; name=a"), { a: "x" }],
    [
      ".NET's names of files",
      one("form-data; name=file; filename=x.txt; filename*=utf-8''%C3%A9.txt"),
      { file: ["é.txt", "text/plain", "x"] },
    ],
    ["names of files in Latin-1", one("form-data; name=file; filename*=iso-8859-1'en'%E9.txt"), { file: ["é.txt", "text/plain", "x"] }],
    [
      "a name of a file that is not well encoded",
      one("form-data; name=file; filename=x.txt; filename*=utf-8''%C3"),
      { file: ["x.txt", "text/plain", "x"] },
    ],
    [
      "quotes behind backslashes",
      one(String.raw`form-data; name="file"; filename="x\"y\\z.txt"`),
      { file: [String.raw`x"y\z.txt`, "text/plain", "x"] },
    ],
    [
      "paths of Windows",
      one(String.raw`form-data; name="file"; filename="C:\temp\x.txt"`),
      { file: [String.raw`C:\temp\x.txt`, "text/plain", "x"] },
    ],
    // Browsers, undici and others that keep to WHATWG.
    ...[String.raw`\\host\share\x.txt`, String.raw`C:\temp` + "\\", "\\", "\\\\", String.raw`a\;b.txt`].flatMap(
      (path): [string, string, object][] => [
        [`a path of Windows as it is: ${path}`, one(`form-data; name="file"; filename="${path}"`), { file: [path, "text/plain", "x"] }],
        [`the same ahead of others: ${path}`, one(`form-data; filename="${path}" ; name="file"`), { file: [path, "text/plain", "x"] }],
        [`the same as a name: ${path}`, one(`form-data; name="${path}"`), { [path]: "x" }],
      ],
    ),
    // Older curl, Go and others: who escapes quotes escapes backslashes.
    [
      "an escaped quote at the end",
      one(String.raw`form-data; name="file"; filename="C:\\a\"b\""`),
      { file: ['C:\\a"b"', "text/plain", "x"] },
    ],
    ["an escaped quote alone", one(String.raw`form-data; name="\""`), { '"': "x" }],
    ["a quote that nobody has escaped", one('form-data; name="file"; filename="a"b.txt"'), { file: ['a"b.txt', "text/plain", "x"] }],
    ["a quote that does not close", one('form-data; name="a'), { a: "x" }],
    ["what browsers encode", one('form-data; name="file"; filename="a%22b%0D%0Ac%41"'), { file: ['a"b\r\nc%41', "text/plain", "x"] }],
    ["semicolons and equals signs in names", one('form-data; name="a;b=c"'), { "a;b=c": "x" }],
    ["headers in other cases, and without spaces", "--b\r\nCONTENT-DISPOSITION:Form-Data;NAME=a\r\n\r\nx\r\n--b--", { a: "x" }],
    ["headers on two lines", "--b\r\nContent-Disposition: form-data;\r\n\tname=a\r\n\r\nx\r\n--b--\r\n", { a: "x" }],
    ["text ahead of the first part and behind the last", `This is MIME.\r\n${one("form-data; name=a")}The end.`, { a: "x" }],
    ["spaces behind boundaries", "--b  \r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b-- \t\r\n", { a: "x" }],
    ["no line break at the end", one("form-data; name=a").slice(0, -2), { a: "x" }],
    [
      "content that begins like the boundary",
      one("form-data; name=a", "x\r\n--bc\r\n--\r\n--b-\r\ny"),
      { a: "x\r\n--bc\r\n--\r\n--b-\r\ny" },
    ],
    ["content that is a line break", one("form-data; name=a", "\r\n"), { a: "\r\n" }],
    ["no content", one("form-data; name=a", ""), { a: "" }],
    ["no content, and no line for it", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b--\r\n", { a: "" }],
    ["a file that nobody chose", one('form-data; name="file"; filename=""', ""), { file: ["", "text/plain", ""] }],
    ["a byte order mark", one("form-data; name=a", "\ufeffx"), { a: "\ufeffx" }],
    [
      "base64",
      typed("Content-Transfer-Encoding: base64\r\nContent-Type: image/png", "iVB\r\nORw=="),
      { file: ["image/png", latin1Text([0x89, 0x50, 0x4e, 0x47])] },
    ],
    [
      "text that says its encoding",
      typed("Content-Transfer-Encoding: 8bit\r\nContent-Type: text/plain; charset=UTF-8", "é"),
      { file: ["", "é"] },
    ],
    ["no parts", "--b--\r\n", {}],
    ["names of Object's members", one("form-data; name=constructor"), { constructor: "x" }],
  ])("%s", async (_, body, expected) => {
    expect(await received(body, `${type}; boundary=b`)).toEqual(expected);
  });

  test.each([
    `${type}; boundary="b"`,
    `${type};boundary=b`,
    `${type}; charset=utf-8; boundary=b`,
    `Multipart/Form-Data; Boundary=b`,
    `${type}; boundary = b ; x=y`,
  ])("with %s", async (contentType) => {
    expect(await received(one("form-data; name=n", "5"), contentType)).toEqual({ n: 5 });
  });

  test("text in other encodings, and bytes that are no text", async () => {
    const text = latin1(
      "--b\r\nContent-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n\r\n\xe9\r\n--b--\r\n",
    );
    expect(await received(text, `${type}; boundary=b`)).toEqual({ a: "é" });
    for (const field of ["", "Content-Type: application/octet-stream\r\n"]) {
      const bytes = latin1(`--b\r\nContent-Disposition: form-data; name=file\r\n${field}\r\n\xff\xfe\x00\r\n--b--\r\n`);
      const server = received(bytes, `${type}; boundary=b`);
      expect(await server).toEqual({
        file: [field === "" ? "" : "application/octet-stream", new TextDecoder().decode(latin1("\xff\xfe\x00"))],
      });
    }
  });
});

function latin1Text(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

describe("what is refused", () => {
  const broken = "The multipart body is not well formed";
  test.each<[string, string, string, string?]>([
    ["no boundary", one("form-data; name=a"), `${broken}: its Content-Type says no boundary.`, type],
    ["another boundary", one("form-data; name=a"), `${broken}: its boundary is nowhere.`, `${type}; boundary=c`],
    ["a body that is cut off in a part", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx", `${broken}: it ends within a part.`],
    ["a body that is cut off in headers", "--b\r\nContent-Disposition: form-data; name=a", `${broken}: it ends within a part.`],
    [
      "a body that is cut off between parts",
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b\r\n",
      `${broken}: it ends within a part.`,
    ],
    [
      "a part without an empty line",
      `--b\r\nContent-Disposition: form-data; name=a\r\n${one("form-data; name=a")}`,
      `${broken}: the headers of a part do not end.`,
    ],
    ["two boundaries in a row", `--b\r\n${one("form-data; name=a")}`, `${broken}: the headers of a part do not end.`],
    ["a part without headers", "--b\r\n\r\nx\r\n--b--\r\n", `${broken}: a part has no name.`],
    ["a part without a name", one("form-data; filename=x"), `${broken}: a part has no name.`],
    ["base64 that is none", typed("Content-Transfer-Encoding: base64", "?"), `${broken}: a part is not base64.`],
    [
      "too many parts",
      `${"--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n".repeat(10_001)}--b--`,
      "The form has too many parts.",
    ],
  ])("%s", async (_, body, sentence, contentType = `${type}; boundary=b`) => {
    expect(await received(body, contentType)).toBe(sentence);
  });
});

test.each([17_000, 900_000])("headers of a part that are %d bytes long are refused", async (length) => {
  const refused = "The multipart body is not well formed: the headers of a part are too long.";
  const long = "a".repeat(length);
  expect(await received(one(`form-data; name=a; filename="${long}"`), `${type}; boundary=b`)).toBe(refused);
  expect(await received(one(`form-data; name="a"; x="${"\\".repeat(length)}"`), `${type}; boundary=b`)).toBe(refused);
  expect(await received(typed(`X-A: ${long}`, "x"), `${type}; boundary=b`)).toBe(refused);
});

test("forms of this platform arrive as they are, whatever is in them", async () => {
  const random = dice(20_301_205);
  const textOf = (most: number, ...more: readonly string[]): string =>
    Array.from({ length: random.below(most) }, () =>
      random.of(
        "",
        "\r\n",
        "--",
        "-",
        "\r",
        "\n",
        "é",
        "😀",
        '"',
        ";",
        "=",
        "x",
        " ",
        "\t",
        "content",
        "filename*",
        "\u0000",
        "\\",
        ...more,
      ),
    ).join("");
  for (let round = 0; round < 300; round += 1) {
    const form = new FormData();
    const expected: Record<string, unknown> = {};
    for (let index = 0; index < random.below(6); index += 1) {
      const name = `f${index}${textOf(3)}`;
      const content = textOf(12, "%22", "%0d");
      if (random.chance(0.5)) {
        form.append(name, content);
        expected[lines(name)] = lines(content);
      } else {
        const file = new File([content], `n${textOf(4)}`, { type: random.of("image/png", "text/csv") });
        form.append(name, file);
        expected[lines(name)] = [file.name, file.type, content];
      }
    }
    expect(await received(form)).toEqual(expected);
  }
});

/** Line breaks of names and texts as forms send them. @see https://html.spec.whatwg.org/#multipart-form-data */
const lines = (text: string): string => text.replace(/\r\n|\r|\n/g, "\r\n");
