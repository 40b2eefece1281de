import * as pointer from "../../source/json-pointer.js";
import { isObject, type Kind } from "../rules/rule.js";
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

/** What a reference probably means that leads to nothing. */
export function meantReference(pending: Pending, state: WalkState): Target | undefined {
  return behindReferences(pending.target, state) ?? component(pending, state);
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

/** References in a row that are followed. */
const longestChain = 50;

/**
 * The component of a reference's name and kind, where it names another section ("#/definitions/Pet" or "#/schemas/Pet" in 3.x), or nothing but
 * the name ("Pet"). Of the root file, and of no other.
 */
function component({ kind, target, holder, key }: Pending, { root }: WalkState): Target | undefined {
  const own = sections[kind];
  const { value, uri } = root.source;
  const written = String(holder[key]);
  const isBare = /^[\w.-]+$/.test(written) && !/\.(?:ya?ml|json)$/i.test(written);
  const tokens = pointer.parse(target.fragment) ?? [];
  const name = isBare ? written : tokens.length > 1 && tokens.length <= 3 && tokens[0] !== "$defs" ? tokens.at(-1) : undefined;
  if (own === undefined || name === undefined || (!isBare && target.uri !== uri)) return undefined;
  const path = [...(root.version === "2.0" ? [own[1]] : ["components", own[0]]), name];
  return isObject(pointer.at(value, path)) ? { uri, fragment: pointer.format(path) } : undefined;
}
