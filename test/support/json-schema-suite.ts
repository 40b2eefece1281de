/** The official JSON-Schema-Test-Suite, run through the product's own pipeline. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { outcomeOf } from "./api.js";
import { projectRoot } from "./compile.js";
import { validatorsOf } from "./validators.js";

/** Beside the project, or where SUNDIAL_SUITES says. */
const root = resolve(projectRoot, process.env["SUNDIAL_SUITES"] ?? "../shared/suites");

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** One test of the suite: its name is unique, "ref.json | group | test". */
export interface Verdict {
  readonly name: string;
  readonly right: boolean;
}

/** The folder of a part of the suite ("draft2020-12"); `undefined` when it is not there. */
export function suiteFolder(part: string): string | undefined {
  const folder = join(root, "json-schema/tests", part);
  return existsSync(folder) ? folder : undefined;
}

/** The verdicts of all tests in a folder, in the order of the files. */
export async function runSuite(folder: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()) {
    const groups = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Group[]; // the suite's own format
    verdicts.push(...((await runGroups(file, groups)) ?? (await runOneByOne(file, groups))));
  }
  return verdicts;
}

async function runOneByOne(file: string, groups: readonly Group[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const group of groups) {
    const refused = group.tests.map((test) => ({ name: nameOf(file, group, test), right: false }));
    verdicts.push(...((await runGroups(file, [group])) ?? refused));
  }
  return verdicts;
}

/** The schemas of a file as one description; `undefined` when it is refused. */
async function runGroups(file: string, groups: readonly Group[]): Promise<readonly Verdict[] | undefined> {
  const schemas = Object.fromEntries(
    groups.map(({ schema }, index) => [`S${String(index)}`, moved(schema, `#/components/schemas/S${String(index)}`)]),
  );
  const description = { openapi: "3.1.0", info: { title: "Suite", version: "1" }, paths: {}, components: { schemas } };
  const { value: api, diagnostics } = await outcomeOf(`${JSON.stringify(description)}\n`);
  if (api === undefined || diagnostics.some(({ severity }) => severity === "error")) return undefined;
  const compiled = await validatorsOf(api);
  return groups.flatMap((group, index) => {
    const validator = compiled.validator(`S${String(index)}Schema`);
    return group.tests.map((test) => ({ name: nameOf(file, group, test), right: validator.is(test.data) === test.valid }));
  });
}

const nameOf = (file: string, group: Group, test: Group["tests"][number]): string => `${file} | ${group.description} | ${test.description}`;

/** A schema whose local references lead to where it now stands. Values are left alone. */
function moved(schema: unknown, to: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => moved(item, to));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (key === "$ref" && typeof value === "string" && value.startsWith("#")) return [key, `${to}${value.slice(1)}`];
    return [key, key === "enum" || key === "const" ? value : moved(value, to)];
  });
  return Object.fromEntries(entries) as unknown; // fromEntries keeps an own `__proto__`
}
