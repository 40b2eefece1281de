/** The tsconfigs that output has to compile under, as a table of what they can set. */
import { type Compiler, compilers } from "../support/compile.js";
import { covering, type Row } from "../support/covering.js";

type Options = Readonly<Record<string, unknown>>;

const strict: Options = { strict: true };

const stricter: Readonly<Record<string, Options>> = {
  exactOptionalPropertyTypes: { exactOptionalPropertyTypes: true },
  noUncheckedIndexedAccess: { noUncheckedIndexedAccess: true },
  noPropertyAccessFromIndexSignature: { noPropertyAccessFromIndexSignature: true },
  verbatimModuleSyntax: { verbatimModuleSyntax: true },
  isolatedModules: { isolatedModules: true },
  isolatedDeclarations: { isolatedDeclarations: true, declaration: true },
  erasableSyntaxOnly: { erasableSyntaxOnly: true },
};

const all: Options = Object.assign({}, strict, ...Object.values(stricter)) as Options; // all of them are options

/** What finds fault with style rather than with types. */
const style: Options = {
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedSideEffectImports: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  forceConsistentCasingInFileNames: true,
};

const flags: Readonly<Record<string, Options>> = {
  strict,
  ...Object.fromEntries(Object.entries(stricter).map(([name, options]) => [name, { ...strict, ...options }])),
  "all stricter": all,
  "all and style": { ...all, ...style },
  "strict: false": { strict: false },
  "strictNullChecks: false": { ...strict, strictNullChecks: false },
};

const modules: Readonly<Record<string, Options & { readonly inCommonJs?: boolean }>> = {
  nodenext: { module: "nodenext" },
  "nodenext in CommonJS": { module: "nodenext", inCommonJs: true },
  node16: { module: "node16" },
  "node18 in CommonJS": { module: "node18", inCommonJs: true },
  node20: { module: "node20" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
  preserve: { module: "preserve" },
  "commonjs in CommonJS": { module: "commonjs", inCommonJs: true },
};

/** What a program has around it, by the output that it suits. */
const surroundings = {
  "client, DOM alone": { output: "client", dom: true, types: [] },
  "client, Node alone": { output: "client", dom: false, types: ["node"] },
  "server, Node alone": { output: "server", dom: false, types: ["node"] },
  "all, both": { output: "all", dom: true, types: ["node"] },
} as const;

export const dimensions = {
  compiler: Object.keys(compilers) as Compiler[], // `Object.keys` keeps no names
  flags: Object.keys(flags),
  module: Object.keys(modules),
  lib: ["es2020", "es2021", "es2022", "es2023"],
  target: ["es2020", "es2021", "es2022", "esnext"],
  around: Object.keys(surroundings) as (keyof typeof surroundings)[], // the same
  useDefineForClassFields: [true, false],
};

export type Tsconfig = Row<typeof dimensions>;

/** Combinations that TypeScript itself refuses, with its error. */
export const forbidden: readonly {
  readonly says: string;
  readonly error: string;
  readonly matches: (part: Partial<Tsconfig>) => boolean;
}[] = [
  {
    says: "verbatimModuleSyntax in a CommonJS package, whatever the file imports",
    error: "TS1295",
    matches: ({ flags: name, module }) =>
      name !== undefined && module !== undefined && flags[name]?.["verbatimModuleSyntax"] === true && modules[module]?.inCommonJs === true,
  },
];

export interface Combination {
  readonly compiler: Compiler;
  readonly output: "client" | "server" | "all";
  readonly inCommonJs: boolean;
  readonly compilerOptions: Options;
}

/** Tsconfigs in which any two settings that TypeScript allows meet. */
export function tsconfigs(chosen: { readonly [Name in keyof Tsconfig]?: readonly Tsconfig[Name][] } = {}): readonly Tsconfig[] {
  return covering({ ...dimensions, ...chosen }, 2, (part) => !forbidden.some(({ matches }) => matches(part)));
}

/** What a row of the table says to the compiler. */
export function combinationOf({ compiler, flags: name, module, lib, target, around, useDefineForClassFields }: Tsconfig): Combination {
  const { inCommonJs = false, ...resolution } = modules[module] ?? {};
  const { output, dom, types } = surroundings[around];
  const libraries = dom ? [lib, "dom", "dom.iterable"] : [lib];
  const compilerOptions = { ...flags[name], ...resolution, target, lib: libraries, types, useDefineForClassFields, noEmit: true };
  return { compiler, output, inCommonJs, compilerOptions };
}
