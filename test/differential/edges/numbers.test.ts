/** Numbers that are no numbers of JSON, and decimals that no binary fraction stands for. */
import { json, testEdges } from "./edge-cases.js";

const multiple = (divisor: number, accepts: readonly number[], refuses: readonly number[]) => ({
  says: `multiples of ${String(divisor)}`,
  schema: { multipleOf: divisor },
  accepts: [...accepts, "text"],
  refuses,
});

testEdges([
  {
    says: "NaN and Infinity are no numbers",
    schema: { type: "number" },
    accepts: [0, -0, 1e308, 5e-324],
    refuses: [NaN, Infinity, -Infinity, json("1e999")],
  },
  {
    says: "nor integers",
    schema: { type: "integer" },
    accepts: [0, -0, 1e21, json("1.0")],
    refuses: [NaN, Infinity, -Infinity, json("-1e999"), 0.5, 1e-7],
  },
  {
    says: "an integer of 64 bits is one that a number holds",
    schema: { type: "integer", format: "int64" },
    accepts: [9007199254740991],
    refuses: [9007199254740992, 1e300, Infinity],
  },
  {
    says: "a bound holds whatever the type",
    schema: { minimum: 0.1, exclusiveMaximum: 0.3 },
    accepts: [0.1, 0.2, "x", null],
    refuses: [0.3, 0.09999999999999999, -1],
  },
  { says: "negative zero is zero", schema: { const: 0 }, accepts: [0, -0], refuses: ["0", false, null] },
  { says: "zero is negative zero", schema: { minimum: -0, maximum: 0, enum: [0] }, accepts: [0, -0], refuses: [1e-300] },
  multiple(0.01, [19.99, 4.35, 0.07, 123456789.01, 1.1, 0, -19.99], [0.001, 19.995, 0.075]),
  multiple(0.1, [0.3, 0.7, 1.1, 1e21], [0.35, 0.01]),
  multiple(1e-10, [1e-10, 3e-10, 0.5, 123.4567890123], [1.5e-10, 1e-11]),
  multiple(0.5, [1e308, 1e21, 4.5, -0.5], [0.25]),
  multiple(1e-300, [1e-300, 3e-300, 1], [1e-301]),
  multiple(5e-324, [5e-324, 1e-323, 1, -3, 0, 1e308], [1.24e-322]),
  multiple(3, [9, -9, 0], [10, 0.3, 1e21]),
  multiple(1e21, [1e21, 3e21, 0], [1e20, 1]),
  multiple(0.0001, [0.0075, 1.5], [0.00751]),
  multiple(2.5, [7.5, 10], [7, 1]),
]);
