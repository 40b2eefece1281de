import { isAlternatives, isCombination } from "../ir/kinds.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";
import { alignChoices, type Written } from "./align-choices.js";
import { canonical } from "./canonical.js";
import type { Effect } from "./change.js";
import { addSchema, normalSchema, type NormalSchema } from "./normal-schema.js";
import { arrayRule } from "./rules/arrays.js";
import { choiceRule } from "./rules/choices.js";
import { lifecycleRule } from "./rules/lifecycles.js";
import { numberRule } from "./rules/numbers.js";
import { objectRule } from "./rules/objects.js";
import { compareOverlaps, maxFollowed } from "./rules/overlaps.js";
import { partRule } from "./rules/parts.js";
import { stringRule } from "./rules/strings.js";
import { typeRule } from "./rules/types.js";
import { valueRule } from "./rules/values.js";
import { sameReferences } from "./same-schema.js";
import { schemaPair, type SchemaGraph, type SchemaPair } from "./schema-graph.js";

/** What a rule finds, and how it goes on to the schemas inside. */
export interface Course {
  /** `text` goes after the subject: "is required now". `step`: what leads to a part of the schema. */
  readonly say: (rule: string, effect: Effect, text: string, step?: string) => void;
  readonly compare: (before: Schema, now: Schema, step: string) => void;
  /** A text that is the same for two schemas that mean the same. */
  readonly textOf: (schema: Schema, side: "before" | "now") => string;
  /** What a reference leads to, as written. */
  readonly nameOf: (id: SchemaId, side: "before" | "now") => string;
  /** What a schema stands for, where it is a reference or a choice of one. */
  readonly meant: (schema: Schema, side: "before" | "now") => Schema;
  /** What a reference leads to. */
  readonly schemaOf: (id: SchemaId, side: "before" | "now") => Schema | undefined;
  readonly shapes: SchemaGraph["shapes"];
  /** Says that what a text of a schema refers to may change it. */
  readonly follow: (before: Schema, now: Schema) => void;
}

export type Rule = (before: NormalSchema, now: NormalSchema, course: Course) => void;

const rules: readonly Rule[] = [lifecycleRule, typeRule, valueRule, numberRule, stringRule, arrayRule, objectRule, choiceRule, partRule];

/** Compares a schema of an operation, or what a name stands for. `owner` takes what is found. */
export function compareSchema(before: Schema, now: Schema, owner: SchemaPair, graph: SchemaGraph, path = ""): void {
  const same = sameReferences(before, now, (a, b) => graph.before.get(a)?.wireName === graph.now.get(b)?.wireName);
  const say: Course["say"] = (rule, effect, text, step = "") => void owner.changes.push({ rule, path: joined(path, step), text, effect });
  const schemaOf: Course["schemaOf"] = (id, side) => graph[side].get(id)?.schema;
  if (same !== undefined) {
    for (const [a, b] of same.references) refer(a, b, owner, graph);
    // They say the same, and what they refer to may have come to overlap.
    for (const [a, b] of same.choices) compareOverlaps(a, b, { say, schemaOf, shapes: graph.shapes });
    return;
  }
  const [old, fresh] = [normalSchema(before), normalSchema(now)];
  const nameOf = (id: SchemaId, side: "before" | "now"): string => graph[side].get(id)?.wireName ?? id;
  const meant: Course["meant"] = (schema, side) => meantBy(schema, (id) => schemaOf(id, side));
  const textOf: Course["textOf"] = (schema, side) => canonical(schema, "", (id) => nameOf(id, side)).text;
  const written = (schema: Schema, normal: NormalSchema, side: "before" | "now"): Written => ({
    ...{ schema, normal, nameOf: (id) => nameOf(id, side), meant: (each) => meant(each, side), textOf: (each) => textOf(each, side) },
  });
  alignChoices(written(before, old, "before"), written(now, fresh, "now"));
  compareReferences(old, fresh, owner, graph, path);
  const course: Course = {
    ...{ say, schemaOf, meant, textOf, nameOf, shapes: graph.shapes },
    compare: (a, b, step) => {
      compareSchema(a, b, owner, graph, joined(path, step));
    },
    follow: (a, b) => {
      const targets = canonical(b).refs;
      for (const id of canonical(a).refs)
        for (const target of targets) if (nameOf(id, "before") === nameOf(target, "now")) refer(id, target, owner, graph);
    },
  };
  for (const rule of rules) rule(old, fresh, course);
}

/** Through references that lead on to another one, and choices of one in choices of one. */
function meantBy(schema: Schema, schemaOf: (id: SchemaId) => Schema | undefined): Schema {
  let meant = schema;
  for (let step = 0; step < maxFollowed; step += 1) {
    const [first, more] = meant.assertions;
    const next = more === undefined && first !== undefined ? loneIn(first, schemaOf) : undefined;
    if (next === undefined || isMarked(meant)) break;
    meant = next;
  }
  return meant;
}

function loneIn(assertion: Assertion, schemaOf: (id: SchemaId) => Schema | undefined): Schema | undefined {
  if (assertion.kind === "ref") return schemaOf(assertion.target);
  if (!isCombination(assertion)) return undefined;
  const [only, more] = assertion.members;
  const isTagged = isAlternatives(assertion) && assertion.discriminator !== undefined;
  return more === undefined && !isTagged ? only : undefined;
}

const isMarked = ({ doc, default: value, readOnly, writeOnly }: Schema): boolean =>
  doc.lifecycle !== undefined || value !== undefined || readOnly || writeOnly;

/** "owner" and "[]": "owner[]" */
function joined(path: string, step: string): string {
  return path === "" || step === "" || step.startsWith("[") ? path + step : `${path}.${step}`;
}

/** References of the same name are held against each other; of others, what they lead to is taken for the schema itself, until there are as many on each side. */
function compareReferences(old: NormalSchema, fresh: NormalSchema, owner: SchemaPair, graph: SchemaGraph, path: string): void {
  const nameIn = (side: "before" | "now") => (id: SchemaId) => graph[side].get(id)?.wireName ?? id;
  const followed = new Set<SchemaId>();
  for (let rounds = 0; rounds < 16; rounds += 1) {
    const names = [new Set(old.refs.map(nameIn("before"))), new Set(fresh.refs.map(nameIn("now")))] as const;
    const more = [
      old.refs.filter((id) => !names[1].has(nameIn("before")(id))),
      fresh.refs.filter((id) => !names[0].has(nameIn("now")(id))),
    ] as const;
    if (more[0].length === more[1].length) break;
    const side = more[0].length > more[1].length ? "before" : "now";
    for (const id of more[side === "before" ? 0 : 1]) expand(side === "before" ? old : fresh, id, graph[side].get(id)?.schema, followed);
  }
  for (const id of old.refs) {
    const name = nameIn("before")(id);
    const same = fresh.refs.find((each) => nameIn("now")(each) === name);
    if (same !== undefined) refer(id, same, owner, graph);
  }
  const freshNames = new Set(fresh.refs.map(nameIn("now")));
  const oldNames = new Set(old.refs.map(nameIn("before")));
  const [left, right] = [
    old.refs.filter((id) => !freshNames.has(nameIn("before")(id))),
    fresh.refs.filter((id) => !oldNames.has(nameIn("now")(id))),
  ];
  for (const [index, id] of left.entries()) {
    const other = right[index];
    if (other === undefined) continue;
    const pair = refer(id, other, owner, graph);
    const [was, is] = [nameIn("before")(id), nameIn("now")(other)];
    if (pair.name === undefined)
      owner.changes.push({ rule: "schema-reference", path, text: `is the schema "${is}" now, and was "${was}"`, effect: pair });
  }
}

function expand(normal: NormalSchema, id: SchemaId, schema: Schema | undefined, followed: Set<SchemaId>): void {
  normal.refs.splice(normal.refs.indexOf(id), 1);
  if (schema === undefined || followed.has(id)) return;
  followed.add(id);
  addSchema(normal, { ...schema, doc: normal.lifecycle === undefined ? schema.doc : {} });
}

/** The pair of two schemas with names, which is compared once. Where the old name is still there, another schema took its place, and neither changed. */
export function refer(before: SchemaId, now: SchemaId, owner: SchemaPair | undefined, graph: SchemaGraph): SchemaPair {
  const key = JSON.stringify([before, now]);
  let pair = graph.pairs.get(key);
  if (pair === undefined) {
    const [old, fresh] = [graph.before.get(before), graph.now.get(now)];
    const isSame =
      old?.wireName === fresh?.wireName ||
      !(graph.names.now.has(old?.wireName ?? before) || graph.names.before.has(fresh?.wireName ?? now));
    const made = schemaPair(isSame ? fresh?.wireName : undefined);
    pair = made;
    graph.pairs.set(key, made);
    if (old !== undefined && fresh !== undefined)
      graph.pending.push(() => {
        compareSchema(old.schema, fresh.schema, made, graph);
      });
  }
  if (owner !== undefined) {
    pair.users.add(owner);
    owner.uses.add(pair);
  }
  return pair;
}
