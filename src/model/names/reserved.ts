/**
 * Names that a description may not take, in one place. Whoever lets a generated file or `index.ts` export another fixed
 * name adds it here.
 */

/** Fixed exports of generated files, whatever the API is called. */
const fixedExports = [
  // types.ts
  "paths",
  "webhooks",
  "components",
  "operations",
  "$defs",
  "WithRequired",
  // client.ts, lifecycle.ts
  "servers",
  "deprecations",
  "deprecatedParts",
  "deprecatedProperties",
  "deprecatedSchemes",
  "deprecatedElements",
  "rateLimits",
  // runtime files that index.ts re-exports values from; their types give way to schemas (see emit/index-file.ts)
  "ProblemError",
  "ResponseError",
  "DeprecationError",
  "RateLimitError",
  "KeyBlockedError",
  "redisGateStore",
  "sharedGates",
  "notImplemented",
  "flexibleLimits",
  "memoryLimits",
  "redisLimits",
] as const;

/** Fixed exports that carry the API's name: `T` is it in PascalCase, `t` in camelCase. */
const apiExports = (T: string, t: string): readonly string[] => [
  `${T}Client`,
  `${T}ClientOptions`,
  `${T}Options`,
  `${T}Auth`,
  `create${T}Client`,
  `${T}Paths`,
  `${t}Paths`,
  `${T}Handlers`,
  `${T}Request`,
  `${T}Reply`,
  `${T}Authenticate`,
  `${T}ServerOptions`,
  `create${T}Server`,
  `${T}Problem`,
];

/** Types and values of TypeScript's own libraries that generated files use by their plain names: no alias may hide them. */
const usedGlobals = [
  ...[
    "Array",
    "ReadonlyArray",
    "Promise",
    "PromiseLike",
    "Awaited",
    "Record",
    "Readonly",
    "Partial",
    "Required",
    "Pick",
    "Omit",
    "Exclude",
  ],
  ...["Extract", "NonNullable", "ReturnType", "Parameters", "Uppercase", "Lowercase", "Iterable", "AsyncIterable", "AsyncGenerator"],
  ...[
    "Object",
    "Function",
    "String",
    "Number",
    "Boolean",
    "Symbol",
    "BigInt",
    "RegExp",
    "JSON",
    "Math",
    "Map",
    "Set",
    "WeakMap",
    "Reflect",
  ],
  ...["Infinity", "NaN", "Uint8Array", "ArrayBuffer", "Blob", "FormData", "URL", "URLSearchParams", "ReadableStream", "Headers"],
] as const;

/** Words that cannot be the name of a function or a variable in a module. */
const keywords = [
  ...["arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum"],
  ...["eval", "export", "extends", "false", "finally", "for", "function", "globalThis", "if", "implements", "import", "in", "instanceof"],
  ...["interface", "let", "new", "null", "package", "private", "protected", "public", "require", "return", "static", "super", "switch"],
  ...["this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield"],
] as const;

/** Members that every object has, or that make an object look like a promise or a module; keys of ours keep off them. */
const protoLike = [
  ...["__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "constructor", "prototype"],
  ...["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf", "toJSON", "then"],
  ...["__esModule"],
] as const;

const unsafeValues: ReadonlySet<string> = new Set([...keywords, ...protoLike]);

/** Whether a name can be neither a function nor a plain key of an object. */
export function isUnsafeValue(name: string): boolean {
  return unsafeValues.has(name);
}

/** Every name of the API's one scope that is taken before the description says a word. */
export function reservedNames({ type, value }: { readonly type: string; readonly value: string }): readonly string[] {
  return [...fixedExports, ...apiExports(type, value), ...usedGlobals];
}
