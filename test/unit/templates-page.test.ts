/** docs/templates.md has every view as the table of views has it. `UPDATE=1` writes that part. What it shows is generated. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { templateNames, views, type Members, type Shape } from "../../src/emit/print/views.js";
import { projectRoot } from "../support/compile.js";
import { memoryIo, type MemoryIo } from "../support/memory-io.js";

const file = join(projectRoot, "docs/templates.md");
const page = readFileSync(file, "utf8");
const [from, to] = [page.indexOf("<!-- views -->\n") + "<!-- views -->\n".length, page.indexOf("<!-- /views -->")];

function rowsOf(members: Members, inside = ""): readonly string[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const kind = member.kind === "list" ? "list, of" : member.kind;
    const row = `| ${inside}\`${name}\` | ${kind} | ${member.about.replaceAll("|", "\\|")} |`;
    return member.kind === "list" ? [row, ...rowsOf(member.members, `${inside}– `)] : [row];
  });
}

function sectionOf(name: string, { makes, version, changes, members }: Shape): string {
  const rows = rowsOf(members);
  const table = rows.length === 0 ? "It has no members." : `| member | kind | what it is |\n|---|---|---|\n${rows.join("\n")}`;
  const history = Object.entries(changes).map(([since, what]) => `\n\nView ${since}: ${what}`);
  return `### ${name}\n\nIt makes ${makes}. View ${String(version)}.\n\n${table}${history.join("")}\n`;
}

test("the page has every view, with every member and its kind", () => {
  const text = `\n${templateNames.map((name) => sectionOf(name, views[name])).join("\n")}\n`;
  if (process.env["UPDATE"] === "1") writeFileSync(file, page.slice(0, from) + text + page.slice(to));
  expect(page.slice(from, to)).toBe(text);
});

/** The blocks of the page that are marked so. */
const blocksOf = (mark: string): readonly (readonly [path: string, text: string])[] =>
  [...page.matchAll(new RegExp(`<!-- ${mark}: (\\S+) -->\\n\`\`\`\\w+\\n([^]*?)\`\`\``, "g"))].map(([, path = "", text = ""]) => [
    path,
    text,
  ]);

let io: MemoryIo;
beforeAll(async () => {
  const config = { input: "petstore.yaml", output: "src/petstore", handlers: "src/handlers", templates: "sundial-templates" };
  const petstore = readFileSync(join(projectRoot, "spec/petstore.yaml"), "utf8");
  io = memoryIo({
    "/project/petstore.yaml": petstore,
    "/project/package.json": "{}",
    "/project/sundial.config.json": JSON.stringify(config),
  });
  expect(await run(["eject", "client"], io)).toBe(0);
  for (const [name, text] of blocksOf("template")) await io.write(`/project/sundial-templates/${name}`, text);
  for (const [name, text] of blocksOf("addition"))
    await io.write(`/project/sundial-templates/${name}`, io.text(`/project/sundial-templates/${name}`) + text);
  expect(await run(["generate"], io)).toBe(0);
});

test("the example makes what the page shows", () => {
  expect([blocksOf("template").length, blocksOf("addition").length, blocksOf("makes").length]).toEqual([1, 1, 2]);
  for (const [path, text] of blocksOf("makes")) expect(io.text(`/project/${path}`)).toContain(text);
});
