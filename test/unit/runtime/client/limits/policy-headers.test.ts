import { expect, it } from "vitest";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { fractionHeaders } from "../../../../../templates/runtime/client/limits/readers/fraction-headers.js";
import { policyHeaders } from "../../../../../templates/runtime/client/limits/readers/policy-headers.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";

const now = Date.UTC(2026, 10, 20, 12);
const names = { limit: "X-Limit", remaining: "X-Left", bucket: "X-Resource" };
const headers = [
  { policy: "core", ...names },
  { policy: "search", ...names },
  { policy: "tokens", unit: "tokens", remaining: "X-Tokens" },
];

// One parser does what the other does.
it.each([
  ["policyHeaders", policyHeaders],
  ["fractionHeaders", fractionHeaders],
] as const)("%s reads headers that policies have in common as those of the policy that the bucket header names", (_, parse) => {
  const read = declaredLimitHeaders({ headers }, parse);
  const named = (values: Record<string, string>): readonly unknown[] =>
    read({ status: 200, headers: new Headers(values) }, { sent: now, received: now }, serviceClock()).policies.map(
      ({ name, unit, limit, remaining }) => [name, unit, limit, remaining],
    );
  const figures = { "x-limit": "30", "x-left": "29" };
  expect(named({ ...figures, "x-resource": "search" })).toEqual([["search", undefined, 30, 29]]);
  expect(named({ ...figures, "x-resource": "core", "x-tokens": "7" })).toEqual([
    ["core", undefined, 30, 29],
    ["tokens", "tokens", undefined, 7],
  ]);
  // Of another resource nothing is known; without the header, the figures say which it is.
  expect(named({ ...figures, "x-resource": "graphql" })).toEqual([]);
  expect(named({ ...figures, "x-resource": "constructor" })).toEqual([]);
  expect(named(figures)).toEqual([[undefined, undefined, 30, 29]]);
});
