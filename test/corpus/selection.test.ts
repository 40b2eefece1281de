/** Random selections of real descriptions, held against an independent count of what they have to be. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { allParts } from "../../src/emit/emitters.js";
import { generateFiles, readDescription } from "../../src/generate.js";
import type { Api } from "../../src/model/ir/api.js";
import { nodeIo } from "../../src/io-node.js";
import { resolve } from "../../src/openapi/resolve/resolve.js";
import type { OperationFilter, Selection } from "../../src/openapi/selection/selection.js";
import { load } from "../../src/source/load-file.js";
import type { Json } from "../../src/source/source-file.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { dice, type Dice } from "../support/dice.js";
import { readCorpus } from "./descriptions.js";

type Raw = { readonly [key: string]: Json };
const isObject = (value: Json | undefined): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);
const member = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly item: Raw;
  readonly operation: Raw;
  readonly kind: "paths" | "webhooks";
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

function listed(root: Json): readonly Listed[] {
  return (["paths", "webhooks"] as const).flatMap((kind) =>
    Object.entries(member(root, kind) ?? {}).flatMap(([path, item]: [string, Json]) =>
      isObject(item)
        ? methods.flatMap((method) => {
            const operation = item[method];
            return isObject(operation) ? [{ path, method, item, operation, kind }] : [];
          })
        : [],
    ),
  );
}

const tagsOf = ({ operation }: Listed): readonly string[] =>
  Array.isArray(operation["tags"]) ? (operation["tags"] as readonly string[]) : []; // of real descriptions

/** A filter, and what it means, said another way. */
function randomFilter(all: readonly Listed[], random: Dice): { readonly value: OperationFilter; readonly fits: (one: Listed) => boolean } {
  const pick = (): Listed => all[random.below(all.length)] ?? { path: "", method: "", item: {}, operation: {}, kind: "paths" };
  const some = Array.from({ length: 1 + random.below(3) }, pick);
  const way = random.below(4);
  const tags = some.flatMap(tagsOf);
  if (way === 0 && tags.length > 0) return { value: { tags }, fits: (one) => tagsOf(one).some((tag) => tags.includes(tag)) };
  if (way === 1) {
    const method = pick().method;
    const first = pick().path.split("/")[1] ?? "";
    const value = { methods: [method.toUpperCase()], paths: [`/${first}/**`] };
    return { value, fits: (one) => one.method === method && (one.path === `/${first}` || one.path.startsWith(`/${first}/`)) };
  }
  const ids = some.flatMap(({ operation }) => (typeof operation["operationId"] === "string" ? [operation["operationId"]] : []));
  if (way === 2 && ids.length > 0)
    return { value: { operations: ids }, fits: ({ operation }) => ids.some((id) => id === operation["operationId"]) };
  const paths = some.map(({ path }) => path);
  return { value: { paths }, fits: ({ path }) => paths.includes(path) };
}

/** Names of the schemas in the components that operations need, found by nothing but walking what is written. */
function neededSchemas(root: Json, kept: readonly Listed[]): ReadonlySet<string> {
  const at = (pointer: string): Json | undefined =>
    pointer
      .split("/")
      .slice(1)
      .reduce<Json | undefined>((value, token) => {
        const key = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
        return Array.isArray(value) ? (value as readonly Json[])[Number(key)] : member(value, key);
      }, root);
  const prefix = member(root, "swagger") === undefined ? "#/components/schemas/" : "#/definitions/";
  const schemas = at(prefix.slice(1, -1)) ?? {};
  const children = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    const walk = (value: Json | undefined, isTop: boolean): void => {
      const ref = member(value, "$ref");
      if (typeof ref === "string" && !isTop) children.set(ref, [...(children.get(ref) ?? []), `${prefix}${name}`]);
      const all = member(value, "allOf");
      if (Array.isArray(all)) for (const each of all as readonly Json[]) walk(each, false);
    };
    walk(schema as Json, true);
  }
  const seen = new Set<string>();
  const open: string[] = [];
  const follow = (ref: string): void => {
    if (!ref.startsWith("#/") || seen.has(ref)) return;
    seen.add(ref);
    open.push(ref);
  };
  const withDescendants = (ref: string): void => {
    for (const child of children.get(ref) ?? [])
      if (!family.has(child)) {
        family.add(child);
        follow(child);
        withDescendants(child);
      }
  };
  const family = new Set<string>();
  const skipped = new Set(["callbacks", "links", "example", "examples", "default", "enum", "const"]);
  const walk = (value: Json | undefined, isMap = false): void => {
    if (Array.isArray(value)) for (const each of value as readonly Json[]) walk(each);
    if (!isObject(value)) return;
    if (!isMap && typeof value["$ref"] === "string") follow(value["$ref"]);
    const mapping = isMap ? undefined : member(value["discriminator"], "mapping");
    for (const target of Object.values(mapping ?? {})) {
      const text = String(target);
      follow(text.includes("/") ? text : `${prefix}${text}`);
    }
    for (const [key, each] of Object.entries(value))
      if (isMap || (!skipped.has(key) && !key.startsWith("x-")))
        walk(each, !isMap && ["properties", "patternProperties", "schemas", "responses", "headers", "content", "$defs"].includes(key));
  };
  for (const { item, operation } of kept) {
    walk(item["parameters"]);
    walk(operation);
  }
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    const value = at(ref.slice(1));
    if (isObject(value) && value["discriminator"] !== undefined && value["oneOf"] === undefined && value["anyOf"] === undefined)
      withDescendants(ref);
    walk(value);
  }
  return new Set(
    [...seen]
      .filter((ref) => ref.startsWith(prefix))
      .map((ref) => decodeURIComponent(ref.slice(prefix.length)))
      .filter((name) => !name.includes("/")),
  );
}

/** Path items by reference are what other tests are about: the count would have to read other files. */
const descriptions = (readCorpus() ?? []).filter(
  ({ name, bytes, operations }) => !name.startsWith("multi-") && bytes < 1_700_000 && operations > 2,
);
const seed = Number(process.env["SUNDIAL_SEED"] ?? 20_301_205);

test.each(descriptions)("of $name, what is selected is there, and what it needs, and nothing else", async ({ path }) => {
  const io = nodeIo();
  const root = await load(path, io);
  if (root.value === undefined) throw new Error(JSON.stringify(root.diagnostics));
  const written = parseYaml(readFileSync(path, "utf8"), { maxAliasCount: -1 }) as Json;
  const all = listed(written);
  const random = dice(seed + all.length);
  for (let round = 0; round < 6; round += 1) {
    const filters = [randomFilter(all, random), ...(random.chance(0.3) ? [randomFilter(all, random)] : [])];
    const without = random.chance(0.4) ? randomFilter(all, random) : undefined;
    const kept = all.filter((one) => filters.some(({ fits }) => fits(one)) && without?.fits(one) !== true);
    const name = (value: OperationFilter) => ({ value, name: "include" });
    const selection: Selection = { include: filters.map(({ value }) => name(value)), ...(without && { exclude: [name(without.value)] }) };
    const { value, diagnostics } = await resolve(root.value, (uri) => load(uri, io), selection);
    if (kept.length === 0) {
      expect(diagnostics.map(({ code }) => code)).toContain("select-nothing");
      continue;
    }
    const found = (["paths", "webhooks"] as const).flatMap((kind) =>
      Object.entries(value?.document[kind] ?? {}).flatMap(([each, { operations }]) =>
        Object.keys(operations).map((method) => `${kind} ${method} ${each}`),
      ),
    );
    expect(found.toSorted()).toEqual(kept.map((one) => `${one.kind} ${one.method.toUpperCase()} ${one.path}`).toSorted());
    const expected = neededSchemas(written, kept);
    const inOrder = Object.keys(member(member(written, "components"), "schemas") ?? member(written, "definitions") ?? {}).filter((each) =>
      expected.has(each),
    );
    expect(Object.keys(value?.document.components?.schemas ?? {})).toEqual(inOrder);
  }
});

test("what is generated of a selection compiles, and is called as in all of the description", { timeout: 900_000 }, async () => {
  const folder = await temporaryFolder();
  const io = nodeIo();
  const generated: string[] = [];
  try {
    for (const { name, path } of descriptions.filter(({ bytes }) => bytes < 950_000)) {
      const written = parseYaml(readFileSync(path, "utf8"), { maxAliasCount: -1 }) as Json;
      const all = listed(written);
      const { value: filter, fits } = randomFilter(all, dice(seed + all.length + 1));
      const request = {
        input: path,
        source: name,
        command: "sundial",
        emit: allParts,
        name: "example",
        strict: false,
        limits: "auto",
      } as const;
      const whole = (await readDescription(request, io)).api;
      const part = await generateFiles({ ...request, include: [{ value: filter, name: "include" }] }, io);
      if (!all.some(fits)) continue;
      const kept = part.value?.api;
      const names = (of: Api | undefined) => {
        const isThere = new Set(kept?.operations.map(({ method, path: each }) => `${method} ${each}`));
        const operations = of?.operations.filter(({ method, path: each }) => isThere.has(`${method} ${each}`)) ?? [];
        return operations.map(({ method, path: each, names: { value, key } }) => `${method} ${each} ${value} ${key}`);
      };
      expect(names(kept)).toEqual(names(whole));
      const types = new Map(
        [...(whole?.schemas.values() ?? [])].map(({ wireName, id, schema }) => [id, `${wireName} ${schema.origin.pointer}`]),
      );
      for (const { id, wireName, schema } of kept?.schemas.values() ?? [])
        expect(types.get(id)).toBe(`${wireName} ${schema.origin.pointer}`);
      await writeFiles(`${folder.path}/${name}`, part.value?.files ?? []);
      if ((part.value?.files.length ?? 0) > 0) generated.push(name);
    }
    if (descriptions.length > 0) expect(generated.length).toBeGreaterThan(10);
    expect(await typeCheck(folder.path, ["*/*.ts"], "5.9", "both")).toEqual([]);
  } finally {
    await folder.remove();
  }
});
