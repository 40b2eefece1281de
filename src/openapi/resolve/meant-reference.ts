import * as pointer from "../../source/json-pointer.js";
import { isObject, type Kind } from "../rules/rule.js";
import type { Target } from "./parse-reference.js";
import type { Pending, WalkState } from "./walk.js";

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
 * What a reference probably means that leads to nothing: the component of its name and kind, where it names another section ("#/definitions/Pet" or
 * "#/schemas/Pet" in 3.x), or nothing but the name ("Pet"). Of the root file, and of no other.
 */
export function meantReference({ kind, target, holder, key }: Pending, { root }: WalkState): Target | undefined {
  const own = sections[kind];
  const { value, uri } = root.source;
  const written = String(holder[key]);
  const isBare = /^[\w.-]+$/.test(written) && !/\.(?:ya?ml|json)$/i.test(written);
  const name = isBare ? written : pointer.parse(target.fragment)?.at(-1);
  if (own === undefined || name === undefined || (!isBare && target.uri !== uri)) return undefined;
  const path = [...(root.version === "2.0" ? [own[1]] : ["components", own[0]]), name];
  return isObject(pointer.at(value, path)) ? { uri, fragment: pointer.format(path) } : undefined;
}
