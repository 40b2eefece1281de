import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { limitsReport } from "../../../../src/cli/limits/limits-report.js";
import { limitsText } from "../../../../src/cli/limits/limits-text.js";
import { limitHeaderWriter } from "../../../../templates/runtime/server/limits/limit-header-writer.js";
import { policiesOf } from "../../../../templates/runtime/server/limits/plan-policies.js";
import { counterName } from "../../../../templates/runtime/server/limits/policy-kinds.js";
import type { Policies, RateLimits } from "../../../../templates/runtime/shared/rate-limits.js";
import { declaredLimitHeaders } from "../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { ietfLimitHeaders } from "../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import { serviceClock } from "../../../../templates/runtime/client/limits/service-clock.js";
import { generateTexts } from "../../../support/pipeline.js";

const sendable = [
  ...["each @m", "each @listThings", 'a "b"', "back\\slash", "*/ alert(1) /*", "`${x}`", "a,b", "a;q=1", "a:60000", "a:bucket", " a ", "1"],
  ...["__proto__", "constructor", "toString", "{all}", "</script>", "~"],
];
const unsendable = ["x\n", "\u0000", "caf\u00e9", "\u2028", "", "\ud800", "a\tb"];

async function generated(names: readonly string[]) {
  // As text: a literal of JavaScript has no member of the name __proto__.
  const members = names.map((name, index) => `${JSON.stringify(name)}: {"q": ${String(index + 5)}, "w": 60}`).join(",");
  const costs = names.map((name, index) => `${JSON.stringify(name)}: ${String(index + 2)}`).join(",");
  const plans = names.map((name) => `${JSON.stringify(name)}: {"policies": {${members}}}`).join(",");
  const groups = `{"g": {"paths": "/a", "policies": ${JSON.stringify(names)}, "costs": {${costs}}}}`;
  const paths = `{"/a": {"get": {"operationId": "listThings", "responses": {"200": {"description": "Fine"}, "429": {"description": "Slow"}}}}}`;
  const text = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"},\n"x-rate-limits": {"emitIetf": true, "plans": {${plans}}, "groups": ${groups}}, "paths": ${paths}}`;
  const { api, files, diagnostics } = await generateTexts({ "api.json": text }, ["client", "server"], { strict: false });
  const code = files.find(({ path }) => path === "lifecycle.ts")?.text ?? "";
  const limits = runInNewContext(`(${/rateLimits = ([\s\S]*?) as const;/.exec(code)?.[1] ?? "undefined"})`) as RateLimits | undefined;
  return { api, limits, code: files.map((file) => file.text).join("\n"), diagnostics };
}

const policiesIn = (limits: RateLimits | undefined, plan: string): Policies => {
  const found = limits?.plans[plan];
  return found !== undefined && "policies" in found ? found.policies : {};
};

describe("names of policies and plans", () => {
  it("that can be sent are those of the generated code, whatever they are", async () => {
    const { limits, diagnostics, code } = await generated(sendable);
    expect(diagnostics.filter(({ code: each }) => each.startsWith("plan-") || each === "rate-limit-invalid")).toEqual([]);
    for (const plan of sendable) expect(Object.keys(policiesIn(limits, plan)).sort()).toEqual(sendable.toSorted());
    expect(code).not.toMatch(/\*\/ alert/);
  });

  it("are refused, with their places, where no header can have them", async () => {
    const { limits, diagnostics, api } = await generated(["fine", ...unsendable]);
    const told = diagnostics.filter(({ code }) => code === "rate-limit-invalid");
    expect(told).toHaveLength(unsendable.length * (unsendable.length + 1));
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["rate-limit-invalid"]));
    expect(Object.keys(policiesIn(limits, "fine"))).toEqual(["fine"]);
    // Plans are no names of headers: they stay, and each is in its line.
    const text = api === undefined ? "" : limitsText(limitsReport(api, undefined, { api: "a", input: "a" }));
    expect(text.split("\n").filter((line) => line.includes("5/min"))).toHaveLength(unsendable.length + 1);
  });

  it("have counters of their own in a store, of operations and of others", () => {
    const policies: Policies = Object.fromEntries(sendable.flatMap((name) => [[name, { quota: 5, window: 60 } as const]]));
    const own: Policies = Object.fromEntries(sendable.map((name) => [name, { quota: 5, window: 60, per: "operation" } as const]));
    const counters = [
      ...policiesOf(policies, { id: "listThings" }).own,
      ...["listThings", "m", undefined].flatMap((id) => policiesOf(own, { id }).own),
    ];
    const kinds = [undefined, "sliding", "bucket", "concurrency"] as const;
    const keys = counters.flatMap((each) => kinds.map((kind) => counterName(kind === undefined ? each : { ...each, kind })));
    // Fixed windows have their length in the field.
    const fields = [...keys, ...counters.map(({ name }) => `${name}:60000`)];
    expect(new Set(fields).size).toBe(fields.length);
  });

  it.each(sendable)("come back from the fields of the IETF as they are: %j", (name) => {
    const limits: RateLimits = { key: { credential: true }, plans: {}, ietf: true };
    const windows = [{ name, quota: 5, window: 60, remaining: 4, resetAt: 30_000 }];
    const [policyField = "", policies = "", field = "", states = ""] = limitHeaderWriter(limits)({ allowed: true, windows, now: 0 }, 1, 0);
    const headers = new Headers([
      [policyField, policies],
      [field, states],
    ]);
    const read = declaredLimitHeaders(limits, ietfLimitHeaders)({ status: 200, headers }, { sent: 0, received: 0 }, serviceClock());
    expect(read.policies).toMatchObject([{ name, limit: 5, remaining: 4 }]);
  });
});
