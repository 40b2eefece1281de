/**
 * IDNA 2008 against tables and code that others made: tr46 (its own tables of Unicode for the same rules, as UTS 46 has them) and
 * punycode. Unicode itself differs between engines: only characters that this engine knows are compared.
 */
import { toASCII as encode } from "punycode/punycode.js";
import { toUnicode } from "tr46";
import * as regexes from "tr46/lib/regexes.js";
import { expect, test } from "vitest";
import * as ours from "../../../../../templates/runtime/validate/formats/idna-characters.js";
import { decodePunycode, encodePunycode } from "../../../../../templates/runtime/validate/formats/punycode.js";
import { pick, seeded, type Random } from "../../../../support/sample-text.js";
import { checkOf } from "./checking.js";

const isIdnHostname = checkOf("idn-hostname");
const isHostname = checkOf("hostname");

/** Characters that a label can hold, each by itself, to be looked up in tables. */
const permitted = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
  // Before and after it, something that makes every character valid there but those that never are.
  (character) =>
    /[^\p{Cn}.\u3002\uff0e\uff61]/u.test(character) &&
    (isIdnHostname(`あ${character}`) || isIdnHostname(`א${character}`) || isIdnHostname(`अ्${character}अ`)),
);

/** Vowel signs of Balinese: nonspacing in Unicode 17, from left to right in the tables of tr46. */
const changed = new Set(["\u1b3a", "\u1b3c", "\u1b42"]);

const differences = (one: (character: string) => boolean, other: (character: string) => boolean): readonly string[] =>
  permitted
    .filter((character) => one(character) !== other(character) && !changed.has(character))
    .map((character) => character.codePointAt(0)?.toString(16) ?? "");

test("there are about as many characters in labels as RFC 5892 derives", () => {
  expect(permitted.length).toBeGreaterThan(130_000);
  expect(permitted.length).toBeLessThan(160_000);
});

test("the classes of writing direction are those of tr46", () => {
  const isArabic = (character: string): boolean => ours.arabicNumber.test(character);
  const isMark = (character: string): boolean => ours.nonspacingMark.test(character);
  const isRight = (character: string): boolean =>
    !isArabic(character) && !isMark(character) && !ours.europeanNumber.test(character) && ours.rightToLeft.test(character);
  expect(differences(isArabic, (character) => regexes.bidiS4AN.test(character))).toEqual([]);
  expect(
    differences(
      (character) => ours.europeanNumber.test(character),
      (character) => regexes.bidiS4EN.test(character),
    ),
  ).toEqual([]);
  expect(differences(isRight, (character) => regexes.bidiS1RTL.test(character))).toEqual([]);
  expect(
    differences(
      (character) => isArabic(character) || isRight(character),
      (character) => regexes.bidiDomain.test(character),
    ),
  ).toEqual([]);
  const isLeft = (character: string): boolean =>
    !isArabic(character) &&
    !isRight(character) &&
    !isMark(character) &&
    !ours.europeanNumber.test(character) &&
    !ours.neutral.test(character);
  expect(differences(isLeft, (character) => regexes.bidiS1LTR.test(character))).toEqual([]);
});

test("viramas are those of tr46", () => {
  const virama = new RegExp(`^[${ours.virama}]$`, "u");
  expect(
    differences(
      (character) => virama.test(character),
      (character) => regexes.combiningClassVirama.test(character),
    ),
  ).toEqual([]);
});

test("characters join as tr46 has it", () => {
  const matches = (set: string) => (character: string) => new RegExp(`^[${set}]$`, "u").test(character);
  // Its expression for a non-joiner, asked for one place at a time: beh joins to both sides.
  expect(differences(matches(ours.joinsAfter), (character) => regexes.validZWNJ.test(`${character}\u200cب`))).toEqual([]);
  const before = matches(ours.joinsBefore);
  const through = matches(ours.joinsThrough);
  expect(
    differences(
      (character) => before(character) && !through(character),
      (character) => regexes.validZWNJ.test(`ب\u200c${character}`),
    ),
  ).toEqual([]);
  expect(
    differences(through, (character) => regexes.validZWNJ.test(`ب${character}\u200cب`) && !regexes.validZWNJ.test(`${character}\u200cب`)),
  ).toEqual([]);
});

test("Punycode is what the punycode package makes, both ways", () => {
  const random = seeded(1);
  for (let count = 0; count < 20_000; count += 1) {
    const label = randomLabel(random, permitted);
    if (!/[^\0-\x7f]/.test(label)) continue;
    expect(encodePunycode(label)).toBe(encode(label).slice(4));
    expect(decodePunycode(encodePunycode(label))).toBe(label);
  }
});

test("what Punycode does not stand for is refused, whatever it is", () => {
  const random = seeded(2);
  for (let count = 0; count < 20_000; count += 1) {
    const text = Array.from({ length: 1 + Math.floor(random() * 20) }, () => pick(random, Array.from("abcxyz019-"))).join("");
    const label = decodePunycode(text);
    if (label !== undefined && isHostname(`xn--${text}`)) expect(encodePunycode(label)).toBe(text);
  }
});

test("every name that is accepted is one by UTS 46 too", () => {
  const random = seeded(3);
  let accepted = 0;
  const wrong: string[] = [];
  for (let count = 0; count < 30_000; count += 1) {
    const name = Array.from({ length: 1 + Math.floor(random() * 2) }, () => randomLabel(random, permitted)).join(".");
    if (!isIdnHostname(name)) continue;
    accepted += 1;
    const found = toUnicode(name, { checkBidi: true, checkHyphens: true, checkJoiners: true, useSTD3ASCIIRules: true });
    if (found.error) wrong.push(name);
  }
  expect(accepted).toBeGreaterThan(3000);
  expect(wrong).toEqual([]);
});

/** Mostly of one script, as names are; the odd ones are what rules are about. */
function randomLabel(random: Random, characters: readonly string[]): string {
  const start = Math.floor(random() * characters.length);
  const near = [...characters.slice(start, start + 20), "a", "1", "-", "\u200c", "\u200d", "\u0301", "א", "ب", "٣"];
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, near)).join("");
}
