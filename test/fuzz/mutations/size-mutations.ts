/** Changes that make a description much larger or deeper, and no other than it was. */
import { copyOf, someMember, type Mutation, type Site } from "./mutation.js";
import { isHolder, isObject, referenceTo, setMember, textAt, valueAt, type Member, type Tree } from "./tree.js";

const sizeOf = (value: Tree): number => JSON.stringify(value).length;

/** How often something of a size can be there. */
const timesIn = ({ room, dice }: Site, size: number, most: number): number =>
  Math.min(Math.floor(room / (size + 8)), dice.of(3, 30, 300, most));

const isSchemaPlace = ({ path, key }: Member, value: Tree): boolean =>
  isObject(value) && (key === "schema" || key === "items" || path.at(-2) === "properties" || path.at(-2) === "schemas");

/** One level more of a schema around what there is. */
const levels: readonly ((inner: Tree) => Tree)[] = [
  (inner) => ({ type: "array", items: inner }),
  (inner) => ({ type: "object", properties: { a: inner } }),
  (inner) => ({ type: "object", required: ["a"], properties: { a: inner, b: { type: "string" } } }),
  (inner) => ({ type: "object", additionalProperties: inner }),
  (inner) => ({ allOf: [inner] }),
  (inner) => ({ allOf: [inner, { description: "x" }] }),
  (inner) => ({ anyOf: [inner, { type: "null" }] }),
  (inner) => ({ oneOf: [inner, { type: "string" }] }),
  (inner) => ({ not: inner }),
  (inner) => ({ prefixItems: [inner] }),
  (inner) => ({ if: inner, then: { type: "string" } }),
];

export const sizeMutations = {
  "more members": (site) => {
    const member = someMember(site, ({ holder, path }, value) => !Array.isArray(holder) && path.length > 1 && sizeOf(value) < site.room);
    if (member === undefined) return false;
    const value = valueAt(member) ?? null;
    const times = timesIn(site, sizeOf(value) + String(member.key).length, 2000);
    for (let index = 0; index < times; index += 1) setMember(member.holder, `${String(member.key)}${String(index)}`, copyOf(value));
    return times > 0;
  },
  "more items": (site) => {
    const member = someMember(site, ({ holder }, value) => Array.isArray(holder) && sizeOf(value) < site.room);
    if (member === undefined || !Array.isArray(member.holder)) return false;
    const value = valueAt(member) ?? null;
    const times = timesIn(site, sizeOf(value), 3000);
    for (let index = 0; index < times; index += 1)
      member.holder.push(typeof value === "string" ? `${value}${String(index)}` : copyOf(value));
    return times > 0;
  },
  deeper: (site) => {
    const member = someMember(site, isSchemaPlace);
    if (member === undefined) return false;
    const wrap = levels[site.dice.below(levels.length)] ?? ((inner) => inner);
    const times = timesIn(site, 45, 1500);
    let value = valueAt(member) ?? null;
    for (let level = 0; level < times; level += 1) value = wrap(value);
    setMember(member.holder, member.key, value);
    return times > 0;
  },
  "deeper in anything": (site) => {
    const member = someMember(site, ({ path }) => path.length > 1);
    if (member === undefined) return false;
    const inList = site.dice.chance(0.5);
    const times = timesIn(site, 8, 3000);
    let value = valueAt(member) ?? null;
    for (let level = 0; level < times; level += 1) value = inList ? [value] : { a: value };
    setMember(member.holder, member.key, value);
    return times > 0;
  },
  "a chain of references": (site) => {
    const member = someMember(site, ({ path }, value) => isObject(value) && path.length === 3 && path[0] === "components");
    if (member === undefined) return false;
    const { holder, key, path } = member;
    const times = timesIn(site, 60, 1500);
    const to = (index: number): string => referenceTo([...path.slice(0, -1), index < 0 ? key : `${String(key)}Link${String(index)}`]);
    const bare = site.dice.chance(0.5);
    for (let index = 0; index < times; index += 1) {
      const reference = { $ref: to(index - 1) };
      setMember(holder, `${String(key)}Link${String(index)}`, bare ? reference : { allOf: [reference] });
    }
    return times > 0;
  },
  "all refer to all": (site) => {
    const schemas = site.members.filter(({ path }) => path.length === 3 && path[1] === "schemas").slice(0, 25);
    const values = schemas.map((member) => valueAt(member)).filter(isObject);
    if (values.length < 2 || site.room < values.length * values.length * 60) return false;
    const word = site.dice.of("allOf", "anyOf", "oneOf", "prefixItems");
    for (const value of values)
      setMember(
        value,
        word,
        schemas.map(({ path }) => ({ $ref: referenceTo(path) })),
      );
    return true;
  },
  "a long text": (site) => {
    const member = someMember(site, (_, value) => typeof value === "string");
    const length = Math.min(site.room, site.dice.of(300, 5000, 50_000));
    if (member === undefined || length < 1) return false;
    const unit = site.dice.of("a", "a ", "*/", "(a", "[", "日", "\n", "{a}", "\\", "a|b", "_", "-a");
    setMember(member.holder, member.key, `${textAt(member).slice(0, 40)}${unit.repeat(Math.ceil(length / unit.length))}`);
    return true;
  },
  "a long name": (site) => {
    const member = someMember(site, ({ holder, path }) => !Array.isArray(holder) && path.length > 1);
    if (member === undefined || !isHolder(member.holder)) return false;
    const unit = site.dice.of("a", "aB", "a_b", "{a}", "/a", "日");
    const times = Math.min(Math.floor(site.room / unit.length), site.dice.of(100, 3000));
    setMember(member.holder, `${String(member.key)}${unit.repeat(Math.max(times, 0))}`, copyOf(valueAt(member) ?? null));
    return true;
  },
} as const satisfies { readonly [name: string]: Mutation };
