/** Changes of a tree, as careless editing, other programs and hostile people make them. */
import { copyOf, pickOf, someMember, type Mutation, type Site } from "./mutation.js";
import {
  entriesOf,
  isHolder,
  isObject,
  referenceTo,
  removeMember,
  renameMember,
  setMember,
  textAt,
  valueAt,
  type Member,
  type Tree,
} from "./tree.js";
import { hostileTexts, keywords, otherValues, wrongReferences } from "./words.js";

/** Members that say what a description is stay, mostly: without them little of it is read. */
const isVersion = ({ path }: Member): boolean => path.length === 1 && ["openapi", "swagger"].includes(String(path[0]));
const anyMember = (site: Site): Member | undefined => someMember(site, (member) => !isVersion(member) || site.dice.chance(0.02));
const put = (member: Member | undefined, make: (member: Member) => Tree): boolean => {
  if (member === undefined) return false;
  setMember(member.holder, member.key, make(member));
  return true;
};
const inObject = (site: Site): Member | undefined => someMember(site, (member) => !Array.isArray(member.holder) && !isVersion(member));

function named(member: Member | undefined, name: string | undefined): boolean {
  if (member === undefined || name === undefined || Array.isArray(member.holder)) return false;
  renameMember(member.holder, String(member.key), name);
  return true;
}

function valuesIn(member: Member): readonly Tree[] {
  const value = valueAt(member);
  return isHolder(value) ? entriesOf(value).map(([, child]) => child) : [];
}

function misspelt(word: string, { dice }: Site): string {
  const at = dice.below(word.length + 1);
  return dice.chance(0.3) ? word.toUpperCase() : word.slice(0, at) + dice.of("", "x", "/", "%", " ", "#", "\n") + word.slice(at + 1);
}

const isReference = ({ key }: Member, value: Tree): boolean => key === "$ref" && typeof value === "string";
/** Where an object with a reference may stand as well: not the root's own members. */
const isReferable = ({ path }: Member, value: Tree): boolean => path.length > 1 && isObject(value);

export const treeMutations = {
  remove: (site) => {
    const member = anyMember(site);
    if (member !== undefined) removeMember(member);
    return member !== undefined;
  },
  "another kind": (site) => put(anyMember(site), () => copyOf(pickOf(site.dice, otherValues) ?? null)),
  "hostile text": (site) =>
    put(
      someMember(site, (_, value) => typeof value === "string"),
      () => pickOf(site.dice, hostileTexts) ?? "",
    ),
  "part of a hostile text": (site) =>
    put(
      someMember(site, (_, value) => typeof value === "string"),
      (member) => `${textAt(member).slice(0, 20)}${pickOf(site.dice, hostileTexts) ?? ""}`,
    ),
  "hostile name": (site) => named(inObject(site), pickOf(site.dice, hostileTexts)),
  "another keyword": (site) =>
    named(
      someMember(site, ({ key }) => keywords.includes(String(key))),
      pickOf(site.dice, keywords),
    ),
  misspelt: (site) => {
    const member = inObject(site);
    return named(member, member && misspelt(String(member.key), site));
  },
  "misspelt text": (site) =>
    put(
      someMember(site, (_, value) => typeof value === "string"),
      (member) => misspelt(textAt(member), site),
    ),
  "in a list": (site) => put(anyMember(site), (member) => [valueAt(member) ?? null]),
  "out of its holder": (site) =>
    put(
      someMember(site, (_, value) => isHolder(value)),
      (member) => valuesIn(member)[0] ?? null,
    ),
  "a list of its members": (site) =>
    put(
      someMember(site, (_, value) => isObject(value)),
      (member) => [...valuesIn(member)],
    ),
  "an object of its items": (site) =>
    put(
      someMember(site, (_, value) => Array.isArray(value)),
      (member) => Object.fromEntries(valuesIn(member).map((value, index) => [String(index), value])),
    ),
  moved: (site) => {
    const [member, to] = [anyMember(site), someMember(site, (_, value) => isObject(value))];
    const target = to && valueAt(to);
    if (member === undefined || !isObject(target)) return false;
    const value = copyOf(valueAt(member) ?? null);
    removeMember(member);
    setMember(target, typeof member.key === "string" ? member.key : (pickOf(site.dice, keywords) ?? "x"), value);
    return true;
  },
  "copied elsewhere": (site) => {
    const [from, to] = [anyMember(site), anyMember(site)];
    const size = from === undefined ? 0 : JSON.stringify(valueAt(from) ?? null).length;
    if (from === undefined || size > site.room) return false;
    return put(to, () => copyOf(valueAt(from) ?? null));
  },
  "a keyword too many": (site) => {
    const at = someMember(site, (_, value) => isObject(value));
    const target = at && valueAt(at);
    if (!isObject(target)) return false;
    const value = site.dice.chance(0.5)
      ? otherValues[site.dice.below(otherValues.length)]
      : valueAt(anyMember(site) ?? { holder: [], key: 0 });
    if (JSON.stringify(value ?? null).length > Math.min(site.room, 20_000)) return false;
    setMember(target, pickOf(site.dice, keywords) ?? "x", copyOf(value ?? null));
    return true;
  },
  "a reference to something else": (site) =>
    put(someMember(site, isReference), () => referenceTo(someMember(site, () => true)?.path ?? [])),
  "a reference to the same section": (site) => {
    const reference = someMember(site, isReference);
    const section = /^#((?:\/[^/]+)+)\/[^/]+$/.exec(reference === undefined ? "" : textAt(reference))?.[1];
    const there = someMember(site, ({ path }) => referenceTo(path.slice(0, -1)) === `#${section ?? ""}`);
    return there !== undefined && put(reference, () => referenceTo(there.path));
  },
  "a wrong reference": (site) => put(someMember(site, isReference), () => pickOf(site.dice, wrongReferences) ?? ""),
  "a circle": (site) =>
    put(someMember(site, isReferable), ({ path }) => ({ $ref: referenceTo(path.slice(0, path.length - site.dice.below(path.length))) })),
  "a reference in its place": (site) => {
    const target = someMember(site, ({ path }) => path.length === 3 || path.length === 2);
    return target !== undefined && put(someMember(site, isReferable), () => ({ $ref: referenceTo(target.path) }));
  },
  "beside a reference": (site) => {
    const reference = someMember(site, isReference);
    if (reference === undefined) return false;
    setMember(reference.holder, pickOf(site.dice, keywords) ?? "x", copyOf(pickOf(site.dice, otherValues) ?? null));
    return true;
  },
  "another order": (site) => {
    const at = someMember(site, (_, value) => isHolder(value));
    const value = at && valueAt(at);
    if (!isHolder(value)) return false;
    if (Array.isArray(value)) value.reverse();
    else for (const key of Object.keys(value).sort()) renameToLast(value, key);
    return true;
  },
  "another version": (site) => {
    if (!isObject(site.root)) return false;
    const [version, key] = site.dice.of(
      ["2.0", "swagger"],
      ["3.0.3", "openapi"],
      ["3.1.1", "openapi"],
      ["3.2.0", "openapi"],
      ["4.0", "openapi"],
    );
    for (const old of ["openapi", "swagger"]) Reflect.deleteProperty(site.root, old);
    setMember(site.root, key, version);
    return true;
  },
} as const satisfies { readonly [name: string]: Mutation };

function renameToLast(holder: { [member: string]: Tree }, key: string): void {
  const value = holder[key] ?? null;
  Reflect.deleteProperty(holder, key);
  setMember(holder, key, value);
}
