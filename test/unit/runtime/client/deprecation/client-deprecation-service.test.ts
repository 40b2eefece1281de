/** What a service says in its answers, against what the generated code knows. */
import { describe, expect, it } from "vitest";
import { warnOfService } from "../../../../../templates/runtime/client/deprecation/service-deprecation.js";
import type { Deprecation } from "../../../../../templates/runtime/shared/deprecated-operation.js";
import type { DeprecationEvent, DeprecationOptions } from "../../../../../templates/runtime/client/deprecation/deprecation.js";
import type { Operation } from "../../../../../templates/runtime/shared/operation.js";
import { before, deprecated, fresh, listening, sunset, sunsetTime } from "./deprecated.js";

interface Given {
  readonly known?: Partial<Deprecation>;
  readonly status?: number;
  readonly now?: number;
  readonly options?: DeprecationOptions;
}

function told(headers: Readonly<Record<string, string>>, given: Given = {}): readonly (DeprecationEvent & { readonly end: string })[] {
  const { known, status = 200, now = before } = given;
  const operation: Operation = known === undefined ? fresh() : deprecated(known);
  const { options, events } = listening(given.options);
  for (let call = 0; call < 3; call += 1) warnOfService(operation, new Response(null, { status, headers }), "PETSTORE_DEP", options, now);
  return events.map((event) => ({ ...event, end: event.message.replace(`getPet (GET ${operation.path}) `, "") }));
}

const date = "Thu, 05 Dec 2030 00:00:00 GMT";

describe("an operation that the description does not call deprecated", () => {
  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ["a date (RFC 9745)", { Deprecation: "@1688169599" }, "2023-06-30"],
    ["a date with parameters", { Deprecation: "@1688169599;x=1" }, "2023-06-30"],
    ["a date before the epoch", { Deprecation: "@-1" }, "1969-12-31"],
    ["the old form, true", { Deprecation: "true" }, undefined],
    ["a structured true", { Deprecation: "?1" }, undefined],
    ["the old form, an HTTP-date", { Deprecation: "Sun, 11 Nov 2018 23:59:59 GMT" }, "2018-11-11"],
    ["an HTTP-date of RFC 850", { Deprecation: "Sunday, 06-Nov-94 08:49:37 GMT" }, "1994-11-06"],
  ])("is warned of by %s", (_, headers, since) => {
    const [event, ...others] = told(headers);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ code: "PETSTORE_DEP_SERVER_GETPET", end: "is deprecated, says the service." });
    expect(event?.deprecation.since?.date).toBe(since);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["nothing", {}],
    ["false", { Deprecation: "false" }],
    ["a structured false", { Deprecation: "?0" }],
    ["a number", { Deprecation: "120" }],
    ["an empty field", { Deprecation: "" }],
    ["a date that is none", { Deprecation: "@soon", Sunset: "soon" }],
    ["a moment out of all bounds", { Deprecation: "@999999999999999" }],
    ["a year as a date", { Sunset: "2030" }],
  ])("is not warned of by %s", (_, headers) => {
    expect(told(headers)).toEqual([]);
  });

  it("is to be removed on the date of `Sunset`, to a successor and with a page to read", () => {
    const Link = `<https://u:p@example.com/x>; rel="successor-version", </v2/pets?key=secret>; title="a; b"; rel="successor-version", <https://example.com/why#x>; rel=deprecation`;
    const [event] = told({ Sunset: date, Link });
    expect(event?.end).toBe(
      "is deprecated, says the service: it is to be removed on 2030-12-05. Use /v2/pets. See https://example.com/why.",
    );
    expect(event?.deprecation).toMatchObject({ sunset, replacement: { url: "/v2/pets" }, link: "https://example.com/why" });
    expect(JSON.stringify(event)).not.toMatch(/secret|u:p/);
  });

  it("was to be removed where the date is over", () => {
    expect(told({ Sunset: date }, { now: sunsetTime })[0]).toMatchObject({
      code: "PETSTORE_DEP_SERVER_GETPET",
      past: true,
      end: "is deprecated, says the service: it was to be removed on 2030-12-05.",
    });
  });

  it("is warned of once, by whichever name it is called first", () => {
    const operation = fresh();
    const { options, events } = listening();
    const answer = new Response(null, { headers: { Deprecation: "true" } });
    for (const id of [`GET ${operation.path}`, "getPet"]) warnOfService({ ...operation, id }, answer, "PETSTORE_DEP", options, before);
    const route = operation.path.replace("/{petId}", "_PETID").replace("/", "");
    expect(events).toMatchObject([
      { code: `PETSTORE_DEP_SERVER_GET_${route}`, message: `GET ${operation.path} is deprecated, says the service.` },
    ]);
    warnOfService(operation, answer, "OTHER_DEP", options, before);
    expect(events).toHaveLength(2);
  });

  it("is warned of even where errors are asked for: the answer is there, and must not be lost", () => {
    expect(told({ Deprecation: "true" }, { options: { deprecations: "error" } })).toHaveLength(1);
    expect(told({ Deprecation: "true" }, { options: { deprecations: "silent" } })).toEqual([]);
    expect(told({ Deprecation: "true" }, { options: { deprecations: { PETSTORE_DEP_SERVER_GETPET: "silent" } } })).toEqual([]);
  });
});

describe("a deprecated operation", () => {
  it.each<[string, Partial<Deprecation>, Readonly<Record<string, string>>]>([
    ["the same date", { sunset }, { Sunset: date, Deprecation: "@1688169599" }],
    ["another hour of the day", { sunset }, { Sunset: "Thu, 05 Dec 2030 23:59:59 GMT" }],
    ["no date", { sunset }, { Deprecation: "true" }],
  ])("is nothing new with %s", (_, known, headers) => {
    expect(told(headers, { known })).toEqual([]);
  });

  it.each<[string, Partial<Deprecation>, string, string]>([
    [
      "earlier",
      { sunset },
      "Wed, 02 Jan 2030 00:00:00 GMT",
      "ends on another day than 2030-12-05, says the service: it is to be removed on 2030-01-02.",
    ],
    [
      "later",
      { sunset },
      "Wed, 01 Jan 2031 00:00:00 GMT",
      "ends on another day than 2030-12-05, says the service: it is to be removed on 2031-01-01.",
    ],
    ["known at all", {}, date, "ends on another day than described, says the service: it is to be removed on 2030-12-05."],
  ])("whose date of removal is %s now has a warning of its own", (_, known, Sunset, end) => {
    const [event, ...others] = told({ Sunset }, { known, now: 0 });
    expect(others).toEqual([]);
    expect(event).toMatchObject({ end, past: false });
    expect(event?.code).toMatch(/^TEST_DEP_\d+_SUNSET_MOVED$/);
  });

  it.each([404, 410])("that answers %i after its end is told to have been removed, and what to use", (status) => {
    const known = { sunset, replacement: { operation: "listPets", path: "/pets" } };
    expect(told({}, { known, status, now: before })).toEqual([]);
    const [event] = told({}, { known, status, now: sunsetTime });
    expect(event).toMatchObject({ end: `answered ${status}: it was to be removed on 2030-12-05. Use listPets.`, past: true });
    expect(event?.code).toMatch(/^TEST_DEP_\d+_REMOVED$/);
    expect(told({}, { known, status: 400, now: sunsetTime })).toEqual([]);
  });
});

it("a hostile `Link` costs no time that grows faster than its length", () => {
  for (const part of ["<", "</a", "</a>;", '</a>; rel="', "</a>; rel=x ", "</a>;;;; "])
    told({ Deprecation: "true", Link: part.repeat(400_000) }); // squared, it would take until the test is over its time
});
