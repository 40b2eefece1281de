import * as pointer from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { METHODS } from "../rules/path-item.js";
import { isObject, type Kind } from "../rules/rule.js";
import { pointerOf, type DocumentLocation } from "./document-location.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { looksLikeSchema } from "./schema-identifiers.js";
import { parseReference, type Target } from "./parse-reference.js";
import { locate, type Pending, type WalkState } from "./walk.js";

/** The section of the components in which a kind is kept, in 3.x and in 2.0. */
const sections: Readonly<Partial<Record<Kind, readonly [later: string, earlier: string]>>> = {
  schema: ["schemas", "definitions"],
  response: ["responses", "responses"],
  parameter: ["parameters", "parameters"],
  securityScheme: ["securitySchemes", "securityDefinitions"],
  requestBody: ["requestBodies", "requestBodies"],
  header: ["headers", "headers"],
};

/**
 * What a reference to a whole file means that has what is meant inside something: `Pet: { type: object }`, `schema: …`, or the components or
 * definitions of a description. Of several, the one that is called as the file.
 */
export function onlyOneIn({ kind, target, isMeant, at }: Pending, raw: Json): Target | undefined {
  if (target.uri === at.file.source.uri) return undefined;
  if (isMeant === true || (target.fragment !== "" && target.fragment !== "/") || !isObject(raw) || isOfKind(kind, raw)) return undefined;
  const own = sections[kind];
  const holders: readonly (readonly string[])[] = [
    [],
    ["components", own?.[0] ?? ""],
    [own?.[0] ?? ""],
    [own?.[1] ?? ""],
    ["$defs"],
    ["paths"],
  ];
  const [fileName = ""] = target.uri.slice(target.uri.lastIndexOf("/") + 1).split(".", 1);
  for (const tokens of holders) {
    const members = tokens.includes("") ? undefined : pointer.at(raw, tokens);
    const found = isObject(members) ? Object.keys(members).filter((name) => isOfKind(kind, members[name] ?? null)) : [];
    const isAlone = isObject(members) && Object.keys(members).length === 1;
    const name =
      found.length === 1 && isAlone
        ? found[0]
        : tokens.length > 0 && found.length === 1
          ? found[0]
          : found.find((each) => sameName(each, fileName));
    if (name !== undefined && !name.startsWith("$")) return { uri: target.uri, fragment: pointer.format([...tokens, name]) };
  }
  return undefined;
}

function sameName(name: string, other: string): boolean {
  const plain = (text: string): string => text.replace(/[\s_-]/g, "").toLowerCase();
  return plain(name) === plain(other);
}

/** Whether a value reads as one of a kind, as far as its members show. */
function isOfKind(kind: Kind, raw: Json): boolean {
  if (!isObject(raw)) return false;
  const has = (...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(raw, key));
  if (typeof raw["$ref"] === "string") return true;
  switch (kind) {
    case "schema":
      return looksLikeSchema(raw) && !(Object.keys(raw).length === 1 && has("definitions", "$defs"));
    case "parameter":
      return has("in", "name");
    case "response":
    case "requestBody":
      return has("description", "content");
    case "pathItem":
      return Object.keys(raw).some((key) => METHODS.has(key));
    case "securityScheme":
      return typeof raw["type"] === "string";
    default:
      return true;
  }
}

/** What a reference probably means that leads to nothing. */
export function meantReference(pending: Pending, state: WalkState): Target | undefined {
  return (
    behindReferences(pending.target, state) ??
    asRead(pending.target, state) ??
    component(pending, state) ??
    plainName(pending, state) ??
    misspeltPointer(pending, state) ??
    definitionAround(pending, state) ??
    inRoot(pending.target, state)
  );
}

/**
 * The pointer that a text means which lacks the `#` or the slash behind it, or has a slash at its end; and one that leads to a component whose
 * name differs in case alone.
 */
function misspeltPointer({ at, holder, key }: Pending, state: WalkState): Target | undefined {
  const written = String(holder[key]);
  const { value, uri } = at.file.source;
  const [, path] = /^#?\/?((?:components|definitions|parameters|responses|paths|securityDefinitions)\/.*?)\/?$/.exec(written) ?? [];
  const tokens = path === undefined ? undefined : pointer.parse(`/${path}`);
  if (tokens === undefined) return undefined;
  const parent = pointer.at(value, tokens.slice(0, -1));
  const name = tokens.at(-1) ?? "";
  const own = isObject(parent) ? (Object.hasOwn(parent, name) ? name : nameInAnyCase(parent, name, state)) : undefined;
  const found = own === undefined ? undefined : pointer.at(value, [...tokens.slice(0, -1), own]);
  // A file may well be called so; then the components refer to it by the same text.
  if (own === undefined || !isObject(found) || found["$ref"] === written) return undefined;
  return { uri, fragment: pointer.format([...tokens.slice(0, -1), own]) };
}

/**
 * What a fragment without a slash names that is no anchor: a member of the file, or one of the section that has such things. In 3.x people
 * write `common.yaml#Pet`, and `common.yaml#definitions/Pet`.
 */
function plainName({ kind, target }: Pending, state: WalkState): Target | undefined {
  const { uri, fragment } = target;
  const file = state.files.get(uri);
  const tokens = fragment === "" || fragment.startsWith("/") ? undefined : pointer.parse(`/${fragment}`);
  if (file === undefined || tokens === undefined) return undefined;
  const [later = "", earlier = ""] = sections[kind] ?? [];
  const holders: readonly (readonly string[])[] = later === "" ? [[]] : [["components", later], [earlier], ["$defs"], [], [later]];
  const around = tokens.slice(0, -1);
  const name = tokens.at(-1) ?? "";
  for (const inAnyCase of [false, true]) {
    for (const holder of holders) {
      const path = [...holder, ...around];
      const named = pointer.at(file.source.value, path);
      const own = isObject(named) && inAnyCase ? nameInAnyCase(named, name, state) : name;
      if (own !== undefined && isObject(named) && Object.hasOwn(named, own) && isObject(named[own]))
        return { uri: file.source.uri, fragment: pointer.format([...path, own]) };
    }
  }
  return undefined;
}

/** The one name of an object that differs from a given one in case alone. */
function nameInAnyCase(holder: object, name: string, { namesInAnyCase }: WalkState): string | undefined {
  let names = namesInAnyCase.get(holder);
  if (names === undefined) {
    names = new Map<string, string | undefined>();
    for (const each of Object.keys(holder)) names.set(each.toLowerCase(), names.has(each.toLowerCase()) ? undefined : each);
    namesInAnyCase.set(holder, names);
  }
  return names.get(name.toLowerCase());
}

/** `#/$defs/Name`, where a schema around the reference has a definition of that name, as in a schema that was a file of its own. */
function definitionAround({ at, target }: Pending, { files }: WalkState): Target | undefined {
  const tokens = pointer.parse(target.fragment) ?? [];
  const [section = "", name = ""] = tokens;
  if (tokens.length !== 2 || (section !== "$defs" && section !== "definitions") || files.get(target.uri)?.source !== at.file.source)
    return undefined;
  for (let around: DocumentLocation | undefined = at; around !== undefined; around = around.parent) {
    const path = [...(pointer.parse(pointerOf(around)) ?? []), section, name];
    if (isObject(pointer.at(at.file.source.value, path))) return { uri: target.uri, fragment: pointer.format(path) };
  }
  return undefined;
}

/** What has the same pointer in the root file: whoever splits a description may leave the references of its parts as they were. */
function inRoot({ uri, fragment }: Target, state: WalkState): Target | undefined {
  const { root, files } = state;
  const tokens = pointer.parse(fragment) ?? [];
  const file = files.get(uri);
  if (tokens.length < 2 || file === undefined || file.source === root.source) return undefined;
  const inRootFile = { uri: root.source.uri, fragment };
  return pointer.at(root.source.value, tokens) === undefined ? behindReferences(inRootFile, state) : inRootFile;
}

/** What a pointer leads to that goes on behind a reference, as if what is referred to stood there: some tools read it so. */
function behindReferences(target: Target, state: WalkState): Target | undefined {
  const tokens = pointer.parse(target.fragment);
  if (tokens === undefined) return undefined; // an anchor
  let place = locate({ uri: target.uri, fragment: "" }, state);
  for (const token of tokens) {
    for (let steps = 0; place !== undefined && steps < longestChain; steps += 1) {
      const value = pointer.at(place.file.source.value, place.tokens);
      if (pointer.step(value, token) !== undefined || !isObject(value) || typeof value["$ref"] !== "string") break;
      const next = parseReference(value["$ref"], place.file.base);
      place = next && locate(next, state);
    }
    if (place === undefined || pointer.at(place.file.source.value, [...place.tokens, token]) === undefined) return undefined;
    place = { file: place.file, tokens: [...place.tokens, token] };
  }
  return place && { uri: place.file.source.uri, fragment: pointer.format(place.tokens) };
}

/**
 * Where what a pointer names was read from, in the root: under a misspelt key, or among the members of a list. Whatever is read as a component is
 * what references to that component mean.
 */
function asRead({ uri, fragment }: Target, { root, files, document, locations }: WalkState): Target | undefined {
  const tokens = pointer.parse(fragment);
  if (tokens === undefined || tokens.length < 2 || files.get(uri)?.source !== root.source) return undefined;
  let value: unknown = document;
  for (const token of toUpgradedTokens(root, tokens)) value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  const location = isObject(value) ? locations.get(value) : undefined;
  const place = location && pointerOf(location);
  return place === undefined || place === fragment ? undefined : { uri: location?.file.source.uri ?? uri, fragment: place };
}

/** References in a row that are followed. */
const longestChain = 50;

/**
 * The component of a reference's name and kind, where it names another section ("#/definitions/Pet" or "#/schemas/Pet" in 3.x), or nothing but
 * the name ("Pet"). Of the root file, and of no other.
 */
function component({ kind, target, holder, key }: Pending, state: WalkState): Target | undefined {
  const { root } = state;
  const own = sections[kind];
  const { value, uri } = root.source;
  const written = String(holder[key]);
  const isBare = /^[\w.-]+$/.test(written) && !/\.(?:ya?ml|json)$/i.test(written);
  const tokens = pointer.parse(target.fragment) ?? [];
  const name = isBare ? written : tokens.length > 1 && tokens.length <= 3 && tokens[0] !== "$defs" ? tokens.at(-1) : undefined;
  if (own === undefined || name === undefined || (!isBare && state.files.get(target.uri)?.source !== root.source)) return undefined;
  const section = root.version === "2.0" ? [own[1]] : ["components", own[0]];
  const named = pointer.at(value, section);
  const found = isObject(named) && !Object.hasOwn(named, name) ? (nameInAnyCase(named, name, state) ?? name) : name;
  return isObject(pointer.at(value, [...section, found])) ? { uri, fragment: pointer.format([...section, found]) } : undefined;
}
