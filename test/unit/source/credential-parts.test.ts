import { expect, test } from "vitest";
import { credentialParts } from "../../../src/source/credential-parts.js";

/** By value: what must be among its parts, and what must not. */
const cases: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  "Bearer abcd": [["abcd"], ["Bearer"]],
  "bearer  a.bc": [["a.bc"], []],
  "session=abc123; theme=dark": [["abc123"], ["dark", "theme", "session"]],
  "theme=dark; sid=abcdefgh": [["abcdefgh"], ["dark"]],
  'token="a b;c", lang=en': [["a b;c"], ["en"]],
  "session=abc==; b=c": [["abc=="], []],
  'Digest username="me", realm="the realm of docs", uri="/openapi.yaml", nonce="n1", response="6629fae49393", qop=auth': [
    ["6629fae49393", "n1"],
    ["the realm of docs", "/openapi.yaml", "auth", "me"],
  ],
  "AWS4-HMAC-SHA256 Credential=AKIA123/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range, Signature=fe5f80f7": [
    ["fe5f80f7", "AKIA123/20130524/us-east-1/s3/aws4_request"],
    ["host;range", "range"],
  ],
  [`Basic ${Buffer.from("me:pass:word").toString("base64")}`]: [
    ["me:pass:word", "pass:word", Buffer.from("me:pass:word").toString("base64")],
    ["me"],
  ],
  [`Basic ${Buffer.from("me:12345").toString("base64")}`]: [["12345", Buffer.from("me:12345").toString("base64").replace(/=+$/, "")], []],
  "eyJhbGciOi.eyJzdWIiOi.SflKxwRJSM": [["eyJhbGciOi", "SflKxwRJSM"], []],
  "key-id:the-secret": [["the-secret"], []],
  "a%2Fb%3D": [["a/b="], []],
  "plain-key": [["plain-key"], []],
};

test.each(Object.entries(cases))("%s", (value, [parts, others]) => {
  const found = credentialParts(value);
  expect(found).toContain(value);
  expect(found).toEqual(expect.arrayContaining([...parts]));
  for (const other of others) expect(found).not.toContain(other);
});

test("takes time that grows no faster than the text", () => {
  for (const piece of ["a=b, ", "a=,", "=", '"', "a=b;", "a,", ":", "a=b,c", "\\"])
    expect(credentialParts(piece.repeat(20_000)).length).toBeGreaterThan(0);
});
