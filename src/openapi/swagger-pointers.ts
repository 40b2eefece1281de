import { isObject } from "./rule.js";
import type { Unit } from "./place.js";

/** Where 2.0 keeps what 3.x keeps in `components`. References are printed with the new place, and read with either. */
const MOVED: readonly (readonly [swagger: string, upgraded: string])[] = [
  ["definitions", "schemas"],
  ["parameters", "parameters"],
  ["responses", "responses"],
  ["securityDefinitions", "securitySchemes"],
];

function isSwagger(unit: Unit): boolean {
  return unit.version === "2.0" && isObject(unit.source.value) && Object.hasOwn(unit.source.value, "swagger");
}

/** Tokens of the upgraded form to tokens of the file. */
export function toSwaggerTokens(unit: Unit, tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== "components" || !isSwagger(unit)) return tokens;
  const moved = MOVED.find(([, upgraded]) => upgraded === tokens[1]);
  return moved === undefined ? tokens : [moved[0], ...tokens.slice(2)];
}

/** Tokens of the file to tokens of the upgraded form. */
export function toUpgradedTokens(unit: Unit, tokens: readonly string[]): readonly string[] {
  const moved = isSwagger(unit) ? MOVED.find(([swagger]) => swagger === tokens[0]) : undefined;
  return moved === undefined ? tokens : ["components", moved[1], ...tokens.slice(1)];
}
