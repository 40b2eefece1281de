/** Labels of internationalised host names: IDNA 2008, by the properties of characters that the engine's Unicode gives them. */
import {
  arabicNumber,
  europeanNumber,
  joinsAfter,
  joinsBefore,
  joinsThrough,
  neutral,
  nonspacingMark,
  rightToLeft,
  virama,
} from "./idna-characters.js";
import { decodePunycode, encodePunycode } from "./punycode.js";

/** Whether labels make a name: each is valid, none longer than 63 characters as it travels, all together not longer than 253, and all can stand beside each other. */
export function isDomain(labels: readonly string[]): boolean {
  let length = labels.length - 1;
  const written: string[] = [];
  for (const label of labels) {
    const pair = bothForms(label);
    if (pair === undefined) return false;
    length += pair.ascii.length;
    if (length > 253) return false;
    written.push(pair.unicode);
  }
  return isBidiDomain(written);
}

/** A label as it travels and as people read it; `undefined` when it is not valid. */
function bothForms(label: string): { readonly ascii: string; readonly unicode: string } | undefined {
  // No character takes less than one in Punycode: this also bounds the work.
  if (label === "" || label.length > 126) return undefined;
  if (nonAscii.test(label)) {
    const ascii = `xn--${encodePunycode(label)}`;
    return ascii.length <= 63 && isUnicodeLabel(label) ? { ascii, unicode: label } : undefined;
  }
  if (label.length > 63 || !hostLabel.test(label)) return undefined;
  const lower = label.toLowerCase();
  if (!lower.startsWith("xn--")) return { ascii: label, unicode: label };
  const unicode = decodePunycode(lower.slice(4));
  if (unicode === undefined || !nonAscii.test(unicode) || !isUnicodeLabel(unicode)) return undefined;
  return encodePunycode(unicode) === lower.slice(4) ? { ascii: label, unicode } : undefined;
}

const nonAscii = /[^\0-\x7f]/;
const hostLabel = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

/** @see https://www.rfc-editor.org/rfc/rfc5891#section-4.2 */
function isUnicodeLabel(label: string): boolean {
  return (
    label.normalize() === label &&
    !/^-|-$|^..--|^\p{M}/u.test(label) &&
    permitted.test(label) &&
    !misplaced.test(label) &&
    (!label.includes("\u30fb") || /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(label)) &&
    !(/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label))
  );
}

// In the order of RFC 5892 section 3: the exceptions (2.6), LDH (2.5) and CONTEXTJ (2.8); then letters and digits (2.1), but not what
// is unstable or ignorable (2.2, 2.3: Changes_When_NFKC_Casefolded is both), of ignorable blocks (2.4) or an old Hangul Jamo (2.9).
const permitted =
  /^(?:[-a-z\d\u00b7\u00df\u03c2\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u200c\u200d\u3007\u30fb]|(?![\u0640\u07fa\u1100-\u11ff\u20d0-\u20ff\u302e\u302f\u3031-\u3035\u303b\ua960-\ua97c\ud7b0-\ud7fb\u{1d100}-\u{1d24f}\p{CWKCF}\p{DI}])[\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Nd}\p{Mn}\p{Mc}])*$/u;

/** What is only permitted beside certain others, and is not beside them: CONTEXTO and CONTEXTJ. @see https://www.rfc-editor.org/rfc/rfc5892#appendix-A */
const misplaced = /* @__PURE__ */ misplacedPattern();

// A function, because bundlers leave arguments that are worked out where they are, in use or not.
function misplacedPattern(): RegExp {
  const alternatives = [
    "(?<!l)\\u00b7|\\u00b7(?!l)",
    "\\u0375(?!\\p{sc=Grek})",
    "(?<!\\p{sc=Hebr})[\\u05f3\\u05f4]",
    `(?<![${virama}])\\u200d`,
    `\\u200c(?<![${virama}]\\u200c)(?!(?<=[${joinsAfter}][${joinsThrough}]*\\u200c)[${joinsThrough}]*[${joinsBefore}])`,
  ];
  return new RegExp(alternatives.join("|"), "u");
}

/** Whether labels keep their order where one of them is written from right to left. @see https://www.rfc-editor.org/rfc/rfc5893#section-2 */
function isBidiDomain(labels: readonly string[]): boolean {
  const classes = labels.map((label) => Array.from(label, bidiClass).join(""));
  return !classes.some((text) => /[RA]/.test(text)) || classes.every((text) => inOrder.test(text));
}

const inOrder = /^(?=L)[LENM]*[LE]M*$|^(?=R)(?!.*(?:A.*E|E.*A))[RAENM]*[RAE]M*$/;

/** One letter: R for R and AL, A for AN, E for EN, M for NSM, N for all neutral ones, L. */
function bidiClass(character: string): string {
  if (arabicNumber.test(character)) return "A";
  if (europeanNumber.test(character)) return "E";
  if (nonspacingMark.test(character)) return "M";
  if (rightToLeft.test(character)) return "R";
  return neutral.test(character) ? "N" : "L";
}
