import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /search/{what}: { get: { operationId: search, responses: { "200": { description: ok }, "429": { description: slow } } } }
  /things:
    get: { operationId: list, responses: { "200": { description: ok } } }
    post: { operationId: add, responses: { "201": { description: ok } } }
`;

async function printed(argv: readonly string[], config?: object, text = description) {
  const files = {
    "/project/api.yaml": text,
    ...(config === undefined ? {} : { "/project/sundial.config.json": JSON.stringify(config) }),
  };
  const io = memoryIo(files, { cwd: "/project" });
  const code = await run(["limits", ...argv], io);
  return { code, ...io.printed, changes: io.changes };
}

const withLimits = (limits: unknown): object => ({ apis: { things: { input: "api.yaml", output: "out", limits } } });

describe("sundial limits", () => {
  test("prints what the page about commands shows", async () => {
    const page = readFileSync(new URL("../../../docs/commands.md", import.meta.url), "utf8");
    const [, example] = /npx openapi-sundial limits spec\/petstore\.yaml\n```\n\n```\n([^`]+)```/.exec(page) ?? [];
    const petstore = readFileSync(new URL("../../../spec/petstore.yaml", import.meta.url), "utf8");
    const io = memoryIo({ "/project/spec/petstore.yaml": petstore }, { cwd: "/project" });
    expect(await run(["limits", "spec/petstore.yaml"], io)).toBe(0);
    expect(io.printed).toEqual({ stdout: example, stderr: "" });
    expect(io.changes).toEqual([]);
  });

  test("says of each operation what it counts in, and those that count in the same are one line", async () => {
    const plans = {
      one: { policies: { all: { rate: 10, burst: 40 }, search: { q: 30, w: 60, sliding: true }, open: { concurrency: 5 } } },
    };
    const groups = { search: { paths: "/search/**", policies: ["search"], cost: 2 } };
    const { code, stdout, stderr } = await printed([], withLimits({ plans, groups, defaultPlan: "one", headers: { fraction: "X-Calls" } }));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      "    one (unless another is chosen):\n      10/s (40 at once) (all)\n      30/min sliding (search)\n      5 at once (open)\n",
    );
    expect(stdout).toContain(
      "  Operations\n    2 operations in all, open: GET /things, POST /things\n    1 operation in every policy, a call as 2: GET /search/{what}\n",
    );
    expect(stdout).toContain("    X-Calls what is used and the limit, as 32/40\n");
  });

  test.each([
    [undefined, "Knows no limits, and sends calls at once."],
    [false, "Sends each call at once, and once: `limits` is false."],
    ["auto", "Finds headers of limits by their usual names, which win over figures."],
    ["github", '403 with "rate limit" in /message of its body (60 s to wait unless it says)'],
    [
      { preset: "shopify", banRisk: true },
      "X-Shopify-Shop-Api-Call-Limit what is used and the limit, as 32/40, a bucket that fills in 20 s",
    ],
    ["slack", "Reads no header of what is left: none is named."],
    ["openai", "Knows no figures: holds calls back by what the service tells."],
    ["discord", "It is of all operations with the header X-RateLimit-Global, and of one operation without it."],
  ])("says what a client does with the limits %j", async (limits, sentence) => {
    const { code, stdout } = await printed([], withLimits(limits));
    expect(code).toBe(0);
    expect(stdout).toContain(sentence);
    expect(stdout).toMatch(/^things: api\.yaml\n/);
  });

  test("prints data with --json, and several APIs one after the other", async () => {
    const apis = { one: { input: "api.yaml", output: "a", limits: "stripe" }, two: { input: "api.yaml", output: "b" } };
    const { stdout } = await printed(["--json"], { apis });
    const { apis: found } = JSON.parse(stdout) as { apis: readonly { api: string; client: string; plans: readonly object[] }[] };
    expect(found.map(({ api, client }) => [api, client])).toEqual([
      ["one", "paced"],
      ["two", "retry"],
    ]);
    expect(found[0]?.plans[1]).toMatchObject({ name: "test", policies: [{ name: "all", text: "25/s" }, {}, {}, {}, {}, {}] });
    expect((await printed([], { apis })).stdout).toMatch(/^one: api\.yaml\n[^]*\n\ntwo: api\.yaml\n/);
    expect((await printed(["two"], { apis })).stdout).toMatch(/^two: api\.yaml\n/);
  });

  test("tells what is wrong with limits, and of other defects those that stand in the way", async () => {
    const wrong = await printed(
      [],
      withLimits({ plans: { a: { policies: { minute: { q: 1, w: 0 } } } }, groups: { x: { paths: "/serch/**" } } }),
    );
    expect(wrong.code).toBe(0);
    expect(wrong.stderr).toContain('The policy "minute" needs q (requests) and w (seconds), both whole numbers above 0; it is left out.');
    expect(wrong.stderr).toContain('Did you mean "/search/**"?');
    const other = await printed(["api.yaml"], undefined, `${description}components: { schemas: { A: { type: strin } } }\n`);
    expect([other.code, other.stderr]).toEqual([0, ""]);
    const none = await printed(["api.yaml"], undefined, "openapi: [\n");
    expect([none.code, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toContain("error");
    expect((await printed(["none"], withLimits("auto"))).code).toBe(2);
  });

  test("prints a description of many plans, policies and operations in few lines", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `n${String(index)}`);
    const policies = Object.fromEntries(names.map((name) => [name, { q: 1, w: 1 }]));
    const limits = { plans: Object.fromEntries(names.map((name) => [name, { policies }])) };
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get: { "x-rate-limit": { policies: [name] }, responses: {} } }]));
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, "x-rate-limits": limits, paths });
    const { stdout } = await printed(["api.yaml"], undefined, text);
    expect(stdout.split("\n").length).toBeLessThan(500);
    expect(stdout).toContain("and 280 more plans");
    expect(stdout).toContain("and 280 more policies");
    expect(stdout).toContain("and 280 more ways to count");
  });

  test("keeps each word of a description in its line", async () => {
    const limits = {
      plans: { "a\n  Plans\n    b": { policies: { minute: { q: 1, w: 60, qu: "x\ny" } } } },
      headers: { unit: "x\ny", remaining: "X-Left" },
    };
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      "x-rate-limits": limits,
      paths: { "/a\nb": { get: {} } },
    });
    const { stdout } = await printed(["api.yaml"], undefined, text);
    expect(stdout.match(/^ {2}Plans$/gm)).toHaveLength(1);
    expect(stdout.split("\n").slice(2, 4)).toEqual([expect.stringContaining("1 x"), expect.stringMatching(/^ {4}Counted/)]);
  });
});
