/** Whether what the validators of a description take is of the types that are generated for it, and what they refuse is not. */
import { literal } from "../../src/emit/print/code.js";
import { withInt64 } from "../../src/model/passes/int64/int64.js";
import type { Json } from "../../src/source/source-file.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import type { Request } from "../../src/generate.js";
import { generateFrom } from "../support/pipeline.js";
import { validatorsOf } from "../support/validators.js";
import { judgeExamples, type ExamplesJudged } from "./examples.js";
import { createValues } from "./values.js";

/** What TypeScript cannot say, or says otherwise; each with the reason. */
export const quirks = {
  weak: "an object of optional members alone takes no object that shares no name with it",
  inherited: "a member that is called like one of every object's, text's or list's is there in each",
  intersection: "a text or a list that is an object of optional members, too, is a type like others; no value is both",
  open: "members of one alternative are none too many in another; an index signature takes what declared members are",
} as const;

export interface Agreement extends ExamplesJudged {
  readonly name: string;
  readonly schemas: number;
  /** Schemas of which no value was found. */
  readonly unsampled: number;
  readonly valid: number;
  readonly invalid: number;
  /** A value that its validator takes and its type does not. */
  readonly narrow: readonly string[];
  /** A value that is refused by its kind, its members or a literal, and is of the type. */
  readonly wide: readonly string[];
  /** Those that are TypeScript's own. */
  readonly quirks: Readonly<Record<keyof typeof quirks, number>>;
}

interface Use {
  readonly type: string;
  readonly written: string;
  readonly valid: boolean;
  readonly quirk?: keyof typeof quirks | undefined;
}

const head = `import type * as T from "./types.js";
type Plain = string | number | bigint | boolean | null | undefined;
// One object in place of several of which all hold; a text or a list that is an object, too, is never met.
type Only<T, U> = Exclude<keyof T, keyof U | number | \`\${number}\`> extends never ? T : never;
type Items<T extends readonly unknown[]> = number extends T["length"] ? readonly Flat<T[number]>[] : { [K in keyof T]: Flat<T[K]> };
export type Flat<T> = T extends string ? Only<T, string> : T extends number ? Only<T, number> : T extends Plain ? T : T extends readonly unknown[] ? (Only<T, []> extends never ? never : Items<T>) : { [K in keyof T]: Flat<T[K]> };
// The same with a member that a value need not have, so that it may share no name with the others.
export type Loose<T> = T extends Plain ? T : T extends readonly unknown[] ? { [K in keyof T]: Loose<T[K]> } : { [K in keyof T]: Loose<T[K]> } & { [name: symbol]: unknown };
// A type parameter holds no value for having names that its type does not tell; a declared constant does.
declare function check<T>(): <const V extends T>(value: V) => void;
`;
const noExamples: ExamplesJudged = { examples: 0, refused: 0, disputed: [] };
/** A program of more text than this is compiled in parts. */
const bytesAtOnce = 3_000_000;

/** What changes what types and validators say. */
export type Settings = Pick<Request, "int64" | "untyped">;

export async function agreementOf(name: string, path: string, rounds: number, settings: Settings = {}): Promise<Agreement | undefined> {
  const { api: described, files } = await generateFrom(path, ["types", "validators"], { ...settings, strict: false });
  const types = files.find((file) => file.path === "types.ts");
  if (described === undefined || types === undefined) return undefined;
  const { int64 = "number" } = settings;
  const api = withInt64(described, int64);
  const { validator } = await validatorsOf(api, {}, int64);
  // Values are made of the description as JSON has it, where integers are numbers.
  const valuesOf = createValues(described.schemas, rounds, int64);
  const uses: Use[] = [];
  let [schemas, unsampled] = [0, 0];
  for (const named of api.schemas.values()) {
    if (named.hidden === true) continue;
    schemas += 1;
    const before = uses.length;
    for (const { value, parsed, valid, quirk } of valuesOf(described.schemas.get(named.id) ?? named, validator(named.names.validator))) {
      uses.push({ type: named.names.type, written: written(value), valid, quirk });
      if (valid) uses.push({ type: named.parsed ?? named.names.type, written: written(parsed), valid, quirk });
    }
    if (uses.length === before) unsampled += 1;
  }
  const valid = uses.filter((use) => use.valid).length;
  // They are written as JSON has them.
  const judged = int64 === "number" ? await judgeExamples(path, described, validator) : noExamples;
  return { name, schemas, unsampled, valid, invalid: uses.length - valid, ...judged, ...(await disagreements(types.text, uses)) };
}

/** A value of JSON, or one with bigints, as an expression. */
function written(value: unknown): string {
  if (typeof value === "bigint") return `${String(value)}n`;
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value as Json).replaceAll("\n", " "); // a scalar of JSON
  const members = Object.entries(value).map(([name, member]) => `${literal(name)}: ${written(member)}`);
  return `{ ${members.join(", ")} }`;
}

async function disagreements(types: string, uses: readonly Use[]): Promise<Pick<Agreement, "narrow" | "wide" | "quirks">> {
  const found = await disagreeing(types, uses, (type) => `T.${type}`);
  const isQuirk = new Map<Use, keyof typeof quirks>();
  for (const { use } of found) if (use.quirk !== undefined) isQuirk.set(use, use.quirk);
  const narrow = found.flatMap(({ use }) => (use.valid && !isQuirk.has(use) ? [use] : []));
  const wide = found.flatMap(({ use }) => (use.valid || isQuirk.has(use) ? [] : [use]));
  const still = new Set(
    [
      ...(narrow.length === 0 ? [] : await disagreeing(types, narrow, (type) => `Loose<T.${type}>`)),
      ...(wide.length === 0 ? [] : await disagreeing(types, wide, (type) => `Flat<T.${type}>`)),
    ].map(({ use }) => use),
  );
  for (const use of [...narrow, ...wide]) if (!still.has(use)) isQuirk.set(use, use.valid ? "weak" : "intersection");
  const counted = [...isQuirk.values()];
  const shown = (valid: boolean): readonly string[] =>
    found.flatMap(({ use, error }) => (use.valid === valid && !isQuirk.has(use) ? [`${use.type} of ${use.written}\n    ${error}`] : []));
  const count = (quirk: keyof typeof quirks): number => counted.filter((each) => each === quirk).length;
  return {
    narrow: shown(true),
    wide: shown(false),
    quirks: { weak: count("weak"), inherited: count("inherited"), intersection: count("intersection"), open: count("open") },
  };
}

/** The uses about which the compiler says otherwise, with what it says. */
async function disagreeing(
  types: string,
  uses: readonly Use[],
  typeOf: (type: string) => string,
): Promise<readonly { readonly use: Use; readonly error: string }[]> {
  const folder = await temporaryFolder();
  const offset = head.split("\n").length;
  const line = ({ type, written, valid }: Use, index: number): string =>
    valid ? `check<${typeOf(type)}>()(${written});` : `export const v${String(index)}: ${typeOf(type)} = ${written};`;
  try {
    const parts = inParts(uses);
    await writeFiles(folder.path, [
      { path: "types.ts", text: types },
      ...parts.map((part, index) => ({ path: `use${String(index)}.ts`, text: `${head}${part.map(line).join("\n")}\n` })),
    ]);
    const errors = await typeCheck(folder.path, ["*.ts"], "7", "browser");
    const texts = new Map(errors.map(({ file, line, text }) => [`${file}:${String(line)}`, text]));
    return parts.flatMap((part, index) =>
      part.flatMap((use, position) => {
        const error = texts.get(`use${String(index)}.ts:${String(position + offset)}`);
        return (error === undefined) === use.valid ? [] : [{ use, error: error ?? "no error" }];
      }),
    );
  } finally {
    await folder.remove();
  }
}

function inParts(uses: readonly Use[]): readonly (readonly Use[])[] {
  const parts: Use[][] = [];
  let bytes = Infinity;
  for (const use of uses) {
    if (bytes > bytesAtOnce) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(use);
    bytes += use.written.length;
  }
  return parts;
}
