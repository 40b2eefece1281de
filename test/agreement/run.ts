/**
 * `npm run test:agreement`: for each named schema of real descriptions, values that its validator takes are of its type, and values that it
 * refuses by their kind, a member or a literal are not. Examples of the description are held against its validators, and against what `lint` says.
 *
 *   npm run test:agreement -- [--only stripe-2024,square] [--rounds 3] [--show 5]   the corpus
 *   npm run test:agreement -- --folder DIR [--sample N]                            those in another folder, spread over all
 *   npm run test:agreement -- [--int64 bigint] [--untyped any]                     as a configuration says it
 */
import { parseArgs } from "node:util";
import { readCorpus, readFolder } from "../corpus/descriptions.js";
import { agreementOf, quirks, type Agreement, type Settings } from "./agree.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    folder: { type: "string" },
    sample: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
    show: { type: "string", default: "5" },
    int64: { type: "string" },
    untyped: { type: "string" },
  },
});

const all = values.folder === undefined ? (readCorpus() ?? []) : readFolder(values.folder, Number(values.sample));
const only = values.only?.split(",");
const found: Agreement[] = [];
const show = Number(values.show);
const settings: Settings = {
  ...(values.int64 === undefined ? {} : { int64: oneOf(values.int64, ["number", "bigint", "string"]) }),
  ...(values.untyped === undefined ? {} : { untyped: oneOf(values.untyped, ["object", "any"]) }),
};

console.log(
  `${"description".padEnd(46)}${["schemas", "unsampled", "valid", "invalid", "narrow", "wide", "examples", "refused", "disputed"].map((word) => word.padStart(10)).join("")}`,
);
for (const { name, path } of all.filter((each) => only === undefined || only.some((part) => each.name.includes(part)))) {
  const agreement = await agreementOf(name, path, Number(values.rounds), settings);
  if (agreement === undefined) {
    console.log(`${name}: not generated`);
    continue;
  }
  found.push(agreement);
  print(agreement.name, agreement);
  for (const line of [...agreement.narrow.slice(0, show), ...agreement.wide.slice(0, show), ...agreement.disputed.slice(0, show)])
    console.log(`  ${line.slice(0, 1200)}`);
}
print(`${String(found.length)} descriptions`, {
  schemas: sum(({ schemas }) => schemas),
  unsampled: sum(({ unsampled }) => unsampled),
  valid: sum(({ valid }) => valid),
  invalid: sum(({ invalid }) => invalid),
  narrow: found.flatMap(({ narrow }) => narrow),
  wide: found.flatMap(({ wide }) => wide),
  examples: sum(({ examples }) => examples),
  refused: sum(({ refused }) => refused),
  disputed: found.flatMap(({ disputed }) => disputed),
});
for (const [name, reason] of Object.entries(quirks))
  console.log(`${String(sum((each) => each.quirks[name as keyof typeof quirks])).padStart(7)}  ${name.padEnd(14)}${reason}`);
process.exitCode = found.every(({ narrow, wide }) => narrow.length + wide.length === 0) ? 0 : 1;

function oneOf<const T extends string>(word: string, words: readonly T[]): T {
  const found = words.find((each) => each === word);
  if (found === undefined) throw new Error(`Not one of ${words.join(", ")}: ${word}`);
  return found;
}

function sum(of: (agreement: Agreement) => number): number {
  return found.reduce((total, agreement) => total + of(agreement), 0);
}

function print(
  name: string,
  { schemas, unsampled, valid, invalid, narrow, wide, examples, refused, disputed }: Omit<Agreement, "name" | "quirks">,
): void {
  const figures = [schemas, unsampled, valid, invalid, narrow.length, wide.length, examples, refused, disputed.length];
  console.log(`${name.slice(0, 45).padEnd(46)}${figures.map((figure) => String(figure).padStart(10)).join("")}`);
}
