/** What a description may say in other words, and in another order, without a change. */
import { describe, expect, test } from "vitest";
import { isChanged } from "../../../../src/model/compare/compare-apis.js";
import { changesOf } from "./described.js";

const ok = (schema: object): object => ({ "200": { description: "ok", content: { "application/json": { schema } } } });
const described = (schema: object, more: object = {}): object => ({
  paths: { "/a": { get: { operationId: "a", responses: ok({ $ref: "#/components/schemas/S" }) } } },
  components: { schemas: { S: schema, T: { type: "object", properties: { t: { type: "string" } } } } },
  ...more,
});
const ref = { $ref: "#/components/schemas/T" };
const text = { type: "string" };
const property = (schema: object, more: object = {}): object => described({ type: "object", properties: { q: schema }, ...more });

describe("no change of a schema is", () => {
  const same: Readonly<Record<string, readonly [object, object]>> = {
    "a reference in allOf": [property(ref), property({ allOf: [ref] })],
    "a reference in anyOf": [property(ref), property({ anyOf: [ref] })],
    "a reference in oneOf": [property(ref), property({ oneOf: [ref] })],
    "a description beside a reference": [property(ref), property({ ...ref, description: "Other." })],
    "a description beside allOf": [property(ref), property({ allOf: [ref], description: "Other." })],
    "anyOf of one": [property(text), property({ anyOf: [text] })],
    "allOf taken apart": [property({ ...text, maxLength: 3 }), property({ allOf: [text, { maxLength: 3 }] })],
    "allOf of objects": [
      property({ type: "object", required: ["a"], properties: { a: text, b: text } }),
      property({
        allOf: [
          { type: "object", properties: { b: text } },
          { type: "object", required: ["a"], properties: { a: text } },
        ],
      }),
    ],
    "a list of one type": [property(text), property({ type: ["string"] })],
    "null in anyOf": [
      property({ type: ["string", "null"], maxLength: 3 }),
      property({ anyOf: [{ ...text, maxLength: 3 }, { type: "null" }] }),
    ],
    "a least length of 0": [property(text), property({ ...text, minLength: 0 })],
    "a least number of 0": [
      property({ type: "array", items: text }),
      property({ type: "array", items: text, minItems: 0, uniqueItems: false }),
    ],
    "other properties, which are allowed anyway": [property(text), property(text, { additionalProperties: true, minProperties: 0 })],
    "items of any kind": [property({ type: "array" }), property({ type: "array", items: {} })],
    "nothing required": [property(text), property(text, { required: [] })],
    "a const in the place of an enum": [property({ enum: ["a"] }), property({ const: "a" })],
    "an enum with its type": [property({ enum: ["a", "b"] }), property({ ...text, enum: ["b", "a"] })],
    "constants in oneOf": [property({ enum: ["a", "b"] }), property({ oneOf: [{ const: "b", title: "B" }, { const: "a" }] })],
    "titles and examples": [property(text), property({ ...text, title: "Q", examples: ["x"] })],
    "another name for a schema that is written in place": [property({ type: "object", properties: { t: text } }), property(ref)],
  };
  test.each(Object.entries(same))("%s", async (_, [before, now]) => {
    const [there, back] = [await changesOf(before, now), await changesOf(now, before)];
    expect([there.changed, there.schemas.changed, isChanged(there), isChanged(back)]).toEqual([[], [], false, false]);
  });
});

const base = (children: object): object => ({
  paths: { "/a": { get: { responses: ok({ $ref: "#/components/schemas/Base" }) } } },
  components: {
    schemas: { ...children, Base: { type: "object", required: ["k"], properties: { k: text }, discriminator: { propertyName: "k" } } },
  },
});
const child = (name: string): object => ({
  allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties: { [name]: text } }],
});
const [one, two] = [child("one"), child("two")];
const mapped = (mapping: object): object => described({ oneOf: [ref], discriminator: { propertyName: "t", mapping } });
const limits = (plans: object): object => described(text, { "x-rate-limits": { plans } });
const plan = (quota: number): object => ({ policies: { m: { q: quota, w: 60 }, d: { q: 9 * quota, w: 86400 } } });
const schemes = { a: { type: "http", scheme: "basic" }, b: { type: "http", scheme: "bearer" } };

describe("no change is another order of", () => {
  const same: Readonly<Record<string, readonly [object, object]>> = {
    "children of a schema with a discriminator": [base({ One: one, Two: two }), base({ Two: two, One: one })],
    "tags for one schema": [mapped({ a: ref.$ref, b: ref.$ref }), mapped({ b: ref.$ref, a: ref.$ref })],
    plans: [limits({ free: plan(60), pro: plan(600) }), limits({ pro: plan(600), free: plan(60) })],
    "security schemes": [
      { components: { securitySchemes: { a: schemes.a, b: schemes.b } } },
      { components: { securitySchemes: { b: schemes.b, a: schemes.a } } },
    ],
  };
  test.each(Object.entries(same))("%s", async (_, [before, now]) => {
    expect(isChanged(await changesOf(before, now))).toBe(false);
  });
});

describe("no change is", () => {
  const same: Readonly<Record<string, readonly [object, object]>> = {
    "the server that a description without servers has": [described(text), described(text, { servers: [{ url: "/" }] })],
    "a summary of a path": [
      described(text),
      {
        ...described(text),
        paths: { "/a": { summary: "hi", get: { operationId: "a", responses: ok({ $ref: "#/components/schemas/S" }) } } },
      },
    ],
    "prose of an operation's server": [
      { paths: { "/a": { get: { servers: [{ url: "/up", description: "Uploads" }], responses: {} } } } },
      { paths: { "/a": { get: { servers: [{ url: "/up", description: "Where uploads go to." }], responses: {} } } } },
    ],
    "a stage that everything has": [described(text), described({ ...text, "x-stability-level": "stable" })],
  };
  test.each(Object.entries(same))("%s", async (_, [before, now]) => {
    expect(isChanged(await changesOf(before, now))).toBe(false);
  });
});
