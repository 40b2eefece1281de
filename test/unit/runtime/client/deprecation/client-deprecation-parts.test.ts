/** Deprecated parameters, properties and security schemes, where a call sends them. */
import { describe, expect, it } from "vitest";
import { warnParts, type Members, type Parts } from "../../../../../templates/runtime/client/deprecation/deprecated-parts.js";
import { warnSchemes } from "../../../../../templates/runtime/client/deprecation/deprecated-schemes.js";
import type { DeprecationEvent, DeprecationOptions } from "../../../../../templates/runtime/client/deprecation/deprecation.js";
import { before, fresh, listening, sunset, sunsetTime } from "./deprecated.js";

const old = { deprecation: {} };

function told(
  deprecatedParts: Members,
  sending: object,
  schemas: Readonly<Record<string, Parts>> = {},
  given: { readonly now?: number; readonly options?: DeprecationOptions } = {},
): readonly DeprecationEvent[] {
  const operation = { ...fresh(), id: "createPet", deprecatedParts };
  const { options, events } = listening(given.options);
  for (let call = 0; call < 3; call += 1) warnParts(operation, sending, schemas, "PETSTORE_DEP", options, given.now ?? before);
  return events;
}

const partsOf = (events: readonly DeprecationEvent[]): readonly (string | undefined)[] => events.map(({ part }) => part);

describe("a deprecated parameter", () => {
  const parts: Members = {
    query: { parts: { sort: { deprecation: { sunset, replacement: { note: "Use `order`" } } }, filter: { parts: { state: old } } } },
    header: { parts: { "X-Old": { deprecation: { code: "OWN_CODE" } } } },
    cookie: { parts: { session: old } },
    path: { parts: { petId: old } },
  };

  it("is warned of where it is given, once", () => {
    const [event, ...others] = told(parts, { query: { sort: "name", limit: 1 } });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      code: "PETSTORE_DEP_CREATEPET_SORT",
      operation: "createPet",
      part: 'query parameter "sort"',
      past: false,
    });
    expect(event?.message).toBe(
      `The query parameter "sort" of createPet (GET ${event?.path ?? ""}) is deprecated: it is to be removed on 2030-12-05. Use \`order\`.`,
    );
  });

  it("may be anywhere, and have a code of its own", () => {
    const events = told(parts, {
      header: { "X-Old": "1" },
      cookie: { session: "s" },
      path: { petId: 1 },
      query: { filter: { state: "x" } },
    });
    expect(events.map(({ code, part }) => [code, part])).toEqual(
      [
        ["PETSTORE_DEP_CREATEPET_STATE", 'property "filter.state" in the query'],
        ["OWN_CODE", 'header parameter "X-Old"'],
        ["PETSTORE_DEP_CREATEPET_SESSION", 'cookie parameter "session"'],
        ["PETSTORE_DEP_CREATEPET_PETID", 'path parameter "petId"'],
      ].sort((a, b) => Number(String(a[1]).startsWith("property")) - Number(String(b[1]).startsWith("property"))),
    );
  });

  it("is not warned of where it is not sent", () => {
    expect(told(parts, { query: { limit: 1, sort: undefined }, header: { "X-Old": null }, path: undefined, cookie: {} })).toEqual([]);
    expect(told(parts, {})).toEqual([]);
  });

  it("rejects the call where that is asked for, at every call", () => {
    const operation = { ...fresh(), deprecatedParts: parts };
    for (let call = 0; call < 3; call += 1) {
      const warning = (): void => {
        warnParts(operation, { query: { sort: "name" } }, {}, "P", { deprecations: { P_GETPET_SORT: "error" } }, before);
      };
      expect(warning).toThrow(expect.objectContaining({ name: "DeprecationError", code: "P_GETPET_SORT" }));
    }
  });

  it("has a louder warning after its end, too", () => {
    expect(told(parts, { query: { sort: "name" } }, {}, { now: sunsetTime })).toMatchObject([
      { code: "PETSTORE_DEP_CREATEPET_SORT_SUNSET_PASSED", past: true },
    ]);
  });
});

describe("a deprecated property of a body", () => {
  const schemas: Readonly<Record<string, Parts>> = {
    NewPet: ["Animal", { owner: { parts: "Owner" }, parents: { parts: "NewPet" }, labels: { parts: { "*": { parts: { colour: old } } } } }],
    Animal: { kind: old },
    Owner: { fax: old },
  };
  const body: Members = { body: { parts: "NewPet" } };

  it.each<[string, unknown, readonly string[]]>([
    ["at its top, of a base schema", { kind: "cat" }, ["Animal.kind"]],
    ["that is null", { kind: null }, ["Animal.kind"]],
    ["in an object", { owner: { fax: 1 } }, ["Owner.fax"]],
    ["in each item of a list", [{}, { owner: { fax: 1 } }], ["Owner.fax"]],
    ["in lists of lists", [[{ kind: 1 }]], ["Animal.kind"]],
    ["in a map", { labels: { a: { colour: 1 }, b: { colour: 2 } } }, ["NewPet.labels.*.colour"]],
    [
      "at any depth of a recursive schema",
      { parents: [{ parents: [{ parents: [{ parents: [{ kind: 1, owner: { fax: 1 } }] }] }] }] },
      ["Animal.kind", "Owner.fax"],
    ],
    ["in a form", new URLSearchParams({ kind: "cat" }), ["Animal.kind"]],
    ["in a form with files", formOf("kind", "cat"), ["Animal.kind"]],
  ])("%s is warned of", (_, value, names) => {
    const events = told(body, { body: value }, schemas);
    expect(partsOf(events)).toEqual(names.map((name) => `property "${name}" in the body`));
  });

  it.each<[string, unknown]>([
    ["nothing of it", { name: "x", owner: { name: "y" }, labels: {}, parents: [] }],
    ["undefined", { kind: undefined }],
    ["an inherited member", Object.create({ kind: "cat" })],
    ["a text", '{"kind":"cat"}'],
    ["bytes", new Blob(["kind"])],
    ["another type", { owner: "fax", labels: 3, parents: "kind" }],
    ["null", null],
  ])("is not warned of where there is %s", (_, value) => {
    expect(told(body, { body: value }, schemas)).toEqual([]);
  });

  it("has a code by its name, and one warning for each place", () => {
    const places: Members = { body: { parts: { a: { parts: { old } }, b: { parts: { old } } } } };
    const events = told(places, { body: { a: { old: 1 }, b: { old: 2 } } });
    expect(events.map(({ code }) => code)).toEqual(["PETSTORE_DEP_CREATEPET_OLD", "PETSTORE_DEP_CREATEPET_OLD"]);
    expect(partsOf(events)).toEqual(['property "a.old" in the body', 'property "b.old" in the body']);
  });

  it("is looked for in a bounded number of values, also where a value is in itself", () => {
    const circle: Record<string, unknown> = { kind: 1 };
    circle["parents"] = [circle, circle, circle];
    expect(told(body, { body: circle }, schemas)).toHaveLength(1);
    const looked = { count: 0 };
    const counting = (): object => Object.defineProperty({}, "kind", { enumerable: true, get: () => void (looked.count += 1) });
    const wide = Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, counting));
    told(body, { body: wide }, schemas);
    expect(looked.count).toBeGreaterThan(0);
    expect(looked.count).toBeLessThanOrEqual(3 * 1_100);
  });

  it("called like a member that every object has does not confuse", () => {
    const strange: Members = {
      body: { parts: JSON.parse('{"constructor": {"deprecation": {}}, "__proto__": {"deprecation": {}}}') as Members },
    };
    expect(told(strange, { body: {} })).toEqual([]);
    expect(told(strange, { body: JSON.parse('{"__proto__": 1, "constructor": 2}') as object })).toHaveLength(2);
    expect(told(body, { body: { toString: 1, valueOf: { fax: 1 } } }, schemas)).toEqual([]);
  });
});

function formOf(name: string, value: string): FormData {
  const form = new FormData();
  form.set(name, value);
  return form;
}

describe("a deprecated security scheme", () => {
  const schemes = { "old key 0.5": { sunset }, own: { code: "KEY_CODE" } };
  const [name = ""] = Object.keys(schemes);

  it("is warned of where its credential is attached, once for all operations, without the credential", () => {
    const { options, events } = listening();
    const attachments = [{ scheme: name, in: "header", name: "X-Key", value: "s3cret" } as const];
    for (let call = 0; call < 3; call += 1) warnSchemes(fresh(), attachments, schemes, "PETSTORE_DEP", options, before);
    expect(events).toHaveLength(1);
    expect(events[0]?.code).toMatch(/^PETSTORE_DEP_SECURITY_OLD_KEY_0_\d+$/);
    expect(events[0]?.message).toMatch(
      /^The security scheme "old key [\d.e-]+" of getPet \(GET .*\) is deprecated: it is to be removed on 2030-12-05\.$/,
    );
    expect(JSON.stringify(events)).not.toContain("s3cret");
  });

  it("is not warned of where another is used", () => {
    const { options, events } = listening();
    warnSchemes(fresh(), [{ scheme: "constructor", in: "header", name: "X", value: "x" }], schemes, "P", options, before);
    warnSchemes(fresh(), [], schemes, "P", options, before);
    expect(events).toEqual([]);
  });
});
