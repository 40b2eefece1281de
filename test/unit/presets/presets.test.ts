import { gzipSync } from "node:zlib";
import { readFileSync, readdirSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { presets, type PresetName } from "../../../src/presets/index.js";
import type { LimitsConfig, WrittenLimits } from "../../../src/config/limits.js";
import { resolveConfig } from "../../../src/config/resolve-config.js";
import { outcomeOf } from "../../support/api.js";
import { generateTexts } from "../../support/pipeline.js";

const names = Object.keys(presets) as readonly PresetName[];

/** Paths of each service that its groups are about, and one that they are not. */
const paths: Readonly<Record<PresetName, readonly string[]>> = {
  anthropic: ["POST /v1/messages"],
  discord: ["GET /channels/{channel_id}", "POST /interactions/{interaction_id}/{interaction_token}/callback"],
  github: ["GET /search/code", "GET /search/issues", "GET /rate_limit", "POST /repos/{owner}/{repo}/issues", "GET /repos/{owner}/{repo}"],
  openai: ["POST /chat/completions"],
  shopify: ["GET /admin/api/products.json"],
  slack: ["POST /chat.postMessage", "GET /rtm.connect", "GET /users.info", "GET /conversations.history", "GET /team.info"],
  stripe: ["POST /v1/files", "GET /v1/customers/search", "POST /v1/payouts", "GET /v1/customers"],
  twitter: ["GET /2/tweets"],
};

function describedBy(name: PresetName): string {
  const items = paths[name].map((each) => {
    const [method = "", path = ""] = each.split(" ");
    const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, one]) => ({
      name: one,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    return [
      path,
      { [method.toLowerCase()]: { parameters, responses: { 200: { description: "Fine" }, 429: { description: "Slow" } } } },
    ] as const;
  });
  return JSON.stringify({ openapi: "3.1.0", info: { title: name, version: "1" }, paths: Object.fromEntries(items) }, undefined, 1);
}

/** A preset as a configuration that names it is read. */
function configured(name: PresetName): WrittenLimits {
  const value = { input: "a.yaml", output: "out", limits: name };
  const limits = resolveConfig({ path: "/project/sundial.config.ts", value }).value?.[0]?.limits;
  if (typeof limits !== "object") throw new Error(`${name} is not read.`);
  return limits;
}

describe.each(names)("the preset %s", (name) => {
  test("is read whole, without a word: its groups, its policies and its headers belong together", async () => {
    const { value, diagnostics } = await outcomeOf(describedBy(name), { limits: configured(name) });
    expect(diagnostics).toEqual([]);
    const limits = value?.rateLimits;
    const { plans, headers = [], groups = {}, defaultPlan }: LimitsConfig = presets[name];
    expect(limits?.plans.map((plan) => plan.name)).toEqual(Object.keys(plans));
    expect(limits?.headers).toHaveLength([headers].flat().length);
    expect(limits?.defaultPlan).toBe(defaultPlan);
    const counts = Object.values(groups).length;
    // Each group has an operation of its own among those above.
    expect(new Set(value?.operations.map(({ rateLimit }) => JSON.stringify(rateLimit))).size).toBeGreaterThanOrEqual(Math.min(counts, 1));
  });

  test("is data that JSON can say, and says where it is from", () => {
    expect(JSON.parse(JSON.stringify(presets[name]))).toEqual(presets[name]);
    const text = readFileSync(new URL(`../../../src/presets/${name}.ts`, import.meta.url), "utf8");
    expect(text).toMatch(/@see ".+", https:\/\/\S+/);
    expect(text).toMatch(/as documented in 20\d\d/);
    expect(text).toContain(name === "openai" || name === "anthropic" ? "headers tell them" : "Uncertain");
  });

  test("adds at most 0.3 kB to a bundle, besides the policies that it names", async () => {
    const least = { ...configured(name), value: { plans: { free: { policies: { minute: { q: 60, w: 60 } } } } } };
    expect((await sizeOf(name, configured(name))) - (await sizeOf(name, least))).toBeLessThan(300);
  });
});

/** What limits take of a bundle, compressed. */
async function sizeOf(name: PresetName, limits: WrittenLimits): Promise<number> {
  const { files } = await generateTexts({ "a.yaml": describedBy(name) }, ["client"], { limits });
  const text = files.find(({ path }) => path === "lifecycle.ts")?.text ?? "";
  const { code } = await transform(text, { loader: "ts", minify: true });
  return gzipSync(code, { level: 9 }).length;
}

test("each file of a preset is one that can be named", () => {
  const files = readdirSync(new URL("../../../src/presets", import.meta.url)).map((file) => file.replace(".ts", ""));
  expect(files.filter((file) => !["index", "limits-config"].includes(file)).sort()).toEqual([...names].sort());
});

test("calls of GitHub count where its documentation says", async () => {
  const { value } = await outcomeOf(describedBy("github"), { limits: configured("github") });
  const counted = value?.operations.map(({ path, method, rateLimit }) => [
    `${method} ${path}`,
    rateLimit?.exempt === true ? "none" : rateLimit?.policies?.toSorted(),
  ]);
  expect(counted).toEqual([
    ["GET /search/code", ["code_search", "concurrent", "points"]],
    ["GET /search/issues", ["concurrent", "points", "search"]],
    ["GET /rate_limit", "none"],
    ["POST /repos/{owner}/{repo}/issues", ["concurrent", "content", "contentHour", "core", "points"]],
    ["GET /repos/{owner}/{repo}", ["concurrent", "core", "points"]],
  ]);
});

test("plans of one's own take the place of those of a preset, whose groups hold as far as its headers tell", async () => {
  const value = {
    input: "a.yaml",
    output: "out",
    limits: { ...presets.github, plans: { token: { policies: { minute: { q: 10, w: 60 } } } } },
  };
  const limits = resolveConfig({ path: "/project/sundial.config.ts", value }).value?.[0]?.limits;
  if (typeof limits !== "object") throw new Error("It is not read.");
  const { value: api, diagnostics } = await outcomeOf(describedBy("github"), { limits });
  expect(diagnostics).toEqual([]);
  // A spent `search` holds back searches alone, whatever figures are known of it.
  expect(api?.operations.map(({ rateLimit }) => rateLimit?.policies)).toEqual([
    ["minute", "code_search"],
    ["minute", "search"],
    undefined,
    ["minute", "core"],
    ["minute", "core"],
  ]);
  expect(api?.rateLimits?.headers.map(({ policy }) => policy)).toEqual(["core", "search", "code_search"]);
});
