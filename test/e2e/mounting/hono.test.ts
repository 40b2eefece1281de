/** What Hono makes of headers of its own middleware beside those of the server, mounted as `docs/server.md` says. */
import { Hono, type MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { cors } from "hono/cors";
import { expect, test } from "vitest";
import { createApi } from "./api.js";

const theirs: MiddlewareHandler = async (context, next) => {
  setCookie(context, "theirs", "1");
  context.header("X-Theirs", "1");
  await next();
};

test.each([
  ["nothing", []],
  ["what sets headers", [theirs]],
  ["what touches the answer", [cors(), theirs]],
  ["what touches the answer before and after", [theirs, cors()]],
] as const)("cookies and headers stay behind %s", async (_, before) => {
  const server = createApi("one", {});
  const app = new Hono();
  for (const middleware of before) app.use(middleware);
  app.use(async (context, next) => {
    const answer = await server.tryFetch(context.req.raw, context);
    if (answer === undefined) return next();
    const whole = context.newResponse(answer.body, answer);
    context.res = undefined;
    context.res = whole;
  });
  app.get("/after", (context) => context.text("theirs"));
  const login = await app.request("/v1/login", { method: "POST" });
  const others = before.length > 0;
  expect(login.headers.getSetCookie().map((cookie) => cookie.split(";")[0])).toEqual([...(others ? ["theirs=1"] : []), "one=1", "two=2"]);
  expect([login.headers.get("x-theirs"), login.headers.get("x-request-id")]).toEqual([others ? "1" : null, "ours"]);
  expect(login.headers.get("access-control-allow-origin")).toBe(before.length > 1 ? "*" : null);
  const events = await app.request("/v1/events");
  expect([events.status, await events.text()]).toEqual([200, "0\n1\n2\n"]);
  expect(await (await app.request("/after")).text()).toBe("theirs");
  expect((await app.request("/v1/none")).status).toBe(404);
});
