/** Values that JSON.parse never makes have an answer too. */
import { expect, test } from "vitest";
import { inEveryMode, testEdges } from "./edge-cases.js";

class Point {
  readonly x = 1;
  readonly y = 2;
  get sum(): number {
    return this.x + this.y;
  }
}
const bare = (members: object): unknown => Object.assign(Object.create(null) as object, members);
const sparse = [1, , 3];
const point = { type: "object", required: ["x"], properties: { x: { type: "integer" }, y: { type: "integer" } } };

testEdges([
  {
    says: "an object without a prototype, of a class, or behind a proxy",
    schema: point,
    accepts: [bare({ x: 1 }), new Point(), new Proxy({ x: 1 }, {})],
    refuses: [bare({}), bare({ x: "1" }), new Proxy({}, {})],
  },
  {
    says: "an object of the platform is an object without members",
    schema: { type: "object", maxProperties: 0 },
    accepts: [new Map([["x", 1]]), new Set([1]), new Date(0), /x/],
    refuses: [[], null, "x", 1n, Symbol("x"), (): void => undefined],
  },
  { says: "what is required is not in a Map", schema: point, refuses: [new Map([["x", 1]]), new Date(0)] },
  {
    says: "neither undefined nor a function nor a symbol nor a bigint is of any type",
    schema: { type: ["null", "boolean", "number", "string", "array", "object"] },
    accepts: [null, {}, [], "", 0, false],
    refuses: [undefined, (): void => undefined, Symbol("x"), 1n],
  },
  {
    says: "a member that is undefined is absent",
    schema: { required: ["a"], properties: { a: true, b: { type: "string" } } },
    accepts: [{ a: 1, b: undefined }],
    refuses: [{ a: undefined }],
  },
  {
    says: "and does not count, nor is it additional",
    schema: { properties: { a: true }, maxProperties: 1, additionalProperties: false },
    accepts: [{ a: 1, b: undefined }, { b: undefined }],
    refuses: [{ b: null }],
  },
  { says: "a hole in a list is no value", schema: { items: { type: "integer" } }, accepts: [[1, 2]], refuses: [sparse, [undefined]] },
  {
    says: "a list of the platform is no list",
    schema: { type: "array" },
    accepts: [[], new Array(3)],
    refuses: [new Uint8Array(2), new Set(), { length: 0 }, "abc"],
  },
  {
    says: "boxed values are objects",
    schema: { type: ["string", "number", "boolean"] },
    accepts: ["a", 1, true],
    refuses: [Object("a"), Object(1), Object(true)],
  },
]);

test("a getter runs, and what it throws comes out", async () => {
  const data = {
    get x(): number {
      throw new RangeError("of the data");
    },
  };
  await inEveryMode(point, (validator) => {
    expect(() => validator.is(data)).toThrow("of the data");
    expect(() => validator.safeParse(data)).toThrow("of the data");
  });
});

test("a value that changes while it is read is read once", async () => {
  await inEveryMode(
    { type: "object", required: ["x"], properties: { x: { type: "string", minLength: 1, pattern: "^a" } } },
    (validator) => {
      let reads = 0;
      const data = {
        get x(): unknown {
          reads += 1;
          return reads % 2 === 1 ? "abc" : 1;
        },
      };
      expect(validator.is(data)).toBe(true);
      expect(reads).toBe(1);
    },
  );
});
