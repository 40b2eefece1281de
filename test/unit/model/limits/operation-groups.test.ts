import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

const plans = { free: { policies: { core: { q: 9, w: 9 }, search: { q: 3, w: 9 }, open: { concurrency: 5 } } } };
const operations = ["get /search/things", "get /things", "post /things", "delete /things/{id}"];

interface Settings {
  readonly groups: unknown;
  /** `x-rate-limit` of "get /search/things". */
  readonly own?: object;
  readonly configured?: object;
  readonly include?: readonly string[];
  readonly plans?: object;
  readonly headers?: object;
}

async function counted({ groups, own, configured, include, plans: described = plans, headers }: Settings) {
  const paths: Record<string, Record<string, object>> = {};
  for (const each of operations) {
    const [method = "", path = ""] = each.split(" ");
    const said = each === operations[0] && own !== undefined ? { "x-rate-limit": own } : {};
    const parameters = path.includes("{") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : [];
    paths[path] = {
      ...paths[path],
      [method]: {
        tags: [path.split("/")[1]],
        operationId: `${method}${path.length}`,
        parameters,
        responses: { 429: { description: "Slow" } },
        ...said,
      },
    };
  }
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    "x-rate-limits": { plans: described, groups, ...(headers && { headers }) },
    paths,
  };
  const limits = configured && { value: configured, name: "limits", at: { file: "file:///project/sundial.config.ts", pointer: "/limits" } };
  const { value, diagnostics } = await outcomeOf(JSON.stringify(document, undefined, 1), {
    ...(limits ? { limits: limits as never } : {}),
    ...(include
      ? { select: { include: [{ value: { paths: include }, name: "include" }], exclude: undefined, components: undefined } }
      : {}),
  });
  const found = diagnostics.map(({ code, message, hint, severity, at }) => ({ code, message, hint, severity, at }));
  return {
    limits: value?.operations.map(({ rateLimit }) => rateLimit),
    grouped: value?.rateLimits?.grouped,
    headers: value?.rateLimits?.headers,
    policies: value?.operations.map(({ rateLimit }) => rateLimit?.policies?.toSorted()),
    found,
  };
}

describe("groups of operations", () => {
  it("have the policies that they name for themselves, and those that no group names", async () => {
    const { policies, grouped, found } = await counted({ groups: { search: { paths: "/search/**", policies: ["search"] } } });
    expect(found).toEqual([]);
    expect(grouped).toEqual(["search"]);
    expect(policies).toEqual([undefined, ["core", "open"], ["core", "open"], ["core", "open"]]);
  });

  it("are asked in their order, and an operation is in the first that fits", async () => {
    const search = { paths: "/search/**", policies: ["search"] };
    const rest = { paths: "/**", policies: ["core"] };
    expect((await counted({ groups: { search, rest } })).policies).toEqual([
      ["open", "search"],
      ["core", "open"],
      ["core", "open"],
      ["core", "open"],
    ]);
    expect((await counted({ groups: { rest, search } })).policies).toEqual(operations.map(() => ["core", "open"]));
  });

  it.each([
    [{ tags: "search" }, [0]],
    [{ methods: ["post", "DELETE"] }, [2, 3]],
    [{ methods: "get", tags: ["things"] }, [1]],
    [{ operations: ["get*"] }, [0, 1]],
    [{ operations: "POST /things" }, [2]],
    [{ paths: ["/things/{id}", "/search/*"] }, [0, 3]],
  ])("select operations as a configuration selects them: %j", async (members, indexes) => {
    const { limits, found } = await counted({ groups: { one: { ...members, cost: 3 } } });
    expect(found).toEqual([]);
    expect(limits?.flatMap((limit, index) => (limit?.cost === 3 ? [index] : []))).toEqual(indexes);
  });

  it("say what a call costs in single policies, of those that there are", async () => {
    const groups = { search: { paths: "/search/**", policies: ["search"], costs: { search: 3, core: 2 } } };
    const { limits, found } = await counted({ groups });
    expect(found).toEqual([]);
    expect(limits?.[0]).toMatchObject({ cost: 1, costs: { search: 3, core: 2 } });
    const wrong = await counted({ groups: { search: { ...groups.search, costs: { serch: 5, core: 0.5 } } } });
    expect(wrong.limits?.[0]?.costs).toBeUndefined();
    expect(wrong.found).toMatchObject([
      { code: "plan-unknown", at: { pointer: "/x-rate-limits/groups/search/costs/serch" }, hint: 'Did you mean "search"?' },
      { code: "rate-limit-invalid", at: { pointer: "/x-rate-limits/groups/search/costs/core" } },
    ]);
    expect((await counted({ groups, own: { cost: 3 } })).limits?.[0]).toMatchObject({ cost: 3, costs: undefined });
  });

  it("yield to what an operation says itself, in a description and in a configuration", async () => {
    const groups = { search: { paths: "/search/**", policies: ["search"], cost: 5 }, rest: { paths: "/**", policies: ["core"] } };
    const of = async (own: object) => (await counted({ groups, own })).limits?.[0];
    expect(await of({ policies: ["open"] })).toMatchObject({ cost: 5, policies: ["open"] });
    expect(await of({ cost: 2 })).toMatchObject({ cost: 2, policies: ["open", "search"] });
    expect(await of({ exempt: true })).toMatchObject({ exempt: true, policies: undefined });
    expect(await of({ rejectedBeforeProcessing: false })).toMatchObject({
      cost: 5,
      policies: ["open", "search"],
      rejectedBeforeProcessing: false,
    });
    const configured = { operations: { get14: { policies: ["core"], cost: 3 } } };
    expect((await counted({ groups, configured })).limits?.[0]).toMatchObject({ policies: ["core"], cost: 3 });
    const others = { groups: { all: { paths: "/**", exempt: true } } };
    const overridden = await counted({ groups, configured: others });
    expect(overridden.limits?.every((limit) => limit?.exempt)).toBe(true);
    expect(overridden.found.map(({ code }) => code)).toEqual(["limits-overridden"]);
  });

  it("that match nothing are remarked on, with what may be meant", async () => {
    const { found } = await counted({
      groups: {
        a: { paths: "/serch/**", policies: [] },
        b: { tags: "thing" },
        c: { tags: "search", methods: "post" },
        d: { operations: "gte7" },
      },
    });
    expect(found.map(({ code, severity, hint, at }) => [code, severity, hint, (at as { pointer: string }).pointer])).toEqual([
      ["limit-group-unmatched", "info", 'Did you mean "/search/**"?', "/x-rate-limits/groups/a/paths/0"],
      ["limit-group-unmatched", "info", 'Did you mean "things"?', "/x-rate-limits/groups/b/tags/0"],
      ["limit-group-unmatched", "info", "What stands in a group has to hold of an operation at once.", "/x-rate-limits/groups/c"],
      ["limit-group-unmatched", "info", 'Did you mean "get7"?', "/x-rate-limits/groups/d/operations/0"],
    ]);
  });

  it("of which each operation is in a group before them are remarked on, with the groups that have them", async () => {
    const rest = { paths: "/**", policies: ["core"] };
    const { found } = await counted({
      groups: {
        reads: { paths: ["/search/**", "/things"], methods: "get" },
        posts: { methods: "post" },
        search: { paths: "/search/**", policies: ["search"] },
        both: { paths: "/things" },
        rest,
        things: { tags: "things" },
        others: { paths: "/**" },
      },
    });
    expect(
      found.map(({ code, severity, message, hint, at }) => [code, severity, message, hint, (at as { pointer: string }).pointer]),
    ).toEqual(
      [
        ["search", '"reads"', "reads"],
        ["both", '"reads", "posts"', "reads"],
        ["things", '"reads", "posts", "rest"', "reads"],
        ["others", '"reads", "posts", "rest"', "reads"],
      ].map(([name = "", which = "", first = ""]) => [
        "limit-group-unmatched",
        "info",
        `No operation is in the group "${name}": each one that fits is in a group before it, ${which}.`,
        `An operation is in the first group that fits it. Put "${name}" before "${first}".`,
        `/x-rate-limits/groups/${name}`,
      ]),
    );
  });

  it("may be of operations that a selection leaves out", async () => {
    const { found, limits } = await counted({ groups: { search: { paths: "/search/**", policies: ["search"] } }, include: ["/things"] });
    expect(found).toEqual([]);
    expect(limits).toHaveLength(2);
  });

  it("count in all where no policy that they name is there: to count too much is safer", async () => {
    const { policies, found } = await counted({
      groups: { search: { paths: "/search/**", policies: ["serch"] }, rest: { paths: "/**", policies: ["core"] } },
    });
    expect(found.map(({ code, hint }) => [code, hint])).toEqual([["plan-unknown", 'Did you mean "search"?']]);
    expect(policies?.[0]).toBeUndefined();
  });

  it("say once that they count in all, and of what is written that it cannot be read, not that it is not there", async () => {
    const unreadable = { ...plans, more: { policies: { day: { q: 0, w: 9 }, week: { q: 1, w: -1 }, core: { q: 5, w: 9 } } } };
    const said = 'the group "one" counts in all policies';
    for (const [policies, own, list, message] of [
      [
        ["day"],
        ["rate-limit-invalid", "limit-policy-unread"],
        undefined,
        'The group "one" names "day", which cannot be read; it counts in all policies.',
      ],
      [
        ["day", "week"],
        ["rate-limit-invalid", "limit-policy-unread"],
        undefined,
        'The group "one" names "day", "week", which cannot be read; it counts in all policies.',
      ],
      [["day", "dya"], ["rate-limit-invalid", "plan-unknown"], undefined, `No plan has a policy "dya"; ${said}.`],
      [["serch", "coer"], ["rate-limit-invalid", "plan-unknown"], undefined, `No plan has a policy "coer"; ${said}.`],
      [["day", "core"], ["rate-limit-invalid"], ["core", "open", "search"], undefined],
      [["dya", "core"], ["rate-limit-invalid", "plan-unknown"], ["core", "open", "search"], 'No plan has a policy "dya".'],
    ] as const) {
      const group = { paths: "/search/**", policies, costs: { day: 2 } };
      const { found, policies: counting } = await counted({ groups: { one: group }, plans: unreadable });
      expect([...new Set(found.map(({ code }) => code))].sort()).toEqual([...own].sort());
      expect(found.filter(({ message: each }) => each.includes("in all policies"))).toHaveLength(list === undefined ? 1 : 0);
      if (message !== undefined) expect(found.map((each) => each.message)).toContain(message);
      expect(counting?.[0]).toBeUndefined();
    }
  });

  it("do so as an operation does that names policies itself, and as headers do", async () => {
    const unreadable = { ...plans, more: { policies: { day: { q: 0, w: 9 } } } };
    const operation = await counted({ groups: {}, own: { policies: ["day"] }, plans: unreadable });
    expect(operation.found.map(({ code, message }) => [code, message])).toEqual(
      expect.arrayContaining([["limit-policy-unread", 'The operation names "day", which cannot be read; it counts in all policies.']]),
    );
    expect([operation.found.length, operation.limits?.[0]?.policies]).toEqual([2, undefined]);
    const misspelt = await counted({ groups: {}, own: { policies: ["serch"] }, plans });
    expect(misspelt.found.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      ["plan-unknown", 'No plan has a policy "serch"; the operation counts in all policies.', 'Did you mean "search"?'],
    ]);
    const headers = [
      { policy: "day", remaining: "X-Day" },
      { policy: "core", remaining: "X-Core" },
    ];
    const told = await counted({ groups: {}, plans: unreadable, headers });
    expect(told.headers?.map(({ policy }) => policy)).toEqual(["core"]);
    expect(told.found.map(({ code }) => code).sort()).toEqual(["limit-policy-unread", "rate-limit-invalid"]);
  });

  it("count a policy of a unit that no header tells for nothing, as what it counts are no requests", async () => {
    const tokens = { free: { policies: { ...plans.free.policies, tokens: { q: 5, w: 9, qu: "tokens" } } } };
    const groups = { one: { paths: "/search/**", policies: ["tokens"] }, rest: { paths: "/**", policies: ["core", "search"] } };
    const { found, policies } = await counted({ groups, plans: tokens });
    expect(found.map(({ code }) => code)).toEqual(["limit-unsupported"]);
    expect(policies?.[0]).toEqual(["open"]);
  });

  it("that are exempt have no cost and no policies, and take no policy from the others", async () => {
    const groups = { health: { paths: "/search/**", exempt: true, policies: ["core"], cost: 3, costs: { search: 2 } } };
    const { found, limits } = await counted({ groups });
    expect(found.map(({ code, at }) => [code, (at as { pointer: string }).pointer.split("/").at(-1)]).sort()).toEqual([
      ["rate-limit-invalid", "cost"],
      ["rate-limit-invalid", "costs"],
      ["rate-limit-invalid", "policies"],
    ]);
    expect(limits?.[0]).toMatchObject({ exempt: true, cost: 1, costs: undefined, policies: undefined });
    expect(limits?.slice(1)).toEqual([undefined, undefined, undefined]);
    const own = (await counted({ groups: { one: { paths: "/search/**", cost: 5, costs: { core: 2 } } }, own: { exempt: true } }))
      .limits?.[0];
    expect(own).toMatchObject({ exempt: true, cost: 1, costs: undefined });
  });

  it("never let an operation out of a policy that no group names, nor into one that only other groups name", async () => {
    const names = ["core", "search", "open"];
    const group = fc.record({ paths: fc.constantFrom("/search/**", "/things", "/**", "/nowhere"), policies: fc.subarray(names) });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 4 }), async (list) => {
        const { policies } = await counted({ groups: Object.fromEntries(list.map((each, index) => [`g${String(index)}`, each])) });
        const named = new Set(list.flatMap((each) => each.policies));
        const fits = (paths: string, path: string): boolean =>
          paths === "/**" || paths === path || (paths === "/search/**" && path.startsWith("/search/"));
        for (const [index, operation] of operations.entries()) {
          const own = list.find(({ paths }) => fits(paths, operation.split(" ")[1] ?? ""))?.policies ?? [];
          expect(policies?.[index] ?? names.toSorted()).toEqual(names.filter((name) => !named.has(name) || own.includes(name)).sort());
        }
      }),
      { numRuns: 60 },
    );
  });

  it("of a hostile description are read in steps that are counted: those that are too many are left out, and told", async () => {
    const groups = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`g${String(index)}`, { paths: `/**/a${String(index)}`, cost: 2 }]),
    );
    const { found } = await counted({ groups });
    expect(found.filter(({ code }) => code === "rate-limit-invalid")).toHaveLength(350);
  });
});
