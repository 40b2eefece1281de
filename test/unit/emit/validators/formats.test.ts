import { describe, expect, test } from "vitest";
import { checkOf } from "../../runtime/validate/formats/checking.js";

const cases: readonly { readonly format: string; readonly valid: readonly string[]; readonly invalid: readonly string[] }[] = [
  {
    format: "date",
    valid: ["2024-02-29", "0000-01-01"],
    invalid: ["2023-02-29", "2024-13-01", "2024-1-01", "2024-01-01 ", "٢٠٢٤-01-01", ""],
  },
  {
    format: "date-time",
    valid: ["2024-01-01T00:00:00Z", "2024-01-01t00:00:00.123+02:00", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60-08:00"],
    invalid: ["2024-01-01 00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "1998-12-31T22:59:60Z", "2024-01-01T00:00:00.Z"],
  },
  { format: "time", valid: ["08:30:06Z", "08:30:06.28+00:20"], invalid: ["08:30:06", "8:30:06Z", "08:30:06+24:00"] },
  { format: "duration", valid: ["P3Y6M4DT12H30M5S", "P2W", "PT0S"], invalid: ["P", "PT", "P1Y2D", "P1W2D", "P1D2H", "-P1D"] },
  {
    format: "email",
    valid: ["joe@example.com", '"a b"@example.com', "a@[127.0.0.1]", "a@[IPv6:::1]"],
    invalid: ["joe", "@a", "a.@b.c", "a..b@c.d", "a b@c.d", "a@b@c d"],
  },
  {
    format: "hostname",
    valid: ["example.com", "a", "xn--nxasmq6b"],
    invalid: ["", "-a", "a-", "a_b", "a..b", "a.", `${"a".repeat(64)}.com`, `${"a.".repeat(130)}a`],
  },
  { format: "ipv4", valid: ["0.0.0.0", "255.255.255.255"], invalid: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.", "1.2.3.4/8"] },
  {
    format: "ipv6",
    valid: ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7::"],
    invalid: [":", "1:2", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9", "::1.2.3", "1.2.3.4::", "fe80::1%en0"],
  },
  {
    format: "uri",
    valid: ["https://user@example.com:80/a%20b?q#f", "urn:a:b", "http://[::1]/", "mailto:a@b.c"],
    invalid: ["/a", "http://a b", "http://[1]/", "http://a/%zz", "a", "http://a:b/", "1a:b"],
  },
  { format: "uri-reference", valid: ["/a", "a/b", "", "#f", "//a/b", "./a:b"], invalid: ["a b", "1a:b", "\\a"] },
  { format: "iri", valid: ["http://ƒøø.ßår/?∂éœ=πîx#πîüx"], invalid: ["http://a b", "/a"] },
  { format: "uri-template", valid: ["http://a/{b}{?c,d*}{e:3}", "a"], invalid: ["{", "a{b", "{a b}", "}"] },
  {
    format: "uuid",
    valid: ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    invalid: ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"],
  },
  { format: "byte", valid: ["", "YQ==", "YWI=", "YWJj", "+/+/"], invalid: ["YQ", "YQ=", "Y Q=", "=YQ=", "YQ==="] },
  { format: "json-pointer", valid: ["", "/a/~0~1", "/"], invalid: ["a", "/~2", "/~"] },
  { format: "relative-json-pointer", valid: ["0", "1/a", "2#"], invalid: ["/a", "01", "-1", "1a"] },
  { format: "regex", valid: ["^a+$", "\\p{L}"], invalid: ["(", "\\Z"] },
];

describe("formats", () => {
  test.each(cases)("$format takes what its grammar takes", ({ format, valid, invalid }) => {
    const isValid = checkOf(format);
    expect(valid.filter((text) => !isValid(text))).toEqual([]);
    expect(invalid.filter(isValid)).toEqual([]);
  });

  // No clock: a check that took time out of proportion would not come back from these.
  test.each(cases)("$format ends on long texts", ({ format, valid }) => {
    const isValid = checkOf(format);
    const long = 20_000;
    for (const text of [...valid, "a", "a.", "1", "-", "~0", "%41", "{a}", "a@", ":", "\\", "P1D"]) {
      expect(typeof isValid(`${text.repeat(long)}\u0000`)).toBe("boolean");
    }
  });
});
