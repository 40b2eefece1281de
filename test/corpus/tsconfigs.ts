/** The tsconfigs that output has to compile under. */
import type { ImportExtension } from "../../src/emit/print/import-specifiers.js";
import type { Compiler } from "../support/compile.js";
import { covering } from "../support/covering.js";
import {
  dimensions,
  emissions,
  flags,
  modules,
  notGiven,
  scripts,
  specifiers,
  styles,
  surroundings,
  type Options,
  type Dimensions,
  type Tsconfig,
} from "./dimensions.js";
import { refusals } from "./refusals.js";

/** What a compiler is given, and which output. */
export interface Combination {
  readonly name: string;
  readonly compiler: Compiler;
  /** What the results are counted by. */
  readonly group: string;
  readonly output: "client" | "server" | "all";
  readonly importExtension: ImportExtension;
  readonly inCommonJs: boolean;
  readonly compilerOptions: Options;
}

/** Whether TypeScript takes what is known of a tsconfig, and it is not older than what is promised: without a `lib`, that of ES2017. */
export const isAllowed = (part: Partial<Tsconfig>): boolean =>
  !refusals.some(({ matches }) => matches?.(part)) && !(part.lib === notGiven && part.target === "es2017");

/** Tsconfigs in which any two settings that TypeScript allows meet; or with a strength of 1, in which each setting is. */
export function tsconfigs(chosen: Partial<Dimensions> = {}, strength: 1 | 2 = 2): readonly Tsconfig[] {
  return covering<Dimensions>({ ...dimensions, ...chosen }, strength, isAllowed);
}

/** What a row of the table says to the compiler. */
export function combinationOf(row: Tsconfig): Combination {
  const { compiler, target, lib, useDefineForClassFields } = row;
  const { inCommonJs = false, ...resolution } = modules[row.module] ?? {};
  const { ending = "js", ...allowance } = specifiers[row.specifiers] ?? {};
  const { output, libraries, types } = surroundings[row.around];
  const compilerOptions = {
    ...flags[row.flags],
    ...styles[row.style],
    ...emissions[row.emission],
    ...scripts[row.scripts],
    ...resolution,
    // What 7 has taken out, 6 takes when it is asked to.
    ...(resolution["moduleResolution"] === "node10" && compiler === "6" ? { ignoreDeprecations: "6.0" } : {}),
    ...allowance,
    target,
    ...(lib === notGiven ? {} : { lib: [lib, ...libraries] }),
    types,
    useDefineForClassFields,
    noEmit: true,
  };
  const { flags: group } = row;
  return {
    name: nameOf(row),
    compiler,
    group,
    output,
    importExtension: ending,
    inCommonJs,
    compilerOptions,
  };
}

/** "7, strict, and style, nodenext, .js, declaration, checkJs, lib es2020, target es2022, client, DOM, useDefineForClassFields true" */
export function nameOf(row: Tsconfig): string {
  const unclear: readonly string[] = ["lib", "target", "useDefineForClassFields"];
  const names = Object.keys(dimensions) as (keyof Tsconfig)[]; // `Object.keys` keeps no names
  return names
    .filter((name) => row[name] !== "")
    .map((name) => (unclear.includes(name) ? `${name} ${String(row[name])}` : row[name]))
    .join(", ");
}
