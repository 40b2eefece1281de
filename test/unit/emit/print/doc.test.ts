import ts from "typescript";
import { describe, expect, it } from "vitest";
import { code, trusted } from "../../../../src/emit/print/code.js";
import { doc, inline, type DocText } from "../../../../src/emit/print/doc.js";

const of = (text: string, indentation = 0): string => doc({ text: [text] }, indentation);

describe("doc", () => {
  it("prints nothing when there is nothing to say", () => {
    expect(doc({})).toBe("");
    expect(doc({ text: [undefined, "", " \n "], notes: [], tags: [] })).toBe("");
  });

  it.each([
    ["biome-ignore-all lint: generated", "biome&#45;ignore-all lint: generated"],
    ["prettier-ignore", "prettier&#45;ignore"],
    ["c8 ignore next", "c8&#32;ignore next"],
    ["deno-lint-ignore no-explicit-any", "deno&#45;lint-ignore no-explicit-any"],
    ["spell-checker:disable", "spell-checker&#58;disable"],
    ["spellchecker: ignore foo", "spellchecker&#58; ignore foo"],
    ["cSpell:words foo bar", "cSpell&#58;words foo bar"],
    ["spell:disable-next-line", "spell&#58;disable-next-line"],
    ["nosemgrep: rule", "&#110;osemgrep: rule"],
    ["skipcq: JS-0001", "&#115;kipcq: JS-0001"],
    ["NOSONAR", "&#78;OSONAR"],
    ["lgtm[js/xss] codeql[js/xss]", "&#108;gtm[js/xss] &#99;odeql[js/xss]"],
    ["jscpd:ignore-start", "jscpd&#58;ignore-start"],
    ["gitleaks:allow", "gitleaks&#58;allow"],
    ["pragma: allowlist secret", "pragma&#58; allowlist secret"],
    ["It can spell words, and skips lines without a pragma.", "It can spell words, and skips lines without a pragma."],
    ["Chrome ignores the format of eslint.", "Chrome ignores the format of eslint."],
  ])("is no word that a tool obeys: %s", (text, expected) => {
    expect(of(text)).toBe(`/** ${expected} */\n`);
  });

  it("prints one sentence on one line", () => {
    expect(of("The animals of the store.")).toBe("/** The animals of the store. */\n");
  });

  it("gives a deprecation a line of its own", () => {
    expect(doc({ tags: [{ tag: "default", text: code`1` }] })).toBe("/** @default 1 */\n");
    expect(doc({ tags: [{ tag: "deprecated", text: code`` }] })).toBe("/**\n * @deprecated\n */\n");
  });

  it("keeps paragraphs apart, wraps them, and puts tags last", () => {
    const long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen";
    const printed = doc({
      text: [`${long}\n\nA second paragraph.`],
      notes: [code`\`GET /pets\``],
      tags: [{ tag: "default", text: code`20` }],
    });
    expect(printed).toBe(`/**
 * one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
 * seventeen eighteen
 *
 * A second paragraph.
 *
 * \`GET /pets\`
 *
 * @default 20
 */
`);
    for (const line of printed.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("counts the indentation that it will get", () => {
    const text = "word ".repeat(60).trim();
    const widest = (indentation: number): number =>
      Math.max(
        ...of(text, indentation)
          .split("\n")
          .map((line) => line.length),
      );
    expect(widest(20)).toBeLessThanOrEqual(80);
    expect(widest(20)).toBeGreaterThan(70);
    expect(widest(95)).toBeLessThanOrEqual(60);
  });

  it("keeps the lines of lists, tables, headings, quotes and code", () => {
    const text = [
      "# Title",
      "- one",
      "- two",
      "  1. three",
      "| a | b |",
      "|---|---|",
      "> quoted",
      "```json",
      "{",
      '    "a":   1',
      "",
      "}",
      "```",
    ].join("\n");
    expect(of(text)).toBe(
      `/**\n${text
        .split("\n")
        .map((line) => (line === "" ? " *\n" : ` * ${line}\n`))
        .join("")} */\n`,
    );
  });

  it("indents what a list item goes on with, and repeats the mark of a quote", () => {
    const words = "word ".repeat(30).trim();
    expect(
      of(`- ${words}`)
        .split("\n")
        .slice(1, 3)
        .map((line) => line.slice(0, 9)),
    ).toEqual([" * - word", " *   word"]);
    expect(
      of(`> ${words}`)
        .split("\n")
        .slice(1, 3)
        .map((line) => line.slice(0, 9)),
    ).toEqual([" * > word", " * > word"]);
  });

  it("never begins a wrapped line with a word that would make it a list, a heading or a quote", () => {
    for (const mark of ["-", "*", "+", "#", ">", "1.", "22)", "|"]) {
      const printed = of(`${"x".repeat(94)} ${mark} rest of the sentence`);
      expect(printed.split("\n").some((line) => line.startsWith(` * ${mark} `))).toBe(false);
    }
  });

  it("closes a fence that was left open", () => {
    expect(doc({ text: ["```\ncode"], notes: [code`note`] })).toBe("/**\n * ```\n * code\n * ```\n *\n * note\n */\n");
  });

  it("keeps a method and its path in one piece", () => {
    const route = `\`GET /${"segment/".repeat(15)}{id}\``;
    expect(doc({ route: trusted(route) }, 40)).toBe(`/**\n * ${route}\n */\n`);
  });

  it("keeps a link of ours in one piece", () => {
    const note = code`${trusted("word ".repeat(18))}and use {@link listPets} instead of it, please, whenever you can.`;
    expect(doc({ notes: [note] })).toMatch(/\{@link listPets\}/);
  });

  it.each([
    ["*/ alert(1) /*", String.raw`*\/ alert(1) /*`],
    ["**/", String.raw`**\/`],
    ["see @deprecated now", "see &#64;deprecated now"],
    ["@internal", "&#64;internal"],
    ["ops@internal.example.com", "ops&#64;internal.example.com"],
    ["ops@example.com", "ops@example.com"],
    ["x@__NO_SIDE_EFFECTS__", "x&#64;__NO_SIDE_EFFECTS__"],
    ["#__PURE__", "&#35;__PURE__"],
    ["# sourceMappingURL=x", "&#35; sourceMappingURL=x"],
    ["{@link evil}", "&#123;&#64;link evil}"],
    ["a\u202eb", "aU+202Eb"],
    ["a\u200bb\u00adc\u2066d", "aU+200BbU+00ADcU+2066d"],
    ["a\u0000b\u001bc", "aU+0000bU+001Bc"],
    ["lone \ud800 half", "lone U+D800 half"],
    ["a\u00a0b\tc", "a b  c"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["naïve 日本語 🐶", "naïve 日本語 🐶"],
  ])("makes %j harmless text", (text, expected) => {
    expect(of(text)).toBe(`/** ${expected} */\n`);
  });

  it.each(["\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f"])("takes %j for the end of a line", (end) => {
    expect(of(`a${end}b`)).toBe("/**\n * a\n * b\n */\n");
    expect(inline(`a${end}b`)).toBe("a b");
  });
});

/** A small generator with a seed (mulberry32): every run sees the same cases. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pieces = [
  ...Array.from("*/@#{}`\\\"'<>|-+.:;,!?()[]_~^$&=% \t\n\r"),
  ...[
    "*/",
    "/*",
    "/**",
    "*",
    "**/",
    "* /",
    "*\n/",
    "*\u200b/",
    " @",
    "\n@",
    "\n * @",
    "{@",
    "{@link x}",
    "@deprecated",
    "@internal",
    "@ts-ignore",
    "@ts-expect-error",
  ],
  ...[
    "@__PURE__",
    "#__NO_SIDE_EFFECTS__",
    "@license",
    "@preserve",
    "@cc_on",
    "@jsx h",
    "//# sourceMappingURL=x",
    "//",
    "/// <reference path='x'/>",
    "eslint-disable",
  ],
  ...[
    "```",
    "~~~",
    "\n```\n",
    "| a |",
    "\n# ",
    "\n- ",
    "\n1. ",
    "\n> ",
    "    ",
    "\n\n",
    "\r\n",
    "\u2028",
    "\u2029",
    "\u0085",
    "\v",
    "\f",
    "\0",
    "\ud800",
    "\udfff",
    "\u202e",
    "\u2066",
  ],
  ...[
    "\u200b",
    "\u00ad",
    "\ufeff",
    "\u{e0041}",
    "\u0338",
    "\u0301",
    "＠",
    "＊",
    "／",
    "a",
    "Z",
    "0",
    "é",
    "日",
    "🐶",
    "word",
    "a@b",
    "a@b.example",
    "https://x.test/a*/b",
    "${x}",
    "</script>",
    "&#64;",
    "\\u0040",
  ],
];

/** Runs of blanks make a case dull; half of the time a piece is a character of any kind. */
function randomText(next: () => number): string {
  const length = Math.floor(next() * 24);
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text += next() < 0.9 ? (pieces[Math.floor(next() * pieces.length)] ?? "") : String.fromCharCode(Math.floor(next() * 0x10000));
  }
  return text;
}

function randomDoc(next: () => number): DocText {
  const withTag = next() < 0.5;
  return {
    text: [randomText(next), next() < 0.3 ? randomText(next) : undefined],
    notes: next() < 0.3 ? [code`\`${inline(randomText(next))}\``] : [],
    tags: withTag ? [{ tag: "deprecated", text: inline(randomText(next)) }] : [],
  };
}

const directive =
  /@(internal|ts-|__|license|preserve|cc_on|jsx)|#__|[#@]\s*source(?:Mapping)?URL|[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029\u0085\r]/i;

it("text of 200,000 paragraphs, or lines of a fence, is written as text of a few", () => {
  const many = 200_000;
  expect(doc({ text: ["a\n\n".repeat(many)] }).split("\n")).toHaveLength(2 * many + 2);
  expect(doc({ text: [`\`\`\`\n${"a\n".repeat(many)}\`\`\``] }).split("\n")).toHaveLength(many + 5);
  expect(doc({ text: [`- ${"word ".repeat(20 * many)}`] }).split("\n").length).toBeGreaterThan(many);
});

describe("doc, with 100,000 hostile texts", () => {
  it("always is one comment, with the tags that we wrote and no other", () => {
    const next = random(20301205);
    const size = 500;
    for (let batch = 0; batch < 200; batch += 1) {
      const contents = Array.from({ length: size }, () => randomDoc(next));
      const comments = contents.map((content) => doc(content, Math.floor(next() * 60)));
      const source = comments.map((comment, index) => `${comment}declare const x${index}: unknown;\n`).join("");
      const file = ts.createSourceFile("x.ts", source, ts.ScriptTarget.ESNext, true);
      expect(file.statements.length, `batch ${batch}`).toBe(size);
      const wrong = [...file.statements.entries()].flatMap(([index, statement]) => {
        const content = contents[index];
        const comment = comments[index] ?? "";
        const ranges = ts.getLeadingCommentRanges(source, statement.pos) ?? [];
        const found = {
          isStatement: ts.isVariableStatement(statement),
          comments: ranges.map(({ pos, end }) => source.slice(pos, end)),
          tags: ts.getJSDocTags(statement).map(({ tagName }) => tagName.text),
          directive: directive.test(comment),
        };
        const wanted = {
          isStatement: true,
          comments: comment === "" ? [] : [comment.trimEnd()],
          tags: (content?.tags ?? []).map(({ tag }) => tag),
          directive: false,
        };
        return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [{ content, found, wanted }];
      });
      expect(wrong, `batch ${batch}`).toEqual([]);
    }
  }, 240_000);
});
