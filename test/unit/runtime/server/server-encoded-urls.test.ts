/** URLs in headers: what may not stand there as it is, is percent-encoded. */
import { describe, expect, test } from "vitest";
import type { Deprecation } from "../../../../templates/runtime/shared/deprecated-operation.js";
import { replyOf, route, serve } from "./serving.js";

const bases: readonly [base: string, sent: string][] = [
  ["/v1", "/v1"],
  ["/caf\u00e9", "/caf%C3%A9"],
  ["/\u65e5\u672c/a b", "/%E6%97%A5%E6%9C%AC/a%20b"],
  ["/%E6%97%A5", "/%E6%97%A5"],
];

describe.each(bases)("the base path %s", (basePath, sent) => {
  const deprecation: Deprecation = { code: "OLD", replacement: { path: "/neu\u00eb/{id}" } };
  const op = (_: never, context: { readonly basePath: string }): unknown => ({
    status: 201,
    headers: { location: `${context.basePath}/pets/1`, "set-cookie": `a=b; Path=${context.basePath}` },
  });

  test.each(["node", "fetch"])("is sent percent-encoded in headers, through %s", async (way) => {
    const serving = await serve([route("op", "GET", "/op/{id}", { deprecation, parameters: { path: ["id"] } })], {
      definition: { basePath },
      handlers: { op },
    });
    const { headers } =
      way === "node" ? await fetch(`${serving.url}${sent}/op/7`) : await serving.fetch(new Request(`http://x${sent}/op/7`));
    await serving.close();
    expect([headers.get("location"), headers.get("set-cookie"), headers.get("link")]).toEqual([
      `${sent}/pets/1`,
      `a=b; Path=${sent}`,
      `<${sent}/neu%C3%AB/7>; rel="successor-version"`,
    ]);
  });
});

test.each<[link: string, sent: string | null]>([
  ["https://x.test/a?b=c#d", "https://x.test/a?b=c#d"],
  ["https://b\u00fccher.test/\u65e5\u672c", "https://b%C3%BCcher.test/%E6%97%A5%E6%9C%AC"],
  ["https://x.test/a b<c>", "https://x.test/a%20b%3Cc%3E"],
  ["https://x.test/{id}", null],
  ["https://x.test/a\r\nSet-Cookie: a", null],
])("the page about a removal %j is linked as %j", async (link, sent) => {
  const deprecation: Deprecation = { code: "OLD", link };
  const { headers } = await replyOf({ deprecation }, () => ({ status: 204 }));
  expect(headers.get("link")).toBe(sent === null ? null : `<${sent}>; rel="deprecation"`);
});

test.each([
  ["location", "/pets/\u65e5\u672c", "/pets/%E6%97%A5%E6%9C%AC"],
  ["Location", "https://x.test/\u00c4rger a?b=%20", "https://x.test/%C3%84rger%20a?b=%20"],
  ["content-Location", "/\ud83d\ude00\ud83d", "/%F0%9F%98%80%EF%BF%BD"],
  ["X-Title", "a <b>", "a <b>"],
])("a reply's %s %j is sent as %j", async (name, value, sent) => {
  const { status, headers } = await replyOf({}, () => ({ status: 201, headers: { [name]: value } }));
  expect([status, headers.get(name)]).toEqual([201, sent]);
});

test("a Location that would end its line is refused", async () => {
  expect((await replyOf({}, () => ({ status: 201, headers: { location: "/a\r\nSet-Cookie: a" } }))).status).toBe(500);
});
