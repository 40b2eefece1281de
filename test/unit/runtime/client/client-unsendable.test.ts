/** Values that have no form in a request: the error says whose, and nothing is sent. */
import { describe, expect, it } from "vitest";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { operation, receivingService, type AnyClient } from "./receiving-service.js";
import { located, type LocatedParameter } from "../../../support/located-parameters.js";

const { client, received } = receivingService();

const circular: Record<string, unknown> = {};
circular["self"] = circular;

const lone = "a lone surrogate is no character";
const values: readonly (readonly [string, unknown, string | RegExp])[] = [
  ["half of a surrogate pair", "a\ud83d", lone],
  ["the other half", "\ude00", lone],
  ["halves in the wrong order", "\ude00\ud83d", lone],
  ["one in a list", ["ok", "\ud83d"], lone],
  ["one in an object", { a: "\ud83d" }, lone],
  ["one as the name of a member", { "\ud83d": 1 }, lone],
  ["an invalid date", new Date(NaN), /Invalid time value/],
  ["one in a list of them", [new Date(0), new Date("?")], /Invalid time value/],
  ["one in an object of them", { a: new Date(NaN) }, /Invalid time value/],
  ["what leads to itself", [circular], /circular|call stack/],
];

const styles: readonly (readonly [string, Partial<LocatedParameter>])[] = [
  ["OpenAPI's default style", {}],
  ["a style of its own", { style: "matrix" }],
  ["reserved characters", { allowReserved: true }],
];

const ways = [
  ["a function", false],
  ["a path", true],
] as const;

describe.each(ways)("a call by %s", (_way, byPath) => {
  const call = (
    of: AnyClient,
    described: ReturnType<typeof operation>,
    { body, ...params }: { readonly body?: unknown },
  ): Promise<unknown> =>
    byPath
      ? of.request(described.method.toLowerCase(), described.path, { params, ...(body !== undefined && { body }) })
      : of.call(described, { ...params, ...(body !== undefined && { body }) });
  const refusal = async (calling: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await calling.then(
      () => "sent",
      (reason: unknown) => reason,
    );
    expect(received).toEqual([]);
    return error;
  };

  describe.each(values)("with %s", (_value, value, reason) => {
    it.each(styles)("in the path and the query, in %s", async (_style, style) => {
      for (const place of ["path", "query"] as const) {
        const parameters = located([
          { name: "id", in: place, required: true, ...(place === "query" && style.style ? { style: "deepObject" } : style) },
        ]);
        const described = operation({ path: place === "path" ? "/pets/{id}" : "/pets", parameters });
        const made = client({ writeParameter: writeEncoded, operations: { [`GET ${described.path}`]: described } });
        const error = await refusal(call(made, described, { [place]: { id: value } }));
        expect(error).toBeInstanceOf(TypeError);
        expect((error as Error).message).toMatch(reason);
        expect((error as Error).message).toMatch(new RegExp(`^op: the ${place} parameter "id" cannot be sent: `));
      }
    });
  });

  it("in a header or a cookie, which names it", async () => {
    for (const place of ["header", "cookie"] as const) {
      const error = await refusal(
        call(client({ operations: { "GET /pets": operation() } }), operation(), { [place]: { since: new Date(NaN) } }),
      );
      expect(error).toEqual(new TypeError(`op: the ${place} parameter "since" cannot be sent: Invalid time value`));
    }
  });

  it.each([
    ["a line end", "a\r\nX: b"],
    ["letters beyond Latin-1", "ŝ"],
    ["half of a surrogate pair", "\ud83d"],
    ["such letters in a list", ["a", "中"]],
  ])("with %s in a header, which names it and does not show it", async (_value, value) => {
    const error = await refusal(
      call(client({ operations: { "GET /pets": operation() } }), operation(), { header: { "X-Name": value } } as object),
    );
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/^op: the header parameter "X-Name" cannot be sent: no header has [\x20-\x7e]+$/);
  });

  it("in a form, which names the body", async () => {
    const described = operation({ method: "POST", body: { content: { "application/x-www-form-urlencoded": {} } } });
    const made = client({ encodeBody, operations: { "POST /pets": described } });
    expect(await refusal(call(made, described, { body: { a: "\ud83d" } }))).toEqual(new TypeError(`op: the body cannot be sent: ${lone}`));
    expect(await refusal(call(made, described, { body: { a: new Date(NaN) } }))).toEqual(
      new TypeError("op: the body cannot be sent: Invalid time value"),
    );
  });

  it("in a key of the query, which is not shown", async () => {
    const secured = operation({ security: [["key"]] });
    const made = client(
      { schemes: { key: { kind: "apiKey", in: "query", name: "k" } }, operations: { "GET /pets": secured } },
      { auth: { key: "secret\ud83d" } },
    );
    const sentence = 'The credential "key" has characters that cannot be sent in a query, or is empty';
    expect(await refusal(call(made, secured, {}))).toEqual(new TypeError(sentence));
  });

  it("sends whole characters", async () => {
    const made = client({ operations: { "GET /pets": operation() } }, {});
    await call(made, operation(), { query: { a: "\ud83d\ude00" } } as object);
    expect(received.map(({ url }) => url)).toEqual(["/v1/pets?a=%F0%9F%98%80"]);
  });
});
