import type { PathMistake } from "./parse-json-path.js";

const functions = "length(@), count(@.*), match(@.name, 'a.*'), search(@.name, 'a') and value(@..name)";

/** What is written in JSONPath of other kinds, at the mistake or before it, and what RFC 9535 has instead. The first that fits counts. */
const dialects: readonly { readonly rest: RegExp; readonly before?: RegExp; readonly hint: string }[] = [
  { rest: /^~/, hint: "RFC 9535 has no `~` for names of members: select the values." },
  { rest: /^=~/, hint: "A regular expression is a function: [?search(@.name, 'pet')], or match(…) for all of a text." },
  { rest: /^={3}|^!==/, hint: "Values are compared with `==` and `!=`." },
  { rest: /^=(?![=~])/, hint: "Values are compared with `==`." },
  {
    rest: /^\(/,
    before: /\.\w+$/,
    hint: `RFC 9535 has no methods: its functions are ${functions}.`,
  },
  {
    rest: /^\(/,
    before: /\[\s*$/,
    hint: "RFC 9535 has no scripts: [-1] is the last entry of a list, and a filter begins with a question mark: [?@.name == 'a'].",
  },
  { rest: /^\^/, hint: "RFC 9535 has no way up: select the outer value by a filter, [?@.name == 'a']." },
  { rest: /^@/, before: /\[\s*$/, hint: "A filter begins with a question mark: [?@.name == 'a']." },
];

const names = "Names with other characters than letters, digits and _ stand in brackets and quotes: $.paths['/pets'].get.";
/** Operators of other kinds of JSONPath, as words. */
const words = /\s(?:in|nin|anyof|contains|and|or|not)\b/i;
const joined = "A filter joins comparisons with &&, || and !: [?@.name == 'a' || @.name == 'b'].";
const oneValue =
  "A comparison and a function such as search() take one value, and * , .. and filters may select several: name the way, as in @.get.operationId.";
const general = "A JSONPath is one of RFC 9535: names, [0], [*], .. and filters such as [?@.name == 'limit'].";

/** What to do about a text that is no JSONPath. */
export function hintOfMistake(text: string, { column, reason }: PathMistake): string {
  if (!text.startsWith("$")) return "A JSONPath begins with $, which stands for the whole description: $.paths['/pets'].get.";
  if (/must be of ValueType|not comparable|non-singular/.test(reason)) return oneValue;
  if (reason.includes("no such function")) return `Functions are ${functions}.`;
  if (/filter selector token '[a-z]'/i.test(reason) && words.test(text)) return joined;
  const before = text.slice(0, column - 1);
  const rest = text.slice(column - 1);
  const dialect = dialects.find((each) => each.rest.test(rest) && (each.before === undefined || each.before.test(before)));
  if (dialect !== undefined) return dialect.hint;
  const isInFilter = before.lastIndexOf("[?") > before.lastIndexOf("]");
  return !isInFilter && /^[^\s[\]()*'"?,.]/.test(rest) && /[.\w[]$/.test(before) ? names : general;
}
