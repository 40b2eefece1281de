/** A description in which schemas of many sorts are said beside one another, in all ways there are. */

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

/** What values may be: of one type or several, by members that are required or not, by values. */
const bases: Readonly<Record<string, object>> = {
  Item: { type: "object", properties: { x: text } },
  Strict: { type: "object", required: ["x"], properties: { x: text } },
  Map: { type: "object", additionalProperties: { type: "integer" } },
  Closed: { type: "object", properties: { x: text }, additionalProperties: false },
  Bare: { type: "object" },
  Maybe: { type: ["object", "null"], properties: { x: text } },
  Texts: { type: "array", items: text },
  Pair: { type: "array", prefixItems: [text], items: { type: "integer" } },
  Text: { type: "string", minLength: 2 },
  Whole: { type: "integer" },
  Long: { type: ["integer", "string"], format: "int64" },
  Mixed: { oneOf: [ref("Item"), ref("Texts")] },
  Wide: { type: ["string", "object", "null"], properties: { x: text } },
  Untyped: { properties: { x: text } },
  UntypedStrict: { required: ["x"], properties: { x: text } },
  Values: { enum: ["a", 1, null, true] },
  Objects: { enum: [{ x: "q" }, { x: "r" }, "a"] },
};

const types: readonly object[] = [
  {},
  { type: "object" },
  { type: ["object", "null"] },
  { type: "array" },
  { type: ["object", "string"] },
  { type: ["string", "array"] },
  { type: ["integer", "null"] },
];
const members: readonly object[] = [
  {},
  { properties: { y: text } },
  { required: ["y"] },
  { properties: { x: { enum: ["q", "r"] } }, required: ["x"] },
];
const besides: readonly object[] = [
  {},
  { type: "object" },
  { type: ["object", "null", "boolean"], properties: { y: text } },
  { properties: { y: text } },
];

/** A schema with more said beside a reference, in the places where references stand. */
const withMore = (name: string, more: object): Readonly<Record<string, object>> => ({
  Ref: { ...ref(name), ...more },
  All: { allOf: [ref(name), more] },
  Any: { anyOf: [ref(name), { type: "boolean" }], ...more },
  One: { ...more, oneOf: [ref(name)] },
});

const inPairs = (one: string, other: string, more: object): Readonly<Record<string, object>> => ({
  Both: { ...more, allOf: [ref(one), ref(other)] },
  Ref: { ...ref(one), ...more, anyOf: [ref(other), { type: "null" }] },
  Choice: { ...more, anyOf: [ref(one), ref(other)] },
  Two: { ...more, allOf: [{ anyOf: [ref(one), { type: "boolean" }] }, { oneOf: [ref(other), { type: "boolean" }] }] },
});

const inPlaces = (name: string): Readonly<Record<string, object>> => ({
  List: { type: "array", items: { ...ref(name), type: "object" } },
  Member: { type: "object", required: ["m"], properties: { m: { allOf: [ref(name), { type: ["object", "string"] }] } } },
  Values: { type: "object", additionalProperties: { allOf: [ref(name), { type: ["object", "null"], properties: { x: text } }] } },
});

/** @param every Each of so many combinations is taken; each type stands beside each other all the same. */
export function combinations(every: number): string {
  const schemas: Record<string, object> = { ...bases };
  let count = 0;
  const add = (stem: string, made: Readonly<Record<string, object>>): void => {
    for (const [place, schema] of Object.entries(made)) if ((count += 1) % every === 0) schemas[`${stem}${place}`] = schema;
  };
  const names = Object.keys(bases);
  for (const [index, name] of names.entries()) {
    add(`${name}In`, inPlaces(name));
    for (const [t, type] of types.entries())
      for (const [m, more] of members.entries()) add(`${name}${String(t)}${String(m)}`, withMore(name, { ...type, ...more }));
    for (const other of names.slice(index + 1))
      for (const [b, beside] of besides.entries()) add(`${name}And${other}${String(b)}`, inPairs(name, other, beside));
  }
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Combinations", version: "1" }, paths: {}, components: { schemas } });
}
