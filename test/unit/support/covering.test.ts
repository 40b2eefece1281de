import { expect, it } from "vitest";
import { covering, type Dimensions, type Row } from "../../support/covering.js";

const dimensions = { compiler: ["5.9", "6", "7"], target: [2020, 2021, 2022, "next"], strict: [true, false], dom: [true, false] };

it.each([2, 3] as const)("brings every %i values together, in the rows that are allowed", (strength) => {
  const isAllowed = ({ compiler, target }: Partial<Row<typeof dimensions>>): boolean => compiler !== "7" || target !== 2020;
  const rows = covering(dimensions, strength, isAllowed);
  const held = new Set(rows.flatMap((row) => parts(row, strength)));
  const every = Object.entries(dimensions).reduce<readonly Record<string, unknown>[]>(
    (all, [name, values]) => all.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
  const asked = new Set(every.filter((row) => isAllowed(row)).flatMap((row) => parts(row, strength)));
  expect(held).toEqual(asked);
  expect(rows.length).toBeLessThan(every.length);
  expect(rows).toEqual(covering(dimensions, strength, isAllowed));
});

/** Some dimensions of a row with their values, as text. */
function parts(row: Readonly<Record<string, unknown>>, strength: number): readonly string[] {
  const pairs = Object.entries(row).map(([name, value]) => `${name}=${String(value)}`);
  const some = pairs.flatMap((a, i) => pairs.slice(i + 1).map((b): readonly string[] => [a, b]));
  const more = some.flatMap((group) => pairs.slice(pairs.indexOf(group[1] ?? "") + 1).map((c) => [...group, c]));
  return (strength === 2 ? some : more).map((group) => group.join(" "));
}

it("takes few rows", () => {
  const many: Dimensions = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`d${String(index)}`, [1, 2, 3, 4]]));
  expect(covering(many).length).toBeLessThan(50);
});
