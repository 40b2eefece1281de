/** What a validator takes is of the emitted type; where a type can say all that a schema does, what it refuses is not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { literal } from "../../../src/emit/print/code.js";
import { emitTypes } from "../../../src/emit/files/types-file.js";
import type { Json } from "../../../src/source/source-file.js";
import { temporaryFolder, typeCheck, writeFiles } from "../../support/compile.js";
import { seeded, type Random } from "../../support/sample-text.js";
import { options, validatorsOf } from "../../support/validators.js";
import { apiOfSchemas, shown } from "./describing.js";
import { randomForms, randomFormValue, root } from "./random-forms.js";
import { randomTyped, randomTypedValue } from "./random-typed.js";
import type { Described } from "./reading.js";

const seed = Number(process.env["SUNDIAL_SEED"] ?? 1);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

interface Use {
  readonly type: string;
  readonly value: unknown;
  readonly valid: boolean;
  readonly about: string;
}

// A type parameter holds no value for having names that its type does not tell; a declared constant does.
const head = 'import type * as T from "./types.js";\ndeclare function check<T>(): <const V extends T>(value: V) => void;\n';

/** Compiles all uses as one program, and tells those about which the compiler says otherwise. */
async function disagreements(types: string, uses: readonly Use[]): Promise<readonly string[]> {
  const lines = uses.map(({ type, value, valid }, index) => {
    const written = literal(value as Json).replaceAll("\n", " "); // made of JSON's own values
    return valid ? `check<T.${type}>()(${written});` : `export const value${String(index)}: T.${type} = ${written};`;
  });
  const use = { path: "use.ts", text: head + lines.join("\n") + "\n" };
  await writeFiles(folder.path, [{ path: "types.ts", text: types }, use]);
  const errors = await typeCheck(folder.path, ["*.ts"], "7", "browser");
  const byLine = new Map(errors.filter(({ file }) => file === use.path).map(({ line, text }) => [line - head.split("\n").length, text]));
  expect(errors.filter(({ file }) => file !== use.path)).toEqual([]);
  return uses.flatMap(({ valid, about }, index) =>
    byLine.has(index) === valid ? [`${lines[index] ?? ""}\n  ${byLine.get(index) ?? "no error"}\n  ${about}`] : [],
  );
}

async function typedUses(schemas: Described, random: Random): Promise<{ readonly types: string; readonly uses: readonly Use[] }> {
  const api = await apiOfSchemas(schemas);
  const { validator } = await validatorsOf(api);
  const uses = Object.entries(schemas).flatMap(([type, schema]) =>
    Array.from({ length: 12 }, (_, index): Use => {
      const value = randomTypedValue(random, schemas, schema, index % 2 === 0 ? 0 : 0.08);
      return { type, value, valid: validator(`${type}Schema`).is(value), about: shown(schemas, type) };
    }),
  );
  return { types: emitTypes(api, options).text, uses };
}

test("types take what validators take", async () => {
  const random = seeded(seed);
  const { types, uses } = await typedUses(randomTyped(random, 60, false), random);
  const valid = uses.filter((use) => use.valid);
  expect(valid.length).toBeGreaterThan(300);
  expect((await disagreements(types, valid)).slice(0, 5)).toEqual([]);
});

test("types refuse what validators refuse, where they can say it", async () => {
  const random = seeded(seed);
  const { types, uses } = await typedUses(randomTyped(random, 60, true), random);
  expect(uses.filter((use) => !use.valid).length).toBeGreaterThan(100);
  expect((await disagreements(types, uses)).slice(0, 5)).toEqual([]);
});

test("types of requests, of responses, and of what is filled in take what comes out of their validators", async () => {
  const random = seeded(seed);
  const bodies = Array.from({ length: 25 }, (_, index) => root(index));
  const schemas = randomForms(random, bodies.length, { marks: 0.12, defaults: 0.3 });
  const api = await apiOfSchemas(schemas, { bodies });
  const { validator } = await validatorsOf(api);
  const uses = api.operations.flatMap(({ body, responses }, index) =>
    [body?.contents[0], responses[0]?.contents[0]].flatMap((content): readonly Use[] => {
      const name = root(index);
      const [only] = content?.schema?.assertions ?? [];
      const named = only?.kind === "ref" ? api.schemas.get(only.target) : undefined;
      if (content === undefined || named === undefined) throw new Error("a body is a reference");
      return Array.from({ length: 15 }).flatMap((): readonly Use[] => {
        const value = randomFormValue(random, schemas, schemas[name] ?? {});
        const { is, safeParse } = validator(content.validator);
        const [bare, full] = [safeParse(value, { defaults: false }), safeParse(value)];
        if (!bare.success || !full.success) return [];
        const about = shown(schemas, name);
        // A default may contradict what is said elsewhere.
        const { parsed } = content;
        const filled = parsed === undefined || !is(full.data) ? [] : [{ type: parsed, value: full.data, valid: true, about }];
        return [{ type: named.names.type, value: bare.data, valid: true, about }, ...filled];
      });
    }),
  );
  expect(uses.length).toBeGreaterThan(300);
  expect((await disagreements(emitTypes(api, options).text, uses)).slice(0, 5)).toEqual([]);
});
