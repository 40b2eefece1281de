import { describe, expect, test } from "vitest";
import { resolveConfig } from "../../../src/config/resolve-config.js";
import { remoteAccess } from "../../../src/source/remote-access.js";
import type { RemoteInput } from "../../../src/source/remote-input.js";

const url = "https://docs.vendor.example/openapi.yaml";
const resolved = (input: unknown, more: object = {}) =>
  resolveConfig({ path: "/project/sundial.config.ts", value: { input, output: "generated/vendor", ...more } });
const mistakes = (input: unknown): readonly string[] =>
  resolved(input).diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`));

function remoteOf(input: unknown): RemoteInput {
  const remote = resolved(input).value?.[0]?.remote;
  if (remote === undefined) throw new Error(mistakes(input).join("\n"));
  return remote;
}

describe("an input with a URL", () => {
  test("has headers and a snapshot, or none of them", () => {
    expect(resolved({ url }).value?.[0]).toMatchObject({ input: url, source: url, remote: { url, headers: [], snapshot: undefined } });
    const headers = { Authorization: "Bearer ${DOCS_TOKEN}" };
    expect(resolved({ url: `${url}?key=\${KEY}`, headers, snapshot: "spec/vendor.yaml" }).value?.[0]).toMatchObject({
      input: "/project/spec/vendor.yaml",
      source: "spec/vendor.yaml",
      remote: {
        url: `${url}?key=\${KEY}`,
        headers: [{ name: "Authorization", value: "Bearer ${DOCS_TOKEN}", at: { pointer: "/input/headers/Authorization" } }],
        snapshot: "/project/spec/vendor.yaml",
        at: { pointer: "/input/url" },
      },
    });
    expect(resolved("spec/a.yaml").value?.[0]).toMatchObject({ input: "/project/spec/a.yaml", remote: undefined });
  });

  test("may be a URL object, also one of a file", () => {
    expect(resolved(new URL(url)).value?.[0]).toMatchObject({ input: url, source: url, remote: undefined });
    expect(resolved({ url: new URL(url) }).value?.[0]).toMatchObject({ input: url, remote: { url } });
    expect(resolved(new URL("file:///project/spec/a.yaml")).value?.[0]).toMatchObject({
      input: "/project/spec/a.yaml",
      source: "spec/a.yaml",
    });
    expect(mistakes({ url: new URL("file:///project/spec/a.yaml") })[0]).toContain("`input.url` must be an http(s) URL");
  });

  test.each([
    [{}, "`input.url` is required, and must be a string."],
    [{ url, header: {} }, "`input.header` is not a known key. Did you mean `headers`?"],
    [{ url: "spec/a.yaml" }, "`input.url` must be an http(s) URL. A file is named by `input` itself"],
    [{ url: "http://" }, "`input.url` is not a valid URL."],
    [{ url: "https://${HOST}/a" }, "`input.url` has a variable outside of its query."],
    [{ url: "https://u:${PASSWORD}@a.example/" }, "`input.url` has a variable outside of its query."],
    [{ url: `${url}?a=\${b c}` }, "`input.url` has a variable whose name is not made of letters, digits and _."],
    [{ url, headers: [] }, "`input.headers` must be an object, and is a list."],
    [{ url, headers: { "X-A": 1 } }, "`input.headers.X-A` must be a string that is not empty."],
    [{ url, headers: { "X-A": "" } }, "`input.headers.X-A` must be a string that is not empty."],
    [{ url, headers: { "X-A": "s3cret\r\nHost: b" } }, "`input.headers.X-A` has a line end, or a character that no header can have."],
    [{ url, headers: { "X-A": "s3cret\u0000" } }, "`input.headers.X-A` has a line end, or a character that no header can have."],
    [{ url, headers: { "X-A": "s3cret 猫" } }, "`input.headers.X-A` has a line end, or a character that no header can have."],
    [{ url, headers: { "X A": "s3cret" } }, '`input.headers` has "X A", which is no name of a header.'],
    [{ url, headers: { "X-A\r\nHost": "s3cret" } }, '`input.headers` has "X-A\\r\\nHost", which is no name of a header.'],
    [{ url, headers: { "X-A": "s3cret", "x-a": "s3cret" } }, "`input.headers.x-a` is given twice"],
    [{ url, headers: { Host: "s3cret" } }, "`input.headers.Host` is a header that is set by itself."],
    [{ url, headers: { "If-None-Match": "s3cret" } }, "`input.headers.If-None-Match` is a header that is set by itself."],
    [{ url, headers: { Authorization: "Bearer ${" } }, "`input.headers.Authorization` has a `${` without its `}`."],
    [{ url, headers: { Authorization: "Bearer undefined" } }, "`input.headers.Authorization` ends in the word undefined."],
    [{ url: "https://u:p@a.example/", headers: { authorization: "s3cret" } }, "`input` has credentials twice"],
    [{ url, snapshot: "spec/" }, "`input.snapshot` must name a file that ends in .yaml, .yml or .json"],
    [{ url, snapshot: "https://a.example/a.yaml" }, "`input.snapshot` must be the path of a file."],
    [
      { url, snapshot: "spec/a:b.yaml" },
      "`input.snapshot` must name a file without a colon, a backslash or a control character in its name.",
    ],
    [
      { url, snapshot: "spec/a\nb.yaml" },
      "`input.snapshot` must name a file without a colon, a backslash or a control character in its name.",
    ],
    [{ url, snapshot: "spec/a.txt" }, "`input.snapshot` must name a file that ends in .yaml, .yml or .json"],
    [{ url, snapshot: "generated/vendor/a.yaml" }, "`input.snapshot` is inside the output folder."],
    [["a.yaml"], "`input` must be a string, and is a list."],
  ])("that has a mistake is refused, and no value is told: %j", (input, message) => {
    expect(mistakes(input)).toEqual([expect.stringContaining(message)]);
    expect(mistakes(input).join()).not.toContain("s3cret");
  });

  test("has a snapshot of its own", () => {
    const apis = (other: object): readonly string[] =>
      resolveConfig({
        path: "/project/sundial.config.ts",
        value: {
          apis: {
            a: { input: { url, snapshot: "s.yaml" }, output: "a" },
            b: { input: { url, snapshot: "./s.yaml", ...other }, output: "b" },
          },
        },
      }).diagnostics.map(({ message }) => message);
    expect(apis({})).toEqual([]);
    expect(apis({ headers: { A: "b" } })).toEqual([
      "`apis.b.input.snapshot` is also the snapshot of a, which has another URL or other headers.",
    ]);
  });

  test.each([
    { output: "spec/s.yaml.files" },
    { output: "spec/s.yaml.files/out" },
    { output: "out", emit: ["server"], handlers: "spec/s.yaml.files/handlers" },
  ])("has a folder of its own for what it refers to: %j", (folders) => {
    const value = { input: { url, snapshot: "spec/s.yaml" }, ...folders };
    expect(resolveConfig({ path: "/project/sundial.config.ts", value }).diagnostics.map(({ message }) => message)).toEqual([
      "`input.snapshot` has its files in a folder that generated code is written to.",
    ]);
  });
});

describe("variables", () => {
  test("are filled in once, from the environment alone", () => {
    const remote = remoteOf({ url: `${url}?key=\${KEY}&v=$\${KEY}`, headers: { "X-A": "${KEY}-${KEY}", "X-B": "$${KEY} $KEY" } });
    const { value } = remoteAccess(remote, { KEY: "${KEY}&b c\n" });
    expect(value).toMatchObject({
      url: `${url}?key=%24%7BKEY%7D%26b%20c&v=\${KEY}`,
      shown: `${url}?key=REDACTED&v=\${KEY}`,
      headers: { "X-A": "${KEY}&b c-${KEY}&b c", "X-B": "${KEY} $KEY" },
    });
    expect(remoteAccess(remote, {}).diagnostics.map(({ code, at }) => [code, at])).toEqual([
      ["variable-not-set", expect.objectContaining({ pointer: "/input/url" })],
      ["variable-not-set", expect.objectContaining({ pointer: "/input/headers/X-A" })],
    ]);
  });

  test.each(["__proto__", "constructor", "toString"])("called %s are none that an object has by itself", (name) => {
    const remote = remoteOf({ url, headers: { "X-A": `\${${name}}` } });
    expect(remoteAccess(remote, {}).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining(`variable ${name} is not set`),
    ]);
  });
});
