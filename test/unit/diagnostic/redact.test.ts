import { expect, test } from "vitest";
import { redact } from "../../../src/diagnostic/redact.js";

test.each([
  ["http://user:pw@host/a", "http://host/a"],
  ["HTTPS://user:p@w@host:8/a", "HTTPS://host:8/a"],
  ["https://token@host", "https://host"],
  ["https://user:p%40w@host/a?b=c", "https://host/a?b=c"],
  ["http:\\\\user:pw@host", "http:\\\\host"],
  ["//user:pw@host/a", "//host/a"],
  ["http://user:p/w@host/a", "http://host/a"],
  ["http://user:p w@host/a", "http://host/a"],
  ['"http://user:p\\"w@host/a"', '"http://host/a"'],
  ["(see http://a/b?x=1&api_key=s, and http://u:p@c/d)", "(see http://a/b?x=1&api_key=***, and http://c/d)"],
  ["a.yaml?%61pi_key=s#/x", "a.yaml?%61pi_key=***#/x"],
  ["?API-Key=s&X-Amz-Signature=s&sig=s&code=s&access_token=s", "?API-Key=***&X-Amz-Signature=***&sig=***&code=***&access_token=***"],
  ["https://h/a#access_token=s", "https://h/a#access_token=***"],
  ["it leads to ftp://user:pw@host/?key=s, which (?code=s) fails.", "it leads to ftp://host/?key=***, which (?code=***) fails."],
  ["'https://h/a?key=s'", "'https://h/a?key=***'"],
])("%s is shown as %s", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  "https://host:8080/@scope/pkg",
  "mail a@b.example, or see https://host",
  "/pets?key={key}",
  "/users?tempPassword=false, /users?token=true.",
  "https://h/a?page=2&sort=keyboard&keyword=a&encoding=x",
  "npm:@scope/a // @ts-ignore",
])("%s stays", (text) => {
  expect(redact(text)).toBe(text);
});

test("a long text takes no longer than its length", () => {
  for (const text of ["http:", "http://a:b ", "//", "?key=a", "?a", "https://a/@"]) {
    const long = `${text.repeat(50_000)}@`;
    expect(redact(long).length).toBeLessThanOrEqual(long.length);
  }
});
