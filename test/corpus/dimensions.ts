/** What a tsconfig can set that matters to the output: the dimensions of the table of `tsconfigs.ts`. */
import type { ImportExtension } from "../../src/emit/print/import-specifiers.js";
import { compilers, type Compiler } from "../support/compile.js";
import type { Row } from "../support/covering.js";

export type Options = Readonly<Record<string, unknown>>;

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

/** `strict` without some of what it stands for. `alwaysStrict` is not among it: TypeScript 7 has no other way. */
const laxer: Readonly<Record<string, Options>> = {
  "strictNullChecks: false": { strictNullChecks: false },
  "noImplicitAny: false": { noImplicitAny: false },
  "useUnknownInCatchVariables: false": { useUnknownInCatchVariables: false },
  "the others of strict: false": {
    strictFunctionTypes: false,
    strictBindCallApply: false,
    strictPropertyInitialization: false,
    strictBuiltinIteratorReturn: false,
    noImplicitThis: false,
  },
};

const withStrict = (options: Readonly<Record<string, Options>>): Readonly<Record<string, Options>> =>
  Object.fromEntries(Object.entries(options).map(([name, each]) => [name, { ...strict, ...each }]));

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

export const flags: Readonly<Record<string, Options>> = {
  strict,
  ...withStrict(stricter),
  "all stricter": Object.assign({}, strict, ...Object.values(stricter)) as Options, // all of them are options
  ...withStrict(laxer),
  "strict: false": { strict: false },
};

export const styles: Readonly<Record<string, Options>> = { "": {}, "and style": style };

interface Module extends Options {
  readonly inCommonJs?: boolean;
}

export const modules: Readonly<Record<string, Module>> = {
  nodenext: { module: "nodenext" },
  "nodenext in CommonJS": { module: "nodenext", inCommonJs: true },
  node16: { module: "node16" },
  "node18 in CommonJS": { module: "node18", inCommonJs: true },
  node20: { module: "node20" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
  "bundler in CommonJS": { module: "es2022", moduleResolution: "bundler", inCommonJs: true },
  preserve: { module: "preserve" },
  "preserve in CommonJS": { module: "preserve", inCommonJs: true },
  "commonjs in CommonJS": { module: "commonjs", inCommonJs: true },
  "esnext, node10": { module: "esnext", moduleResolution: "node10" },
  "commonjs, node10 in CommonJS": { module: "commonjs", moduleResolution: "node10", inCommonJs: true },
};

interface Specifiers extends Options {
  readonly ending: ImportExtension;
}

/** How the imports of the output end, and what allows it. */
export const specifiers: Readonly<Record<string, Specifiers>> = {
  ".js": { ending: "js" },
  ".ts, allowed": { ending: "ts", allowImportingTsExtensions: true },
  ".ts, rewritten": { ending: "ts", rewriteRelativeImportExtensions: true },
  "no extension": { ending: "none" },
};

/** Mistakes in declarations are found under `noEmit`, too: a test holds the compilers to that. */
export const emissions: Readonly<Record<string, Options>> = {
  "no declarations": {},
  declaration: { declaration: true },
  declarationMap: { declaration: true, declarationMap: true },
  composite: { composite: true },
};

export const scripts: Readonly<Record<string, Options>> = { "": {}, checkJs: { allowJs: true, checkJs: true } };

/** What a program has around it, by the output that it suits. */
export const surroundings = {
  "client, DOM": { output: "client", libraries: ["dom", "dom.iterable"], types: [] },
  "client, DOM without dom.iterable": { output: "client", libraries: ["dom"], types: [] },
  "client, web worker": { output: "client", libraries: ["webworker"], types: [] },
  "client, Node": { output: "client", libraries: [], types: ["node"] },
  "server, Node": { output: "server", libraries: [], types: ["node"] },
  "server, DOM without dom.iterable and Node": { output: "server", libraries: ["dom"], types: ["node"] },
  "all, DOM and Node": { output: "all", libraries: ["dom", "dom.iterable"], types: ["node"] },
} as const;

/** Not given, the libraries are those of the target, and the DOM. */
export const notGiven = "not given";

export const dimensions = {
  compiler: Object.keys(compilers) as Compiler[], // `Object.keys` keeps no names
  flags: Object.keys(flags),
  style: Object.keys(styles),
  module: Object.keys(modules),
  specifiers: Object.keys(specifiers),
  emission: Object.keys(emissions),
  scripts: Object.keys(scripts),
  lib: [notGiven, "es2020", "es2021", "es2022", "es2023", "esnext"],
  // Older than what is promised: it is that of Next.js.
  target: ["es2017", "es2020", "es2021", "es2022", "es2023", "esnext"],
  around: Object.keys(surroundings) as (keyof typeof surroundings)[], // the same
  useDefineForClassFields: [true, false],
};

/** The same, or a part of each. */
export type Dimensions = { readonly [Name in keyof typeof dimensions]: readonly (typeof dimensions)[Name][number][] };

export type Tsconfig = Row<Dimensions>;
