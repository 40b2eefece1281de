import { expect, it } from "vitest";
import { serverFiller } from "../../../../src/emit/wire/fill-servers.js";
import { apiOf } from "../../../support/api.js";

type Variables = Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
const fillerOf = async (url: string, variables: Variables = {}): Promise<string | undefined> => {
  const description = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers: [{ url, variables }], paths: {} };
  return serverFiller(await apiOf(`${JSON.stringify(description)}\n`, { name: "shop" }));
};
const free = (url: string): Variables =>
  Object.fromEntries(Array.from(url.matchAll(/\{(\w+)\}/g), ([, name = ""]) => [name, { default: "x" }]));

it.each([
  "https://{tenant}.pay.example.com",
  "https://pay.{v}/v1",
  "https://api.example.com:{v}",
  "https://api.example.com{v}",
  "https://{v}:{v}",
  "https://{v}{v}/v1",
  "//{v}.example.com",
  "{v}://api.example.com",
  "http{v}://api.example.com",
  "{v}//api",
  "{v}.example.com/v1",
  "/{v}/api",
  "/{v}{v}",
])("values of variables are checked where they could change the host: %s", async (url) => {
  expect(await fillerOf(url, free(url))).toBe("fillCheckedVariables");
});

it.each(["https://{v}/v1", "https://{v}", "//{v}/v1", "{v}/v1", "{v}", "https://api.example.com/{v}", "https://{v}/{v}/x", "/api/{v}"])(
  "and not where they cannot: %s",
  async (url) => {
    expect(await fillerOf(url, free(url))).toBe("fillVariables");
  },
);

it("nor where the description lists them", async () => {
  expect(await fillerOf("https://{v}.example.com", { v: { default: "eu", enum: ["eu", "us"] } })).toBe("fillVariables");
  expect(await fillerOf("https://example.com")).toBe(undefined);
});
