import fc from "../../../../support/property.js";
import { describe, expect, it } from "vitest";
import { httpDate } from "../../../../../templates/runtime/shared/http-date.js";

const time = Date.UTC(1994, 10, 6, 8, 49, 37);

describe("an HTTP-date", () => {
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "is read in the form of %s",
    (text) => {
      expect(httpDate(text)).toBe(time);
    },
  );

  it.each([
    ["Wed Nov 16 08:49:37 1994", Date.UTC(1994, 10, 16, 8, 49, 37)],
    ["Thursday, 29-Feb-24 00:00:00 GMT", Date.UTC(2024, 1, 29)],
    ["Thu, 05 Dec 2030 00:00:00 GMT", 1_922_659_200_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("is the moment that %s names", (text, expected) => {
    expect(httpDate(text)).toBe(expected);
  });

  it.each([
    "",
    "120",
    "-5",
    "0",
    "1994",
    "Invalid Date",
    "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sun, 06 Nov 1994 09:49:37 GMT+1",
    "Mon, 06 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:49:60 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT",
    "Thu, 29 Feb 2023 00:00:00 GMT",
    "Sun  06 Nov 1994 08:49:37 GMT",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Funday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov 6 08:49:37 1994",
    "Sun Nov 06 08:49:37 1994",
    "Sun Nov  6 08:49:37 1994 GMT",
    "1994-11-06T08:49:37Z",
  ])("is nothing else: %j", (text) => {
    expect(httpDate(text)).toBeNaN();
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        expect(httpDate(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000);
      }),
    );
  });
});
