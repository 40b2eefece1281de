import { describe, expect, test } from "vitest";
import { nodeIo } from "../../src/io-node.js";
import { resolve } from "../../src/openapi/resolve/resolve.js";
import { load } from "../../src/source/load-file.js";
import { readCorpus } from "./descriptions.js";

/** What real descriptions are told, and rightly; all others nothing. Nothing is an error. */
const told: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "adyen-checkout": { "other-version": 1 },
  box: { "ambiguous-paths": 7, "nullable-untyped": 8, "required-undescribed": 5 },
  cloudflare: {
    "default-invalid": 48,
    "media-type-invalid": 7,
    "required-unknown": 2,
    "required-undescribed": 17,
    "schema-impossible": 1,
    "type-contradicted": 2,
  },
  discord: { "wrong-type": 2 },
  "heyapi-full-3.1": {
    "unknown-key": 4,
    "enum-type-mismatch": 1,
    "required-flag": 2,
    "ref-kind": 1,
    "file-not-found": 2,
    "type-contradicted": 1,
    "unknown-member": 3,
  },
  "influxdb-oss": { "required-flag": 1, "required-undescribed": 1 },
  openai: {
    "nullable-untyped": 8,
    "other-version": 2,
    "unknown-key": 2,
    "path-query": 6,
    "required-undescribed": 12,
    "required-repeated": 1,
  },
  "readme-parameters-style": { "ambiguous-paths": 1 },
  "openapi-fetch-common": { "unknown-member": 1, "required-undescribed": 1 },
  "sendgrid-mail": { "other-version": 1 },
  "scalar-galaxy": { "other-version": 1 },
  "slack-web": { "other-version": 2 },
  square: { "ref-not-found": 1, "wrong-type": 1, "unknown-member": 1, "required-undescribed": 1, "scope-unknown": 1 },
  "xero-accounting": { "default-invalid": 23, "ref-siblings-ignored": 27, "ambiguous-paths": 14, "type-contradicted": 1 },
};

describe("a real description is resolved without an error, and told what is sloppy in it", () => {
  test.each(readCorpus() ?? [])("$name", async ({ name, path, operations }) => {
    const io = nodeIo();
    const root = await load(path, io);
    if (root.value === undefined) throw new Error(JSON.stringify(root.diagnostics));
    const { value, diagnostics } = await resolve(root.value, (uri) => load(uri, io));
    const counts = new Map<string, number>();
    for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(Object.fromEntries(counts)).toEqual(told[name] ?? {});
    let found = 0;
    for (const item of Object.values(value?.document.paths ?? {})) {
      const written = item.$ref === undefined ? item : value?.target("pathItem", item.$ref);
      found += written !== undefined && "operations" in written ? Object.keys(written.operations).length : 0;
    }
    expect(found).toBe(operations);
  });
});
