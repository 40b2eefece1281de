/** The tsconfigs that frameworks and `tsc` write into new projects. */
import type { ImportExtension } from "../../src/emit/print/import-specifiers.js";
import { compilers, type Compiler } from "../support/compile.js";
import type { Options } from "./dimensions.js";
import type { Combination } from "./tsconfigs.js";

export interface Framework {
  readonly name: string;
  /** The package that the settings were copied from. Left out: JSX, plugins, `paths`, where files are written, types of packages that are not here. */
  readonly from: string;
  readonly compilers: readonly Compiler[];
  readonly outputs: readonly Combination["output"][];
  /** The first one is what sundial chooses there. */
  readonly importExtensions: readonly ImportExtension[];
  readonly inCommonJs?: boolean;
  readonly compilerOptions: Options;
}

const all = Object.keys(compilers) as Compiler[]; // `Object.keys` keeps no names

/** What both tsconfigs of Nuxt have. */
const nuxt: Options = {
  esModuleInterop: true,
  skipLibCheck: true,
  target: "ESNext",
  allowJs: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  moduleDetection: "force",
  isolatedModules: true,
  verbatimModuleSyntax: true,
  allowArbitraryExtensions: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  forceConsistentCasingInFileNames: true,
  noImplicitOverride: true,
  module: "preserve",
  noEmit: true,
  moduleResolution: "Bundler",
  useDefineForClassFields: true,
  noImplicitThis: true,
  allowSyntheticDefaultImports: true,
};

export const frameworks: readonly Framework[] = [
  {
    name: "Next 16",
    from: "create-next-app@16.4.3",
    compilers: all,
    outputs: ["all", "client", "server"],
    importExtensions: ["none", "js"],
    inCommonJs: true,
    compilerOptions: {
      target: "ES2017",
      lib: ["dom", "dom.iterable", "esnext"],
      types: ["node"],
      allowJs: true,
      skipLibCheck: true,
      strict: true,
      noEmit: true,
      esModuleInterop: true,
      module: "esnext",
      moduleResolution: "bundler",
      resolveJsonModule: true,
      isolatedModules: true,
      incremental: true,
    },
  },
  {
    name: "Vite, react-ts: the page",
    from: "create-vite@9.3.0",
    compilers: all,
    outputs: ["client"],
    importExtensions: ["none", "ts", "js"],
    compilerOptions: {
      target: "es2023",
      lib: ["ES2023", "DOM"],
      module: "esnext",
      types: [],
      allowArbitraryExtensions: true,
      skipLibCheck: true,
      moduleResolution: "bundler",
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      moduleDetection: "force",
      noEmit: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
      noFallthroughCasesInSwitch: true,
    },
  },
  {
    name: "Vite, react-ts: what runs in Node",
    from: "create-vite@9.3.0",
    compilers: all,
    outputs: ["server", "client"],
    importExtensions: ["ts", "js"],
    compilerOptions: {
      target: "es2023",
      lib: ["ES2023"],
      types: ["node"],
      skipLibCheck: true,
      module: "nodenext",
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      moduleDetection: "force",
      noEmit: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
      noFallthroughCasesInSwitch: true,
    },
  },
  {
    name: "Angular 22",
    from: "@schematics/angular@22.2.7",
    compilers: all,
    outputs: ["client"],
    importExtensions: ["none", "js"],
    inCommonJs: true,
    compilerOptions: {
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noImplicitReturns: true,
      noFallthroughCasesInSwitch: true,
      skipLibCheck: true,
      isolatedModules: true,
      experimentalDecorators: true,
      importHelpers: true,
      target: "ES2022",
      module: "preserve",
      types: [],
      noEmit: true,
    },
  },
  {
    name: "Nest 12",
    from: "@nestjs/schematics@12.0.6",
    compilers: all,
    outputs: ["all", "client", "server"],
    importExtensions: ["js"],
    compilerOptions: {
      module: "nodenext",
      moduleResolution: "nodenext",
      resolvePackageJsonExports: true,
      esModuleInterop: true,
      isolatedModules: true,
      declaration: true,
      removeComments: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      allowSyntheticDefaultImports: true,
      target: "ES2023",
      sourceMap: true,
      incremental: true,
      skipLibCheck: true,
      strict: true,
      strictPropertyInitialization: false,
      types: ["node"],
      noEmit: true,
    },
  },
  {
    name: "Expo 56",
    from: "expo@56.0.23",
    compilers: all,
    outputs: ["client"],
    importExtensions: ["none", "js"],
    inCommonJs: true,
    compilerOptions: {
      allowJs: true,
      esModuleInterop: true,
      lib: ["DOM", "ESNext"],
      module: "preserve",
      moduleDetection: "force",
      moduleResolution: "bundler",
      customConditions: ["react-native"],
      noEmit: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      target: "ESNext",
      strict: true,
      types: [],
    },
  },
  {
    name: "Nuxt 4: the app",
    from: "@nuxt/kit@4.6.4",
    compilers: all,
    outputs: ["client"],
    importExtensions: ["none", "ts", "js"],
    compilerOptions: { ...nuxt, lib: ["ESNext", "dom", "dom.iterable", "webworker"], libReplacement: false, types: [] },
  },
  {
    name: "Nuxt 4: its server",
    from: "@nuxt/kit@4.6.4",
    compilers: all,
    outputs: ["server", "client"],
    importExtensions: ["none", "ts", "js"],
    // What Nitro declares has Node's types with it.
    compilerOptions: { ...nuxt, lib: ["ESNext", "webworker", "dom.iterable"], types: ["node"] },
  },
  {
    name: "tsc --init",
    from: "typescript@5.9.3",
    compilers: all,
    outputs: ["all", "client", "server"],
    importExtensions: ["js"],
    compilerOptions: {
      module: "nodenext",
      target: "esnext",
      types: ["node"],
      sourceMap: true,
      declaration: true,
      declarationMap: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      strict: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      noUncheckedSideEffectImports: true,
      moduleDetection: "force",
      skipLibCheck: true,
      noEmit: true,
    },
  },
  {
    name: "a tsconfig that sets nothing",
    from: "typescript@6.0.3",
    // That of 5.9 has a target and libraries of 2009.
    compilers: ["6", "7"],
    outputs: ["client"],
    importExtensions: ["none", "js"],
    compilerOptions: { noEmit: true },
  },
];

/** What a compiler is given of each framework whose tsconfig it takes: one for each output and each way to spell imports. */
export function frameworkCombinations(compiler: Compiler): readonly Combination[] {
  return frameworks
    .filter((framework) => framework.compilers.includes(compiler))
    .flatMap(({ name, outputs, importExtensions, inCommonJs = false, compilerOptions }) =>
      outputs.flatMap((output) =>
        importExtensions.map((importExtension) => ({
          name: `${compiler}, ${name}, ${output}, ${importExtension}`,
          compiler,
          group: name,
          output,
          importExtension,
          inCommonJs,
          compilerOptions,
        })),
      ),
    );
}

/** One for each framework. */
export function firstOfEach(combinations: readonly Combination[]): readonly Combination[] {
  const firsts = new Map<string, Combination>();
  for (const combination of combinations) if (!firsts.has(combination.group)) firsts.set(combination.group, combination);
  return [...firsts.values()];
}
