/** Our own regular expressions are given texts of descriptions, of overlays, of servers: they take linear time, as those of a description have to. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { analysePatterns } from "../../src/model/patterns/analyse-patterns.js";
import { projectRoot } from "../support/compile.js";

/** What reads words of the command line, of the configuration, and of the project's own programs: whoever writes these has the machine anyway. */
const trusted = /^src\/(?:cli|config|project|emit\/templates)\//;

/** Parts of expressions that the analysis does not prove to be linear, and why they are: it does not look around, or does not know what the text is. */
const argued: readonly (readonly [part: string, why: string])[] = [
  ["(https?:[\\\\/]*|:[\\\\/]{2,}", "redact: what looks back is bounded, and each part begins where the one before ended"],
  ["([?&#;])([^\\s\"'`<>=?&#;]+)=", "redact: a name holds no sign that a name begins with"],
  ["##(?=[\\w.]*\\[)", "what is looked at holds no second sign"],
  ["#(?=__|\\s*source", "as above"],
  ["^(\\s+\\S.*?\\s{2,})", "of the usage, which is ours"],
  ['\\s*([^\\s=;,"]+)\\s*=', "of credentials, which are the user's"],
  ["=+$", "of base64, which is the user's, or ours"],
  ['"(?:[^"\\\\\\n\\r]|\\\\.)*"?|,(?=', "a string is taken to its end, closed or not; a comma looks at its own blanks"],
  ["^(?:\"[^\"\\n]*\"|'[^'\\n]*'", "of 200 characters"],
  ["\\B(?=(?:\\d{3})+$)", "of the digits of a number"],
  ["\\b(biome|rome|", "what is looked at is bounded"],
  ["^\\s*(?:\\||#{1,6} )|^ {4,}", "begins where a line does"],
  ["\\S*\\{@link [^{}]*\\}\\S*|\\S+", "links are ours: no other text has the sign"],
  ["(?![^{]{0,500}\\})", "what is looked at is bounded"],
  ["Schema(?=\\d*$)", "what is looked at holds no second word"],
  [" \\('[^]*':-?\\d+\\)$", "of a message of a parser, whose text is bounded"],
  ["(?<=\\/)\\$\\{(?=[\\w-]+\\})", "what is looked at holds no second sign"],
  ["(?:\\/\\*\\*)+(?=\\/|$)", "of a selection, which is the user's"],
  ["^([^:=]+?)\\s*[:=]\\s*(.*)$", "as above"],
  ["\\/?\\**$", "as above"],
  ["^(?:text|multipart|\\*)(?:\\/|$)", "begins where the text does, and has one way through each part"],
  ["^(?:array|list|set|sequence", "of a bounded text"],
  ["^(?:map|dict|dictionary", "as above"],
  [", (..) (...) (\\d+) (.*) GMT", "of a date that has the length of one"],
  ["(?:^|\\/)(?:\\.|%2e){1,2}(?:\\/|$)", "has four characters at most"],
  ["[^A-Za-z0-9\\-._~:", "a run that nothing has to follow"],
  ["\\?.*$", "of a URL of the user's"],
  ["[?#].*$", "as above"],
  ["\\/+$", "as above"],
  [",[^,]*;[^,]*", "of a header"],
  [" *,(?! ?\\d\\d[ -]) *", "of a header"],
  [';\\s*([^\\s;="]+)\\s*=', "of a header"],
  ["%.*$", "of an address"],
  ["^[0-9a-f:]+(?:\\d+\\.", "of an address"],
  ["^(?:(?:25[0-5]|", "has four parts"],
  ["^(?:[-a-z\\d\\u00b7", "of a label, which has 63 characters"],
  ["^(?=L)[LENM]*", "as above"],
];

interface Expression {
  readonly source: string;
  readonly flags: string;
}

function expressionsIn(path: string): readonly Expression[] {
  const file = ts.createSourceFile(path, readFileSync(join(projectRoot, path), "utf8"), ts.ScriptTarget.Latest);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const [, source, flags = ""] = ts.isRegularExpressionLiteral(node) ? (/^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []) : [];
    if (source !== undefined) found.push({ source, flags });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** As the analysis knows it: it has no flags, and a run that begins nowhere but at its first character is as one character. */
function plainly({ source, flags }: Expression): string {
  const runs = source.replace(/\(\?<!(\[[^\]]+\]|\\?.)\)\1(?:[+*]|\{\d+,\})/g, "~");
  const dots = flags.includes("s") ? runs.replace(/(?<!\\)\./g, "[^]") : runs;
  return flags.includes("y") ? `^(?:${dots})` : dots;
}

test("no expression takes time that grows as the square of a text of somebody else's", async () => {
  const paths = ["src", "templates/runtime"].flatMap((root) =>
    readdirSync(join(projectRoot, root), { recursive: true, encoding: "utf8" })
      .map((path) => `${root}/${path.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".gen.ts") && !trusted.test(path)),
  );
  const bySource = new Map<string, { readonly source: string; readonly path: string }>();
  for (const path of paths) for (const each of expressionsIn(path)) bySource.set(plainly(each), { source: each.source, path });
  expect(bySource.size).toBeGreaterThan(300);
  const analyses = await analysePatterns(bySource.keys(), () => Promise.resolve(() => ({ status: "unknown" }) as never));
  const doubted = [...analyses.keys()].flatMap((plain) => bySource.get(plain) ?? []);
  const unproven = doubted.filter(({ source }) => !argued.some(([part]) => source.includes(part)));
  expect(unproven.map(({ source, path }) => `${path}: ${source}`)).toEqual([]);
  const unneeded = argued.filter(([part]) => !doubted.some(({ source }) => source.includes(part)));
  expect(unneeded).toEqual([]);
}, 300_000);
