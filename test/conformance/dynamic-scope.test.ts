/**
 * Schemas that refer to each other by `$id`, `$anchor` and `$dynamicAnchor` in every way, made at random: emitted validators must judge
 * as an interpreter does that keeps the dynamic scope while it evaluates.
 */
import { registerSchema, setShouldValidateSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { expect, test } from "vitest";
import { outcomeOf } from "../support/api.js";
import { pick, seeded, type Random } from "../support/sample-text.js";
import { validatorsOf } from "../support/validators.js";

type SchemaObject = Readonly<Record<string, unknown>>;
type Bundle = SchemaObject & { readonly $defs: SchemaObject };

setShouldValidateSchema(false);
const dialect = "https://json-schema.org/draft/2020-12/schema";
const bundles = 60;
const resources = 4;
const anchors = ["x", "y"];

/** What the schemas of a bundle may refer to: anchors by resource. */
type Anchored = readonly (readonly { readonly name: string; readonly keyword: "$anchor" | "$dynamicAnchor" }[])[];

test("references that depend on how they are reached mean what an interpreter takes them for", async () => {
  const random = seeded(20);
  const disagreements: string[] = [];
  const seen = { valid: 0, invalid: 0, bundles: 0, schemas: 0 };
  for (let index = 0; index < bundles; index += 1) {
    const bundle = randomBundle(random);
    const names = Array.from({ length: resources }, (_, each) => `R${String(each)}`);
    const components = names.map((name) => `${name}: {$ref: 'bundle.json#/$defs/${name}'}`).join(", ");
    const description = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents: {schemas: {${components}}}\n`;
    const { value: api, diagnostics } = await outcomeOf(description, { untyped: "any", files: { "bundle.json": JSON.stringify(bundle) } });
    expect(diagnostics.filter(({ severity }) => severity === "error" && diagnostics.every(({ code }) => code !== "ref-cycle"))).toEqual([]);
    if (api === undefined || diagnostics.some(({ code }) => code === "ref-cycle")) continue;
    seen.bundles += 1;
    seen.schemas += api.schemas.size;
    const { validator } = await validatorsOf(api, { mode: index % 2 === 0 ? "fast" : "small" });
    const judge = await interpreterOf(bundle, names);
    for (const name of names) {
      for (let each = 0; each < 25; each += 1) {
        const value = randomValue(random, 3);
        const expected = judge(name, value);
        if (expected === undefined) continue;
        seen[expected ? "valid" : "invalid"] += 1;
        const ours = validator(api.schemas.get(name)?.names.validator ?? "");
        if (ours.is(value) !== expected || ours.safeParse(value).success !== expected)
          disagreements.push(`${name} ${expected ? "refuses" : "accepts"} ${JSON.stringify(value)} of ${JSON.stringify(bundle)}`);
      }
    }
  }
  expect(disagreements).toEqual([]);
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(1000);
  // Each has four resources and their anchors, most of them in several scopes.
  expect(seen.schemas / seen.bundles).toBeGreaterThan(8);
  expect(seen.bundles).toBeGreaterThan(bundles / 2);
});

async function interpreterOf({ $defs }: Bundle, names: readonly string[]) {
  const uriOf = (name: string): string => `https://example.com/${name}`;
  for (const name of names) registerSchema($defs[name] as Parameters<typeof registerSchema>[0], uriOf(name), dialect); // made of JSON values
  try {
    const made = new Map(await Promise.all(names.map(async (name) => [name, await validate(uriOf(name))] as const)));
    return (name: string, value: unknown): boolean | undefined => {
      try {
        return made.get(name)?.(value as never).valid; // a JSON value
      } catch (error) {
        // It knows only what some reference leads to as written: an anchor that is met by its dynamic scope alone it cannot evaluate.
        if (error instanceof TypeError && error.message.includes("not iterable")) return undefined;
        throw error;
      }
    };
  } finally {
    for (const name of names) unregisterSchema(uriOf(name));
  }
}

function randomBundle(random: Random): Bundle {
  const anchored: Anchored = Array.from({ length: resources }, () =>
    anchors.filter(() => random() < 0.7).map((name) => ({ name, keyword: random() < 0.75 ? "$dynamicAnchor" : "$anchor" })),
  );
  const defs = anchored.map((_, index) => [`R${String(index)}`, randomResource(index, anchored, random)] as const);
  return { $id: "https://example.com/bundle", $schema: dialect, $defs: Object.fromEntries(defs) };
}

function randomResource(index: number, anchored: Anchored, random: Random): SchemaObject {
  const [first, ...others] = anchored[index] ?? [];
  const atRoot = first !== undefined && random() < 0.4;
  const own = atRoot ? others : (anchored[index] ?? []);
  const members = ["a", "b", "c"].filter(() => random() < 0.7).map((name) => [name, randomPart(index, anchored, random)] as const);
  return {
    $id: `R${String(index)}`,
    ...(atRoot ? { [first.keyword]: first.name } : {}),
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
    ...(random() < 0.4 ? { items: randomPart(index, anchored, random) } : {}),
    // What judges the same value leads on only, so that hardly anything is itself.
    ...(random() < 0.4 && index + 1 < resources ? { allOf: [randomReference(index + 1, anchored, random)] } : {}),
    ...(random() < 0.2 ? { unevaluatedProperties: randomPart(index, anchored, random) } : {}),
    $defs: Object.fromEntries(
      own.map(({ name, keyword }) => [`def-${name}`, { [keyword]: name, ...inside(randomPart(index, anchored, random)) }]),
    ),
  };
}

/** What an anchor leads to is nothing but another reference hardly ever: that would often be itself. */
function inside(part: SchemaObject): SchemaObject {
  return "type" in part || "properties" in part ? part : { properties: { a: part } };
}

function randomPart(index: number, anchored: Anchored, random: Random): SchemaObject {
  const part = random();
  if (part < 0.25) return { type: pick(random, ["string", "integer", "object"]) };
  if (part < 0.32) return { properties: { a: randomPart(index, anchored, random) }, required: ["a"] };
  // Alone in a keyword: the interpreter lets what a resource in a resource binds reach the members beside it, which it does not (core 7.1).
  if (part < 0.42) return { allOf: [{ $id: `inner-${String(Math.floor(random() * 1e9))}`, ...randomInner(anchored, random) }] };
  const local = pick(random, anchored[index]?.length ? (anchored[index] ?? []) : [undefined]);
  if (part < 0.8 && local !== undefined) return { $dynamicRef: `#${local.name}` };
  return randomReference(Math.floor(random() * resources), anchored, random);
}

/** A resource in a resource, with an anchor of its own. */
function randomInner(anchored: Anchored, random: Random): SchemaObject {
  const name = pick(random, anchors);
  return {
    ...randomReference(Math.floor(random() * resources), anchored, random),
    $defs: { own: { $dynamicAnchor: name, type: pick(random, ["string", "integer", "object"]) } },
  };
}

function randomReference(to: number, anchored: Anchored, random: Random): SchemaObject {
  const anchor = pick(random, [undefined, ...(anchored[to] ?? [])]);
  if (anchor === undefined) return { $ref: `R${String(to)}` };
  return { [random() < 0.6 ? "$dynamicRef" : "$ref"]: `R${String(to)}#${anchor.name}` };
}

function randomValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? 0.9 * random() + 0.1 : random();
  if (depth > 0 && kind < 0.6)
    return Object.fromEntries(["a", "b", "c"].filter(() => random() < 0.55).map((key) => [key, randomValue(random, depth - 1)]));
  if (depth > 0 && kind < 0.75) return Array.from({ length: Math.floor(random() * 3) }, () => randomValue(random, depth - 1));
  return pick(random, ["text", 1, {}, []]);
}
