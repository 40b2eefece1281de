// What tests use of packages that bring no types.
declare module "punycode/punycode.js" {
  export function toASCII(name: string): string;
}
declare module "tr46" {
  export function toUnicode(
    name: string,
    options: {
      readonly checkBidi: boolean;
      readonly checkHyphens: boolean;
      readonly checkJoiners: boolean;
      readonly useSTD3ASCIIRules: boolean;
    },
  ): { readonly domain: string; readonly error: boolean };
}
declare module "tr46/lib/regexes.js" {
  export const combiningClassVirama: RegExp;
  export const validZWNJ: RegExp;
  export const bidiDomain: RegExp;
  export const bidiS1LTR: RegExp;
  export const bidiS1RTL: RegExp;
  export const bidiS4EN: RegExp;
  export const bidiS4AN: RegExp;
}
