/** Makes a disagreement smaller as long as it stays one: what is left is what it is about. */
import { compare, notCompiled, variants, type Disagreement, type Pair, type Variants } from "./compare.js";
import { isSchemaObject, nameIn, reachedFrom, refTo, type Bundle, type JsonSchema } from "./json-schema.js";
import { record } from "./words.js";

/** Tries per round: they are compiled together. */
const most = 100;

/** The smallest disagreement that leads on from this one; the interpreter is right about it as before. */
export async function shrink(found: Disagreement): Promise<Disagreement> {
  let best = found.ours[0]?.startsWith(notCompiled) === true ? await culprit(found) : await alone(found);
  for (let round = 0; round < 60; round += 1) {
    const smaller = await firstThatFails(candidates(best).slice(0, most), best);
    if (smaller === undefined) return best;
    best = smaller;
  }
  return best;
}

/** Without the schemas that it does not lead to, unless they have a part in it: how a schema is emitted depends on who refers to it. */
async function alone(found: Disagreement): Promise<Disagreement> {
  for (const bundle of [withoutStrangers(found).bundle, withReferrers(found).bundle]) {
    const [same] = (await compare(bundle, [found])).disagreements;
    if (same !== undefined && kindOf(same) === kindOf(found)) return same;
  }
  return found;
}

/** Which schema of a bundle that is not compiled is to blame. */
async function culprit(found: Disagreement): Promise<Disagreement> {
  const names = Object.keys(found.bundle).map((name) => withoutStrangers({ ...found, name }));
  const bySize = names.sort((one, other) => weight(one) - weight(other));
  for (const candidate of bySize) {
    const { disagreements } = await compare(candidate.bundle, [candidate]);
    if (disagreements.some((other) => kindOf(other) === kindOf(found))) return candidate;
  }
  return found;
}

interface Candidate extends Pair {
  readonly bundle: Bundle;
}

function candidates({ bundle, name, value }: Candidate): readonly Candidate[] {
  const values = smallerValues(value).map((smaller) => ({ bundle, name, value: smaller }));
  const schemas = Object.keys(bundle).flatMap((changed) =>
    smallerSchemas(bundle[changed] ?? true, bundle).map((smaller) => ({ bundle: { ...bundle, [changed]: smaller }, name, value })),
  );
  const reached = reachedFrom(name, bundle);
  const referrers = Object.keys(bundle).filter((other) => !reached.has(other) && !isReferredTo(other, bundle));
  const fewer = referrers.map((other) => ({ bundle: record(Object.entries(bundle).filter(([each]) => each !== other)), name, value }));
  return [...fewer, ...schemas, ...values].sort((one, other) => weight(one) - weight(other));
}

const weight = ({ bundle, value }: Candidate): number => JSON.stringify([bundle, value]).length;

/** Candidates share a description, each with names of its own; whichever cannot be compiled is left out. */
async function firstThatFails(tried: readonly Candidate[], before: Disagreement): Promise<Disagreement | undefined> {
  if (tried.length === 0) return undefined;
  const kind = kindOf(before);
  const moved = tried.map((candidate, index) => ({ ...candidate, bundle: renamed(candidate.bundle, `C${String(index)}`) }));
  const together: Bundle = Object.assign({}, ...moved.map(({ bundle }) => bundle)) as Bundle;
  const pairs = moved.map(({ name, value }, index): Pair => ({ name: `C${String(index)}${name}`, value }));
  const { disagreements } = await compare(together, pairs, { variants: variantOf(before) });
  for (const [index, candidate] of tried.entries()) {
    const found = disagreements.find(({ name }) => name === pairs[index]?.name);
    if (found !== undefined && kindOf(found) === kind) return { ...found, ...candidate };
  }
  return undefined;
}

/** One is enough to see whether it is still there. */
function variantOf({ ours }: Disagreement): Variants {
  const [variant = ""] = ours[0]?.split(":") ?? [];
  const options = variants[variant];
  return options === undefined ? variants : { [variant]: options };
}

/** Disagreements of one kind may have one cause; a smaller one of another kind has another. */
function kindOf({ ours, expected }: Disagreement): string {
  const [first = ""] = ours;
  if (first.startsWith(notCompiled)) return first.replace(/\d+/g, "").slice(0, 120);
  return `${String(expected)} ${first
    .replace(/^\w+: /, "")
    .split(" ")
    .slice(0, 2)
    .join(" ")}`;
}

function renamed(bundle: Bundle, prefix: string): Bundle {
  const text = JSON.stringify(bundle).replaceAll(refTo(""), refTo(prefix));
  return record(Object.entries(JSON.parse(text) as Bundle).map(([name, schema]) => [`${prefix}${name}`, schema] as const));
}

/** Only what the schema leads to. */
function withoutStrangers<C extends Candidate>(candidate: C): C {
  const reached = reachedFrom(candidate.name, candidate.bundle);
  return { ...candidate, bundle: record(Object.entries(candidate.bundle).filter(([name]) => reached.has(name))) };
}

/** Also what leads to it. */
function withReferrers<C extends Candidate>(candidate: C): C {
  const { bundle, name } = candidate;
  const kept = new Set(Object.keys(bundle).filter((other) => reachedFrom(other, bundle).has(name)));
  for (const other of [...kept]) for (const reached of reachedFrom(other, bundle)) kept.add(reached);
  return { ...candidate, bundle: record(Object.entries(bundle).filter(([other]) => kept.has(other))) };
}

function isReferredTo(name: string, bundle: Bundle): boolean {
  return Object.entries(bundle).some(([other, schema]) => other !== name && JSON.stringify(schema).includes(`"${refTo(name)}"`));
}

function smallerSchemas(schema: JsonSchema, bundle: Bundle): readonly JsonSchema[] {
  if (!isSchemaObject(schema)) return schema ? [] : [true];
  const entries = Object.entries(schema);
  const target = bundle[nameIn(schema["$ref"])];
  const without = entries.map(([keyword]) => record(entries.filter(([other]) => other !== keyword)));
  const inlined = target === undefined || entries.length > 1 ? [] : [target];
  const simpler = entries.flatMap(([keyword, value]) =>
    smallerKeyword(keyword, value, bundle).map((smaller) => ({ ...schema, [keyword]: smaller })),
  );
  const lifted = entries.flatMap(([keyword, value]) =>
    ["allOf", "anyOf", "oneOf"].includes(keyword) ? (value as readonly JsonSchema[]) : [],
  );
  return [true, false, ...lifted, ...inlined, ...without, ...simpler];
}

const inMap = ["properties", "patternProperties", "dependentSchemas"];
const inList = ["allOf", "anyOf", "oneOf", "prefixItems"];
const inPlace = [
  "items",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
];

function smallerKeyword(keyword: string, value: unknown, bundle: Bundle): readonly unknown[] {
  if (inPlace.includes(keyword)) return smallerSchemas(value as JsonSchema, bundle);
  if (inList.includes(keyword)) {
    const list = value as readonly JsonSchema[];
    const shorter = list.length > 1 ? list.map((_, index) => list.toSpliced(index, 1)) : [];
    return [...shorter, ...list.flatMap((member, index) => smallerSchemas(member, bundle).map((smaller) => list.with(index, smaller)))];
  }
  if (inMap.includes(keyword)) {
    const entries = Object.entries(value as Readonly<Record<string, JsonSchema>>);
    const fewer = entries.map((_, index) => record(entries.toSpliced(index, 1)));
    return [
      ...fewer,
      ...entries.flatMap(([name, member], index) =>
        smallerSchemas(member, bundle).map((smaller) => record(entries.with(index, [name, smaller]))),
      ),
    ];
  }
  if (keyword === "type" && Array.isArray(value)) return value;
  if (keyword === "multipleOf") return value === 1 ? [] : [1];
  if (keyword === "$ref" || keyword === "pattern" || keyword === "type") return [];
  return smallerValues(value).filter(
    (smaller) =>
      typeof smaller === typeof value && Array.isArray(smaller) === Array.isArray(value) && (keyword === "const" || !isEmptyList(smaller)),
  );
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function smallerValues(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const shorter = items.map((_, index) => items.toSpliced(index, 1));
    return [0, ...shorter, ...items.flatMap((item, index) => smallerValues(item).map((smaller) => items.with(index, smaller)))];
  }
  if (typeof value === "object" && value !== null) {
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
    const fewer = entries.map((_, index) => record(entries.toSpliced(index, 1)));
    return [
      0,
      ...fewer,
      ...entries.flatMap(([name, member], index) => smallerValues(member).map((smaller) => record(entries.with(index, [name, smaller])))),
    ];
  }
  if (typeof value === "number") return [0, 1].filter((smaller) => String(smaller).length < String(value).length);
  if (typeof value === "string") return value.length > 1 ? ["", "a", value.slice(1), value.slice(0, -1)] : [];
  return [];
}
