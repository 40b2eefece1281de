/** Media types that differ in their parameters alone: a body is read as the one that it says. */
import { expect, test } from "vitest";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import { route } from "./serving.js";

const versions = [
  "application/vnd.x+json;v=1",
  'application/vnd.x+json; v="2"',
  "application/vnd.x+json; V=3; draft=yes",
  "application/json; charset=utf-8",
  "text/csv",
  "text/csv; header=present",
];
const content = Object.fromEntries(versions.map((type) => [type, {}]));
const routes = { op: route("op", "POST", "/op", { body: { content } }, {}) };

test.each([
  ["application/vnd.x+json;v=1", 0],
  ["application/vnd.x+json; v=1", 0],
  ["Application/VND.x+json ; V=1", 0],
  ['application/vnd.x+json;charset=utf-8;v="1"', 0],
  ["application/vnd.x+json; v=2", 1],
  ["application/vnd.x+json; draft=yes; v=3", 2],
  ["application/json", 3],
  ["application/json; charset=UTF-8", 3],
  ["text/csv", 4],
  ["text/csv; header=absent", 4],
  ["text/csv; charset=utf-8; header=present", 5],
  // Nothing is described for these: the first of the same name is tried.
  ["application/vnd.x+json; v=4", 0],
  ["application/vnd.x+json; v=3", 0],
  ["application/vnd.x+json", 0],
])("%s", async (type, index) => {
  let seen: unknown;
  const op = ({ contentType }: { contentType: string }) => ((seen = contentType), { status: 204 });
  const server = createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers: { op } });
  const { status } = await server.fetch(new Request("http://x/op", { method: "POST", body: "{}", headers: { "content-type": type } }));
  expect([status, seen]).toEqual([204, versions[index]]);
});
