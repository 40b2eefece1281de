/** Paths that are percent-encoded otherwise than the description writes them. @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2 */
import { describe, expect, test } from "vitest";
import { createRouter } from "../../../../templates/runtime/server/route/router.js";
import { pathText } from "../../../../templates/runtime/shared/serialise.js";

const described: readonly [method: string, template: string][] = [
  ["GET", "/files/{name}.{ext}"],
  ["POST", "/files/{id}"],
  ["GET", "/x/{id}"],
  ["POST", "/x/{id}:verb"],
  ["GET", "/x/{id}:verb"],
  ["GET", "/x/find:all"],
  ["GET", "/x/a,b"],
  ["GET", "/only/find:all"],
  ["PUT", "/only/find:all/{id}"],
  ["GET", "/only/{id}/y"],
  ["GET", "/q/[{a}]^{b}|\u00e9"],
  ["GET", "/q/\u00e9~"],
  ["GET", "/users({id})"],
  ["GET", "/a b{c}"],
];
const router = createRouter(described.map(([method, template]) => ({ method, template, route: `${method} ${template}` })));

function found(method: string, path: string): unknown {
  const result = router.find(method, path);
  if (result.kind !== "found") return result.kind;
  return [result.candidates[0]?.route, ...result.values.map((value) => decodeURIComponent(value))];
}

test.each<[method: string, path: string, expected: unknown]>([
  // A dot is a dot, whichever way it is sent.
  ["GET", "/files/a%2Ejson", ["GET /files/{name}.{ext}", "a", "json"]],
  ["GET", "/files/a%2ejson", ["GET /files/{name}.{ext}", "a", "json"]],
  ["GET", "/files/a%2Eb%20c%2Ejson", ["GET /files/{name}.{ext}", "a.b c", "json"]],
  ["POST", "/files/a%2Ejson", ["POST /files/{id}", "a.json"]],
  // A colon divides a segment, and an encoded one is part of a value.
  ["GET", "/x/5:verb", ["GET /x/{id}:verb", "5"]],
  ["GET", "/x/5%3Averb", ["GET /x/{id}", "5:verb"]],
  ["GET", "/x/5%3averb:verb", ["GET /x/{id}:verb", "5:verb"]],
  ["POST", "/x/5%3Averb", "method"],
  ["GET", "/x/find:all", ["GET /x/find:all"]],
  ["GET", "/x/find%3Aall", ["GET /x/{id}", "find:all"]],
  ["GET", "/x/a%2Cb", ["GET /x/{id}", "a,b"]],
  // Where nothing else has the path, the caller has encoded more than needed.
  ["GET", "/only/find%3Aall", ["GET /only/find:all"]],
  ["PUT", "/only/find%3aall/1", ["PUT /only/find:all/{id}", "1"]],
  ["GET", "/only/find%3Aall/y", ["GET /only/{id}/y", "find:all"]],
  ["GET", "/%6Fnly/%66ind:all", ["GET /only/find:all"]],
  // What can only be encoded is the same as it is and encoded.
  ["GET", "/q/%5B1%5D%5E2%7C%c3%a9", ["GET /q/[{a}]^{b}|\u00e9", "1", "2"]],
  ["GET", "/q/[1]^2|%C3%A9", ["GET /q/[{a}]^{b}|\u00e9", "1", "2"]],
  ["GET", "/q/%C3%A9%7E", ["GET /q/\u00e9~"]],
  ["GET", "/users(a%29)", ["GET /users({id})", "a)"]],
  ["GET", "/a%20b5", ["GET /a b{c}", "5"]],
])("%s %s", (method, path, expected) => {
  expect(found(method, path)).toEqual(expected);
});

describe("what the client sends comes to the operation that it was sent to", () => {
  const values = ["5", "5:verb", "a.b", "find:all", "a,b", "%2E", "%3A", "a/b", ".", "(x)", "\u00e9", "a b", ":verb", "x:verb:verb"];
  test.each(["/x/{id}", "/x/{id}:verb", "/users({id})"])("%s", (path) => {
    for (const id of values) {
      if (id === "." && path === "/x/{id}") continue; // which would make another path, and is refused
      const sent = pathText({ id: "op", method: "GET", path, responses: {} }, { id });
      // As `fetch` sends it.
      expect([sent, found("GET", new URL(sent, "http://x").pathname)]).toEqual([sent, [`GET ${path}`, id]]);
    }
  });
});
