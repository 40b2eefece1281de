/** Where a place of a text is, beside what the scanner of TypeScript says. */
import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { afterHole, afterText, placeIn, start, type TextPlace } from "../../../../src/emit/print/text-place.js";

/** The place of each mark in a text, as TypeScript's scanner has it. */
function placesByScanner(text: string): readonly TextPlace[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false, ts.LanguageVariant.Standard, text, () => undefined);
  const places: TextPlace[] = [];
  const braces: number[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const open = braces.at(-1);
    if (kind === ts.SyntaxKind.OpenBraceToken && open !== undefined) braces.splice(-1, 1, open + 1);
    if (kind === ts.SyntaxKind.CloseBraceToken && open !== undefined) {
      if (open === 0) {
        kind = scanner.reScanTemplateToken(false);
        if (kind === ts.SyntaxKind.TemplateTail) braces.pop();
      } else braces.splice(-1, 1, open - 1);
    } else if (kind === ts.SyntaxKind.TemplateHead) braces.push(0);
    const marks = scanner.getTokenText().split("\u0001").length - 1;
    places.push(...Array<TextPlace>(marks).fill(placeOfKind(kind)));
  }
  return places;
}

function placeOfKind(kind: ts.SyntaxKind): TextPlace {
  if (kind === ts.SyntaxKind.SingleLineCommentTrivia) return "line comment";
  if (kind === ts.SyntaxKind.MultiLineCommentTrivia) return "comment";
  if (kind === ts.SyntaxKind.StringLiteral) return "string";
  return kind >= ts.SyntaxKind.NoSubstitutionTemplateLiteral && kind <= ts.SyntaxKind.TemplateTail ? "template" : "code";
}

/** The same as we have it; undefined where it is in doubt. */
function placesByUs(pieces: readonly string[]): readonly TextPlace[] | undefined {
  const places: TextPlace[] = [];
  let state = start;
  for (const piece of pieces) {
    if (piece === "MARK") {
      places.push(placeIn(state));
      state = afterHole(state);
      continue;
    }
    const next = afterText(state, piece);
    if (next.doubts.length > 0) return undefined;
    ({ state } = next);
  }
  return places;
}

const piece = fc.constantFrom(
  "MARK",
  "MARK",
  '"',
  "'",
  "`",
  "${",
  "{",
  "}",
  "//",
  "/*",
  "*/",
  "*",
  "\\",
  "\n",
  "$",
  " a ",
  "; ",
  "/",
  "\u2028",
);

test.each(["MARK", ""])("is what the scanner of TypeScript says, or in doubt, whatever is put in: %j", (filled) => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const ours = placesByUs(pieces);
      if (ours === undefined) return;
      compared += 1;
      const places = placesByScanner(pieces.map((each) => (each === "MARK" ? `${filled}\u0001` : each)).join(""));
      expect(ours).toEqual(places);
    }),
    { seed: 20301205, numRuns: 20_000 },
  );
  expect(compared).toBeGreaterThan(5_000);
});
