import { expect, test } from "vitest";
import { load } from "../../../src/source/load-file.js";
import { longPlaces } from "../../../src/source/place-lengths.js";
import { memoryIo } from "../../support/memory-io.js";

const secret = "Secret".repeat(30_000);
const below = (name: string, count: number): object => ({
  openapi: "3.1.0",
  components: {
    [name]: { properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${String(index)}`, { type: 5 }])) },
  },
});

test("a file whose places would take gigabytes is refused, and no word of it is repeated", async () => {
  for (const text of [
    JSON.stringify(below(secret, 3000), undefined, 1),
    `openapi: 3.1.0\ncomponents:\n  ${secret}: {a: &a [${"1,".repeat(4000)}1], b: *a}\n`,
  ]) {
    const { value, broken, diagnostics } = await load("a", memoryIo({ "/project/a": text }), () => false);
    expect([value, broken]).toEqual([undefined, undefined]);
    expect(diagnostics).toMatchObject([{ code: "names-too-long", at: { line: text.startsWith("{") ? 4 : 3 } }]);
    expect(diagnostics[0]?.message).toContain(`one has ${String(secret.length)} here`);
    expect(JSON.stringify(diagnostics)).not.toContain("Secret");
  }
});

test("all places count, with all that stands above them", () => {
  const locate = () => ({ file: "file:///a", line: 1, column: 1 });
  // "", "/ab", "/ab/c", "/ab/c/0", "/ab/c/1"
  const value = { ab: { c: [1, 2] } };
  expect(longPlaces(value, locate, "file:///a", 22)).toBeUndefined();
  expect(longPlaces(value, locate, "file:///a", 21)).toBeDefined();
});

test("a long name by itself is none of these", async () => {
  const { value } = await load("a.json", memoryIo({ "/project/a.json": JSON.stringify(below(secret, 10)) }));
  expect(value).toBeDefined();
});
