/** A part of a credential that a server repeats without the rest is masked, too: in the description, in a redirect, in an error. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startVendorProject, type VendorProject } from "../support/vendor-project.js";

let project: VendorProject;
beforeEach(async () => {
  project = await startVendorProject({ PART: "c00kie-of-the-reader" });
});
afterEach(() => project.close());

const basic = Buffer.from("reader:pa55word-of-the-reader").toString("base64");
/** A header as it is configured, the part that is repeated, and a word of it that is none. */
const cases: readonly (readonly [string, string, string, string])[] = [
  ["Cookie", "theme=dark; session=abc-1234567", "abc-1234567", "dark"],
  ["cookie", "theme=dark; sid=${PART}; lang=en", "c00kie-of-the-reader", "dark"],
  ["Authorization", "Bearer t0ken-of-the-reader", "t0ken-of-the-reader", "other"],
  [
    "Authorization",
    'Digest username="me", realm="readers", nonce="n0nce-of-today", response="6629fae49393a053"',
    "6629fae49393a053",
    "readers",
  ],
  ["Authorization", `Basic ${basic}`, "pa55word-of-the-reader", "other"],
  ["Proxy-Authorization", "Token token=t0ken-of-the-reader, v=1", "t0ken-of-the-reader", "other"],
  ["X-Api-Key", "k3y-of-the-reader:s3cret-of-the-reader", "s3cret-of-the-reader", "other"],
  ["X-Auth", "k3y-of-the-reader", "k3y-of-the-reader", "other"],
];

test.each(cases)("%s: %s", async (name, value, secret, word) => {
  const { vendor, sundial, configure, tree } = project;
  await configure({
    input: { url: `${vendor.origin}/openapi.json`, headers: { [name]: value }, snapshot: "spec/vendor.json" },
    output: "out",
  });
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1", description: `${secret} ${word}` }, paths: {} });
  vendor.answers.set("/openapi.json", text);
  const pulled = await sundial(["pull"]);
  expect([pulled.code, pulled.stderr]).toEqual([0, expect.stringContaining("[credential-repeated]")]);
  const { "sundial.config.json": _, ...files } = await tree();
  expect(JSON.stringify(files)).not.toContain(secret);
  expect(files["spec/vendor.json"]).toContain(`REDACTED ${word}`);

  let printed = JSON.stringify(pulled);
  const answers: readonly (typeof vendor.answers extends Map<string, infer A> ? A : never)[] = [
    (_request, response) => response.writeHead(302, { location: `/moved/${encodeURIComponent(secret)}/api.json` }).end(),
    (_request, response) => response.writeHead(302, { location: `ftp://vendor.example/${encodeURIComponent(secret)}` }).end(),
    `{"openapi": "3.1.0", "${secret}": ${secret}`,
    JSON.stringify({ openapi: "3.1.0", [secret]: 1, info: {}, paths: { [`/${secret}`]: { get: 1 } } }),
    (_request, response) => response.writeHead(403).end(secret),
  ];
  for (const answer of answers) {
    vendor.answers.set("/openapi.json", answer);
    for (const format of ["pretty", "json", "github"]) printed += JSON.stringify(await sundial(["pull", "--check", "--format", format]));
  }
  expect(printed).not.toContain(secret);
});
