/** The process in which emitted validators judge the values of the suite: reads `plan.json`, prints the verdicts. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** A file of the suite, and what was emitted for each of its groups: a module and the validator in it, or why there is none. */
export interface Planned {
  readonly file: string;
  /** As verdicts call it: "ref.json". */
  readonly name: string;
  readonly modules: readonly ({ readonly path: string; readonly validator: string } | { readonly refused: string })[];
}

/** One test of the suite: its name is unique, "ref.json | group | test". */
export interface Verdict {
  readonly name: string;
  readonly right: boolean;
  /** What was wrong. */
  readonly why?: string;
}

interface Group {
  readonly description: string;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

interface Judge {
  is(value: unknown): boolean;
  safeParse(value: unknown): { readonly success: boolean };
}

const plan = JSON.parse(readFileSync("plan.json", "utf8")) as readonly Planned[]; // written by the parent
const verdicts: Verdict[] = [];
for (const { file, name, modules } of plan) {
  const groups = JSON.parse(readFileSync(file, "utf8")) as readonly Group[]; // the suite's own format
  for (const [index, group] of groups.entries()) {
    const judge = await judgeOf(modules[index]);
    for (const test of group.tests) {
      const why = typeof judge === "string" ? judge : mistake(judge, test.data, test.valid);
      const whole = `${name} | ${group.description} | ${test.description}`;
      verdicts.push(why === undefined ? { name: whole, right: true } : { name: whole, right: false, why });
    }
  }
}
process.stdout.write(JSON.stringify(verdicts));

async function judgeOf(module: Planned["modules"][number] | undefined): Promise<Judge | string> {
  if (module === undefined || "refused" in module) return `refused: ${module?.refused ?? ""}`;
  try {
    const exports = (await import(pathToFileURL(module.path).href)) as Readonly<Record<string, Judge | undefined>>;
    return exports[module.validator] ?? `no export ${module.validator}`;
  } catch (error) {
    return `not imported: ${String(error)}`;
  }
}

/** The guard and the collector of issues must both say what the suite says. */
function mistake(judge: Judge, data: unknown, valid: boolean): string | undefined {
  try {
    if (judge.is(data) !== valid) return `is: ${String(!valid)}`;
    return judge.safeParse(data).success === valid ? undefined : `safeParse: ${String(!valid)}`;
  } catch (error) {
    return `thrown: ${String(error)}`;
  }
}
