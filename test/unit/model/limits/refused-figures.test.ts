import { describe, expect, it } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

/** Where a figure stands, in the limits of a description or of a configuration, and what is taken there besides whole numbers above 0. */
interface Place {
  readonly limits: (figure: unknown) => object;
  /** Below the limits. */
  readonly pointer: string;
  /** Seconds and rates may be fractions. */
  readonly fractions?: true;
}

const free = { policies: { minute: { q: 60, w: 60 } } };
const policy = (figures: (figure: unknown) => object, key: string, fractions?: true): Place => ({
  limits: (figure) => ({ plans: { free: { policies: { ...free.policies, odd: figures(figure) } } } }),
  pointer: `/plans/free/policies/odd`,
  ...(fractions && { fractions }),
  ...{ key },
});
const group = (member: (figure: unknown) => object, pointer: string): Place => ({
  limits: (figure) => ({ plans: { free }, groups: { all: { paths: "/**", ...member(figure) } } }),
  pointer: `/groups/all/${pointer}`,
});

const places: readonly (readonly [string, Place])[] = [
  ["q", policy((q) => ({ q, w: 60 }), "q")],
  ["w", policy((w) => ({ q: 60, w }), "w")],
  ["q of a sliding window", policy((q) => ({ q, w: 60, sliding: true }), "q")],
  ["w of a sliding window", policy((w) => ({ q: 60, w, sliding: true }), "w")],
  ["q of tokens", policy((q) => ({ q, w: 60, qu: "tokens" }), "q")],
  ["q of each operation", policy((q) => ({ q, w: 60, per: "operation" }), "q")],
  ["rate", policy((rate) => ({ rate, burst: 5 }), "rate", true)],
  ["burst", policy((burst) => ({ rate: 5, burst }), "burst")],
  ["concurrency", policy((concurrency) => ({ concurrency }), "concurrency")],
  ["spacing", policy((spacing) => ({ spacing }), "spacing", true)],
  ["cost of a group", group((cost) => ({ cost }), "cost")],
  ["costs of a group", group((cost) => ({ costs: { minute: cost } }), "costs/minute")],
  [
    "refill",
    {
      limits: (refill) => ({ plans: { free }, headers: { remaining: "X-R", limit: "X-L", refill } }),
      pointer: "/headers/refill",
      fractions: true,
    },
  ],
  [
    "refill of a list",
    { limits: (refill) => ({ plans: { free }, headers: [{ remaining: "X-R", refill }] }), pointer: "/headers/0/refill", fractions: true },
  ],
  ["status", { limits: (status) => ({ plans: { free }, rejections: [{ status, header: "X-Limited" }] }), pointer: "/rejections/0/status" }],
  [
    "wait",
    { limits: (wait) => ({ plans: { free }, rejections: [{ status: 429, wait }] }), pointer: "/rejections/0/wait", fractions: true },
  ],
];

const whole: readonly unknown[] = [0, -1, -0.5, 0.5, 1e-300, 1e15, 2 ** 53, 1e21, -1e21, 1.7976931348623157e308];
const others: readonly unknown[] = [null, true, "many", "0.5", "-1", "1e3", "", [], [5], {}, "NaN", "Infinity"];
const refused = ({ fractions, pointer }: Place): readonly unknown[] => {
  const numbers = fractions ? whole.filter((each) => each !== 0.5) : whole;
  // A text that evidently means a number is read as it, and told all the same.
  return [...numbers, ...others, ...(pointer.endsWith("/status") ? [60, 600, 1000] : [])];
};

const configurationFile = "file:///project/sundial.config.ts";

/** What comes of limits: where something is told, and how the generated code has them. */
async function outcome(described: object | undefined, operation: object, configured?: object, strict = false) {
  const responses = { 200: { description: "Fine" }, 429: { description: "Slow" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    ...(described && { "x-rate-limits": described }),
    paths: { "/a": { get: { operationId: "a", responses, ...operation } } },
  };
  const limits = configured && { value: configured, name: "limits", at: { file: configurationFile, pointer: "/limits" } };
  const { files, diagnostics } = await generateTexts({ "api.json": JSON.stringify(document, undefined, 1) }, ["client", "server"], {
    strict,
    ...(limits && { limits: limits as never }),
  });
  return {
    files,
    hints: diagnostics.map(({ hint }) => hint),
    told: diagnostics.map(({ code, severity, at }) => ({ code, severity, at: at as { readonly file: string; readonly pointer: string } })),
    code: files
      .filter(({ path }) => !path.startsWith("runtime/"))
      .map(({ text }) => text)
      .join("\n"),
  };
}

/** A figure that is huge is written as it is; nothing that is none may stand in its place. */
const noFigure =
  /\b(?:quota|window|rate|burst|concurrency|spacing|cost|refill|wait|status|minute): (?:undefined|null|NaN|-?Infinity|-|0\b(?!\.)|"|\[|\{ *\})/;

describe("a figure that is none", () => {
  it.each(places)("is refused with its place, and is in no code: %s", async (_, place) => {
    for (const figure of refused(place)) {
      const limits = place.limits(figure);
      for (const [described, configured, base] of [
        [limits, undefined, "/x-rate-limits"],
        [undefined, limits, "/limits"],
      ] as const) {
        const { told, code, files } = await outcome(described, {}, configured);
        const own = told.filter(({ at }) => at.pointer.startsWith(base + place.pointer));
        expect(
          own.map((each) => each.code),
          `${JSON.stringify(figure)} at ${base}${place.pointer}`,
        ).toContain("rate-limit-invalid");
        expect(files.length).toBeGreaterThan(0);
        expect(code).not.toMatch(noFigure);
        if (described !== undefined) expect((await outcome(described, {}, undefined, true)).files).toEqual([]);
      }
    }
  });

  it.each<[object, string]>([
    [{ q: 5, w: 3_153_600_001 }, '"w" is 3153600001, which is too much.'],
    [{ q: 1e15, w: 5 }, '"q" is 1000000000000000, which is too much.'],
    [{ rate: 0.001, burst: 4_000_000 }, '"burst" is 4000000, which is too much.'],
  ])("is one that no header can say: %j", async (odd, hint) => {
    const { told, hints } = await outcome({ plans: { free: { policies: { odd } } } }, {});
    expect(told.map(({ code }) => code)).toEqual(["rate-limit-invalid"]);
    expect(hints[0]).toContain(hint);
  });

  it("is refused as the cost of an operation, in a description and in a configuration", async () => {
    for (const figure of [...whole, ...others]) {
      const described = await outcome({ plans: { free } }, { "x-rate-limit": { cost: figure } });
      expect(described.told.map(({ code, at }) => [code, at.pointer])).toContainEqual([
        "rate-limit-invalid",
        "/paths/~1a/get/x-rate-limit/cost",
      ]);
      const configured = await outcome(undefined, {}, { plans: { free }, operations: { a: { cost: figure } } });
      expect(configured.told.map(({ code, at }) => [code, at.pointer])).toContainEqual(["rate-limit-invalid", "/limits/operations/a/cost"]);
      for (const { code } of [described, configured]) expect(code).not.toMatch(noFigure);
    }
  });

  it.each(places)("is not what is right: %s", async (name, place) => {
    const right = place.pointer.endsWith("/status") ? 403 : place.fractions ? 0.5 : 7;
    const { told } = await outcome(place.limits(right), {});
    expect(
      told.filter(({ code }) => code === "rate-limit-invalid"),
      name,
    ).toEqual([]);
  });
});
