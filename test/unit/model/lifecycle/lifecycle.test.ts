import { describe, expect, it } from "vitest";
import { parseDate } from "../../../../src/model/lifecycle/parse-date.js";
import type { Lifecycle } from "../../../../src/model/ir/lifecycle.js";
import { outcomeOf } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'";

/** The life of `GET /a` with these keys, beside an operation `other` and a deprecated one `old`; and the codes of what was reported. */
async function lifeOf(keys: string, more: { readonly info?: string; readonly path?: string } = {}) {
  const text = `${head}${more.info ?? ""}}
paths:
  /a:
    ${more.path ?? "x-none: 1"}
    get: {operationId: a, ${keys}${keys === "" ? "" : ", "}responses: {200: {description: ok}}}
  /b:
    get: {operationId: other, responses: {200: {description: ok}}}
    put: {operationId: old, deprecated: true, responses: {200: {description: ok}}}
`;
  const { value, diagnostics } = await outcomeOf(text, { name: "shop" });
  const operation = value?.operations[0];
  return { life: operation?.doc.lifecycle, codes: diagnostics.map(({ code }) => code), diagnostics };
}

describe("a date", () => {
  it.each([
    ["2030-12-05", 1922659200],
    ["2030-12-05T00:00:00Z", 1922659200],
    ["2030-12-05T01:00:00+01:00", 1922659200],
    ["2030-12-04T23:30:00.5-00:30", 1922659200],
    ["2028-02-29", 1835395200],
    ["1969-12-31", -86400],
    ["2016-12-31T23:59:60Z", 1483228799],
    ["1998-12-31T15:59:60.123-08:00", 915148799],
    ["2017-01-01T00:59:60+01:00", 1483228799],
    ["9999-12-31", 253402214400],
  ])("%s is %d seconds since the epoch", (text, epoch) => {
    expect(parseDate(text)).toEqual({ text, epoch });
  });

  it.each([
    "soon",
    "2030-13-01",
    "2030-02-29",
    "2030-00-10",
    "2030-1-1",
    "05.12.2030",
    "2030-12-05T10:00:00",
    "2030-12-05 10:00:00Z",
    "2030-12",
    "2030-12-05T24:00:00Z",
    "2030-12-05T10:30:60Z",
    "2030-12-05T23:59:60+01:00",
    "2030-12-05T23:59:61Z",
    "2030-12-05T00:00:00+24:00",
    "2030-W49-4",
    "2030-339",
    "30-12-05",
    "+012030-12-05",
    "20301205",
    "",
    "TBD",
    "2023-06-02~experimental",
  ])("%j is none", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

describe("the life of an operation", () => {
  it("is nothing where nothing is said", async () => {
    expect(await lifeOf("")).toMatchObject({ life: undefined, codes: [] });
  });

  it("is read from the canonical keys", async () => {
    const keys =
      'deprecated: true, x-sunset: 2030-12-05, x-stability-level: beta, x-deprecation: {since: "2026-06-01", message: Use it., replacement: {operationId: other, note: with a filter}, link: "https://example.com/m", removedIn: "2.0.0"}';
    const { life, codes } = await lifeOf(keys);
    expect(codes).toEqual([]);
    expect(life).toEqual({
      deprecated: true,
      since: { text: "2026-06-01", epoch: 1780272000 },
      sunset: { text: "2030-12-05", epoch: 1922659200 },
      message: "Use it.",
      replacement: { kind: "operation", operation: "other", note: "with a filter" },
      link: "https://example.com/m",
      removedIn: "2.0.0",
      code: "SHOP_DEP_A",
      stability: "beta",
      note: undefined,
      undated: false,
    } satisfies Lifecycle);
  });

  it.each([
    [
      "x-deprecation: {deprecationDate: '2019-08-15', retirementDate: TBD, replacedBy: other, guideUrl: 'https://example.com/g'}",
      {
        since: { epoch: 1565827200 },
        sunset: undefined,
        replacement: { kind: "operation", operation: "other" },
        link: "https://example.com/g",
      },
    ],
    ["x-deprecation: {}", { since: undefined, sunset: undefined }],
    [
      "x-github: {deprecationDate: '2020-01-21', removalDate: '2021-02-01', previews: []}",
      { since: { epoch: 1579564800 }, sunset: { epoch: 1612137600 } },
    ],
    ["x-cfDeprecation: {description: moved, display: true, eol: '2025-09-30', id: x}", { sunset: { epoch: 1759190400 }, message: "moved" }],
    [
      "x-ms-deprecation: {removalDate: '2027-03-15', date: '2026-03-15', version: 2026-03/x, description: use it}",
      { removedIn: "2026-03/x", message: "use it" },
    ],
    [
      "x-speakeasy-deprecation-message: use other, x-speakeasy-deprecation-replacement: other",
      { message: "use other", replacement: { operation: "other" } },
    ],
    [
      "x-deprecated-at: '2026-01-01', x-sunset: '2026-07-01', x-successor: other",
      { since: { epoch: 1767225600 }, replacement: { operation: "other" } },
    ],
    ["x-deprecatedInVersion: '49', x-deprecatedMessage: Use it.", { message: "Deprecated since version 49. Use it." }],
    ["x-deprecatedInVersion: '49'", { message: "Deprecated since version 49." }],
    ["x-version-deprecated: '2.0', x-version-removed: '3.0'", { removedIn: "3.0" }],
    [
      "x-immich-state: Deprecated, x-immich-history: [{version: v1, state: Added}, {version: v3, state: Deprecated, replacementId: other}]",
      { message: "Deprecated since version v3.", replacement: { operation: "other" } },
    ],
    ["x-replaced-by: 'https://example.com/new'", { replacement: { kind: "url", url: "https://example.com/new" } }],
    [
      "x-replacement: {operationId: other, since: '2026-01-01', docs: 'https://example.com/d'}",
      { replacement: { operation: "other" }, since: { epoch: 1767225600 }, link: "https://example.com/d" },
    ],
    [
      "x-migration-target: other, x-migration-guide: 'https://example.com/g'",
      { replacement: { operation: "other" }, link: "https://example.com/g" },
    ],
    ["x-migration-target: '', x-migration-guide: see the wiki", { replacement: undefined, link: undefined }],
    ["x-removal-version: '4'", { removedIn: "4" }],
    [
      "x-forge-sunset: {date: '2030-01-01T00:00:00Z'}, x-stainless-deprecation-message: Moved.",
      { sunset: { epoch: 1893456000 }, message: "Moved." },
    ],
    ["x-deprecated-since: '2026-01-01', x-sunset-date: '2027-01-01'", { since: { epoch: 1767225600 }, sunset: { epoch: 1798761600 } }],
    ["x-deprecated-date: '2026-01-01', x-removal-date: '2027-01-01'", { since: { epoch: 1767225600 }, sunset: { epoch: 1798761600 } }],
    ["x-deprecation-date: '2026-01-01', x-remove-on: '2027-01-01'", { since: { epoch: 1767225600 }, sunset: { epoch: 1798761600 } }],
    ["x-snyk-sunset-eligible: '2027-01-01', x-snyk-deprecated-by: '2023-06-02~experimental'", { sunset: { epoch: 1798761600 } }],
    ["x-deprecated-reason: Slow.", { message: "Slow." }],
    ["x-deprecation-message: Slow.", { message: "Slow." }],
    ["x-replaced-by: the new one", { replacement: { kind: "text", note: "the new one" } }],
  ])("is read from the keys of others: %s", async (keys, expected) => {
    const { life, codes } = await lifeOf(`deprecated: true, ${keys}`);
    expect(codes).toEqual([]);
    expect(life).toMatchObject(expected);
  });

  it.each([
    ["x-fern-availability: generally-available", undefined],
    ["x-fern-availability: in-development", "alpha"],
    ["x-release-status: BETA", "beta"],
    ["x-state: Technical preview; Added in 8.6.0", "beta"],
    ["x-state: Added in 5.4.0", undefined],
    ["x-okta-lifecycle: {lifecycle: EA, SKUs: []}", "beta"],
    ["x-looker-status: stable", undefined],
    ["x-unstable: in preview", "beta"],
    ["x-oaiMeta: {beta: true, group: x}", "beta"],
    ["x-stability-level: stable", undefined],
    ["x-scalar-stability: experimental", "alpha"],
    ["x-release-stage: general_availability", undefined],
    ["x-snyk-api-lifecycle: sunset", undefined],
    ["x-ds-api-status: beta", "beta"],
    ["x-immich-state: Alpha", "alpha"],
    ["x-oai-beta: responses_multi_agent=v1", "beta"],
    ["x-beta: true", "beta"],
    ["x-is-beta: true", "beta"],
    ["x-stream-beta: true", "beta"],
    ["x-experimental: true", "alpha"],
    ["x-maturity: [Preview]", "beta"],
    ["x-maturity: GA", undefined],
    ["x-maturity: [HIPAA, Beta]", "beta"],
    ["x-maturity: [{name: Beta, description: It may change.}]", undefined],
    ["x-maturity: Limited-Availability", "beta"],
    ["x-releaseStatus: PREVIEW", "beta"],
    ["x-status: Draft", "draft"],
    ["x-status: Unstable", "alpha"],
    ["x-status: validated", undefined],
    ["x-stability: in_development", "alpha"],
    ["x-github: {previews: [{required: true, name: inertia, note: 'In preview.'}]}", "beta"],
    ["x-github: {previews: [{required: false, name: squirrel-girl}]}", undefined],
    ["x-preview: true", "beta"],
  ])("has the stability that %s says", async (keys, expected) => {
    const { life, codes } = await lifeOf(keys);
    expect(codes).toEqual([]);
    expect(life?.stability).toBe(expected);
  });

  it.each([
    "x-release-status: DEPRECATED",
    "x-scalar-stability: deprecated",
    "x-looker-deprecated: true",
    "x-is-deprecated: true",
    "x-stream-deprecated: true",
    "x-maturity: [Deprecated]",
    "x-maturity: End of Life",
    "x-releaseStatus: DEPRECATED",
    "x-status: Deprecated",
    "x-deprecated: Replaced with another one",
    "x-deprecated: true",
    "x-deprecated: '2026-01-01'",
  ])("ends with %s", async (keys) => {
    expect((await lifeOf(keys)).life?.deprecated).toBe(true);
  });

  it("is inherited from the path item and from info, nearest first", async () => {
    const more = { info: ", x-sunset: '2031-01-01', x-deprecation: {link: 'https://example.com/all'}", path: "x-sunset: '2030-01-01'" };
    const { life, codes } = await lifeOf("deprecated: true", more);
    expect(codes).toEqual([]);
    expect(life).toMatchObject({ sunset: { text: "2030-01-01" }, link: "https://example.com/all" });
    expect((await lifeOf("deprecated: true, x-sunset: '2029-01-01'", more)).life?.sunset?.text).toBe("2029-01-01");
  });

  it("of a path that explains only what is not deprecated is reported once, at its key", async () => {
    const { life, diagnostics } = await lifeOf("", { path: "x-deprecation: {message: Gone.}" });
    expect(life).toBeUndefined();
    expect(diagnostics.map(({ code, at }) => [code, at])).toMatchObject([
      ["sunset-without-deprecated", { pointer: "/paths/~1a/x-deprecation/message" }],
    ]);
  });

  it.each([
    ["deprecated: true, x-sunset: soon", "date-invalid", "/paths/~1a/get/x-sunset"],
    ["deprecated: true, x-deprecation: {since: 2030}", "date-invalid", "/paths/~1a/get/x-deprecation/since"],
    ["x-sunset: 2030-01-01", "sunset-without-deprecated", "/paths/~1a/get/x-sunset"],
    ["deprecated: true, x-sunset: 2025-01-01, x-deprecation: {since: 2026-01-01}", "sunset-before-since", "/paths/~1a/get/x-sunset"],
    ["deprecated: true, x-deprecation: {replacement: nothing}", "replacement-unknown", "/paths/~1a/get/x-deprecation/replacement"],
    ["deprecated: true, x-deprecation: {replacement: old}", "replacement-deprecated", "/paths/~1a/get"],
    ["deprecated: true, x-deprecation: {replacement: a}", "replacement-deprecated", "/paths/~1a/get"],
    ["x-stability-level: Beta", "lifecycle-value-invalid", "/paths/~1a/get/x-stability-level"],
    ["x-stability-level: ' stable '", "lifecycle-value-invalid", "/paths/~1a/get/x-stability-level"],
    ["x-is-beta: 'True'", "lifecycle-value-invalid", "/paths/~1a/get/x-is-beta"],
    ["x-status: Depracated", "lifecycle-word-unread", "/paths/~1a/get/x-status"],
    ["x-lifecycle: Experimentel", "lifecycle-word-unread", "/paths/~1a/get/x-lifecycle"],
    ["x-Beta: true", "lifecycle-key-unknown", "/paths/~1a/get/x-Beta"],
    ["x-release_status: BETA", "lifecycle-key-unknown", "/paths/~1a/get/x-release_status"],
    ["x-matruity: Beta", "lifecycle-key-unknown", "/paths/~1a/get/x-matruity"],
    ["x-releese-stage: beta", "lifecycle-key-unknown", "/paths/~1a/get/x-releese-stage"],
    ["deprecated: true, x-deprecation: {link: 'http://example.com'}", "lifecycle-value-invalid", "/paths/~1a/get/x-deprecation/link"],
    ["deprecated: true, x-deprecation: {code: nope}", "lifecycle-value-invalid", "/paths/~1a/get/x-deprecation/code"],
    ["deprecated: true, x-deprecation: {when: tomorrow}", "lifecycle-key-unknown", "/paths/~1a/get/x-deprecation/when"],
    ["deprecated: true, x-deprecation: yes please", "lifecycle-value-invalid", "/paths/~1a/get/x-deprecation"],
    ["x-stability-level: wobbly", "lifecycle-value-invalid", "/paths/~1a/get/x-stability-level"],
    ["x-sunsett: 2030-01-01", "lifecycle-key-unknown", "/paths/~1a/get/x-sunsett"],
    ["x-eol: 2030-01-01", "lifecycle-key-unknown", "/paths/~1a/get/x-eol"],
    ["x-sunest: 2030-01-01", "lifecycle-key-unknown", "/paths/~1a/get/x-sunest"],
    ["x-sunst: 2030-01-01", "lifecycle-key-unknown", "/paths/~1a/get/x-sunst"],
    ["x-sun-set: 2030-01-01", "lifecycle-key-unknown", "/paths/~1a/get/x-sun-set"],
    ["x-depricated: true", "lifecycle-key-unknown", "/paths/~1a/get/x-depricated"],
    ["x-stabilty-levl: beta", "lifecycle-key-unknown", "/paths/~1a/get/x-stabilty-levl"],
    ["x-api-maturity: Beta", "lifecycle-key-unknown", "/paths/~1a/get/x-api-maturity"],
    ["x-maturity: Ripe", "lifecycle-word-unread", "/paths/~1a/get/x-maturity"],
    ["x-is-beta: maybe", "lifecycle-value-invalid", "/paths/~1a/get/x-is-beta"],
    ["deprecated: true, x-sunset: null", "date-invalid", "/paths/~1a/get/x-sunset"],
    ["x-deprecated: 2030-13-01", "lifecycle-value-invalid", "/paths/~1a/get/x-deprecated"],
    [
      "deprecated: true, x-deprecation: {replacement: {operationId: other, noet: x}}",
      "lifecycle-key-unknown",
      "/paths/~1a/get/x-deprecation/replacement/noet",
    ],
    [
      "deprecated: true, x-deprecation: {replacement: {operationId: other, url: 'https://example.com'}}",
      "lifecycle-value-invalid",
      "/paths/~1a/get/x-deprecation/replacement",
    ],
    ["deprecated: true, x-sunset: 2030-01-01, x-removal-date: 2031-01-01", "lifecycle-keys-disagree", "/paths/~1a/get/x-removal-date"],
  ])("is not guessed: %s is %s", async (keys, code, pointer) => {
    const { diagnostics } = await lifeOf(keys);
    expect(diagnostics.map((each) => [each.code, each.at])).toMatchObject([[code, { pointer }]]);
  });

  it.each([
    ["x-stability-level: Beta", "beta"],
    ["x-stability-level: ' ALPHA '", "alpha"],
    ["x-beta: 'true'", "beta"],
  ])("is understood as it is spelled, with a remark: %s", async (keys, stability) => {
    const { life, diagnostics } = await lifeOf(keys);
    expect(life?.stability).toBe(stability);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["info"]);
  });

  it.each([
    ["x-stability-level: bta", 'Did you mean "beta"?'],
    ["x-maturity: Bta", 'Did you mean "beta"?'],
    ["deprecated: true, x-sunset: 20301205", 'Write "2030-12-05".'],
    ["deprecated: true, x-sunset: 20301305", "There is no day 2030-13-05."],
    ["deprecated: true, x-sunset: 1922659200", 'If 1922659200 are seconds since 1970, write "2030-12-05T00:00:00Z".'],
    ["deprecated: true, x-sunset: '1922659200000'", 'If 1922659200000 are milliseconds since 1970, write "2030-12-05T00:00:00Z".'],
    ["deprecated: true, x-sunset: 2030/12/5", 'Write "2030-12-05".'],
    ["deprecated: true, x-sunset: 2030-02-30", "There is no day 2030-02-30."],
    ["deprecated: true, x-sunset: '2030-12-05T24:00:00Z'", "The first instant of the next day is T00:00:00 of that day."],
    ["deprecated: true, x-sunset: '2030-12-05T10:00:60Z'", "A leap second is 23:59:60 in UTC."],
    ["deprecated: true, x-sunset: '2030-12-05 10:00'", "Write the date alone, or all of it with its offset: 2030-12-05T12:00:00Z."],
    ["deprecated: true, x-sunset: 2030-W49-4", "Write the year, the month and the day; weeks and days of the year are not read."],
    ["deprecated: true, x-sunset: 2030-12", "Add the day: it is not guessed."],
    ["deprecated: true, x-sunset: 05.12.30", "Write the year with four digits, then the month, then the day."],
    ["deprecated: true, x-deprecated-at: 1922659200", 'If 1922659200 are seconds since 1970, write "2030-12-05T00:00:00Z".'],
    ["x-deprecated: '2030-13-01'", "There is no day 2030-13-01."],
  ])("is told with a way out: %s", async (keys, hint) => {
    expect((await lifeOf(keys)).diagnostics.map((each) => each.hint)).toEqual([hint]);
  });

  it("may be unstable for a reason that people can read, and end without a date", async () => {
    expect((await lifeOf("x-unstable: in preview")).life).toMatchObject({ stability: "beta", note: "in preview" });
    expect((await lifeOf("deprecated: true, x-deprecation: {retirementDate: TBD}")).life).toMatchObject({
      sunset: undefined,
      undated: true,
    });
  });

  it("is no longer unstable where it is deprecated", async () => {
    expect((await lifeOf("deprecated: true, x-unstable: this one is deprecated")).life).toMatchObject({
      deprecated: true,
      stability: undefined,
    });
  });

  it("may be said twice when both say the same instant", async () => {
    expect((await lifeOf("deprecated: true, x-sunset: 2030-01-01, x-removal-date: '2030-01-01T00:00:00Z'")).codes).toEqual([]);
  });

  it.each([
    "x-since: 2020-01-01",
    "x-version-added: '1.0'",
    "x-success-codes: [200]",
    "x-geolocation: {}",
    "x-subset: all",
    "x-secret: true",
    "X-Offset: 1",
    "x-status: 200",
    "x-stage: {name: build}",
    "x-cfPlanAvailability: {free: true}",
    "x-pagination: {}",
  ])("is not looked for in %s", async (keys) => {
    expect(await lifeOf(keys)).toMatchObject({ life: undefined, codes: [] });
  });
});

it("reads what is said of the whole document for its operations, and dates of tags and responses where they stand", async () => {
  const operation = "get: {deprecated: true, responses: {200: {description: ok, x-sunset: 2030-01-01}}}";
  const text = `${head}}\nx-sunset: 2031-01-01\ntags: [{name: t, x-deprecated: true}]\npaths: {/a: {${operation}}}\n`;
  const { value, diagnostics } = await outcomeOf(text);
  expect(diagnostics).toEqual([]);
  expect(value?.operations[0]?.doc.lifecycle?.sunset?.text).toBe("2031-01-01");
  expect(value?.operations[0]?.responses[0]?.doc.lifecycle?.sunset?.text).toBe("2030-01-01");
  expect(value?.deprecatedElements.map(({ what, name, pointer }) => [what, name, pointer])).toEqual([
    ["tag", "t", "/tags/0"],
    ["response", "200", "/paths/~1a/get/responses/200"],
  ]);
});

const inLimits = (more: string): string => `info: {title: T, version: '1'}\npaths: {}\nx-rate-limits: {${more}}`;
const inOperation = (more: string): string =>
  `info: {title: T, version: '1'}\npaths: {/a: {get: {${more}, responses: {200: {description: k}}}}}`;

it.each([
  ["info: {title: T, version: '1', contact: {x-sunset: 2030-01-01}}\npaths: {}", "/info/contact/x-sunset"],
  ["info: {title: T, version: '1'}\npaths: {x-deprecated: true}", "/paths/x-deprecated"],
  ["info: {title: T, version: '1'}\npaths: {}\ncomponents: {x-maturity: Beta}", "/components/x-maturity"],
  [inLimits("plans: {free: {policies: {m: {q: 60, w: 60}}, x-sunset: 2027-01-01}}"), "/x-rate-limits/plans/free/x-sunset"],
  [inLimits("plans: {free: {policies: {m: {q: 60, w: 60, x-deprecated: true}}}}"), "/x-rate-limits/plans/free/policies/m/x-deprecated"],
  [inLimits("headers: {limit: X-L, remaining: X-R, x-deprecation: {since: 2027-01-01}}"), "/x-rate-limits/headers/x-deprecation"],
  [inLimits("x-stability-level: beta"), "/x-rate-limits/x-stability-level"],
  [inOperation("x-retry: {idempotent: true, x-sunset: 2027-01-01}"), "/paths/~1a/get/x-retry/x-sunset"],
  [inOperation("x-rate-limit: {cost: 2, x-removal-date: 2027-01-01}"), "/paths/~1a/get/x-rate-limit/x-removal-date"],
  [inOperation("callbacks: {x-sunset: 2027-01-01}"), "/paths/~1a/get/callbacks/x-sunset"],
  [inOperation("callbacks: {x-deprecated: true}"), "/paths/~1a/get/callbacks/x-deprecated"],
  [
    "info: {title: T, version: '1'}\npaths: {/a: {get: {responses: {200: {description: k, links: {x-sunset: 2027-01-01}}}}}}",
    "/paths/~1a/get/responses/200/links/x-sunset",
  ],
])("reports keys on what has no life: %s", async (text, pointer) => {
  const { diagnostics } = await outcomeOf(`openapi: 3.1.0\n${text}\n`);
  const unread = diagnostics.filter(({ code }) => code === "lifecycle-place-unread");
  expect(unread).toMatchObject([{ severity: "warning", at: { pointer } }]);
});

it("takes what is called like a key for a name where its value has one", async () => {
  const text = `openapi: 3.1.0
info: {title: T, version: '1'}
paths: {/a: {get: {responses: {200: {description: k, headers: {x-sunset: {schema: {type: string}}}, links: {x-sunset: {operationId: a}}}}}}}
components: {schemas: {A: {type: object, properties: {x-deprecated: true, x-sunset: {type: string}}}}}
`;
  expect((await outcomeOf(text)).diagnostics.filter(({ code }) => code === "lifecycle-place-unread")).toEqual([]);
});

it("dates a representation by its media type alone", async () => {
  const content = "content: {application/v1+json: {x-sunset: 2030-01-01}, application/v2+json: {}}";
  const text = `${head}}\npaths: {/a: {get: {responses: {200: {description: ok, ${content}}}}}}\n`;
  const { value, diagnostics } = await outcomeOf(text);
  expect(diagnostics).toEqual([]);
  const [operation] = value?.operations ?? [];
  expect(operation?.doc.lifecycle).toBeUndefined();
  expect(operation?.responses[0]?.contents.map(({ lifecycle }) => lifecycle?.sunset?.text)).toEqual(["2030-01-01", undefined]);
});

it("remarks once on removals without the date of deprecation that others have, and a header carries", async () => {
  const get = (name: string, more: string) => `get: {operationId: ${name}, deprecated: true, ${more}responses: {200: {description: ok}}}`;
  const paths = `/a: {${get("a", "x-sunset: 2030-01-01, ")}}, /b: {${get("b", "x-sunset: 2030-01-01, ")}}, /c: {${get("c", "")}}`;
  expect((await outcomeOf(`${head}}\npaths: {${paths}}\n`)).diagnostics).toEqual([]);
  const dated = get("d", "x-deprecation: {since: 2029-01-01}, ");
  const { diagnostics } = await outcomeOf(`${head}}\npaths: {${paths}, /d: {${dated}}}\n`);
  expect(diagnostics).toMatchObject([{ code: "deprecation-undated", severity: "info", at: { pointer: "/paths/~1a/get" } }]);
});

it("dates parameters, properties and security schemes too", async () => {
  const dated = "deprecated: true, x-sunset: 2030-01-01";
  const text = `${head}}
paths: {/a: {get: {parameters: [{name: q, in: query, ${dated}, schema: {}}], responses: {200: {description: ok, headers: {X: {${dated}, schema: {}}}}}}}}
components: {securitySchemes: {s: {type: http, scheme: basic, ${dated}}}, schemas: {P: {type: object, properties: {a: {${dated}}}}}}
`;
  const { value, diagnostics } = await outcomeOf(text);
  expect(diagnostics).toEqual([]);
  const property = value?.schemas.get("P")?.schema.assertions[1];
  const lives = [
    value?.operations[0]?.parameters[0]?.doc.lifecycle,
    value?.operations[0]?.responses[0]?.headers[0]?.doc.lifecycle,
    value?.securitySchemes[0]?.doc.lifecycle,
    property?.kind === "object" ? property.properties[0]?.schema.doc.lifecycle : undefined,
  ];
  expect(lives.map((life) => life?.sunset?.epoch)).toEqual([1893456000, 1893456000, 1893456000, 1893456000]);
});
