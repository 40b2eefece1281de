import { expect, test } from "vitest";
import { applyMoves, movedKeys, type MovedKey } from "../../../src/config/moved-keys.js";
import { resolveConfig } from "../../../src/config/resolve-config.js";
import { isOlder, version } from "../../../src/version.js";

const moves: readonly MovedKey[] = [
  { since: "0.2.0", of: "api", from: ["loose"], to: ["strict"] },
  { since: "0.3.0", of: "api", from: ["patterns"], to: ["validators", "patterns"] },
];

test("each key of the table has moved in a version that is no newer than this one, and versions are in order", () => {
  for (const [index, { since }] of movedKeys.entries()) {
    expect(isOlder(version, since)).toBe(false);
    expect(isOlder(since, movedKeys[index - 1]?.since ?? "0.0.0")).toBe(false);
  }
});

test("a key at its old place is told with its new one, and with the command that moves it", () => {
  const value = {
    apis: { a: { input: "a.yaml", output: "a", patterns: "accept" }, b: { input: "b.yaml", output: "b", loose: 1, strict: true } },
  };
  const { diagnostics } = resolveConfig({ path: "/p/sundial.config.ts", value }, moves);
  expect(diagnostics.map(({ code, message, hint }) => [code, message, hint])).toEqual([
    [
      "config-unknown-key",
      "`apis.a.patterns` has another place now.",
      "It is `apis.a.validators.patterns` since version 0.3.0. `sundial upgrade --write` moves it.",
    ],
    [
      "config-unknown-key",
      "`apis.b.loose` has another place now.",
      "It is `apis.b.strict` since version 0.2.0. It is there, too: remove one of the two.",
    ],
  ]);
});

test("a key that moved twice ends where it is now, and what was given stays as it was", () => {
  const value = { a: { b: 1 }, other: [1] };
  const twice: readonly MovedKey[] = [
    { since: "0.2.0", of: "configuration", from: ["a", "b"], to: ["c"] },
    { since: "0.3.0", of: "configuration", from: ["c"], to: ["d", "e", "f"] },
  ];
  const moved = applyMoves(value, twice);
  expect(moved.value).toEqual({ other: [1], d: { e: { f: 1 } } });
  expect(moved.found.map(({ from, to }) => [from.join("."), to.join(".")])).toEqual([
    ["a.b", "c"],
    ["c", "d.e.f"],
  ]);
  expect(value).toEqual({ a: { b: 1 }, other: [1] });
});

test("a value where the new place needs an object keeps the key from being moved", () => {
  const value = { patterns: 1, validators: true };
  expect(applyMoves(value, moves)).toMatchObject({ value, found: [{ isTaken: true }] });
});

test.each([[undefined], [null], [[]], ["text"], [{ apis: 1 }], [{ apis: { a: 1 } }]])(
  "%j is left to the reader of configurations",
  (value) => {
    expect(applyMoves(value, moves)).toEqual({ value, found: [] });
  },
);
