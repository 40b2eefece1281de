/** A formatter that the configuration asks for, and that does not do its work. */
import { demand, type Change } from "./change.js";
import type { Subject } from "./subject.js";

/** Asks for a formatter, and writes the files that it needs. What is generated without it is not another text. */
async function ask({ repository, config }: Subject, format: string, files: Readonly<Record<string, string>> = {}): Promise<undefined> {
  await repository.edit(config, (text) => text.replace(/\}\);\s*$/, `  format: ${format},\n});\n`));
  for (const [path, text] of Object.entries(files)) await repository.write(path, text);
  await repository.commit("Format generated code");
}

/** Says what is wrong, writes what it can, and loses nothing. */
async function generates({ repository, generate, types }: Subject, code: string): Promise<void> {
  const { end, printed } = await repository.attempt(generate);
  demand(end === 0, `generate ends with ${String(end)}\n${printed}`);
  demand(printed.includes(code), `generate does not say ${code}\n${printed}`);
  demand((await repository.read(types)).includes("Book"), "generate leaves no types");
}

const shared = { of: ["sundial"], verdict: "green", then: "advice" } as const;

export const formatterChanges: readonly Change[] = [
  {
    ...shared,
    name: "formatter-missing",
    what: "the formatter is not installed",
    says: ["formatter-missing"],
    make: (subject) => ask(subject, '"biome"'),
    between: (subject) => generates(subject, "formatter-missing"),
  },
  {
    ...shared,
    name: "formatter-broken",
    what: "the formatter's settings cannot be read",
    says: ["formatter-failed"],
    make: (subject) => ask(subject, '"prettier"', { ".prettierrc.json": "{", ".prettierignore": "" }),
    between: (subject) => generates(subject, "formatter-failed"),
  },
  {
    ...shared,
    name: "formatter-refuses",
    what: "the formatter refuses each file",
    says: ["formatter-failed", "not today"],
    make: (subject) =>
      ask(subject, '{ command: "node refuse.mjs {file}" }', { "refuse.mjs": 'console.error("not today");\nprocess.exitCode = 3;\n' }),
    between: (subject) => generates(subject, "not today"),
  },
  {
    ...shared,
    name: "formatter-slow",
    what: "the formatter takes longer than a minute for one file",
    says: ["formatter-failed", "took more than"],
    make: (subject) =>
      ask(subject, '{ command: "node slow.mjs {file}" }', {
        "slow.mjs":
          'const wait = process.argv[2].endsWith("types.ts") ? 600_000 : 0;\nsetTimeout(() => process.stdin.pipe(process.stdout), wait);\n',
      }),
    between: (subject) => generates(subject, "formatter-failed"),
  },
];
