import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { SchemaObject } from "../../openapi/rules/types.js";
import { child } from "../../source/json-pointer.js";
import type { DynamicScope, DynamicBindings } from "../passes/dynamic-scope.js";
import type { AskedNames } from "../names/asked-names.js";
import { typeName, type Scope } from "../names/identifiers.js";
import { refNames } from "../names/ref-name.js";
import { createVariants } from "../passes/scope-variants.js";
import type { SchemaId } from "../ir/schema.js";
import { shortHash } from "../names/letter-case.js";
import { originOf } from "./origin.js";

export interface Registered {
  readonly id: SchemaId;
  readonly wireName: string;
  /** As it stands where the name leads. */
  readonly value: SchemaObject;
  /** Absolute reference to it. */
  readonly ref: string;
  /** Of a schema that means something else where it is reached from another resource: in which dynamic scope. */
  readonly scope?: DynamicBindings;
}

/** Every schema with a name: those of the root's components, and whatever a reference leads to. */
export interface SchemaRegistry {
  /** In the order named; it grows while references are met. */
  readonly all: readonly Registered[];
  /** The name of what an absolute reference leads to; given when first asked for. */
  idOf(ref: string): SchemaId;
  /** The name as written of what `id` names. */
  wireName(id: SchemaId): string;
  /** The value by which `id` says itself that a discriminator means it. */
  statedTag(id: SchemaId): string | undefined;
  /** What `id` chooses from by reference. */
  alternativesOf(id: SchemaId): readonly SchemaId[];
  /** Reports what became of names that were asked for: all schemas that there are have been met. */
  settleNames(): void;
  /** The name of a place when it has one already. */
  known(ref: string): SchemaId | undefined;
}

/** What the names of schemas depend on besides themselves. */
export interface SchemaNaming {
  readonly scope: Scope;
  readonly asked: AskedNames;
  readonly report: Report;
}

/** Names the schemas of the root's components first; those whose written name is free and fit as it is before all others. */
export function createSchemaRegistry(resolved: Resolved, dynamic: DynamicScope | undefined, naming: SchemaNaming): SchemaRegistry {
  const all: Registered[] = [];
  const byId = new Map<SchemaId, Registered>();
  const byRef = new Map<string, SchemaId>();
  const byValue = new Map<object, SchemaId>();
  const note = (entry: Registered): SchemaId => {
    all.push(entry);
    byId.set(entry.id, entry);
    return entry.id;
  };
  const register = (id: SchemaId, wireName: string, ref: string, value: SchemaObject): SchemaId => {
    note({ id, wireName, ref, value });
    byRef.set(ref, id);
    if (typeof value === "object" && !byValue.has(value)) byValue.set(value, id);
    return id;
  };
  const known = (ref: string): SchemaId | undefined => {
    const id = byRef.get(ref);
    if (id !== undefined) return id;
    const value = resolved.target("schema", ref);
    const same = typeof value === "object" ? byValue.get(value) : undefined;
    if (same !== undefined) byRef.set(ref, same);
    return same;
  };
  const components = Object.entries(resolved.document.components?.schemas ?? {});
  const ids = nameComponents(new Map(components), resolved, naming);
  const inRoot = new Set(resolved.whole?.schemas ?? components.map(([name]) => name));
  for (const [name, value] of components) register(ids.get(name) ?? name, name, refInRoot(name, resolved), value);
  followAliases({ all, byId, byRef, byValue }, components, resolved);
  const refName = refNames(resolved.files);
  const wordOf = (id: SchemaId | undefined, ref: string): string => (id === undefined ? refName(ref).last : (byId.get(id)?.wireName ?? id));
  const variants = createVariants(dynamic, resolved, naming.report, (ref, { scope: bindings, binder }, value) => {
    const wireName = wordOf(known(ref), ref);
    const words = `${binder === undefined ? "" : wordOf(byRef.get(binder), binder)} ${wireName}`;
    return note({ id: nameMet(wireName, [words], value, resolved, naming), wireName, ref, value, scope: bindings });
  });
  const registerMet = (ref: string): SchemaId => {
    const { last, parents } = refName(ref);
    const value = schemaAt(ref, resolved);
    const own = inRoot.has(last) ? undefined : naming.asked.schema(last);
    return register(
      own ?? nameMet(last, [last, ...parents.map((parent) => `${parent} ${last}`)], value, resolved, naming),
      last,
      ref,
      value,
    );
  };
  return {
    all,
    settleNames() {
      naming.asked.settle(wordsOf(all), (written) => resolved.whole?.schemas.includes(written) === true);
    },
    known: (ref) => variants.known(ref) ?? known(ref),
    wireName: (id) => byId.get(id)?.wireName ?? id,
    statedTag: (id) => statedTag(byId.get(id)?.value),
    alternativesOf: (id) => alternativeRefs(byId.get(id)?.value).flatMap((ref) => known(ref) ?? []),
    idOf: (ref) => variants.idOf(ref) ?? known(ref) ?? registerMet(ref),
  };
}

interface Met {
  readonly all: Registered[];
  readonly byId: Map<SchemaId, Registered>;
  readonly byRef: Map<string, SchemaId>;
  readonly byValue: Map<object, SchemaId>;
}

/** A component that is a reference to what is no component is that schema, and has its place. */
function followAliases(
  { all, byId, byRef, byValue }: Met,
  components: readonly (readonly [string, SchemaObject])[],
  resolved: Resolved,
): void {
  const inComponents = new Set(components.flatMap(([, value]) => (typeof value === "object" ? [value] : [])));
  for (const [index, entry] of all.entries()) {
    const behind = throughAlias(entry.value, resolved, inComponents, (ref) => byRef.has(ref));
    if (behind === undefined || byValue.has(behind.value)) continue;
    for (const ref of behind.refs) byRef.set(ref, entry.id);
    byValue.set(behind.value, entry.id);
    all[index] = { ...entry, value: behind.value, ref: behind.refs.at(-1) ?? entry.ref };
    byId.set(entry.id, all[index]);
  }
}

const wordsOf = (all: readonly Registered[]): readonly string[] => all.map(({ wireName }) => wireName);

const refInRoot = (name: string, { root }: Resolved): string => `${root.uri}#${child("/components/schemas", name)}`;

/** What Azure's descriptions write into a schema in place of a mapping in its parent. */
function statedTag(value: SchemaObject | undefined): string | undefined {
  if (typeof value !== "object") return undefined;
  const said = value["x-ms-discriminator-value"] ?? value["x-discriminator-value"];
  return typeof said === "string" ? said : undefined;
}

function alternativeRefs(value: SchemaObject | undefined): readonly string[] {
  if (typeof value !== "object") return [];
  return [...(value.oneOf ?? []), ...(value.anyOf ?? [])].flatMap((member) => (typeof member === "object" ? (member.$ref ?? []) : []));
}

/** The name of a schema that a reference led to. */
function nameMet(
  last: string,
  candidates: readonly string[],
  value: SchemaObject,
  resolved: Resolved,
  { scope, asked, report }: SchemaNaming,
): SchemaId {
  const [natural = `Schema${shortHash(last)}`, ...others] = candidates.map(typeName).filter((each) => each !== "");
  const taken = scope.take([natural, ...others, `${natural}Model`]);
  if (taken === natural || typeof value !== "object") return taken;
  if (!asked.conflict(natural, `the schema ${JSON.stringify(last)}`, originOf(value, resolved)))
    report(changed(last, natural, taken, resolved, value));
  return taken;
}

/** Each is called as it is among all that the description has: those that a selection leaves out have names, too. */
function nameComponents(
  components: ReadonlyMap<string, SchemaObject>,
  resolved: Resolved,
  { scope, asked, report }: SchemaNaming,
): ReadonlyMap<string, SchemaId> {
  const ids = new Map<string, SchemaId>();
  const given = new Set<SchemaId>();
  // A selection asks for names before anything is read: of a misspelt section it knows none.
  const names = [...new Set([...(resolved.whole?.schemas ?? []), ...components.keys()])];
  for (const name of components.keys()) {
    const own = asked.schema(name);
    if (own !== undefined) ids.set(name, own);
  }
  for (const name of names) {
    if (ids.has(name)) continue;
    if (name === "" || typeName(name) !== name || scope.has(name)) continue;
    ids.set(name, scope.take([name]));
    given.add(name);
  }
  for (const name of names) {
    if (ids.has(name)) continue;
    const written = typeName(name);
    const natural = written === "" ? `Schema${shortHash(name)}` : written;
    // What is reserved is no other schema's name: there the suffix says more than a number.
    const reserved = !given.has(natural);
    const id = scope.take(reserved ? [natural, `${natural}Model`] : [natural]);
    ids.set(name, id);
    given.add(id);
    const value = components.get(name);
    if (value === undefined || (id === natural && written !== "")) continue;
    const origin = originOf(typeof value === "object" ? value : resolved.document, resolved);
    if (!asked.conflict(natural, `the schema ${JSON.stringify(name)}`, origin))
      report(changed(name, written, id, resolved, typeof value === "object" ? value : resolved.document, reserved));
  }
  return ids;
}

function changed(written: string, natural: string, name: string, resolved: Resolved, at: object, reserved = false) {
  const taken = reserved ? "is a name that generated code uses itself" : "is taken";
  const why = natural === "" ? "no part of its name can be part of an identifier" : `"${natural}" ${taken}`;
  return diagnostic("name-changed", `Schema "${written}" is called "${name}" in generated code, because ${why}.`, {
    at: originOf(at, resolved),
  });
}

interface Behind {
  readonly value: Exclude<SchemaObject, boolean>;
  /** Every reference on the way, the last one leads to `value`. */
  readonly refs: readonly string[];
}

/** A component that is nothing but a reference out of the components is the thing it refers to, under a name of the root's. */
function throughAlias(
  start: SchemaObject,
  resolved: Resolved,
  inComponents: ReadonlySet<object>,
  isNamed: (ref: string) => boolean,
): Behind | undefined {
  const refs: string[] = [];
  let value = start;
  while (typeof value === "object" && value.$ref !== undefined && Object.keys(value).length === 1) {
    const ref: string = value.$ref;
    if (isNamed(ref) || refs.includes(ref)) return undefined;
    const next = schemaAt(ref, resolved);
    if (typeof next === "object" && inComponents.has(next)) return undefined;
    refs.push(ref);
    value = next;
  }
  return refs.length === 0 || typeof value !== "object" ? undefined : { value, refs };
}

/** A schema's `$ref` is a keyword of it, so what a reference leads to is a schema in any case. */
function schemaAt(ref: string, resolved: Resolved): SchemaObject {
  return resolved.target("schema", ref);
}
