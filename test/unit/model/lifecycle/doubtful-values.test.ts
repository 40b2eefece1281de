/** Values that can be read, and hardly are what is meant. */
import { expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

async function found(keys: string, other = "", path = "x-none: 1") {
  const operation = (id: string, more: string) => `{operationId: ${id}, ${more}responses: {200: {description: ok}}}`;
  const text = `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a: {${path}, get: ${operation("a", `${keys}, `)}, put: ${operation("b", other)}}
`;
  const { value, diagnostics } = await outcomeOf(text, { name: "shop" });
  return {
    sunset: value?.operations[0]?.doc.lifecycle?.sunset?.text,
    told: diagnostics.map(({ code, message, hint, at }) => [code, message, hint, at !== undefined && "pointer" in at && at.pointer]),
  };
}

it("reads a year far in the past as it is written, and asks", async () => {
  const { sunset, told } = await found("deprecated: true, x-sunset: '0030-12-05'");
  expect(sunset).toBe("0030-12-05");
  const at = "/paths/~1a/get/x-sunset";
  expect(told).toEqual([["date-invalid", '"x-sunset" is read as a date of the year 30.', "Is 2030-12-05 meant?", at]]);
  expect((await found("deprecated: true, x-deprecation: {since: '1030-12-05'}")).told[0]?.[2]).toBe("Look at the year.");
  expect((await found("deprecated: true, x-sunset: '1999-12-05'")).told).toEqual([]);
});

it("tells a date inside a replacement that cannot be read", async () => {
  const { told } = await found("deprecated: true, x-replacement: {operationId: b, since: 2030-13-01}");
  expect(told).toEqual([
    [
      "date-invalid",
      '"x-replacement.since" is no date; it is not read.',
      "There is no day 2030-13-01.",
      "/paths/~1a/get/x-replacement/since",
    ],
  ]);
  expect((await found("deprecated: true, x-replacement: {operationId: b, since: '2030-12-01'}")).told).toEqual([]);
});

it("tells a code that two operations have, unless their path gives it to both", async () => {
  const keys = "deprecated: true, x-deprecation: {code: SHOP_OLD}";
  const { told } = await found(keys, `${keys}, `);
  expect(told.map(([code, message, , at]) => [code, message, at])).toEqual([
    ["lifecycle-value-invalid", 'The code "SHOP_OLD" is that of another operation, too.', "/paths/~1a/put/x-deprecation/code"],
  ]);
  expect((await found("x-none: 1", "", "x-deprecated: true, x-deprecation: {code: SHOP_OLD}")).told).toEqual([]);
});
