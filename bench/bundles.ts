/**
 * How much of a page one call takes: a client and one function of it, bundled for browsers, minified, and zipped as `gzip -9` does; beside
 * other generators' clients, and openapi-fetch alone, which has no function and no credential. Bytes are the same on every machine.
 *
 *   npm run bench:bundles -- [--only petstore,stripe] [--json FILE]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundlers } from "./bundles/bundlers.js";
import { byHeyApi, byOrval, byPath, bySundial, openapiFetch, type Program } from "./bundles/programs.js";
import { peers } from "./newer-node.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const corpus = process.env["SUNDIAL_CORPUS"] ?? join(root, "../shared/corpus");
const { values } = parseArgs({ options: { only: { type: "string" }, json: { type: "string" } } });

/** Descriptions, each with an operation that needs nothing special: one `GET` of JSON. */
const descriptions = [
  { name: "petstore", input: join(root, "spec/petstore.yaml"), operation: "listPets", path: "/pets" },
  { name: "museum", input: join(corpus, "redocly-museum.yaml"), operation: "getMuseumHours", path: "/museum-hours" },
  { name: "stripe", input: join(corpus, "stripe-2024.json"), operation: "getAccount", path: "/v1/account" },
  { name: "cloudflare", input: join(corpus, "cloudflare.json"), operation: "zonesGet", path: "/zones" },
] as const;

export interface Row {
  readonly description: string;
  readonly client: string;
  readonly bundler: string;
  /** Bytes. */
  readonly minified: number;
  readonly zipped: number;
}

async function measureAll(folder: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const description of descriptions) {
    if (values.only !== undefined && !values.only.split(",").includes(description.name)) continue;
    const programs: readonly Program[] = [
      bySundial(description, {}),
      bySundial(description, { limits: false }),
      byPath(description, {}),
      openapiFetch(description),
      byHeyApi(description),
      byOrval(description),
    ];
    for (const { client, write } of programs) {
      const entry = await write(join(folder, description.name, client.replace(/\W+/g, "-")));
      if (typeof entry !== "string") {
        console.log(`${description.name.padEnd(12)}${client.padEnd(32)}${entry.missing}`);
        continue;
      }
      for (const [bundler, bundle] of Object.entries(await bundlers())) {
        const row = { description: description.name, client, bundler, ...(await bundle(entry)) };
        rows.push(row);
        const figures = [row.minified, row.zipped].map((bytes) => `${(bytes / 1000).toFixed(2)} kB`.padStart(12)).join("");
        console.log(`${row.description.padEnd(12)}${client.padEnd(32)}${bundler.padEnd(10)}${figures}`);
      }
    }
  }
  return rows;
}

// Below the peers, so that openapi-fetch is found from there: the project's own.
const folder = mkdtempSync(join(peers, ".sundial-bundles-"));
try {
  console.log(
    `${"description".padEnd(12)}${"client".padEnd(32)}${"bundler".padEnd(10)}${"minified".padStart(12)}${"gzip -9".padStart(12)}\n`,
  );
  const rows = await measureAll(folder);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ rows }, undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
