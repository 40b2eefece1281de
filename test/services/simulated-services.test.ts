import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { afterAll, describe, expect, test } from "vitest";
import { expected, type Expected } from "../../bench/services/expected.js";
import { nameOf, reducedCells, runReduced } from "../../bench/services/reduced.js";
import type { Broken } from "../../bench/services/bars.js";
import type { Row } from "../../bench/services/run.js";

const file = fileURLToPath(new URL("../../bench/services/expected.ts", import.meta.url));
const isUpdate = process.env["UPDATE"] === "1";
const found = new Map<string, Expected>();

/** The figures of the columns that are not as they should be. */
function figuresOf(row: Row, broken: readonly Broken[]): Expected {
  return Object.fromEntries(broken.map(({ column }) => [column, row[column]]));
}

/** A figure that is worse than what is known. */
function worse(now: Expected, known: Expected): readonly string[] {
  const { banned, sentWhileClosed = 0, failed = 0, rejected = 0, share = 1 } = now;
  const is: Readonly<Record<string, boolean>> = {
    banned: banned === true && known.banned !== true,
    sentWhileClosed: sentWhileClosed > (known.sentWhileClosed ?? 0),
    failed: failed > (known.failed ?? 0),
    rejected: rejected > (known.rejected ?? 0),
    share: share < (known.share ?? 1),
  };
  return Object.keys(is).filter((column) => is[column]);
}

describe("sundial, with the services that are out there", () => {
  test.each(reducedCells.map((cell) => [nameOf(cell), cell] as const))("%s", async (name, cell) => {
    const { row, broken } = await runReduced(cell);
    const now = figuresOf(row, broken);
    if (broken.length > 0) found.set(name, now);
    if (isUpdate) return;
    const known = expected[name] ?? {};
    expect({ row, worse: worse(now, known) }).toEqual({ row, worse: [] });
    const kept = Object.keys(known).filter((column) => !(column in now));
    expect({ "is kept now: take it out of bench/services/expected.ts": kept }).toEqual({
      "is kept now: take it out of bench/services/expected.ts": [],
    });
  });

  test("has no row for a cell that is not there", () => {
    const names = new Set(reducedCells.map(nameOf));
    expect(Object.keys(expected).filter((name) => !names.has(name))).toEqual([]);
  });

  test("always comes to the same", async () => {
    const cell = reducedCells.find((one) => nameOf(one) === "sundial | openai | lost answers");
    if (cell === undefined) throw new Error("There is no such cell");
    expect(await runReduced(cell)).toEqual(await runReduced(cell));
  });
});

afterAll(async () => {
  if (!isUpdate) return;
  const text = readFileSync(file, "utf8");
  const head = text.slice(0, text.indexOf("export const expected"));
  const table = JSON.stringify(Object.fromEntries(found));
  const code = `${head}export const expected: Readonly<Record<string, Expected>> = ${table};\n`;
  writeFileSync(file, await format(code, { parser: "typescript", printWidth: 140 }));
});
