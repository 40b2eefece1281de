// Ranges, not properties such as \p{Cf}: the same text must give the same comment under every version of Unicode.
const controls = "\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f";
/** Direction marks and overrides, joiners, soft hyphens, tags: characters that show as nothing, or that turn others around. */
export const formats =
  "\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb" +
  "\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
/** Letters and symbols that show as nothing. */
const blanks = "\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0";
/** Halves of characters, characters of private meaning, and those that never are one. */
const meaningless = "\\ud800-\\udfff\\ue000-\\uf8ff\\ufdd0-\\ufdef\\ufffe\\uffff\\u{f0000}-\\u{10ffff}";

const invisible = new RegExp(`[${controls}${formats}${blanks}${meaningless}]`, "gu");
const spaces = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Text without any of this needs no second look. */
const suspicious =
  /[^\n -?A-~]|\*\/|#(?:__|\s*s)|\b(?:biome|rome|ox|eslint|tslint|prettier|dprint|deno|stylelint|istanbul|[cv]8|node:|c?spell|jscpd|gitleaks|trufflehog|devskim|checkov|pragma)[-: lc]|nosemgrep|nosonar|skipcq|nolint|noqa|lgtm\[|codeql\[/i;
/** Words that linters, formatters and coverage tools obey where a comment begins with them, whatever the comment is. */
const directive =
  /\b(biome|rome|oxlint|oxc|eslint|tslint|prettier|dprint|deno|stylelint|istanbul|c8|v8|node:coverage|jscpd|trufflehog|devskim)([-: ])(?=[\w-]{0,40}(?:ignore|disable|enable|lint|fmt|format))/gi;
/** Words of checkers of spelling and of secrets: what follows the colon is theirs. */
const setting = /\b(c?spell|spell-?checker|gitleaks|checkov|pragma)(:)(?=:?\s{0,5}[a-z])/gi;
/** Words that analysers obey by themselves. */
const silencer = /\b(n|s|l|c)(?=(?<=n)(?:osemgrep|osonar|olint|oqa)\b|(?<=s)kipcq\b|(?<=l)gtm\[|(?<=c)odeql\[)/gi;
/** An address is no tag; but some tools look for these words anywhere in a comment. */
const atSign = /(?<![A-Za-z0-9_.-])@|@(?![A-Za-z0-9])|@(?=internal|ts-|license|preserve|cc_on|jsx)/gi;

/**
 * Document text that is only text wherever it stands in a JSDoc comment: it ends no comment, starts no tag and no directive
 * of a tool, hides nothing and turns nothing around. Lines end in `\n`; a reader of Markdown sees what was written.
 */
export function harmless(text: string): string {
  if (!suspicious.test(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")
    .replace(spaces, (space) => (space === "\t" ? "  " : " "))
    .replace(invisible, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`)
    .replace(/\*(?=\/)/g, "*\\")
    .replace(atSign, "&#64;")
    .replace(directive, (_, tool: string, separator: string) => `${tool}&#${String(separator.charCodeAt(0))};`)
    .replace(setting, (_, tool: string) => `${tool}&#58;`)
    .replace(silencer, (letter) => `&#${String(letter.charCodeAt(0))};`)
    .replace(/#(?=__|\s*source(?:Mapping)?URL)/gi, "&#35;")
    .replace(/\{(?=&#64;)/g, "&#123;");
}

/** Text on one line: every run of blanks is one, none at its ends. */
export function onOneLine(text: string): string {
  return (/\s{2}|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}
