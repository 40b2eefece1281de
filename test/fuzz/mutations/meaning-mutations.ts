/** Changes after which much of a description still means what it meant: names that change with all that refers to them, places that change theirs, words of other versions. */
import { foreignConstructs } from "./foreign-constructs.js";
import { copyOf, pickOf, someMember, type Mutation, type Site } from "./mutation.js";
import {
  isHolder,
  isObject,
  membersOf,
  referenceTo,
  renameMember,
  setMember,
  textAt,
  valueAt,
  type Holder,
  type Member,
  type Tree,
} from "./tree.js";
import { knownNames } from "./words.js";

const isInside = (inner: Member, outer: Member): boolean => outer.path.every((step, index) => inner.path[index] === step);

/** References to a member, or into it, lead to its new name. */
function renameReferences(root: Tree, from: readonly (string | number)[], name: string): void {
  const [before, after] = [referenceTo(from), referenceTo([...from.slice(0, -1), name])];
  for (const member of membersOf(root)) {
    const text = textAt(member);
    if (text === before || text.startsWith(`${before}/`)) setMember(member.holder, member.key, after + text.slice(before.length));
  }
}

/** Texts that are such a word in the members that say which, in lists of names, and as keys of what is named. */
function renameEverywhere(root: Tree, word: string, name: string, says: (member: Member) => boolean): boolean {
  let changed = false;
  for (const member of membersOf(root)) {
    if (valueAt(member) === word && says(member)) {
      setMember(member.holder, member.key, name);
      changed = true;
    }
    if (member.key === word && !Array.isArray(member.holder) && isNamed(member)) {
      renameMember(member.holder, word, name);
      changed = true;
    }
  }
  return changed;
}

const namedBelow: readonly unknown[] = ["properties", "headers", "mapping", "scopes", "flows", "variables", "securitySchemes"];
const isNamed = ({ path }: Member): boolean => namedBelow.includes(path.at(-2)) || path.includes("security");

/** Keys whose values are names that a description makes up. */
const naming: readonly unknown[] = ["name", "operationId", "propertyName", "title", "$anchor", "$dynamicAnchor", "const"];
const listing: readonly unknown[] = ["required", "tags", "enum", "x-enum-varnames", "type"];

const saysName = ({ key, path, holder }: Member): boolean =>
  naming.includes(key) || (Array.isArray(holder) && listing.includes(path.at(-2)) && path.at(-2) !== "type");

const isComponent = ({ path }: Member): boolean =>
  (path[0] === "components" && path.length === 3) ||
  (path.length === 2 && ["definitions", "parameters", "responses", "securityDefinitions"].includes(String(path[0]))) ||
  path.at(-2) === "$defs";

/** The text without the members that say which version it is. */
const isFree = ({ path }: Member): boolean => path.length > 1 || !["openapi", "swagger"].includes(String(path[0]));

function every(site: Site, fits: (member: Member, value: Tree) => boolean, make: (value: Tree) => Tree): boolean {
  let changed = false;
  for (const member of site.members) {
    const value = valueAt(member);
    if (value === undefined || !isFree(member) || !fits(member, value)) continue;
    setMember(member.holder, member.key, make(value));
    changed = true;
  }
  return changed;
}

export const meaningMutations = {
  "two places for one another": (site) => {
    const one = someMember(site, isFree);
    const kind = isHolder(one && valueAt(one));
    const other = someMember(site, (member, value) => isFree(member) && isHolder(value) === kind);
    if (one === undefined || other === undefined || isInside(one, other) || isInside(other, one)) return false;
    const [first, second] = [valueAt(one) ?? null, valueAt(other) ?? null];
    setMember(one.holder, one.key, second);
    setMember(other.holder, other.key, first);
    return true;
  },
  "two of one key for one another": (site) => {
    const one = someMember(site, (member) => typeof member.key === "string" && isFree(member));
    const other = someMember(site, (member) => member.key === one?.key && member.holder !== one.holder);
    if (one === undefined || other === undefined || isInside(one, other) || isInside(other, one)) return false;
    const [first, second] = [valueAt(one) ?? null, valueAt(other) ?? null];
    setMember(one.holder, one.key, second);
    setMember(other.holder, other.key, first);
    return true;
  },
  "twice, under another key": (site) => {
    const member = someMember(site, ({ holder, path }) => !Array.isArray(holder) && path.length > 1);
    if (member === undefined) return false;
    const value = valueAt(member) ?? null;
    if (JSON.stringify(value).length > site.room) return false;
    const key = String(member.key);
    const name = site.dice.of(
      key.toUpperCase(),
      key.toLowerCase(),
      `${key} `,
      `${key}2`,
      `_${key}`,
      `${key}/`,
      key.normalize("NFD"),
      `${key}{x}`,
    );
    setMember(member.holder, name, copyOf(value));
    return name !== key;
  },
  "a reference to anywhere": (site) => {
    const to = someMember(site, () => true);
    const from = someMember(site, ({ path }, value) => path.length > 1 && isObject(value));
    if (to === undefined || from === undefined) return false;
    setMember(from.holder, from.key, { $ref: referenceTo(to.path) });
    return true;
  },
  "a component of a known name": (site) => {
    const member = someMember(site, (each) => isComponent(each) && isObject(each.holder));
    const name = pickOf(site.dice, knownNames);
    if (member === undefined || name === undefined) return false;
    renameReferences(site.root, member.path, name);
    renameMember(member.holder as Exclude<Holder, Tree[]>, String(member.key), name);
    return true;
  },
  "every component of a known name": (site) => {
    const offset = site.dice.below(knownNames.length);
    const all = site.members.filter((member) => isComponent(member) && !Array.isArray(member.holder)).slice(0, 40);
    for (const [index, { holder, key, path }] of all.entries()) {
      const name = knownNames[(offset + index) % knownNames.length] ?? "x";
      renameReferences(site.root, path, name);
      renameMember(holder as Exclude<Holder, Tree[]>, String(key), name);
    }
    return all.length > 0;
  },
  "a known name for a word": (site) => {
    const member = someMember(site, (each, value) => typeof value === "string" && saysName(each));
    const name = pickOf(site.dice, knownNames);
    return member !== undefined && name !== undefined && renameEverywhere(site.root, textAt(member), name, saysName);
  },
  "a known name for a property": (site) => {
    const member = someMember(site, (each) => isNamed(each) && !Array.isArray(each.holder));
    const name = pickOf(site.dice, knownNames);
    return member !== undefined && name !== undefined && renameEverywhere(site.root, String(member.key), name, saysName);
  },
  "one word for all of a key": (site) => {
    const key = someMember(site, ({ key }, value) => typeof key === "string" && typeof value === "string")?.key;
    const name = site.dice.of(pickOf(site.dice, knownNames) ?? "x", "", "0", "a b");
    return every(
      site,
      (member, value) => member.key === key && typeof value === "string",
      () => name,
    );
  },
  "numbers for all texts of a key": (site) => {
    const key = someMember(site, ({ key }, value) => typeof key === "string" && typeof value === "string")?.key;
    const number = site.dice.of(0, -1, 1.5, 200, 2 ** 53);
    return every(
      site,
      (member, value) => member.key === key && typeof value === "string",
      () => number,
    );
  },
  "all texts known names": (site) => {
    const kept = site.dice.chance(0.8) ? ["$ref", "in", "type", "format", "pattern"] : [];
    const same = site.dice.chance(0.3) ? pickOf(site.dice, knownNames) : undefined;
    return every(
      site,
      ({ key, path }, value) => typeof value === "string" && !kept.includes(String(key)) && !kept.includes(String(path.at(-2))),
      () => same ?? pickOf(site.dice, knownNames) ?? "x",
    );
  },
  "a construct of another version": (site) => {
    const construct = pickOf(site.dice, foreignConstructs);
    const at = construct && someMember(site, ({ path }, value) => isObject(value) && construct.fits(path));
    const target = construct?.fits([]) === true && (at === undefined || site.dice.chance(0.5)) ? site.root : at && valueAt(at);
    if (construct === undefined || !isObject(target)) return false;
    for (const [key, value] of Object.entries(construct.members)) setMember(target, key, copyOf(value));
    return true;
  },
} as const satisfies { readonly [name: string]: Mutation };
