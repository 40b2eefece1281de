/** Descriptions that together use every feature: their output has every runtime file, which a test holds. */
import { join } from "node:path";
import { projectRoot } from "../support/compile.js";
import type { Source } from "./outputs.js";

const golden = (name: string): Source => ({ name, path: join(projectRoot, "test/golden", name, "description.yaml") });

export const petstore: Source = { name: "petstore", path: join(projectRoot, "spec/petstore.yaml") };

export const features: readonly Source[] = [
  { name: "schemas", path: join(projectRoot, "test/corpus/schemas.yaml") },
  { ...golden("int64-bigint"), settings: { int64: "bigint" } },
  ...["deprecated-parts", "bodies", "openapi-3.2", "retries", "security"].map(golden),
];
