/**
 * Valid instances of a schema, the same ones for the same seed. Works on the model, so that it reads a description as the
 * emitters do; `isValid` judges each part, and another branch is tried where it finds fault.
 */
import type {
  ArrayAssertion,
  Assertion,
  JsonType,
  NumberAssertion,
  ObjectAssertion,
  Schema,
  StringAssertion,
} from "../../src/model/types.js";
import { costsOf } from "./sample-cost.js";
import { pick, sampleString, seeded, type Random } from "./sample-text.js";
import { canonical, isType, isValid, schemasOfProperty, type Schemas } from "./valid.js";

export interface SampleOptions {
  readonly seed: number;
  /** `request` leaves out optional `readOnly` properties, `response` optional `writeOnly` ones. */
  readonly direction: "request" | "response";
  /**
   * What the place can carry. `json`: everything. `multipart`: everything, and a Blob where a part is binary. `bytes`: a
   * Blob. `text`: what survives as text, so no null and nothing empty. `plain`: text without a character that any style of
   * parameter gives a meaning.
   */
  readonly carrier: "json" | "multipart" | "bytes" | "text" | "plain";
  /** `plain` keeps characters away that serialisers think about, whatever the carrier. */
  readonly words?: "plain" | undefined;
  /** How many optional properties are filled. */
  readonly optional: "all" | "some" | "none";
}

/** No instance was found: the schema has none, or is too hard for this sampler. */
export class Unsatisfiable extends Error {
  override readonly name = "Unsatisfiable";
}

/** Makes instances of the schemas of one API. Throws `Unsatisfiable`. */
export function createSampler(schemas: Schemas): (schema: Schema, options: SampleOptions) => unknown {
  const cost = costsOf(schemas);
  return (schema, options) =>
    generate(
      { schemas, cost, options, random: seeded(options.seed), left: { values: 250, attempts: 20_000 } },
      [schema],
      0,
      options.carrier === "bytes",
    );
}

interface Run {
  readonly schemas: Schemas;
  readonly cost: (schema: Schema) => number;
  readonly options: SampleOptions;
  readonly random: Random;
  /** Values until only what is required is filled, and attempts until the sampler gives up. */
  readonly left: { values: number; attempts: number };
}

/** Everything that must hold of one value, once a branch of each choice is taken. */
interface Parts {
  /** Counts failures before this try: what is chosen by chance once is chosen in turn afterwards. */
  readonly attempt: number;
  types: readonly JsonType[] | undefined;
  readonly enums: (readonly unknown[])[];
  readonly numbers: NumberAssertion[];
  readonly strings: StringAssertion[];
  readonly arrays: ArrayAssertion[];
  readonly objects: ObjectAssertion[];
}

function generate(run: Run, wanted: readonly Schema[], depth: number, bytes: boolean): unknown {
  run.left.values -= 1;
  let widest = 0;
  const start = run.random();
  for (let attempt = 0; attempt < Math.max(4, widest * 2); attempt += 1) {
    if ((run.left.attempts -= 1) < 0) throw new Unsatisfiable("too many attempts");
    const parts: Parts = { attempt, types: undefined, enums: [], numbers: [], strings: [], arrays: [], objects: [] };
    const choose = (members: readonly Schema[]): number => {
      widest = Math.max(widest, members.length);
      return choice(run, members, depth, start, attempt);
    };
    try {
      for (const schema of wanted) expand(run, schema, parts, choose, 0);
      const value = build(run, parts, depth, bytes);
      if (wanted.every((schema) => isValid(run.schemas, schema, value))) return value;
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
  throw new Unsatisfiable(wanted.map((schema) => schema.origin.pointer).join(" and "));
}

/** Any member near the root, the cheapest one deep down, the others in turn after a failure. */
function choice(run: Run, members: readonly Schema[], depth: number, random: number, attempt: number): number {
  const usable = members.map((member, index) => ({ index, cost: run.cost(member) })).filter(({ cost }) => cost < Infinity);
  if (usable.length === 0) return 0;
  const ordered = deep(run, depth) ? usable.sort((one, other) => one.cost - other.cost) : usable;
  const start = deep(run, depth) ? 0 : Math.floor(random * ordered.length);
  return ordered[(start + attempt) % ordered.length]?.index ?? 0;
}

function isTextual(run: Run): boolean {
  return run.options.carrier === "text" || run.options.carrier === "plain";
}

/** Whether a list or an object is written member by member: as text, or as parts of a form. */
function isWritten(run: Run, depth: number): boolean {
  return isTextual(run) || (run.options.carrier === "multipart" && depth === 1);
}

function deep(run: Run, depth: number): boolean {
  return depth > 3 || run.left.values < 0;
}

function expand(run: Run, schema: Schema, parts: Parts, choose: (members: readonly Schema[]) => number, level: number): void {
  if (level > 60) throw new Unsatisfiable(schema.origin.pointer);
  for (const assertion of schema.assertions) expandAssertion(run, assertion, parts, choose, level + 1);
}

function expandAssertion(
  run: Run,
  assertion: Assertion,
  parts: Parts,
  choose: (members: readonly Schema[]) => number,
  level: number,
): void {
  switch (assertion.kind) {
    case "never":
      throw new Unsatisfiable("never");
    case "type":
      parts.types = parts.types === undefined ? assertion.types : intersect(parts.types, assertion.types);
      return;
    case "enum":
      parts.enums.push(assertion.values);
      return;
    case "number":
      parts.numbers.push(assertion);
      return;
    case "string":
      parts.strings.push(assertion);
      return;
    case "array":
      parts.arrays.push(assertion);
      return;
    case "object":
      parts.objects.push(assertion);
      return;
    case "ref": {
      const target = run.schemas.get(assertion.target);
      if (target !== undefined) expand(run, target.schema, parts, choose, level);
      return;
    }
    case "allOf":
      for (const member of assertion.members) expand(run, member, parts, choose, level);
      return;
    case "anyOf":
    case "oneOf":
      expandChoice(run, assertion, parts, choose, level);
      return;
    case "if":
      if (parts.attempt % 2 === 0 && assertion.then !== undefined)
        for (const branch of [assertion.if, assertion.then]) expand(run, branch, parts, choose, level);
      else if (assertion.else !== undefined) expand(run, assertion.else, parts, choose, level);
      return;
    case "not":
    case "unevaluatedItems":
    case "unevaluatedProperties":
      return; // Judged afterwards.
  }
}

function expandChoice(
  run: Run,
  assertion: Extract<Assertion, { kind: "anyOf" | "oneOf" }>,
  parts: Parts,
  choose: (members: readonly Schema[]) => number,
  level: number,
): void {
  const index = choose(assertion.members);
  const member = assertion.members[index];
  if (member === undefined) throw new Unsatisfiable("no member");
  expand(run, member, parts, choose, level);
  const { discriminator } = assertion;
  if (discriminator === undefined) return;
  // Real descriptions name tags that their members do not allow: a tag that cannot be, is none.
  const own = parts.objects.flatMap((object) => schemasOfProperty(object, discriminator.property));
  const tags = (discriminator.tags[index] ?? []).filter((tag) => own.every((schema) => isValid(run.schemas, schema, tag)));
  if (tags.length > 0) parts.objects.push(tagged(discriminator.property, tags, member));
}

/** The assertion that a discriminator stands for once a member is chosen. */
function tagged(property: string, tags: readonly string[], member: Schema): ObjectAssertion {
  const tag: Schema = {
    origin: member.origin,
    doc: {},
    assertions: [{ kind: "enum", values: tags }],
    default: undefined,
    examples: [],
    readOnly: false,
    writeOnly: false,
  };
  return {
    kind: "object",
    properties: [{ name: property, required: true, schema: tag }],
    required: [],
    patternProperties: [],
    dependentRequired: [],
    dependentSchemas: [],
  };
}

/** `integer` is in `number`. */
function intersect(one: readonly JsonType[], other: readonly JsonType[]): readonly JsonType[] {
  const accepts = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...one.filter((type) => accepts(other, type)), ...other.filter((type) => !one.includes(type) && accepts(one, type))];
}

// ---------------------------------------------------------------------------------------------------------- values

function build(run: Run, parts: Parts, depth: number, bytes: boolean): unknown {
  const textual = isTextual(run) || (run.options.carrier === "multipart" && depth > 0 && depth < 3);
  const [values, ...others] = parts.enums;
  if (values !== undefined) {
    const fitting = values.filter(
      (value) =>
        others.every((list) => list.some((other) => canonical(other) === canonical(value))) &&
        (parts.types?.some((type) => isType(type, value)) ?? true),
    );
    const told = textual ? fitting.filter((value) => value !== null && value !== "") : fitting;
    if (told.length === 0 && (textual || fitting.length === 0)) throw new Unsatisfiable("enum");
    const usable = told.length > 0 ? told : fitting;
    return parts.attempt === 0 ? pick(run.random, usable) : usable[parts.attempt % usable.length];
  }
  const type = chooseType(run, parts, textual, depth);
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return run.random() < 0.5;
    case "integer":
    case "number":
      return buildNumber(run, parts.numbers, type === "integer");
    case "string":
      return buildString(run, parts.strings, bytes);
    case "array":
      return buildArray(run, parts.arrays, depth, bytes);
    case "object":
      return buildObject(run, parts.objects, depth);
    case undefined:
      throw new Unsatisfiable("type");
  }
}

function chooseType(run: Run, parts: Parts, textual: boolean, depth: number): JsonType | undefined {
  if (parts.types !== undefined) {
    const told = parts.types.filter((type) => type !== "null");
    if (told.length === 0) return textual ? undefined : parts.types[0];
    if (!textual && parts.types.includes("null") && (deep(run, depth) || run.random() < 0.2)) return "null";
    const flat = told.filter((type) => type !== "object" && type !== "array");
    return pick(run.random, deep(run, depth) && flat.length > 0 ? flat : told);
  }
  if (parts.objects.length > 0) return "object";
  if (parts.arrays.length > 0) return "array";
  if (parts.strings.length > 0) return "string";
  if (parts.numbers.length > 0) return "number";
  return textual ? "string" : (pick(run.random, ["string", "integer", "boolean", "object"] as const) ?? "string");
}

function buildNumber(run: Run, assertions: readonly NumberAssertion[], integer: boolean): number {
  const steps = assertions.flatMap((assertion) => assertion.multipleOf ?? []);
  const unit = steps.length === 0 ? (integer ? 1 : 0.25) : integer ? Math.ceil(Math.max(...steps)) : Math.max(...steps);
  const least = Math.max(
    -Infinity,
    ...assertions.flatMap((assertion) => [assertion.minimum ?? -Infinity, (assertion.exclusiveMinimum ?? -Infinity) + unit / 2]),
  );
  const most = Math.min(
    Infinity,
    ...assertions.flatMap((assertion) => [assertion.maximum ?? Infinity, (assertion.exclusiveMaximum ?? Infinity) - unit / 2]),
  );
  // Small values where the bounds allow: a bound of 64 bits is beyond what a JSON number can say.
  const low = Math.max(least, Math.min(1, most === Infinity ? 1 : most - 100 * unit));
  const from = Math.ceil(low / unit);
  const to = Math.floor(Math.min(most, low + 1000 * unit) / unit);
  if (to < from) return least > -Infinity ? least : most;
  const value = (from + Math.floor(run.random() * (to - from + 1))) * unit;
  return Object.is(value, -0) ? 0 : Number(value.toPrecision(12));
}

function buildString(run: Run, assertions: readonly StringAssertion[], bytes: boolean): string | Blob {
  if (bytes && (assertions.some((assertion) => assertion.binary === true) || run.options.carrier === "bytes")) {
    return new Blob([Uint8Array.from({ length: 40 }, () => Math.floor(run.random() * 256))], { type: "application/octet-stream" });
  }
  const text = sampleString(run.random, assertions, run.options.carrier === "plain" || run.options.words === "plain" ? "plain" : "hard");
  if (text === undefined) throw new Unsatisfiable("string");
  return text;
}

function buildArray(run: Run, assertions: readonly ArrayAssertion[], depth: number, bytes: boolean): unknown[] {
  const textual = isWritten(run, depth);
  const least = Math.max(
    0,
    ...assertions.map((assertion) => assertion.minItems ?? assertion.contains?.min ?? 0),
    ...assertions.map((assertion) => assertion.prefixItems.length),
  );
  const most = Math.min(Infinity, ...assertions.map((assertion) => assertion.maxItems ?? Infinity));
  const wished = deep(run, depth) && !textual ? 0 : 1 + Math.floor(run.random() * 2);
  const length = Math.min(most, Math.max(least, wished));
  const unique = assertions.some((assertion) => assertion.uniqueItems);
  const items: unknown[] = [];
  for (let attempt = 0; items.length < length && attempt < length + 20; attempt += 1) {
    const index = items.length;
    const contained = assertions.flatMap(({ contains }) => (contains !== undefined && index < contains.min ? [contains.schema] : []));
    const schemas = assertions.flatMap((assertion) => assertion.prefixItems[index] ?? assertion.items ?? []);
    let item: unknown;
    try {
      item = generate(run, [...schemas, ...contained], depth + 1, bytes);
    } catch (error) {
      if (error instanceof Unsatisfiable && items.length >= least && !textual) return items;
      throw error;
    }
    if (!unique || !items.some((other) => canonical(other) === canonical(item))) items.push(item);
  }
  return items;
}

function buildObject(run: Run, assertions: readonly ObjectAssertion[], depth: number): object {
  const value: { [name: string]: unknown } = {};
  // An own property, whatever its name is.
  const set = (name: string, member: unknown): void =>
    void Object.defineProperty(value, name, { value: member, enumerable: true, writable: true, configurable: true });
  const required = new Set(
    assertions.flatMap((assertion) => [
      ...assertion.required,
      ...assertion.properties.filter((property) => property.required).map(({ name }) => name),
    ]),
  );
  // An object without members cannot be told from none where it is written as text.
  const least = Math.max(isWritten(run, depth) ? 1 : 0, ...assertions.map((assertion) => assertion.minProperties ?? 0));
  const most = Math.min(Infinity, ...assertions.map((assertion) => assertion.maxProperties ?? Infinity));
  const names = new Set([...assertions.flatMap((assertion) => assertion.properties.map((property) => property.name)), ...required]);
  for (const name of names) {
    const schemas = assertions.flatMap((assertion) => schemasOfProperty(assertion, name));
    const wanted = required.has(name) || Object.keys(value).length < least || wants(run, schemas, depth);
    if (!wanted || (!required.has(name) && Object.keys(value).length + remaining(required, value) >= most)) continue;
    for (const other of assertions.flatMap((assertion) =>
      assertion.dependentRequired.filter((rule) => rule.property === name).flatMap((rule) => rule.required),
    ))
      required.add(other);
    const dependent = assertions.flatMap((assertion) => assertion.dependentSchemas.filter((rule) => rule.property === name));
    if (dependent.length > 0 && !required.has(name)) continue;
    try {
      set(name, generate(run, schemas, depth + 1, depth === 0 && run.options.carrier === "multipart"));
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || required.has(name)) throw error;
    }
  }
  addFree(run, assertions, value, set, { least, most, depth, described: names.size });
  return value;
}

function remaining(required: ReadonlySet<string>, value: object): number {
  return [...required].filter((name) => !Object.hasOwn(value, name)).length;
}

/** Whether an optional property is filled. */
function wants(run: Run, schemas: readonly Schema[], depth: number): boolean {
  const { optional, direction } = run.options;
  if (optional === "none" || deep(run, depth)) return false;
  if (schemas.some((schema) => hidden(run, schema, direction === "request" ? "readOnly" : "writeOnly"))) return false;
  if (schemas.some((schema) => run.cost(schema) > 4)) return false;
  return optional === "all" || run.random() < 0.4;
}

function hidden(run: Run, schema: Schema, key: "readOnly" | "writeOnly", level = 0): boolean {
  if (schema[key]) return true;
  return (
    level < 10 &&
    schema.assertions.some((assertion) => {
      const target = assertion.kind === "ref" ? run.schemas.get(assertion.target)?.schema : undefined;
      return target !== undefined && hidden(run, target, key, level + 1);
    })
  );
}

/** Properties that no `properties` names: one of each pattern, one of `additionalProperties`, more when there are too few. */
function addFree(
  run: Run,
  assertions: readonly ObjectAssertion[],
  value: object,
  set: (name: string, member: unknown) => void,
  size: { readonly least: number; readonly most: number; readonly depth: number; readonly described: number },
): void {
  const names = assertions.flatMap((assertion) =>
    assertion.patternProperties.map(({ pattern }) => sampleString(run.random, [{ kind: "string", pattern }], "plain") ?? ""),
  );
  const map = assertions.some((assertion) => assertion.additionalProperties !== undefined);
  const free = map && size.described === 0 ? 2 : map && run.options.carrier === "json" ? 1 : 0;
  for (let index = 0; index < Math.max(size.least, free); index += 1) names.push(`key${String(index)}`);
  for (const [index, wished] of names.entries()) {
    const count = Object.keys(value).length;
    // Among other parameters a name that is not described would be nobody's.
    const enough = deep(run, size.depth) || run.options.optional === "none" || (isWritten(run, size.depth) && size.described > 0);
    if (count >= size.most || (count >= size.least && enough)) return;
    try {
      const rules = assertions.flatMap((assertion) => assertion.propertyNames ?? []);
      const name =
        rules.length === 0 ? wished : String(generate({ ...run, random: seeded(run.options.seed + index) }, rules, size.depth + 1, false));
      if (name === "" || Object.hasOwn(value, name)) continue;
      set(
        name,
        generate(
          run,
          assertions.flatMap((assertion) => schemasOfProperty(assertion, name)),
          size.depth + 1,
          false,
        ),
      );
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
}
