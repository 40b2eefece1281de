/** What a patched description is besides its value: where its parts were written, its large integers, and that no file is changed. */
import { describe, expect, test } from "vitest";
import { selectNodes } from "../../../../src/openapi/overlay/evaluate-json-path.js";
import { keysOf } from "../../../../src/openapi/overlay/json-path.js";
import { isMistake, parseJsonPath } from "../../../../src/openapi/overlay/parse-json-path.js";
import { relocated } from "../../../../src/openapi/overlay/relocate.js";
import { asWritten } from "../../../../src/source/large-integers.js";
import { at, format, parse } from "../../../../src/source/json-pointer.js";
import type { Json } from "../../../../src/source/source-file.js";
import { apply, overlayOf, type Applied } from "../../../support/overlays.js";
import fc from "../../../support/property.js";

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
const place = ({ originOf }: Applied, pointer: string): string => {
  const { file, pointer: written } = originOf(pointer);
  return `${nameOf(file)}#${written}`;
};

describe("where a value was written", () => {
  test("is where the description has it, whatever index it has now", async () => {
    const applied = await apply(
      { list: ["a", "b", { c: 1 }, "d"] },
      overlayOf([
        { target: "$.list[0, 1]", remove: true },
        { target: "$.list", update: ["e"] },
      ]),
    );
    expect(applied.value).toEqual({ list: [{ c: 1 }, "d", "e"] });
    expect(["/list", "/list/0/c", "/list/1", "/list/2"].map((each) => place(applied, each))).toEqual([
      "description#/list",
      "description#/list/2/c",
      "description#/list/3",
      "overlay-1#/actions/1/update/0",
    ]);
    const later = await apply(
      { list: ["a", "b", "c", "d"] },
      overlayOf([{ target: "$.list[0]", remove: true }]),
      overlayOf([{ target: "$.list[0]", remove: true }]),
    );
    expect(place(later, "/list/1")).toBe("description#/list/3");
  });

  test("is in the overlay that has set it last, down to each member", async () => {
    const applied = await apply(
      { info: { title: "a", version: "1" } },
      overlayOf([{ target: "$.info", update: { title: "b", contact: { name: "c", "x/y": [1] } } }]),
      overlayOf([
        { target: "$.info.contact", update: { url: "d" } },
        { target: "$.info.title", update: "e" },
      ]),
    );
    const places = [
      "/info",
      "/info/version",
      "/info/title",
      "/info/contact",
      "/info/contact/name",
      "/info/contact/x~1y/0",
      "/info/contact/url",
      "/info/nothing",
      "",
    ];
    expect(places.map((each) => place(applied, each))).toEqual([
      "description#/info",
      "description#/info/version",
      "overlay-2#/actions/1/update",
      "overlay-1#/actions/0/update/contact",
      "overlay-1#/actions/0/update/contact/name",
      "overlay-1#/actions/0/update/contact/x~1y/0",
      "overlay-2#/actions/0/update/url",
      "description#/info/nothing",
      "description#",
    ]);
  });

  test("of a copy is where what it was copied from was written", async () => {
    const applied = await apply(
      { a: { b: { c: 1 } }, d: {} },
      overlayOf([
        { target: "$.a.b", update: { e: 2 } },
        { target: "$.d", copy: "$.a" },
        { target: "$.d.b", update: { f: 3 } },
      ]),
    );
    expect(["/d/b", "/d/b/c", "/d/b/e", "/d/b/f", "/a/b/e"].map((each) => place(applied, each))).toEqual([
      "description#/a/b",
      "description#/a/b/c",
      "overlay-1#/actions/0/update/e",
      "overlay-1#/actions/2/update/f",
      "overlay-1#/actions/0/update/e",
    ]);
  });

  test("is what diagnostics are given, also those related, on the key where they are about that", async () => {
    const { originOf, file: patched } = await apply({ a: 1 }, overlayOf([{ target: "$", update: { b: 2 } }]));
    const file = patched.uri;
    const other = { file: "file:///other", pointer: "/b" };
    const lines = { file, line: 3, column: 1 };
    const given = { code: "unknown-key", severity: "warning", message: "m" } as const;
    const places = [{ file, pointer: "/b", on: "key" } as const, other, lines];
    expect(
      relocated([{ ...given, at: { file, pointer: "/a" }, related: places.map((each) => ({ message: "r", at: each })) }, given], {
        file: patched,
        originOf,
        removedFrom: () => undefined,
      }),
    ).toEqual([
      {
        ...given,
        at: { file, pointer: "/a" },
        related: [
          { message: "r", at: { file: "file:///project/overlay-1", pointer: "/actions/0/update/b", on: "key" } },
          { message: "r", at: other },
          { message: "r", at: lines },
        ],
      },
      given,
    ]);
  });
});

test("integers of 64 bits stay what they are, from either file, moved or copied", async () => {
  const { file, value } = await apply(
    '{"a": {"max": 9223372036854775807}, "list": [1, 9223372036854775806], "small": 1}',
    'overlay: 1.1.0\ninfo: { title: a, version: "1" }\nactions:\n  - { target: $, update: { b: { min: -9223372036854775807 }, small: 9223372036854775805 } }\n  - { target: "$.list[0]", remove: true }\n  - { target: $.list, update: [9223372036854775804, 5] }\n  - { target: $.b, copy: $.a }\n  - { target: $.b, update: { c: 1 } }\n',
  );
  const written = asWritten(value, () => undefined, "", file.large ?? new Map());
  expect(written).toEqual({
    a: { max: 9223372036854775807n },
    list: [9223372036854775806n, 9223372036854775804n, 5],
    small: 9223372036854775805n,
    b: { min: -9223372036854775807n, max: 9223372036854775807n, c: 1 },
  });
});

test("an anchor's value is changed in the one place that is meant", async () => {
  const { value } = await apply(
    "a: &x { n: 1, list: [1] }\nb: *x\nc: { <<: *x }\n",
    overlayOf([
      { target: "$.b", update: { n: 2, list: [2] } },
      { target: "$.c.list[0]", remove: true },
    ]),
  );
  expect(value).toEqual({ a: { n: 1, list: [1] }, b: { n: 2, list: [1, 2] }, c: { n: 1, list: [] } });
});

test("a name like __proto__ is a member as any other", async () => {
  const update = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}') as unknown;
  const { value } = await apply(
    "{}",
    overlayOf([
      { target: "$", update },
      { target: "$.__proto__", update: { more: 2 } },
      { target: "$.__proto__.polluted", remove: true },
    ]),
  );
  expect(JSON.stringify(value)).toBe('{"__proto__":{"more":2},"constructor":{"prototype":{"polluted":1}}}');
  expect({}).not.toHaveProperty("polluted");
});

describe("what would grow without end", () => {
  test("is an error: values copied again and again", async () => {
    const doubled = Array.from({ length: 40 }, () => ({ target: "$.list", copy: "$.list" }));
    const { found } = await apply({ list: [1] }, overlayOf(doubled));
    expect(found.filter((each) => !each.startsWith("warning"))).toContainEqual(expect.stringMatching(/^error overlay-too-large /));
    const shared = Array.from({ length: 40 }, (_, index) => ({ target: "$.a", update: { [`k${index}`]: {} } })).flatMap((each, index) => [
      each,
      { target: `$.a.k${index}`, copy: "$.a" },
    ]);
    expect((await apply({ a: { x: 1 } }, overlayOf(shared))).found).toContainEqual(expect.stringMatching(/^error overlay-too-large /));
  });

  test("is an error: values copied into themselves, deeper and deeper", async () => {
    const deeper = Array.from({ length: 3000 }, (_, index) => ({ target: "$.a", copy: "$", "x-number": index }));
    const { found, value } = await apply({ a: {} }, overlayOf(deeper));
    expect(found.every((each) => each.startsWith("error overlay-too-large"))).toBe(true);
    expect(found).not.toEqual([]);
    expect(value).toEqual({ a: {} });
  });

  test("is an error: a query that looks at each value many times", async () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, { a: index }]));
    const actions = [
      { target: `$[?${Array.from({ length: 400 }, () => "count(@.*) == 7").join(" || ")}]`, remove: true },
      { target: "$.k0", remove: true },
    ];
    const { found, value } = await apply(wide, overlayOf(actions));
    expect(found).toEqual(["error overlay-too-large overlay-1#/actions/0/target"]);
    expect(value).not.toHaveProperty("k0");
  });
});

test("work grows with the size of the description, and not with its square", async () => {
  const describe = (size: number): object => ({
    paths: Object.fromEntries(Array.from({ length: size }, (_, index) => [`/p${index}`, { get: { tags: ["a", "b"], n: index } }])),
  });
  const timed = async (size: number): Promise<number> => {
    const path = parseJsonPath("$.paths.*.get.tags[?@ == 'a']");
    const work = { left: 1e9 };
    if (!isMistake(path)) selectNodes(path, describe(size) as Json, work);
    const { value } = await apply(
      describe(size),
      overlayOf([
        { target: "$.paths.*.get.tags[?@ == 'a']", remove: true },
        { target: "$.paths.*.get", update: { x: 1 } },
      ]),
    );
    expect(JSON.stringify(value)).not.toContain('"a"');
    return 1e9 - work.left;
  };
  expect(await timed(20_000)).toBeLessThan(101 * (await timed(200)));
});

const scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string({ maxLength: 3 }));
const key = fc.constantFrom("a", "b", "c", "/x~y", "__proto__", "200");
const anything = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}));
const target = fc.constantFrom(
  "$",
  "$.a",
  "$.b",
  "$.*",
  "$..a",
  "$..*",
  "$.a.*",
  "$..[0]",
  "$..[?@.a]",
  "$['200', '__proto__']",
  "$..[-1:]",
  "$.b..c",
);
const action = fc.oneof(
  fc.record({ target, remove: fc.constant(true) }),
  fc.record({ target, update: anything.value }),
  fc.record({ target, update: anything.object }),
  fc.record({ target, copy: target }),
);

/** Pointers of all values of a value. */
function pointersOf(value: Json): readonly string[] {
  const path = parseJsonPath("$..*");
  const nodes = isMistake(path) ? [] : (selectNodes(path, value, { left: 1e6 }) ?? []);
  return ["", ...nodes.map((node) => format(keysOf(node)))];
}

const kindOf = (value: Json | undefined): string => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

test("whatever actions do, no file is changed, and every value is told to be where its like is written", async () => {
  await fc.assert(
    fc.asyncProperty(
      anything.object,
      fc.array(action, { maxLength: 5 }),
      fc.array(action, { maxLength: 3 }),
      async (description, first, second) => {
        const overlays = [overlayOf(first), overlayOf(second)];
        const { value, files, originOf } = await apply(description, ...overlays);
        expect(files.map((each) => JSON.stringify(each.value))).toEqual([description, ...overlays].map((each) => JSON.stringify(each)));
        for (const pointer of pointersOf(value)) {
          const { file, pointer: written } = originOf(pointer);
          const source = files.find(({ uri }) => uri === file);
          const there = source && at(source.value, parse(written) ?? []);
          const here = at(value, parse(pointer) ?? []);
          expect(kindOf(there)).toBe(kindOf(here));
          if (typeof here !== "object") expect(there).toBe(here);
        }
      },
    ),
    { numRuns: 400 },
  );
});
