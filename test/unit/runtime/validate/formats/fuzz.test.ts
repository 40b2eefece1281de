/** Random texts, seeded, against readings of the same standards that were written apart: Node's, and grammars as the RFCs print them. */
import { isIPv4, isIPv6 } from "node:net";
import { expect, test } from "vitest";
import { pick, seeded, type Random } from "../../../../support/sample-text.js";
import { checkOf } from "./checking.js";

const rounds = 100_000;

/** Texts that both readings must agree about: `valid` ones as made, and with one piece changed. */
function compare(
  seed: number,
  pieces: readonly string[],
  valid: (random: Random) => string,
  one: (text: string) => boolean,
  other: (text: string) => boolean,
): void {
  const random = seeded(seed);
  const disagreements = new Set<string>();
  let accepted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const text = round % 3 === 0 ? valid(random) : changed(valid(random), pieces, random);
    const verdict = one(text);
    if (verdict) accepted += 1;
    if (verdict !== other(text)) disagreements.add(text);
  }
  expect([...disagreements].slice(0, 20)).toEqual([]);
  expect(accepted).toBeGreaterThan(rounds / 20);
}

function changed(text: string, pieces: readonly string[], random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  return text.slice(0, at) + (pick(random, pieces) ?? "") + text.slice(at + Math.floor(random() * 3));
}

const number = (random: Random, most: number): number => Math.floor(random() * (most + 1));
const padded = (value: number, length = 2): string => String(value).padStart(length, "0");

/** Through the calendar of JavaScript, which no part of ours goes through. */
function isDateTime(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || month < 1) return false;
  const [hours = 0, minutes = 0] = found.slice(8, 10).map((part: string | undefined) => Number(part ?? "0"));
  if (hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59) return false;
  const shift = (found[7] === "-" ? 1 : -1) * (hours * 60 + minutes);
  date.setUTCHours(hour, minute + shift);
  return second < 60 || (date.getUTCHours() === 23 && date.getUTCMinutes() === 59);
}

function randomDateTime(random: Random): string {
  const date = `${padded(number(random, 2100), 4)}-${padded(1 + number(random, 12))}-${padded(27 + number(random, 4))}`;
  const time = `${padded(20 + number(random, 4))}:${padded(56 + number(random, 4))}:${padded(57 + number(random, 3))}`;
  return `${date}T${time}${pick(random, ["Z", "z", ".5Z", "+00:00", "-01:00", "+23:59", "+24:00"]) ?? ""}`;
}

test("a date-time is one for the calendar of JavaScript", () => {
  compare(1, ["0", "1", "2", "3", "9", "-", ":", "T", ".", "Z", "+", " "], randomDateTime, checkOf("date-time"), isDateTime);
});

const isAddress = (text: string): boolean => isIPv6(text) && !text.includes("%"); // a zone is RFC 4007's, not of the address

function randomAddress(random: Random): string {
  const groups = Array.from({ length: number(random, 8) }, () =>
    number(random, 65_535)
      .toString(16)
      .slice(0, 1 + number(random, 3)),
  );
  groups.splice(number(random, groups.length), 0, ...(random() < 0.6 ? [""] : []));
  return groups.join(":") + (pick(random, ["", "", "::", ":1.2.3.4"]) ?? "");
}

test("an IPv6 address is one for Node", () => {
  compare(2, ["", ":", "::", "0", "f", "1.2.3.4", "ffff", "%1", "."], randomAddress, checkOf("ipv6"), isAddress);
});

test("an IPv4 address is one for Node", () => {
  const random4 = (random: Random): string => Array.from({ length: 4 }, () => number(random, 260)).join(".");
  compare(3, ["", ".", "0", "1", "25", "9", " ", "a"], random4, checkOf("ipv4"), isIPv4);
});

/** RFC 3986 appendix A, rule by rule. */
function grammarOfUris(): { readonly uri: RegExp; readonly reference: RegExp } {
  const encoded = "%[0-9A-Fa-f]{2}";
  const unreserved = "[A-Za-z0-9._~-]";
  const delimiter = "[!$&'()*+,;=]";
  const character = `(?:${unreserved}|${encoded}|${delimiter}|[:@])`;
  const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])";
  const ipv4 = `${octet}\\.${octet}\\.${octet}\\.${octet}`;
  const h16 = "[0-9A-Fa-f]{1,4}";
  const ls32 = `(?:${h16}:${h16}|${ipv4})`;
  const before = (most: number): string => `(?:(?:${h16}:){0,${String(most)}}${h16})?`;
  const ipv6 = [
    `(?:${h16}:){6}${ls32}`,
    `::(?:${h16}:){5}${ls32}`,
    `(?:${h16})?::(?:${h16}:){4}${ls32}`,
    `${before(1)}::(?:${h16}:){3}${ls32}`,
    `${before(2)}::(?:${h16}:){2}${ls32}`,
    `${before(3)}::${h16}:${ls32}`,
    `${before(4)}::${ls32}`,
    `${before(5)}::${h16}`,
    `${before(6)}::`,
  ].join("|");
  const future = `[Vv][0-9A-Fa-f]+\\.(?:${unreserved}|${delimiter}|:)+`;
  const host = `(?:\\[(?:${ipv6}|${future})\\]|(?:${unreserved}|${encoded}|${delimiter})*)`;
  const authority = `(?:(?:${unreserved}|${encoded}|${delimiter}|:)*@)?${host}(?::[0-9]*)?`;
  const after = `(?:/${character}*)*`;
  const absolute = `/(?:${character}+${after})?`;
  const rootless = `${character}+${after}`;
  const withoutColon = `(?:${unreserved}|${encoded}|${delimiter}|@)+${after}`;
  const end = `(?:\\?(?:${character}|[/?])*)?(?:#(?:${character}|[/?])*)?`;
  const scheme = "[A-Za-z][A-Za-z0-9+.-]*";
  const uri = `${scheme}:(?://${authority}${after}|${absolute}|${rootless}|)${end}`;
  const relative = `(?://${authority}${after}|${absolute}|${withoutColon}|)${end}`;
  return { uri: new RegExp(`^(?:${uri})$`), reference: new RegExp(`^(?:${uri}|${relative})$`) };
}

const parts = [
  "a",
  "A1",
  ":",
  "://",
  "/",
  "//",
  "?",
  "#",
  "@",
  "[",
  "]",
  "[::1]",
  "[v1.a]",
  "%41",
  "%4",
  "%",
  "é",
  " ",
  ".",
  "..",
  "-",
  "+",
  "&=",
  "'",
  "|",
  "80",
  "1.2.3.4",
  "[1::2:3]",
  "{",
  "\\",
  '"',
];

function randomUri(random: Random): string {
  const host = pick(random, ["a.example", "[::1]", "[2001:db8::1.2.3.4]", "u:p@h", "", "[v7.a:b]", "%41.b", "1.2.3.4"]) ?? "";
  const path = pick(random, ["", "/", "/a//b", "/%7E;a=1,b", "/:@!$&'()*+,;="]) ?? "";
  const end = pick(random, ["", "?", "?a/b?c", "#", "#/?", "?a#b", ":80", ":"]) ?? "";
  return (
    pick(random, [
      `http://${host}${path}${end}`,
      `//${host}${path}${end}`,
      `a+b.c-d:${path}${end}`,
      `${path}${end}`,
      `a${path}${end}`,
      `urn:a:b${end}`,
    ]) ?? ""
  );
}

test("URIs and references are those of the grammar in RFC 3986", () => {
  const { uri, reference } = grammarOfUris();
  compare(4, parts, randomUri, checkOf("uri"), (text) => uri.test(text));
  compare(5, parts, randomUri, checkOf("uri-reference"), (text) => reference.test(text));
});

test("what is a URI is an IRI, and of ASCII nothing else is", () => {
  const isUri = checkOf("uri");
  const isIri = checkOf("iri");
  compare(
    6,
    parts,
    randomUri,
    (text) => isIri(text.replaceAll("é", " ")),
    (text) => isUri(text.replaceAll("é", " ")),
  );
});
