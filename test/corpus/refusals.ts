/** Combinations of settings that TypeScript itself refuses, each with its error. */
import type { Compiler } from "../support/compile.js";
import { flags, modules, specifiers, type Options, type Tsconfig } from "./dimensions.js";

export interface Refusal {
  readonly says: string;
  /** Of the compilers that refuse it. */
  readonly errors: { readonly [C in Compiler]?: string };
  /** Settings that show it, with a file that is fine under others; it can import `other.ts`. */
  readonly options: Options;
  readonly text?: string;
  readonly inCommonJs?: boolean;
  /** Whether what is known of a tsconfig of the table is refused for this. */
  readonly matches?: (part: Partial<Tsconfig>) => boolean;
}

const all = (error: string): Refusal["errors"] => ({ "5.9": error, "6": error, "7": error });
/** What 6 takes with `ignoreDeprecations: "6.0"`, and 7 no more. */
const removed: Refusal["errors"] = { "6": "TS5107", "7": "TS5108" };

const flagOf = (part: Partial<Tsconfig>, name: string): boolean => part.flags !== undefined && flags[part.flags]?.[name] === true;
const moduleOf = ({ module }: Partial<Tsconfig>): Partial<NonNullable<(typeof modules)[string]>> =>
  (module === undefined ? undefined : modules[module]) ?? {};

/** Modules that are ECMAScript or CommonJS by their package, or CommonJS always. */
const byPackage = ["node16", "node18", "node20", "nodenext"];

export const refusals: readonly Refusal[] = [
  {
    says: "`verbatimModuleSyntax` where files become CommonJS",
    errors: all("TS1295"),
    options: { verbatimModuleSyntax: true, module: "nodenext" },
    inCommonJs: true,
    matches: (part) => {
      const { inCommonJs = false, module } = moduleOf(part);
      return flagOf(part, "verbatimModuleSyntax") && inCommonJs && (module === "commonjs" || byPackage.includes(String(module)));
    },
  },
  {
    says: "imports without an extension in an ES module, where `module` is `node16` to `nodenext`",
    errors: all("TS2835"),
    options: { module: "nodenext" },
    text: 'export { other } from "./other";\n',
    matches: (part) => {
      const { inCommonJs = false, module } = moduleOf(part);
      const bare = part.specifiers !== undefined && specifiers[part.specifiers]?.ending === "none";
      return bare && !inCommonJs && byPackage.includes(String(module));
    },
  },
  {
    says: "`isolatedDeclarations` and `allowJs`",
    errors: all("TS5053"),
    options: { isolatedDeclarations: true, declaration: true, allowJs: true },
    matches: (part) => flagOf(part, "isolatedDeclarations") && part.scripts === "checkJs",
  },
  {
    says: '`moduleResolution: "node10"` or `"node"`',
    errors: removed,
    options: { module: "esnext", moduleResolution: "node10" },
    // What is tried with 6 says that it may be deprecated.
    matches: (part) => part.compiler === "7" && moduleOf(part)["moduleResolution"] === "node10",
  },
  {
    says: "imports that end in `.ts`, where neither `allowImportingTsExtensions` nor `rewriteRelativeImportExtensions` is set",
    errors: all("TS5097"),
    options: { module: "nodenext" },
    text: 'export { other } from "./other.ts";\n',
  },
  {
    says: "`allowImportingTsExtensions` where files are written, and nothing rewrites their imports",
    errors: all("TS5096"),
    options: { module: "nodenext", allowImportingTsExtensions: true, noEmit: false, outDir: "out" },
  },
  {
    says: "`exactOptionalPropertyTypes` without `strictNullChecks`",
    errors: all("TS5052"),
    options: { strictNullChecks: false, exactOptionalPropertyTypes: true },
  },
  {
    says: "`strictPropertyInitialization` without `strictNullChecks`",
    errors: all("TS5052"),
    options: { strictNullChecks: false, strictPropertyInitialization: true },
  },
  {
    says: "`isolatedDeclarations` without `declaration` or `composite`",
    errors: all("TS5069"),
    options: { isolatedDeclarations: true },
  },
  { says: "`composite` without `declaration`", errors: all("TS6304"), options: { composite: true, declaration: false } },
  { says: "`checkJs` without `allowJs`", errors: all("TS5052"), options: { allowJs: false, checkJs: true } },
  {
    says: '`moduleResolution: "bundler"` and `module: "commonjs"`',
    errors: { "5.9": "TS5095" },
    options: { module: "commonjs", moduleResolution: "bundler" },
    inCommonJs: true,
  },
  {
    says: '`moduleResolution: "bundler"` and `module: "nodenext"`',
    errors: all("TS5109"),
    options: { module: "nodenext", moduleResolution: "bundler" },
  },
  {
    says: '`moduleResolution: "nodenext"` and `module: "esnext"`',
    errors: all("TS5110"),
    options: { module: "esnext", moduleResolution: "nodenext" },
  },
  { says: '`target: "es5"`', errors: removed, options: { target: "es5" } },
  { says: '`module: "amd"`, `"umd"` or `"system"`', errors: removed, options: { module: "amd" } },
  { says: "`alwaysStrict: false`", errors: removed, options: { alwaysStrict: false } },
  { says: "`esModuleInterop: false`", errors: removed, options: { esModuleInterop: false } },
  { says: "`baseUrl`", errors: { "6": "TS5101", "7": "TS5102" }, options: { baseUrl: "." } },
];
