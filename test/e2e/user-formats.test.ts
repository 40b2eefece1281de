/** Generated validators with checks of the user's: compiled under every strict flag, bundled and run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { UserFormat } from "../../src/emit/options.js";
import { generateFiles } from "../../src/generate.js";
import { memoryIo } from "../support/memory-io.js";
import { temporaryFolder, typeCheck, writeFiles, type Compiler } from "../support/compile.js";

const hostile = '"; alert(1); //*/ ${x} </script>\u2028';
const description = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Bank", version: "1" },
  paths: {},
  components: {
    schemas: {
      Account: {
        type: "object",
        properties: {
          iban: { type: "string", format: "iban", minLength: 4, pattern: "^[A-Z]" },
          bic: { type: ["string", "integer"], format: "bic" },
          owner: { type: "string", format: "email" },
          other: { type: "string", format: hostile },
          object: { type: "string", format: "constructor" },
          currency: { type: "string", format: "currency", enum: ["EUR", "USD", "eur"], minLength: 3 },
          day: { type: "string", format: "date" },
        },
      },
      Filled: {
        type: "object",
        properties: {
          refused: { type: "string", format: "iban", default: "x" },
          listed: { type: "array", items: { type: "string", format: "bic" }, default: ["x"] },
          bic: { $ref: "#/components/schemas/Bic" },
        },
      },
      Taken: { type: "object", properties: { taken: { type: "string", format: "iban", default: "DE12" } } },
      Bic: { type: "string", format: "bic", default: "x" },
    },
  },
});

const checks = `
export type Iban = string & { readonly iban: true };
export function isIban(text: string): text is Iban { return /^[A-Z]{2}\\d+$/.test(text); }
export const bic = (text: string): boolean => text.length === 8;
export async function* unrelated(): AsyncGenerator<never> {}
export function email(text: string): boolean { return text.endsWith("@acme.example"); }
export const never = (_text: string): boolean => false;
export const isUpper = (text: string): text is "EUR" | "USD" => text === text.toUpperCase();
`;

const formats: readonly UserFormat[] = [
  { name: "iban", module: "../checks.ts", export: "isIban", words: "an IBAN" },
  { name: "bic", module: "../checks.ts", export: "bic" },
  { name: "email", module: "../checks.ts", export: "email", words: hostile },
  { name: hostile, module: "../checks.ts", export: "never", words: "none" },
  { name: "constructor", module: "../checks.ts", export: "never" },
  { name: "currency", module: "../checks.ts", export: "isUpper" },
];

interface Program {
  readonly FilledSchema: { is(value: unknown): boolean; parse(value: unknown): unknown };
  readonly TakenSchema: { parse(value: unknown): unknown };
  readonly AccountSchema: {
    safeParse(value: unknown): { readonly issues?: readonly { readonly message: string; readonly expected: unknown }[] };
  };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFiles(folder.path, [{ path: "checks.ts", text: checks }]);
});
afterAll(() => folder.remove());

const modes = ["fast", "small"] as const;

async function generated(mode: (typeof modes)[number], formatsMode: "assert" | "annotate"): Promise<string> {
  const io = memoryIo({ "/project/bank.json": description }, { cwd: "/project" });
  const { value, diagnostics } = await generateFiles(
    {
      input: "bank.json",
      source: "bank.json",
      command: "npm run generate",
      emit: ["types", "validators"],
      name: undefined,
      formats,
      validators: { mode, formats: formatsMode },
    },
    io,
  );
  expect(diagnostics).toEqual([]);
  const name = `${mode}-${formatsMode}`;
  await writeFiles(join(folder.path, name), value?.files ?? []);
  return name;
}

test.each(modes.flatMap((mode) => (["assert", "annotate"] as const).map((formatsMode) => [mode, formatsMode] as const)))(
  "%s validators, formats %s, ask the checks of the configuration",
  async (mode, formatsMode) => {
    const name = await generated(mode, formatsMode);
    const outfile = join(folder.path, `${name}.mjs`);
    await build({ entryPoints: [join(folder.path, name, "index.ts")], outfile, bundle: true, format: "esm", logLevel: "silent" });
    // Another format's check has no place in the bundle, nor has the known one that another took the place of.
    expect(readFileSync(outfile, "utf8")).not.toMatch(/function isEmail|isUuid|isHostname/);
    const { AccountSchema, FilledSchema, TakenSchema } = (await import(pathToFileURL(outfile).href)) as Program;
    const told = (value: unknown): readonly string[] => AccountSchema.safeParse(value).issues?.map(({ message }) => message) ?? [];
    expect(told({ iban: "DE12", bic: "ABCDEFGH", owner: "a@acme.example", currency: "EUR" })).toEqual([]);
    expect(told({ bic: 5 })).toEqual([]);
    expect(told({ iban: "DEXX" })).toEqual(["must be an IBAN"]);
    expect(told({ bic: "A" })).toEqual(["must be of the format bic"]);
    expect(told({ owner: "flint@example.com" })).toEqual([`must be ${hostile}`]);
    expect(told({ other: "x" })).toEqual(["must be none"]);
    expect(told({ object: "x" })).toEqual(["must be of the format constructor"]);
    expect(told({ currency: "eur" })).toEqual(["must be of the format currency"]);
    expect(told({ day: "x" })).toHaveLength(formatsMode === "assert" ? 1 : 0);
    expect(AccountSchema.safeParse({ iban: "DEXX" }).issues?.[0]?.expected).toBe("iban");
    // Nobody knows before whether such a check takes a default.
    expect(TakenSchema.parse({})).toEqual({ taken: "DE12" });
    expect(FilledSchema.parse({})).toEqual({});
    expect(FilledSchema.is({ refused: "x" })).toBe(false);
  },
);

test.each<Compiler>(["5.9", "7"])("they compile under all strict flags of TypeScript %s, and types stay strings", async (compiler) => {
  for (const mode of modes) await generated(mode, "assert");
  const use = 'import type { Account } from "./fast-assert/index.js";\nexport const account: Account = { iban: "any" };\n';
  await writeFiles(folder.path, [{ path: "use.ts", text: use }]);
  expect(await typeCheck(folder.path, ["use.ts", "fast-assert", "small-assert", "checks.ts"], compiler, "both")).toEqual([]);
});
