/** Texts of a million characters: what took more than linear time would not come to an end within a test's time. */
import { expect, test } from "vitest";
import { checkOf, textFormats } from "./checking.js";

const length = 1_000_000;
const beginnings: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2026-03-01T09:30:00."],
  time: ["09:30:00."],
  duration: ["P", "PT"],
  email: ["a@", '"'],
  "idn-email": ["a@", '"', "ü@"],
  hostname: ["xn--"],
  "idn-hostname": ["xn--", "ü"],
  uri: ["http://", "http://a/", "http://[", "a:"],
  "uri-reference": ["//", "/"],
  iri: ["http://", "a:ü"],
  "iri-reference": ["//", "ü"],
  "uri-template": ["{", "{a,"],
  "json-pointer": ["/"],
  "relative-json-pointer": ["0", "1+"],
  decimal: ["0."],
  decimal128: ["0.", "1e"],
  int64: ["-"],
  "media-range": ["a/b", "a/b;", 'a/b;a="'],
  etag: ['"'],
  "sf-string": ['"'],
  "sf-binary": [":"],
  "http-date": ["Sun, 06"],
};
const repeated = ["a", ".", "-", ":", "/", "%41", "@", "a.", '\\"', "{a}", "{a,", "~0", "ü", "\u0301", "1D", "; ", ";a=b", "="];
const endings = ["", "!"];

test.each(textFormats.map(([name]) => name))("%s is decided for long texts", { timeout: 120_000 }, (format) => {
  const check = checkOf(format);
  for (const beginning of ["", ...(beginnings[format] ?? [])]) {
    for (const middle of repeated) {
      const long = beginning + middle.repeat(length / middle.length);
      for (const ending of endings) expect(check(long + ending)).toBeTypeOf("boolean");
    }
  }
});
