/** Queries and forms that are none as a whole: too many pairs, or a name that cannot be decoded. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { located } from "../../../support/located-parameters.js";
import { route, serve, type Serving } from "./serving.js";

const form = "application/x-www-form-urlencoded";
const pairs = (count: number) => Array<string>(count).fill("a=1").join("&");

let serving: Serving;
beforeAll(async () => {
  serving = await serve([
    route("list", "GET", "/list", {
      parameters: located([
        { name: "limit", in: "query", required: true },
        { name: "a", in: "query" },
      ]),
    }),
    route("whole", "GET", "/whole", { parameters: located([{ name: "all", in: "querystring", content: form }]) }),
    route("add", "POST", "/add", { body: { content: { [form]: {} } } }),
  ]);
});
afterAll(() => serving.close());

const answerTo = async (target: string) => {
  const { status, text } = await serving.get(target);
  const { detail, issues } = JSON.parse(text) as { readonly detail?: string; readonly issues?: unknown };
  return { status, detail, issues };
};
const issue = (keyword: string, message: string, place = "query", path: readonly string[] = []) => [
  { in: place, path, pointer: path.map((name) => `/${name}`).join(""), keyword, message },
];

test("a query of more than 1000 parameters is a 400 that says so, and nothing else", async () => {
  expect(await answerTo(`/list?limit=1&${pairs(1000)}`)).toEqual({
    status: 400,
    detail: "The query has more than 1000 parameters.",
    issues: issue("count", "has more than 1000 parameters"),
  });
  // Also where a name behind them cannot be decoded.
  expect((await answerTo(`/list?${pairs(1000)}&%zz=1`)).detail).toBe("The query has more than 1000 parameters.");
  const atMost = await answerTo(`/list?${pairs(1000)}`);
  expect(atMost.detail).not.toMatch(/more than/);
  expect(atMost.detail).toMatch(/limit/);
});

test("a name that cannot be decoded is a 400 that says so, and nothing else", async () => {
  expect(await answerTo("/list?%zz=1")).toEqual({
    status: 400,
    detail: "The query is not percent-encoded correctly.",
    issues: issue("encoding", "is not percent-encoded correctly"),
  });
});

test("so it is where the whole query is one value", async () => {
  expect(await answerTo(`/whole?${pairs(1001)}`)).toMatchObject({
    status: 400,
    issues: issue("count", "has more than 1000 fields", "querystring", ["all"]),
  });
  expect(await answerTo("/whole?%zz=1")).toMatchObject({
    status: 400,
    issues: issue("encoding", "is not percent-encoded correctly", "querystring", ["all"]),
  });
});

test("and of forms", async () => {
  const send = async (body: string) => {
    const answer = await serving.fetch(new Request("http://x/add", { method: "POST", body, headers: { "content-type": form } }));
    return [answer.status, ((await answer.json()) as { readonly detail?: string }).detail];
  };
  expect(await send(pairs(10_001))).toEqual([400, "The form has more than 10000 fields."]);
  expect(await send("%zz=1")).toEqual([400, "The form is not percent-encoded correctly."]);
});
