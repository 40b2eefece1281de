import { at } from "../../source/json-pointer.js";
import { isObject } from "../rules/rule.js";
import type { DescriptionFile } from "../resolve/document-location.js";

/** Where 2.0 keeps what 3.x keeps in `components`. References are printed with the new place, and read with either. */
const MOVED: readonly (readonly [swagger: string, upgraded: string])[] = [
  ["definitions", "schemas"],
  ["parameters", "parameters"],
  ["responses", "responses"],
  ["securityDefinitions", "securitySchemes"],
];

function isSwagger(file: DescriptionFile): boolean {
  return file.version === "2.0" && isObject(file.source.value) && Object.hasOwn(file.source.value, "swagger");
}

/** Tokens of the upgraded form to tokens of the file; what the file has where 3.x has it is left there. */
export function toSwaggerTokens(file: DescriptionFile, tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== "components" || !isSwagger(file) || isWritten(file, tokens)) return tokens;
  const moved = MOVED.find(([, upgraded]) => upgraded === tokens[1]);
  return moved === undefined ? tokens : [moved[0], ...tokens.slice(2)];
}

/** Tokens of the file to tokens of the upgraded form. */
export function toUpgradedTokens(file: DescriptionFile, tokens: readonly string[]): readonly string[] {
  const moved = isSwagger(file) ? MOVED.find(([swagger]) => swagger === tokens[0]) : undefined;
  if (moved === undefined) return tokens;
  const upgraded = ["components", moved[1], ...tokens.slice(1)];
  return isWritten(file, upgraded) ? tokens : upgraded;
}

function isWritten(file: DescriptionFile, tokens: readonly string[]): boolean {
  return at(file.source.value, tokens) !== undefined;
}
