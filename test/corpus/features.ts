/** Descriptions that together use every feature. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../support/compile.js";
import { withGateStore } from "../support/pipeline.js";
import type { Source } from "./outputs.js";

const goldenFolder = join(projectRoot, "test/golden");
const golden = (name: string): Source => ({ name, path: join(goldenFolder, name, "description.yaml") });
const own = (name: string): Source => ({ name, path: join(projectRoot, "test/corpus", `${name}.yaml`) });

export const petstore: Source = { name: "petstore", path: join(projectRoot, "spec/petstore.yaml"), settings: withGateStore };

const schemas = own("schemas");
const int64 = own("int64");

/** Few, whose output has every runtime file, which a test holds. */
export const features: readonly Source[] = [
  schemas,
  { ...int64, settings: { int64: "bigint" } },
  { ...golden("deprecated-parts"), settings: { deprecations: "service" } },
  ...["limits-kinds", "openapi-3.2", "retries", "security"].map(golden),
  { ...golden("bodies"), settings: { limits: "auto" } },
];

/** Everything that a golden case shows besides, and what a configuration can choose. */
export function otherFeatures(): readonly Source[] {
  const known = new Set(features.map(({ path }) => path));
  const shown = readdirSync(goldenFolder)
    .map(golden)
    .filter(({ path }) => existsSync(path) && !known.has(path) && !isRefused(path));
  return [
    ...shown,
    { ...int64, name: "int64-as-string", settings: { int64: "string" } },
    { ...schemas, name: "schemas-small", settings: { validators: { mode: "small", issues: "first", discriminator: "exact" } } },
    { ...golden("security"), name: "without-limits", settings: { limits: false } },
    { ...golden("security"), name: "limits-found", settings: { limits: "auto" } },
  ];
}

/** Whether a case shows an error, which leaves no output. */
function isRefused(path: string): boolean {
  const diagnostics = join(path, "../diagnostics.txt");
  return existsSync(diagnostics) && /^error /m.test(readFileSync(diagnostics, "utf8"));
}
