/** The values of the workloads, as JSON texts. The same in every run. */
import { closure, targetOf, type Description, type JsonSchema } from "./schema.js";

const names = ["Rex", "Tom", "Bella", "Luna", "Charlie", "Max", "Daisy", "Milo"];
const statuses = ["available", "pending", "sold"];

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** The one of a list whose turn it is. */
function turn<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

function pet(index: number): Readonly<Record<string, unknown>> {
  return {
    id: 1000 + index,
    name: `${turn(names, index) ?? ""} the ${String(index)}th`,
    category: { id: index % 7, name: index % 2 === 0 ? "Dogs" : "Cats" },
    photoUrls: [`https://example.com/photos/${String(index)}/a.jpg`, `https://example.com/photos/${String(index)}/b.jpg`],
    tags: [
      { id: 1, name: "friendly" },
      { id: 2 + index, name: "small" },
    ],
    status: turn(statuses, index),
  };
}

export function pets(count: number): readonly string[] {
  return upTo(count).map((index) => JSON.stringify(pet(index)));
}

/** Each with its properties in an order of its own, and without some of those that are optional. */
export function shapedPets(count: number): readonly string[] {
  const optional = ["id", "category", "tags", "status"];
  return upTo(count).map((index) => {
    const entries = Object.entries(pet(index)).filter(
      ([name]) => !optional.includes(name) || ((index >> (optional.indexOf(name) % 3)) & 1) === 0 || index < 12,
    );
    const turned = entries.map((_, place) => entries[(place + index) % entries.length] ?? ["", undefined]);
    return JSON.stringify(Object.fromEntries(index % 2 === 0 ? turned : turned.reverse()));
  });
}

/** Five things are wrong with each; or, of several, one with each. */
export function badPets(single: boolean): readonly string[] {
  const [first, second] = [pet(1), pet(2)];
  const wrongs: readonly Readonly<Record<string, unknown>>[] = [
    { id: "1001" },
    { name: undefined },
    { photoUrls: ["https://example.com/a.jpg", 5] },
    { tags: [{ id: 1.5, name: "friendly" }] },
    { status: "gone" },
  ];
  if (single) return [...wrongs, { name: "" }, { category: 5 }].map((wrong) => JSON.stringify({ ...first, ...wrong }));
  return [first, second, pet(3), pet(4)].map((one) => JSON.stringify(Object.assign({}, one, ...wrongs)));
}

/** Three children of each node, five levels of them. */
export function trees(count: number): readonly string[] {
  const tree = (id: number, levels: number): object => ({
    id,
    label: `node ${String(id)}`,
    children: levels === 0 ? [] : [1, 2, 3].map((child) => tree(3 * id + child, levels - 1)),
  });
  return upTo(count).map((index) => JSON.stringify(tree(index, 5)));
}

/** Two of each kind, the kinds in turn. */
export function events(): readonly string[] {
  return upTo(16).map((index) => {
    const kinds = [
      { type: "opened", id: index, title: "It does not start", author: "ada" },
      { type: "closed", id: index, reason: turn(["done", "duplicate", "stale"], index) },
      { type: "assigned", id: index, assignee: "grace" },
      { type: "labelled", id: index, label: "bug", colour: "#d73a4a" },
      { type: "commented", id: index, body: "Same here.", author: "edsger" },
      { type: "renamed", id: index, from: "It does not start", to: "It does not start on Mondays" },
      { type: "moved", id: index, column: "done", position: index },
      { type: "locked", id: index, locked: index < 8 },
    ];
    return JSON.stringify(turn(kinds, index));
  });
}

/** The documented repository, whole: what it leaves out is filled in; and the same for other owners and names. */
export function repositories(example: Readonly<Record<string, unknown>>, { schemas }: Description): readonly string[] {
  const root = schemas[closure(Object.keys(schemas), schemas).at(-1) ?? ""] ?? {};
  const text = JSON.stringify(completed(example, { ...root, required: Object.keys(root.properties ?? {}) }, schemas));
  const others = names.map((name, index) =>
    text.replaceAll("octocat", name.toLowerCase()).replaceAll("Hello-World", `project-${String(index)}`),
  );
  return others.map((other, index) => other.replaceAll("1296269", String(1_296_269 + index)));
}

/** A value with the properties that are required and not there, at any depth. */
function completed(value: unknown, schema: JsonSchema, schemas: Description["schemas"]): unknown {
  if (schema.$ref !== undefined) return completed(value, schemas[targetOf(schema.$ref)] ?? {}, schemas);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const whole: Record<string, unknown> = { ...value };
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (name in whole) whole[name] = completed(whole[name], part, schemas);
    else if (schema.required?.includes(name)) whole[name] = sample(part, schemas);
  }
  return whole;
}

function sample(schema: JsonSchema, schemas: Description["schemas"]): unknown {
  if (schema.$ref !== undefined) return sample(schemas[targetOf(schema.$ref)] ?? {}, schemas);
  if (schema.enum !== undefined) return schema.enum[0];
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, sample(part, schemas)]));
    case "array":
      return [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    default:
      return schema.format === "uri" ? "https://github.com/octocat" : schema.format === "date-time" ? "2011-01-26T19:14:43Z" : "main";
  }
}

/** With one mistake each, deep and shallow; those of formats where they are asserted. */
export function spoiltRepositories(texts: readonly string[], formats: boolean): readonly string[] {
  const text = texts[0] ?? "";
  const whole = JSON.parse(text) as { readonly owner: object; readonly template_repository: object }; // as described
  const wrongs: readonly object[] = [
    { id: "1" },
    { id: 1.5 },
    { name: undefined },
    { owner: { ...whole.owner, login: 5 } },
    { template_repository: { ...whole.template_repository, owner: {} } },
    { topics: [1] },
    { permissions: { admin: true } },
    { license: "mit" },
    { squash_merge_commit_title: "?" },
    { security_and_analysis: { advanced_security: { status: "maybe" } } },
    ...(formats ? [{ html_url: "not a uri" }, { created_at: "yesterday" }, { owner: { ...whole.owner, avatar_url: "http://a b" } }] : []),
  ];
  return wrongs.map((wrong) => JSON.stringify({ ...whole, ...wrong }));
}

/** The same objects with one property set. */
export function spoil(texts: readonly string[], name: string, value: unknown): readonly string[] {
  return texts.map((text) => JSON.stringify({ ...(JSON.parse(text) as object), [name]: value })); // objects all
}
