/** What each generator says of each change, beside what it should say: the table of docs/ci.md. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Change } from "./change.js";
import { changes } from "./changes.js";
import type { Generator, Subject } from "./subject.js";
import { check, withChange } from "./try-change.js";

const page = fileURLToPath(new URL("../../../docs/ci.md", import.meta.url));
const [start, end] = ["<!-- verdicts -->\n", "<!-- /verdicts -->"];

/** As the columns are. */
export const generators: readonly { readonly generator: Generator; readonly title: string }[] = [
  { generator: "sundial", title: "`sundial check`" },
  { generator: "openapi-typescript", title: "`openapi-typescript --check`" },
  { generator: "git diff", title: "`openapi-typescript`, `git diff --exit-code`" },
  { generator: "graphql-codegen", title: "`graphql-codegen --check`" },
];

export type Judged = "green" | "red" | "–";

export function hasMeaning({ of }: Change, generator: Generator): boolean {
  return of === undefined || of.includes(generator);
}

/** What a peer says of a change that its repository has. */
export async function judge(change: Change, subject: Subject): Promise<Judged> {
  return withChange(change, subject, async (around) => ((await check(subject, around)).end === 0 ? "green" : "red"));
}

/** A row of the table; what is not as it should be is bold. */
function rowOf(change: Change, judged: ReadonlyMap<Generator, Judged>): string {
  const should = change.verdict === "green" ? "green" : "red";
  const cells = generators.map(({ generator }) => {
    const found = judged.get(generator) ?? "–";
    return found === should || found === "–" ? found : `**${found}**`;
  });
  return `| ${[change.what, should, ...cells].join(" | ")} |`;
}

/** Puts a row where it belongs, in the order of the changes; a row of none is dropped. */
export async function writeRow(change: Change, judged: ReadonlyMap<Generator, Judged>): Promise<void> {
  const text = await readFile(page, "utf8");
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error("docs/ci.md has no place for the table");
  const before = text.slice(from + start.length, to).split("\n");
  const rows = changes.flatMap((each) =>
    each === change ? [rowOf(change, judged)] : before.filter((line) => line.startsWith(`| ${each.what} | `)),
  );
  const head = ["what happened", "should be", ...generators.map(({ title }) => title)];
  const table = [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`, ...rows, ""].join("\n");
  await writeFile(page, `${text.slice(0, from + start.length)}${table}${text.slice(to)}`);
}
