/**
 * A caller chooses the value: one that fits no alternative, however deep that shows, must not take longer than its size explains.
 * What is counted is how often a property of the value is read.
 */
import { describe, expect, test } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { apiOf } from "../../../support/api.js";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOf, validatorsOfSchemas } from "../../../support/validators.js";

const modes: Readonly<Record<string, ValidatorOptions>> = {
  fast: {},
  small: { mode: "small" },
  "fast, first": { issues: "first" },
  "small, first": { mode: "small", issues: "first" },
};

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });
const node = ref("Node");
const child = { child: node };
const text = { value: { type: "string" } };

/** Schemas that lead from `Node` to the same part of a value, most of them by several ways. */
const shapes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "two alternatives": {
    Node: { anyOf: [{ properties: { ...child, ...text, a: { const: 1 } } }, { properties: { ...child, ...text, b: { const: 1 } } }] },
  },
  "alternatives that are wrong after the child": {
    Node: { anyOf: [ref("A"), ref("B")] },
    A: { type: "object", properties: { ...child, z: { const: 1 } }, required: ["z"] },
    B: { type: "object", properties: { ...child, ...text } },
  },
  "schemas that lead to each other": {
    Node: { anyOf: [{ properties: { child: ref("A") }, required: ["x"] }, { properties: { child: ref("B"), ...text } }] },
    A: { anyOf: [{ properties: child, required: ["a"] }, { properties: { child: ref("B"), ...text } }] },
    B: { type: "object", properties: { ...child, ...text } },
  },
  "one of several": {
    Node: { oneOf: [ref("A"), ref("B")] },
    A: { type: "object", properties: { ...child, ...text } },
    B: { type: "object", properties: { ...child, ...text, kind: { const: "b" } } },
  },
  "one alternative that leads back": {
    Node: { anyOf: [ref("A"), { type: "object", properties: { kind: { const: "leaf" } }, required: ["kind"] }] },
    A: { type: "object", properties: { ...child, ...text } },
  },
  not: { Node: { properties: { ...child, ...text }, not: { properties: child, required: ["x"] } } },
  "a condition": {
    Node: { if: ref("A"), then: ref("B"), else: { properties: child } },
    A: { properties: child },
    B: { properties: { ...child, ...text } },
  },
  "all of the same": { Node: { allOf: [ref("A"), ref("A")] }, A: { type: "object", properties: { ...child, ...text } } },
  "a base with the same child": {
    Node: { allOf: [ref("A"), { type: "object", properties: { ...child, ...text } }] },
    A: { type: "object", properties: child },
  },
  "a pattern beside a name": { Node: { properties: { ...child, ...text }, patternProperties: { "^c": node } } },
  "a name and all others": { Node: { allOf: [{ additionalProperties: { anyOf: [node, { type: "string" }] } }, { properties: child }] } },
  "a dependent schema": { Node: { properties: { ...child, ...text }, dependentSchemas: { child: { properties: child } } } },
  "unevaluated properties": {
    Node: {
      type: "object",
      anyOf: [{ properties: { ...child, a: { const: 1 } } }, { properties: { ...child, ...text } }],
      unevaluatedProperties: false,
    },
  },
  "unevaluated properties of a base": {
    Node: { allOf: [ref("A")], anyOf: [{ properties: child }, ref("A")], unevaluatedProperties: false },
    A: { type: "object", properties: { ...child, ...text } },
  },
  "a tree": { Node: { type: "object", properties: { ...child, ...text } } },
  items: { Node: { anyOf: [{ type: "array", items: node }, { type: "array", prefixItems: [node] }, { type: "string" }] } },
  "items that are contained": { Node: { type: ["array", "string"], items: node, contains: node } },
  "a schema that leads back to itself in place": {
    Node: { anyOf: [{ properties: { ...child, ...text, a: { const: 1 } } }, { properties: { ...child, ...text } }, ref("A")] },
    A: { allOf: [ref("Node")], required: ["x"], type: "string" },
  },
};

/** A value of so many levels: of `child`, or of lists for schemas of lists. */
function nested(shape: string, depth: number, core: unknown): unknown {
  const lists = shape.startsWith("items");
  let value = lists ? core : { value: core };
  for (let level = 0; level < depth; level += 1) value = lists ? [value] : { child: value };
  return value;
}

interface Reads {
  count: number;
}

/** The same value, which counts how often something in it is read. */
function counted(value: unknown, reads: Reads): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  for (const [key, member] of Object.entries(value)) {
    const inner = counted(member, reads);
    const get = (): unknown => {
      reads.count += 1;
      // Nobody lives to see exponential time end.
      if (reads.count > 100_000) throw new Error("read too often");
      return inner;
    };
    Object.defineProperty(copy, key, { enumerable: true, configurable: true, get });
  }
  return copy;
}

const depth = 150;
/** Reads for each level of a value: what the schemas above need, with something to spare. */
const most = 40;

describe.each(Object.entries(modes))("in mode %s, the time a value takes is explained by its size", (_mode, options) => {
  test.each(Object.entries(shapes))("with %s", async (name, schemas) => {
    const { is, safeParse } = (await validatorsOfSchemas(schemas, options)).validator("NodeSchema");
    for (const core of [5, "x"]) {
      for (const ask of [is, safeParse]) {
        const reads = { count: 0 };
        ask(counted(nested(name, depth, core), reads));
        expect(reads.count).toBeGreaterThanOrEqual(depth);
        expect(reads.count).toBeLessThan(most * depth);
      }
    }
  });

  test("and what is wrong is told of every place, once it remembers", async () => {
    const { validator } = await validatorsOfSchemas(
      {
        Node: {
          type: "object",
          allOf: [
            { properties: { children: { type: "array", items: node }, value: { type: "string" } } },
            { properties: { children: { type: "array", items: node } } },
          ],
        },
      },
      options,
    );
    const wrong = { value: 1 };
    const children = Array.from({ length: 1000 }, (_, index): unknown => (index % 300 === 299 ? wrong : { value: "x" }));
    const { is, safeParse } = validator("NodeSchema");
    expect(is({ children: [{ children }] })).toBe(false);
    expect(is({ children: [{ children: children.filter((each) => each !== wrong) }] })).toBe(true);
    const places = [299, 599, 899].map((index) => `children.0.children.${String(index)}.value type must be a string`);
    const told = options.issues === "first" ? places.slice(0, 1) : [...places, ...places];
    expect(issuesOf(safeParse({ children: [{ children }] })).filter((issue, index, all) => all.indexOf(issue) === index)).toEqual([
      ...new Set(told),
    ]);
  });

  test("and nothing is remembered of a value that has changed since", async () => {
    const { is, safeParse } = (await validatorsOfSchemas(shapes["two alternatives"] ?? {}, options)).validator("NodeSchema");
    const bottom: Record<string, unknown> = { value: "x" };
    let value = bottom;
    for (let level = 0; level < depth; level += 1) value = { child: value };
    expect([is(value), safeParse(value).success]).toEqual([true, true]);
    bottom["value"] = 5;
    expect([is(value), safeParse(value).success]).toEqual([false, false]);
    bottom["value"] = "x";
    expect([is(value), safeParse(value).success]).toEqual([true, true]);
  });
});

/** Each third level looks at its value twice, so that the places of what is wrong are more than anybody is told of. */
const twice = {
  Node: { type: "object", properties: { a: { anyOf: [node] }, c: { type: "object", properties: { b: ref("Inner") } } } },
  Inner: { type: "object", properties: { a: node, b: node, c: node }, oneOf: [node, { type: "string", default: "x" }] },
  List: { type: "array", items: node },
};
const deepOf = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((value, _, index) => ({ ["abc"[index % 3] ?? ""]: value }), "x");

/** How many items of lists were taken one after another, as where a list is copied into another one, while something ran. */
function countItems(work: () => unknown): number {
  const prototype = Object.getPrototypeOf([].values()) as { next: () => IteratorResult<unknown> };
  const { next } = prototype;
  let count = 0;
  prototype.next = function (this: unknown) {
    count += 1;
    return next.call(this);
  };
  try {
    work();
  } finally {
    prototype.next = next;
  }
  return count;
}

describe.each(["fast", "small"] as const)("in mode %s, a hundred issues of a deep value", (mode) => {
  test("take work that grows as its depth does, however long their paths are", async () => {
    const { safeParse } = (await validatorsOfSchemas(twice, { mode })).validator("NodeSchema");
    for (const levels of [240, 480]) expect(countItems(() => safeParse(deepOf(levels)))).toBeLessThan(100 * levels);
    const result = safeParse(deepOf(480));
    if (result.success) throw new Error("The value is valid");
    expect(result.issues).toHaveLength(100);
    expect(result.issues[0]?.path).toHaveLength(480);
    expect(result.issues.at(-1)?.path.join("")).toMatch(/^cbacba.*cba$/);
  });

  test("are enough: the values after it are not walked through", async () => {
    const { safeParse } = (await validatorsOfSchemas(twice, { mode })).validator("ListSchema");
    const work = (count: number): number => {
      const reads = { count: 0 };
      safeParse(Array.from({ length: count }, () => counted(deepOf(300), reads)));
      return reads.count;
    };
    expect(work(9)).toBe(work(1));
  });
});

/** Alternatives that fit, each with a default of its own. */
const filling: Readonly<Record<string, object>> = {
  "each alternative that fits": { anyOf: [ref("A"), ref("B")] },
  "all parts": { allOf: [ref("A"), ref("B")] },
  "a base": { allOf: [ref("A")], properties: { ...child, b: { default: 2 } } },
};

test.each(Object.entries(filling))("defaults of %s are filled in once on each level", async (_name, schema) => {
  const part = (name: string, value: number): object => ({ type: "object", properties: { ...child, [name]: { default: value } } });
  const description = {
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    paths: { "/a": { post: { operationId: "send", requestBody: { content: { "application/json": { schema: node } } }, responses: {} } } },
    components: { schemas: { Node: schema, A: part("a", 1), B: part("b", 2) } },
  };
  const { safeParse } = (await validatorsOf(await apiOf(`${JSON.stringify(description)}\n`))).validator("NodeSchema");
  const reads = { count: 0 };
  const result = safeParse(counted(nested("", depth, "x"), reads));
  expect(reads.count).toBeLessThan(most * depth);
  let level = result.success ? result.data : undefined;
  for (let steps = 0; steps < depth; steps += 1) {
    expect(level).toMatchObject({ a: 1, b: 2 });
    level = (level as { readonly child: unknown }).child;
  }
  expect(level).toEqual({ a: 1, b: 2, value: "x" });
});

test("what leads to each part of a value by one way only is emitted as ever", async () => {
  const tree = { type: "object", properties: { left: ref("Tree"), right: ref("Tree"), all: { type: "array", items: ref("Tree") } } };
  const tagged = (tag: string): object => ({
    type: "object",
    required: ["tag"],
    properties: { tag: { const: tag }, child: ref("Tagged") },
  });
  const { text: plain } = await validatorsOfSchemas({
    Tree: tree,
    Tagged: { oneOf: [tagged("a"), tagged("b")] },
    Json: { type: ["string", "array", "object"], items: ref("Json"), additionalProperties: ref("Json") },
    Typed: { anyOf: [{ type: "string" }, { type: "array", items: ref("Typed") }, { type: "object", additionalProperties: ref("Typed") }] },
    Twice: { type: "object", properties: { a: { anyOf: [ref("Leaf"), ref("Other")] }, next: ref("Twice") } },
    Leaf: { type: "object", properties: { a: { const: 1 } } },
    Other: { type: "object", properties: { a: { const: 2 } } },
  });
  expect(plain).not.toContain("remembered");
});
