import { describe, expect, test } from "vitest";
import { piecesOf } from "../../../src/io.js";
import { inkHash } from "../../../src/output/ink-hash.js";
import { isSameCode } from "../../../src/output/same-code.js";

/** One program, laid out in two ways. */
const alike: readonly [string, string][] = [
  ["const a = { b: 1, c: [1, 2] };\n", "const a = {\n\tb: 1,\n\tc: [\n\t\t1,\n\t\t2,\n\t],\n}\n"],
  [`const a = "it's";`, `const a = 'it\\'s'`],
  [`const a = "say \\"no\\"";`, `const a = 'say "no"'`],
  ["type A = { 'b-c': string; d?: number };", `type A = {\n  "b-c": string\n  "d"?: number\n}`],
  [`const { "é": a, b } = c;`, "const { é: a, b } = c"],
  ["type A = B | C;", "type A =\n  | B\n  | C;\n"],
  ["const f = (a) => a;", "const f = a => a"],
  ["const a = b && (c || d);", "const a =\n  b &&\n  (c || d)\n"],
  ["const a = (b);", "const a = b;"],
  ["type A = (B)[];", "type A = B[];"],
  [
    "/**\n * A pet.\n * Of two lines.\n */\nexport const a = 1; // one\n",
    "  /**\n   * A pet.\n   * Of two lines.\n   */\nexport const a = 1 // one",
  ],
  ['const a = `${b ? "c" : `d ${e}`} f`;', "const a = `${b ? 'c' : `d ${ e }`} f`"],
  ["const a = /[\"'/]/.test(b);\nconst c = 'd';", 'const a = /["\'/]/.test(\n  b\n)\nconst c = "d"\n'],
  ["const a = b / c; const d = e / f;", "const a = b / c\nconst d = e / f\n"],
  ["const a = 1;\r\nconst b = 2;\r\n", "const a = 1;\nconst b = 2;\n"],
  ["import { a, type B } from './a.js';", 'import {\n  a,\n  type B,\n} from "./a.js";\n'],
  [
    '// Generated.\n\nimport { type B, a } from "./b.js";\nimport type { C } from "./a.js";\nimport "./c.js";\n\nexport const d = a;\n',
    "// Generated.\nimport type { C } from './a.js'\nimport { a, type B } from './b.js'\nimport './c.js'\nexport const d = a\n",
  ],
  [
    'import { a } from "./a.js";\nimport type { B } from "./a.js";\n\n/** c */\nexport const d = 1;\n',
    'import type { B } from "./a.js";\nimport { a } from "./a.js";\n/** c */\nexport const d = 1;\n',
  ],
  ...["return", "typeof", "throw", "await"].map((word): [string, string] => [
    `async () => { ${word} /^a'b:/i.test(b) ? "c" : 'd'; };`,
    `async () => {\n  ${word} /^a'b:/i.test(b)\n    ? 'c'\n    : "d"\n}`,
  ]),
];

/** Two programs. */
const different: readonly [string, string][] = [
  ["const a = 1;", "const a = 2;"],
  ["const a = 'b c';", "const a = 'bc';"],
  ["const a = b;", 'const a = "b";'],
  ["const a = (b + c) * d;", "const a = b + (c * d);"],
  ["type A = (B | C)[];", "type A = B | C[];"],
  ["const a = b || c;", "const a = b | c;"],
  ["const a = [b, [c]];", "const a = [b, c];"],
  ["// a b\nconst a = 1;", "// a c\nconst a = 1;"],
  ["const a = `b c`;", "const a = `bc`;"],
  ["const a = /b c/;", "const a = /bc/;"],
  ["import type { A } from 'b';", "import { A } from 'b';"],
  ["import { a, b } from 'b';", "import { a, c } from 'b';"],
  ["import { a as b } from 'b';", "import { b as a } from 'b';"],
  ["import { a } from 'b';\nimport { b } from 'a';", "import { a } from 'a';\nimport { b } from 'b';"],
  ["import { a } from 'b';\na();", "a();\nimport { a } from 'b';"],
  ["const a = b.return / c / d;", "const a = b.return / (c / d);"],
  ["const a = f(b, c);", "const a = f((b, c));"],
  ["if (a) { b(); }", "if (a) { } b();"],
  ["const a = 'b';", "const a = 'b"],
];

describe("the ink of a text", () => {
  test.each(alike)("is the same however it is laid out: %j %j", async (one, other) => {
    expect(inkHash(one)).toBe(inkHash(other));
    expect(await isSameCode(one, other)).toBe(true);
  });

  test.each(different)("or the tree of the text tells programs apart: %j %j", async (one, other) => {
    expect(await isSameCode(one, other)).toBe(false);
  });

  test("is that of its bytes, wherever it is parted", () => {
    const text = `/** é */ const a = "ü", b = \`x\${a}\`; // ${"😀".repeat(40_000)}\n`.repeat(3);
    expect(inkHash(text)).toBe(inkHash(new TextEncoder().encode(text)));
    expect(inkHash(`\ufeff${text}`)).toBe(inkHash(text));
    expect(inkHash(text.replace("ü", "u"))).not.toBe(inkHash(text));
  });

  test("knows the word before a regular expression that begins another piece", () => {
    const code = "return /['\"]/.test(a)";
    const [size = 0] = Array.from(piecesOf("x".repeat(10_000_000)), ({ length }) => length);
    for (let back = 0; back <= code.length + 2; back += 1) {
      const start = `//${"x".repeat(size - 3 - back)}\n`;
      expect(inkHash(`${start}${code};\nb = "c d";\n`)).toBe(inkHash(`${start}${code}\nb = 'c d'\n`));
    }
  });
});
